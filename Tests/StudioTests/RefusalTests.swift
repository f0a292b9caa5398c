import Diagnostics
import Foundation
import JSON
import LoopbackServer
import QueryForm
import Studio
import TestSupport
import TestTraits
import Testing

#if canImport(Glibc)
    import Glibc
#endif

@Suite(.blocking) struct RefusalTests {
    private func expectRefused(_ answer: HTTPAnswer, _ status: Int, _ words: String) {
        #expect(answer.status == status)
        #expect(answer.body.contains(words), "\(answer.body)")
    }

    @Test func thePageOpensWithItsTokenAndLoadsNothingFromElsewhere() throws {
        let open = try OpenStudio()
        let page = try open.raw(
            "GET /?token=\(open.token) HTTP/1.1\r\nHost: 127.0.0.1:\(open.port)\r\nConnection: close\r\n\r\n"
        )
        #expect(page.status == 200)
        #expect(page.body.utf8.count < 200_000)
        #expect(page.head.contains("default-src 'none'"))
        #expect(page.head.contains("frame-ancestors 'none'"))
        let addresses = page.body.matches(of: /https?:\/\/[a-z0-9.]+/).map { String($0.output) }
        #expect(addresses == [])
    }

    @Test func withoutTheTokenNothingIsAnswered() throws {
        let open = try OpenStudio()
        for path in ["/", "/api/model", "/?token=", "/?token=\(open.token.dropLast())0x"] {
            let answer = try open.raw(
                "GET \(path) HTTP/1.1\r\nHost: 127.0.0.1:\(open.port)\r\nConnection: close\r\n\r\n"
            )
            expectRefused(answer, 401, "token")
            #expect(!answer.body.contains("Item"))
        }
    }

    @Test func anotherHostIsRefused() throws {
        let open = try OpenStudio()
        for host in [
            "evil.example", "evil.example:\(open.port)", "127.0.0.1", "0.0.0.0:\(open.port)",
        ] {
            let answer = try open.raw(
                "GET /?token=\(open.token) HTTP/1.1\r\nHost: \(host)\r\nConnection: close\r\n\r\n"
            )
            expectRefused(answer, 421, "another host")
        }
        expectRefused(
            try open.raw("GET /?token=\(open.token) HTTP/1.1\r\nConnection: close\r\n\r\n"),
            421,
            "another host"
        )
    }

    @Test func anotherOriginIsRefused() throws {
        let open = try OpenStudio()
        for origin in [
            "http://evil.example", "null", "https://127.0.0.1:\(open.port)", "http://127.0.0.1",
        ] {
            expectRefused(
                try open.get("/api/model", headers: "Origin: \(origin)\r\n"),
                403,
                "another server"
            )
        }
        expectRefused(
            try open.get("/api/model", headers: "Sec-Fetch-Site: cross-site\r\n"),
            403,
            "another server"
        )
    }

    @Test func aBodyOfAHundredMegabytesIsRefusedAndTheServerStaysUp() throws {
        let open = try OpenStudio()
        let wire = try #require(Wire(open.port))
        wire.send(
            "POST /api/update HTTP/1.1\r\nHost: 127.0.0.1:\(open.port)\r\nX-Studio-Token: \(open.token)\r\nContent-Length: 104857600\r\n\r\n"
        )
        let piece = String(repeating: "x", count: 1 << 20)
        for _ in 0..<100 where !wire.send(piece) { break }
        expectRefused(HTTPAnswer(wire.receive()), 413, "104857600 bytes")
        #expect(try open.get("/api/model").status == 200)
    }

    @Test func whatIsNoRequestIsRefused() throws {
        let open = try OpenStudio()
        let host = "Host: 127.0.0.1:\(open.port)\r\nX-Studio-Token: \(open.token)\r\n"
        expectRefused(try open.raw("nonsense\r\n\r\n"), 400, "HTTP")
        expectRefused(
            try open.raw("POST /api/update HTTP/1.1\r\n\(host)Content-Length: x\r\n\r\n"),
            400,
            "not a number"
        )
        expectRefused(
            try open.raw("POST /api/update HTTP/1.1\r\n\(host)Transfer-Encoding: chunked\r\n\r\n"),
            411,
            "Content-Length"
        )
        expectRefused(
            try open.raw("GET / HTTP/1.1\r\nX: \(String(repeating: "a", count: 70_000))"),
            431,
            "larger"
        )
        // Also where they come whole.
        expectRefused(
            try open.raw("GET / HTTP/1.1\r\nX: \(String(repeating: "a", count: 20_000))\r\n\r\n"),
            431,
            "larger"
        )
        expectRefused(
            try open.raw("GET / HTTP/1.1\r\n\(host)Host: evil.example\r\n\r\n"),
            400,
            "twice"
        )
        expectRefused(
            try open.raw("DELETE / HTTP/1.1\r\n\(host)Connection: close\r\n\r\n"),
            405,
            "DELETE"
        )
        expectRefused(try open.post("/api/update", [1]), 422, "no form")
        expectRefused(try open.get("/../../etc/passwd"), 404, "nothing at this address")
    }

    @Test func pathsOutsideTheProjectAreRefused() throws {
        let open = try OpenStudio()
        try FileManager.default.createSymbolicLink(
            atPath: open.folder.path("link"),
            withDestinationPath: "/tmp"
        )
        try FileManager.default.createSymbolicLink(
            atPath: open.folder.path("nowhere"),
            withDestinationPath: "/tmp/not-there/at-all"
        )
        for path in ["../x", "/etc", "a/../../x", "link/x", "nowhere", "nowhere/x", "", "a\0b"] {
            expectRefused(
                try open.post("/api/generate", ["output": JSONNode(path)]),
                403,
                "is not a path inside the project"
            )
            expectRefused(
                try open.post("/api/attach", ["path": JSONNode(path)]),
                403,
                "is not a path inside the project"
            )
        }
        expectRefused(
            try open.post("/api/attach", ["path": ""]),
            403,
            "an empty path is not a path inside the project"
        )
        let form: JSONNode = ["entity": "Item"]
        expectRefused(
            try open.post("/api/save", ["form": form, "name": "a", "output": "../x"]),
            403,
            "is not a path inside the project"
        )
        for name in ["../a", "a/b", "", "1a", "a.b"] {
            expectRefused(
                try open.post("/api/save", ["form": form, "name": JSONNode(name)]),
                422,
                name.isEmpty ? "the query needs a name" : "cannot be the name of a method"
            )
            #expect(try open.post("/api/open", ["name": JSONNode(name)]).status == 422)
        }
    }

    #if os(Linux)
        @Test func aFolderWhoseNameHasOtherScalarsIsAnother() throws {
            let open = try OpenStudio(project: "caf\u{E9}")
            let other = open.folder.path("cafe\u{301}")
            expectRefused(
                try open.post("/api/generate", ["output": JSONNode("\(other)/Generated")]),
                403,
                "is not a path inside the project"
            )
            #expect(!FileManager.default.fileExists(atPath: other))
        }
    #endif

    @Test func aProjectThatIsNotThereIsNotOpened() throws {
        let error = try #require(throws: DiagnosticError.self) {
            try Studio(project: "/nowhere/at/all", model: nil, store: nil)
        }
        #expect(error.diagnostics.map(\.problem) == ["there is no such folder"])
        #expect(error.status == .noInput)
    }

    @Test func aRequestThatDoesNotComeWholeIsGivenUp() throws {
        var limits = ServerLimits()
        limits.request = 0.3
        limits.idle = 0.3
        let open = try OpenStudio(limits: limits)
        let token = "X-Studio-Token: \(open.token)\r\n"
        let head = "POST /api/update HTTP/1.1\r\nHost: 127.0.0.1:\(open.port)\r\n\(token)"
        expectRefused(try open.raw("GET / HT"), 408, "is incomplete")
        expectRefused(try open.raw("\(head)Content-Length: 9\r\n\r\n{"), 408, "is incomplete")
        // Whoever says nothing is let go without a word.
        #expect(try #require(Wire(open.port)).receive() == "")
        #expect(try open.get("/api/model").status == 200)
    }

    @Test func aThousandConnectionsAreToldAndTheServerStaysUp() throws {
        var limit = rlimit()
        #if canImport(Glibc)
            let files = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
        #else
            let files = RLIMIT_NOFILE
        #endif
        getrlimit(files, &limit)
        limit.rlim_cur = min(4_096, limit.rlim_max)
        setrlimit(files, &limit)
        let open = try OpenStudio()
        var wires: [Wire] = []
        for _ in 0..<1_000 { if let wire = Wire(open.port) { wires.append(wire) } }
        #expect(wires.count == 1_000)
        // Those that came later took the places of the first.
        let replaced = wires.prefix(900).map { HTTPAnswer($0.receive()) }
        #expect(replaced.allSatisfy { $0.status == 503 })
        #expect(replaced.first?.body.contains("64 connections are open") == true)
        #expect(try open.get("/api/model").status == 200)
        withExtendedLifetime(wires) {}
    }

    @Test(arguments: ["", "GET / HTTP/1.1\r\nX: ", "nonsense\r\n\r\n"])
    func connectionsWithoutTheTokenKeepNobodyOut(sent: String) throws {
        let open = try OpenStudio()
        let wires = (0..<200).compactMap { _ in Wire(open.port) }
        for wire in wires { wire.send(sent) }
        let start = ContinuousClock.now
        for _ in 0..<5 { #expect(try open.get("/api/model").status == 200) }
        // They would hold their places for 12 s.
        #expect(ContinuousClock.now - start < .seconds(6))
        withExtendedLifetime(wires) {}
    }

    @Test func connectionsWithTheTokenAreNotReplaced() throws {
        var limits = ServerLimits()
        limits.connections = 2
        let open = try OpenStudio(limits: limits)
        let request =
            "GET /api/version HTTP/1.1\r\nHost: 127.0.0.1:\(open.port)\r\nX-Studio-Token: \(open.token)\r\n\r\n"
        let wires = try (0..<2).map { _ in try #require(Wire(open.port)) }
        for wire in wires {
            wire.send(request)
            #expect(wire.receive { $0.contains("}") }.contains("200 OK"))
        }
        #expect(HTTPAnswer(try #require(Wire(open.port)).receive()).status == 503)
        for wire in wires {
            wire.send(request)
            #expect(wire.receive { $0.contains("}") }.contains("200 OK"))
        }
    }

    #if os(Linux)
        @Test func theServerListensOnTheLoopbackAlone() throws {
            let open = try OpenStudio()
            let port = String(open.port, radix: 16, uppercase: true)
            let place = String(repeating: "0", count: 4 - port.count) + port
            let table = try String(contentsOfFile: "/proc/net/tcp", encoding: .utf8)
            let listening = table.split(separator: "\n").filter {
                $0.contains(":\(place) 00000000:0000 0A")
            }
            #expect(listening.count == 1)
            #expect(listening.first?.contains("0100007F:\(place)") == true)
        }
    #endif
}
