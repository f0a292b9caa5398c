import Diagnostics
import Foundation
import JSON
import LoopbackServer
import SessionEngine
import Synchronization
import TestSupport
import Testing
import Zip

@testable import Room

/// `evalrun join` against a room that plays a short session.
@Suite(.timeLimit(.minutes(5))) struct JoinTests {
    private let home: TemporaryFolder

    init() throws { home = try TemporaryFolder() }

    /// Each view of the machine is given once; then the session is over.
    private final class Stage: Sendable {
        struct State {
            var views: [JSONNode]
            var requests: [String] = []
            var uploads: [[String]] = []
            /// Answers of 502 that come first.
            var isAway = 0
            var attempt: String?
            /// The next answers to a link are lost.
            var lost = 0
            /// Names of files that the project has besides `run.sh` and `Sources/a`.
            var others: [String] = []
            /// Workspaces that are given before they are refused.
            var workspaces = Int.max
            /// The next uploads do not come whole.
            var slow = 0
        }

        let state: Mutex<State>
        let server: LoopbackServer

        init(_ views: [JSONNode], isAway: Int = 0, lost: Int = 0) throws {
            let box = Mutex<Stage?>(nil)
            state = Mutex(State(views: views, isAway: isAway, lost: lost))
            var limits = ServerLimits()
            limits.body = 20 << 20
            server = try LoopbackServer(port: 0, limits: limits, check: { _ in }) {
                request,
                _ throws(HTTPFault) in
                guard let stage = box.withLock({ $0 }) else { throw HTTPFault(503, "opening") }
                return try stage.answer(request)
            }
            box.withLock { $0 = self }
            server.start()
        }

        func answer(_ request: HTTPRequest) throws(HTTPFault) -> HTTPResponse {
            state.withLock { $0.requests.append("\(request.method) \(request.path)") }
            let isAway = state.withLock { state in
                state.isAway -= 1
                return state.isAway >= 0
            }
            if isAway { throw HTTPFault(502, "away") }
            if request.path == "/enter" { return try enter(request) }
            guard request.headers["cookie"] == "room-machine=SECRET" else {
                throw HTTPFault(401, "this machine has not entered the session", fix: "open a link")
            }
            switch (request.method, request.path) {
            case ("GET", "/machine/workspace"):
                let isGiven = state.withLock { state in
                    state.workspaces -= 1
                    return state.workspaces >= 0
                }
                guard isGiven else { throw HTTPFault(422, "a file is too large") }
                let library = LibArchive.library
                let items: [LibArchive.Item] = [
                    .init(path: "run.sh", mode: 0o755, bytes: Array("exit 0\n".utf8)),
                    .init(path: "Sources/a", mode: 0o644, bytes: []),
                ]
                let others = state.withLock { $0.others }
                    .map { LibArchive.Item(path: $0, mode: 0o644, bytes: []) }
                let zip = try? library?.pack(items + others)
                return HTTPResponse(200, "application/zip", zip ?? [])
            case ("POST", "/machine/workspace"):
                let isSlow = state.withLock { state in
                    state.slow -= 1
                    return state.slow >= 0
                }
                if isSlow { throw HTTPFault(408, "the body is incomplete") }
                let names = (try? ZipDirectory(request.body))?.entries.map(\.words) ?? []
                state.withLock { $0.uploads.append([request.query["id"] ?? ""] + names) }
                return HTTPResponse([:])
            default:
                let view = state.withLock { $0.views.isEmpty ? nil : $0.views.removeFirst() }
                return HTTPResponse(view ?? ["version": 99, "epoch": "e", "over": true])
            }
        }

        private func enter(_ request: HTTPRequest) throws(HTTPFault) -> HTTPResponse {
            let json = try? JSONNode(reading: String(decoding: request.body, as: UTF8.self))
            let attempt = json?["attempt"]?.string
            let isAdmitted = state.withLock { state in
                if state.attempt == nil { state.attempt = attempt }
                return state.attempt == attempt
            }
            guard json?["link"]?.string == "LINK", isAdmitted else {
                throw HTTPFault(403, "this link was used already", fix: "ask for a new one")
            }
            let isLost = state.withLock { state in
                state.lost -= 1
                return state.lost >= 0
            }
            if isLost { throw HTTPFault(504, "lost") }
            var response = HTTPResponse(["role": "machine"])
            response.headers = [("Set-Cookie", "room-machine=SECRET; Path=/; HttpOnly")]
            return response
        }
    }

    private func view(
        _ version: Int64,
        task: String,
        workspace: String,
        wants: String? = nil
    ) -> JSONNode {
        [
            "version": JSONNode(version), "epoch": "e", "study": "Greeting", "code": "P1",
            "task": ["id": JSONNode(task), "title": "Greet one", "number": 1, "count": 2],
            "workspace": JSONNode(workspace), "open": ["code", "."],
            "tools": ["sh", "no-such-tool"],
            "ignore": [".git"], "links": ["Vendor/Store": "{store}", "evil": "/etc"],
            "wants": JSONNode(wants), "over": false,
        ]
    }

    /// The lines that it prints.
    private func join(_ stage: Stage, link: String = "/enter#LINK") async throws -> [String] {
        let lines = Mutex<[String]>([])
        let address = "http://127.0.0.1:\(stage.server.port)\(link)"
        let resources = Resources(
            executables: home.url,
            store: home.url,
            studies: nil,
            cache: home.url
        )
        try await Join(
            RoomLink(address),
            in: home.url.appendingPathComponent("F"),
            resources: resources,
            environment: ProcessInfo.processInfo.environment,
            opensEditor: false,
            say: { line in lines.withLock { $0.append(line) } }
        ).run()
        return lines.withLock { $0 }
    }

    private var folder: String { home.url.path + "/F" }

    @Test func aSessionIsFollowedToItsEnd() async throws {
        let stage = try Stage(
            [
                view(1, task: "one", workspace: "w1"),
                view(2, task: "one", workspace: "w1", wants: "u1"),
                view(3, task: "../two", workspace: "w2"),
            ],
            isAway: 2
        )
        defer { stage.server.stop() }
        let lines = try await join(stage)
        #expect(
            lines == [
                "no connection yet (the session does not answer), trying again", "connected again",
                "entered: Greeting, P1", "task 1 of 2: Greet one",
                "fetched 2 files, 7 bytes: \(folder)/1-one",
                "the study's symbolic link \"evil\" was not created: its path or target is "
                    + "not allowed",
                "these tools are not installed on this machine: no-such-tool",
                "to use the study's tools, run this command in the fetched folder: . ./env",
                "sent 2 files, 7 bytes",
                "task 1 of 2: Greet one", "fetched 2 files, 7 bytes: \(folder)/2----two",
                "the study's symbolic link \"evil\" was not created: its path or target is "
                    + "not allowed",
                "these tools are not installed on this machine: no-such-tool",
                "to use the study's tools, run this command in the fetched folder: . ./env",
                "the session is over; your files are in \(folder)",
            ]
        )
        #expect(stage.state.withLock { $0.uploads } == [["u1", "Sources/a", "run.sh"]])
        #expect(
            try FolderContents.tree(URL(fileURLWithPath: folder + "/1-one")) == [
                "run.sh": "755 exit 0\n", "Sources/a": "644 ", "Vendor/Store": "→ \(home.url.path)",
                "env": """
                644 # To put the study's tools on the PATH of your shell, run:  . ./env
                export PATH='\(home.url.path)':"$PATH"

                """,
            ]
        )
    }

    /// The second run of the command does not fetch the workspace again.
    @Test func aFileOfTheStudyWithTheNameOfTheScriptIsSent() async throws {
        let stage = try Stage([view(1, task: "one", workspace: "w1")])
        defer { stage.server.stop() }
        stage.state.withLock { $0.others = ["env"] }
        _ = try await join(stage)
        var memory = try #require(JoinMemory.read(in: URL(fileURLWithPath: folder)))
        memory.cookie = "room-machine=SECRET"
        try memory.write(in: URL(fileURLWithPath: folder))
        stage.state.withLock { $0.views = [view(5, task: "one", workspace: "w1", wants: "u1")] }
        _ = try await join(stage)
        #expect(stage.state.withLock { $0.uploads } == [["u1", "Sources/a", "env", "run.sh"]])
    }

    @Test func theSameCommandGoesOnWithItsCookie() async throws {
        let first = try Stage([view(1, task: "one", workspace: "w1")], lost: 1)
        defer { first.server.stop() }
        // The answer to the link is lost once; the same attempt is sent again.
        let lines = try await join(first)
        #expect(lines.first == "no connection yet (the session does not answer), trying again")
        let memory = try #require(JoinMemory.read(in: URL(fileURLWithPath: folder)))
        #expect(memory.cookie == nil)
        var kept = memory
        kept.cookie = "room-machine=SECRET"
        try kept.write(in: URL(fileURLWithPath: folder))
        let mode = try FileManager.default.attributesOfItem(
            atPath: "\(folder)/\(JoinMemory.file)"
        )[.posixPermissions]
        #expect(mode as? Int == 0o600)
        first.state.withLock { $0.views = [view(5, task: "one", workspace: "w1", wants: "u2")] }
        let again = try await join(first)
        #expect(
            again == [
                "entered: Greeting, P1", "task 1 of 2: Greet one", "sent 2 files, 7 bytes",
                "the session is over; your files are in \(folder)",
            ]
        )
        #expect(first.state.withLock { $0.requests.filter { $0 == "POST /enter" }.count } == 2)
    }

    /// The facilitator leaves the session and continues it later.
    @Test func aBreakIsWaitedFor() async throws {
        let first = view(1, task: "one", workspace: "w1")
        let pause: JSONNode = ["version": 2, "epoch": "e", "over": false, "break": true]
        let stage = try Stage([first, pause, first])
        defer { stage.server.stop() }
        let lines = try await join(stage)
        let tail = [
            "the session has a break; waiting until it continues", "connected again",
            "the session is over; your files are in \(folder)",
        ]
        #expect(Array(lines.suffix(3)) == tail)
        #expect(lines.filter { $0.hasPrefix("task ") }.count == 1)
    }

    @Test func theFolderOfAnEarlierTaskIsNotSent() async throws {
        let stage = try Stage([
            view(1, task: "one", workspace: "w1"),
            view(2, task: "two", workspace: "w2", wants: "u2"),
        ])
        defer { stage.server.stop() }
        stage.state.withLock { $0.workspaces = 1 }
        let lines = try await join(stage)
        #expect(lines.contains("the workspace cannot be fetched now: a file is too large"))
        #expect(stage.state.withLock { $0.uploads } == [])
    }

    @Test func anUploadThatDidNotComeWholeIsSentAgain() async throws {
        let stage = try Stage([view(1, task: "one", workspace: "w1", wants: "u1")])
        defer { stage.server.stop() }
        stage.state.withLock { $0.slow = 1 }
        let lines = try await join(stage)
        #expect(lines.contains("sent 2 files, 7 bytes"))
        #expect(stage.state.withLock { $0.uploads } == [["u1", "Sources/a", "run.sh"]])
    }

    @Test func aUsedLinkAndNoLinkAreRefusedWithoutTheLink() async throws {
        let stage = try Stage([])
        defer { stage.server.stop() }
        stage.state.withLock { $0.attempt = "another machine's" }
        let used = await #expect(throws: DiagnosticError.self) { try await join(stage) }
        let origin = "http://127.0.0.1:\(stage.server.port)"
        #expect(used?.description == "\(origin): this link was used already\n  ask for a new one")
        let none = await #expect(throws: DiagnosticError.self) { try await join(stage, link: "/") }
        #expect(none?.description.contains("this machine has not entered the session") == true)
    }

    @Test func whatIsTooLargeIsNamedAndNotSentAndTheSessionGoesOn() async throws {
        let wanted = view(2, task: "one", workspace: "w1", wants: "u1")
        let stage = try Stage([view(1, task: "one", workspace: "w1"), wanted])
        defer { stage.server.stop() }
        try FileManager.default.createDirectory(
            atPath: folder + "/1-one",
            withIntermediateDirectories: true
        )
        _ = try await join(stage)
        #expect(FileManager.default.createFile(atPath: folder + "/1-one/large", contents: nil))
        #expect(truncate(folder + "/1-one/large", 10_000_001) == 0)
        stage.state.withLock { state in
            state.uploads = []
            state.attempt = nil
            state.views = [wanted]
        }
        var memory = try #require(JoinMemory.read(in: URL(fileURLWithPath: folder)))
        memory.cookie = "room-machine=SECRET"
        try memory.write(in: URL(fileURLWithPath: folder))
        let lines = try await join(stage)
        #expect(
            lines.contains {
                $0.hasPrefix(
                    "not sent: large: is larger than 10 MB, which is the limit for one file"
                )
            }
        )
        #expect(stage.state.withLock { $0.uploads } == [])
    }

    @Test(arguments: [
        ("ftp://lab.example/enter#a", "not the address of a session"),
        ("http://lab.example/enter#SECRET", "the connection to lab.example is not encrypted"),
        ("https://lab.example/other#SECRET", "not the address of a session"),
        ("https://user@lab.example/enter#SECRET", "not the address of a session"),
        ("", "not the address"),
    ])
    func anAddressThatIsNoneIsRefused(text: String, words: String) {
        let error = #expect(throws: DiagnosticError.self) { try RoomLink(text) }
        #expect(error?.description.contains(words) == true)
        #expect(error?.description.contains("SECRET") == false)
        #expect(error?.status == .usage)
    }

    @Test func theOriginOfAnAddressHasNoDefaultPort() throws {
        #expect(try RoomLink("https://lab.example:443/enter#a").origin == "https://lab.example")
        #expect(try RoomLink("https://lab.example:8443").origin == "https://lab.example:8443")
    }

    @Test func aRefusedAddressNamesItsCommand() {
        let error = #expect(throws: DiagnosticError.self) {
            try RoomLink("http://127.0.0.1:1/enter#ab c", for: .control)
        }
        #expect(error?.description.contains("evalrun control") == true)
        #expect(error?.description.contains("join") == false)
        #expect(error?.description.contains("from the session's terminal") == true)
    }

    @Test func aScreenOfAnotherVersionAdvisesTheSameVersion() {
        let body = #"{"version": 1, "epoch": "e", "turn": "t", "page": "{\"new\": 1}"}"#
        let answer = RoomResponse(status: 200, cookie: nil, body: Array(body.utf8))
        let error = #expect(throws: RoomClient.Refusal.self) {
            _ = try RoomControl.page(in: answer)
        }
        #expect(error?.problem.contains("the same version of evalrun on both machines") == true)
    }

    /// The page of the press was replaced while the press was on its way, or has no such key.
    @Test func aPressThatCameTooLateIsNamed() {
        let notice = { (outcome: PressDesk.Outcome) in
            let body = Array(outcome.json.line.utf8)
            let answer = RoomResponse(status: 200, cookie: nil, body: body)
            return RoomControl.notice(of: "mistake", in: answer)
        }
        let words =
            "“mistake” was not recorded: the page had changed, or this input has no effect now."
        #expect(notice(.gone) == words)
        #expect(notice(.saved) == nil)
        #expect(notice(.refused(notice: "no")) == nil)
    }

    @Test func aMissingCurlIsOneLine() async throws {
        let curl = Curl(origin: "http://127.0.0.1:9", environment: ["PATH": home.url.path])
        let client = RoomClient(curl, cookie: nil) { _ in }
        let error = await #expect(throws: DiagnosticError.self) {
            try await client.send(RoomRequest(path: "/"))
        }
        #expect(
            error?.description.hasPrefix(
                "the program curl, which sends and fetches the files, was not found"
            ) == true
        )
    }

    /// The temporary folder of a request contains the participant's files or the cookie.
    @Test func whatAKilledRequestLeftIsRemovedByTheNextOne() async throws {
        let left = FileManager.default.temporaryDirectory
            .appendingPathComponent(".evalrun-draft-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: left, withIntermediateDirectories: true)
        try Data("work".utf8).write(to: left.appendingPathComponent("sent"))
        let curl = Curl(origin: "http://127.0.0.1:9", environment: ["PATH": home.url.path])
        _ = try? await curl.send(RoomRequest(path: "/"), cookie: nil)
        #expect(!FileManager.default.fileExists(atPath: left.path))
    }

    /// The end of a tunnel is on this machine, where a proxy does not reach it.
    @Test func aProxyDoesNotGetTheLinkOfALocalAddress() async throws {
        let (stage, proxy) = (try Stage([]), try Stage([]))
        defer {
            stage.server.stop()
            proxy.server.stop()
        }
        let environment = ProcessInfo.processInfo.environment.merging(
            [
                "http_proxy": "http://127.0.0.1:\(proxy.server.port)", "no_proxy": "",
                "NO_PROXY": "",
            ]
        ) { $1 }
        let origin = "http://127.0.0.1:\(stage.server.port)"
        let curl = Curl(origin: origin, environment: environment)
        let client = RoomClient(curl, cookie: nil) { _ in }
        let cookie = try await client.enter("LINK", as: .machine, attempt: "first")
        #expect(cookie == "room-machine=SECRET")
        #expect(stage.state.withLock { $0.requests } == ["POST /enter"])
    }

    /// A room is another machine: it chooses among editors, and nothing else is run.
    @Test(arguments: [
        ["sh", "-c", "touch hit"], ["vim", "."], ["code", "--install-extension", "x"], [],
        ["/tmp/code", "."],
    ])
    func noOtherProgramIsOpened(command: [String]) {
        let tools = JoinTools(
            resources: Resources(executables: home.url, store: nil, studies: nil, cache: home.url),
            environment: ["PATH": "/usr/bin:/bin"]
        )
        #expect(
            tools.openEditor(command, in: home.url)
                == "open this folder in your editor: \(home.url.path)"
        )
    }
}
