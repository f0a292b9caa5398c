import Diagnostics
import Foundation
import TestTraits
import Testing

@testable import Hub

/// How long a connection waits.
@Suite(.blocking, .enabled(if: TestServer.isInstalled)) struct ConnectionTests {
    private func open(port: Int) async throws -> Connection {
        let server = try TestServer(folder: TestServer.shared().folder, port: port)
        let address = try HubAddress(server.url("owner", database: "postgres"))
        return try await Connection.open(address, patience: .seconds(2))
    }

    /// Each takes four seconds, twice the patience.
    @Test(arguments: [true, false])
    func aSlowLineIsWaitedFor(isPush: Bool) async throws {
        let relay = try SlowRelay(to: TestServer.shared().port, piece: 50_000, pause: 10_000)
        defer { relay.close() }
        let connection = try await open(port: Int(relay.port))
        let size = 20_000_000
        if isPush {
            let text = String(repeating: "x", count: size)
            let rows = try await connection.query("SELECT length($1)", [.text(text)]).rows
            #expect(try rows.first?.integer(0) == Int64(size))
        } else {
            let rows = try await connection.query("SELECT repeat('x', \(size))").rows
            #expect(try rows.first?.text(0).utf8.count == size)
        }
    }

    /// The default is 10 s. The line needs 24 s for the first message.
    @Test func theURLLimitsTheTimeToConnect() async throws {
        let relay = try SlowRelay(to: TestServer.shared().port, piece: 1, pause: 3_000_000)
        defer { relay.close() }
        let server = try TestServer(folder: TestServer.shared().folder, port: Int(relay.port))
        let url = server.url("owner", database: "postgres") + "&connect_timeout=2"
        let start = ContinuousClock.now
        await #expect(throws: PostgresError.self) { _ = try await Connection.open(HubAddress(url)) }
        #expect(ContinuousClock.now - start < .seconds(8))
    }

    @Test func aServerThatIsSilentIsNot() async throws {
        let connection = try await open(port: TestServer.shared().port)
        let start = ContinuousClock.now
        let error = await #expect(throws: PostgresError.self) {
            try await connection.query("SELECT pg_sleep(20)")
        }
        #expect(error?.isConnectionLost == true)
        #expect(error?.message == "the server has not answered for 2 s")
        #expect(ContinuousClock.now - start < .seconds(10))
    }
}
