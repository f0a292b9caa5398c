import Foundation
import LoopbackServer
import TestSupport
import TestTraits
import Testing

/// A body that arrives in parts, with a pause before each.
@Suite(.blocking, .timeLimit(.minutes(2))) struct UploadTests {
    /// - Parameters:
    ///   - upload: the limit of the whole request in seconds.
    ///   - count: the number of bytes that are sent of the body's five.
    @Test(arguments: [(60, 5, 200), (60, 1, 408), (1, 3, 408)] as [(Double, Int, Int)])
    func aBodyHasTimeWhileItArrives(upload: Double, count: Int, status: Int) throws {
        var limits = ServerLimits()
        (limits.request, limits.upload) = (2, upload)
        let server = try LoopbackServer(port: 0, limits: limits, check: { _ in }) { request, _ in
            HTTPResponse(200, "text/plain", request.body)
        }
        server.start()
        defer { server.stop() }
        let wire = try #require(Wire(server.port))
        wire.send("POST / HTTP/1.1\r\nConnection: close\r\nContent-Length: 5\r\n\r\n")
        for _ in 0..<count {
            usleep(600_000)
            wire.send("x")
        }
        #expect(HTTPAnswer(wire.receive()).status == status)
    }

    /// The body is refused before it is read.
    @Test(arguments: [("", 4, 200), ("", 5, 413), ("Cookie: a=b\r\n", 5, 200)])
    func anUntrustedBodyHasALimitOfItsOwn(cookie: String, count: Int, status: Int) throws {
        var limits = ServerLimits()
        limits.untrustedBody = 4
        let server = try LoopbackServer(
            port: 0,
            limits: limits,
            check: { _ in },
            isTrusted: { $0.headers["cookie"] != nil },
            answer: { request, _ in HTTPResponse(200, "text/plain", request.body) }
        )
        server.start()
        defer { server.stop() }
        let wire = try #require(Wire(server.port))
        wire.send("POST / HTTP/1.1\r\n\(cookie)Connection: close\r\n")
        wire.send("Content-Length: \(count)\r\n\r\n")
        if status == 200 { wire.send(String(repeating: "x", count: count)) }
        #expect(HTTPAnswer(wire.receive()).status == status)
    }

    /// The limit `idle` is longer than the time limit of the test.
    @Test func aRequestThatBeginsWithTheOneBeforeHasTheSameTime() throws {
        var limits = ServerLimits()
        (limits.request, limits.idle) = (1, 600)
        let server = try LoopbackServer(port: 0, limits: limits, check: { _ in }) { _, _ in
            HTTPResponse(200, "text/plain", Array("whole".utf8))
        }
        server.start()
        defer { server.stop() }
        let wire = try #require(Wire(server.port))
        wire.send("GET / HTTP/1.1\r\n\r\nGET / HTT")
        let answers = wire.receive()
        #expect(answers.contains("whole"))
        #expect(answers.contains("HTTP/1.1 408 "))
    }
}
