import Diagnostics
import LoopbackServer
import TestTraits
import Testing

@Suite(.blocking, .timeLimit(.minutes(2))) struct PortTests {
    private func server(port: UInt16) throws -> LoopbackServer {
        try LoopbackServer(port: port, limits: ServerLimits(), check: { _ in }) { request, _ in
            HTTPResponse(200, "text/plain", request.body)
        }
    }

    /// A program whose default is a fixed port is started twice.
    @Test func aPortInUseIsRefusedWithAFixForEveryProgram() throws {
        let first = try server(port: 0)
        first.start()
        defer { first.stop() }
        let error = #expect(throws: DiagnosticError.self) { _ = try server(port: first.port) }
        let fix = error?.diagnostics.first?.fix
        #expect(fix == "choose another port with --port; 0 means any free port")
    }
}
