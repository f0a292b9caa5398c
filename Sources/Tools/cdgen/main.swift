import ArgumentParser
import Diagnostics
import Foundation

struct Cdgen: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "cdgen",
        abstract: "Generates Swift persistence code from Core Data models.",
        discussion: "cdgen --version shows the version.",
        subcommands: [
            Generate.self, Watch.self, Query.self, StudioCommand.self, Inspect.self,
            LintCommand.self, DiagramCommand.self, Predicates.self, ScenariosCommand.self,
        ]
    )
}

extension ParsableCommand {
    fileprivate static var names: CommandNames {
        CommandNames(_commandName, configuration.subcommands.map { $0.names })
    }

    /// Prints the message of the error, and exits. Help is written to standard output, and any
    /// other message to standard error.
    fileprivate static func end(_ error: any Error) -> Never {
        let status = exitCode(for: error)
        let message = wrappingUsage(fullMessage(for: error))
        if !message.isEmpty {
            if status.isSuccess { print(message) } else { Output.complain(message) }
        }
        Foundation.exit(status.rawValue)
    }
}

// `cdgen --version` is handled here, because a version in `configuration` would apply to every
// subcommand. Subcommands use `--version` for the version of the model.
let arguments = CommandLine.arguments.dropFirst()
if arguments.elementsEqual(["--version"]) {
    try Output.write("\(ToolVersion.description)\n")
} else if arguments.first == "generate",
    case let ahead = ReadAhead(arguments),
    let command = try? Generate.parse(Array(arguments.dropFirst()))
{
    // Builds run `generate`. Parsing only its options takes half as long as parsing with all
    // commands. If parsing fails, the code below parses the whole command line and reports the
    // error.
    do { try command.run(ahead: ahead) } catch { Cdgen.exit(withError: error) }
} else {
    do {
        try reportingDiagnostics { try Cdgen.names.require(arguments) }
        var command = try Cdgen.parseAsRoot()
        try command.run()
    } catch { Cdgen.end(error) }
}
