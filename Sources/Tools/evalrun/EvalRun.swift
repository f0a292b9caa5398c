import ArgumentParser
import Diagnostics
import Foundation

@main
struct EvalRun: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "evalrun",
        abstract: "Moderated, timed usability experiments on programming tools.",
        version: ToolVersion.description,
        groupedSubcommands: [
            CommandGroup(
                name: "Planning",
                subcommands: [
                    InitCommand.self, ValidateCommand.self, PlanCommand.self, PowerCommand.self,
                    SimulateCommand.self, LockCommand.self,
                ]
            ),
            CommandGroup(
                name: "Session",
                subcommands: [
                    DoctorCommand.self, SessionCommand.self, ControlCommand.self, JoinCommand.self,
                    ObserveCommand.self, ParticipantsCommand.self,
                ]
            ),
            CommandGroup(
                name: "Correction",
                subcommands: [
                    AmendCommand.self, ExcludeCommand.self, WithdrawCommand.self, EraseCommand.self,
                    RecheckCommand.self,
                ]
            ),
            CommandGroup(
                name: "Analysis",
                subcommands: [
                    RateCommand.self, ReportCommand.self, ReplicateCommand.self,
                    MarksCommand.self, ExportCommand.self, ImportCommand.self,
                ]
            ),
            CommandGroup(
                name: "Lab",
                subcommands: [
                    MergeCommand.self, LabCommand.self, SyncCommand.self, HubCommand.self,
                ]
            ),
        ]
    )

    /// Runs the command. The exit status is 0 after success, 64 for an invalid command line, and
    /// otherwise the ``ExitStatus`` of the error.
    static func main() async {
        do {
            try names.require(CommandLine.arguments.dropFirst())
            var command = try parseAsRoot()
            if var command = command as? any AsyncParsableCommand {
                try await command.run()
            } else {
                try command.run()
            }
        } catch let error as DiagnosticError {
            fail(error)
        } catch {
            let status = exitCode(for: error)
            let message = wrappingUsage(fullMessage(for: error))
            // Help and version are written to standard output.
            if !message.isEmpty {
                if status.isSuccess { print(message) } else { Output.complain(message) }
            }
            Foundation.exit(status.rawValue)
        }
    }
}

extension ParsableCommand {
    fileprivate static var names: CommandNames {
        CommandNames(_commandName, configuration.subcommands.map { $0.names })
    }
}
