import ArgumentParser
import Diagnostics
import Foundation
import LoopbackServer

/// A server for the example `Reminders`. The user can select faults while the server runs.
@main
struct RemindersServer: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "RemindersServer",
        abstract: "Keeps reminders for the example, and behaves badly when asked to.",
        discussion: """
            While it runs, type a mode and Enter: normal, slow, down, conflict, refuse or half.
            In another terminal:

                curl -X PUT http://127.0.0.1:8017/mode/slow
            """
    )

    @Option(help: "Port of 127.0.0.1.")
    var port: UInt16 = 8017

    @Option(help: "File that keeps the reminders.", completion: .file())
    var file = "reminders-server.json"

    @Option(help: "How it behaves at first.")
    var mode = "normal"

    func run() throws {
        do {
            guard let mode = Mode(rawValue: mode) else { throw Mode.unknown(mode) }
            let service = try Service(URL(fileURLWithPath: file), mode: mode) { line in
                Output.complain(line)
            }
            let server = try LoopbackServer(port: port, limits: ServerLimits()) { _ in
            } answer: { request, _ throws(HTTPFault) in
                try service.answer(request)
            }
            server.start()
            try Output.write("http://127.0.0.1:\(server.port)\n")
            while let line = readLine() { obey(line, service) }
            // After the end of standard input, the server runs until it is killed.
            while true { sleep(3600) }
        } catch let fault as HTTPFault {
            throw ValidationError("\(fault.problem): \(fault.fix ?? "")")
        } catch let error as DiagnosticError {
            Output.complain("\(error)")
            throw ExitCode(error.status.rawValue)
        }
    }

    private func obey(_ line: String, _ service: Service) {
        let name = line.trimmingCharacters(in: .whitespaces)
        if name.isEmpty { return }
        do { try service.setMode(name) } catch {
            Output.complain("\(error.problem): \(error.fix ?? "")")
        }
    }
}
