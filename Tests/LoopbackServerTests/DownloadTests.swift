import Foundation
import LoopbackServer
import TestSupport
import TestTraits
import Testing

@Suite(.blocking, .timeLimit(.minutes(2))) struct DownloadTests {
    /// The response is larger than the buffers of both sockets.
    @Test func aClientThatReadsNothingIsLeft() throws {
        var limits = ServerLimits()
        limits.send = 1
        let body = [UInt8](repeating: UInt8(ascii: "x"), count: 40 << 20)
        let server = try LoopbackServer(port: 0, limits: limits, check: { _ in }) { _, _ in
            HTTPResponse(200, "text/plain", body)
        }
        server.start()
        defer { server.stop() }
        let wire = try #require(Wire(server.port))
        wire.send("GET / HTTP/1.1\r\nConnection: close\r\n\r\n")
        usleep(4_000_000)
        #expect(wire.receive().utf8.count < body.count)
    }
}
