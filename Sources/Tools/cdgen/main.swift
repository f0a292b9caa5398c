import ArgumentParser
import Diagnostics

struct Cdgen: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "cdgen",
        abstract: "Makes Swift persistence code from Core Data models.",
        discussion: "cdgen --version shows the version.",
        subcommands: [
            Generate.self, Watch.self, Query.self, StudioCommand.self, Inspect.self,
            LintCommand.self, DiagramCommand.self, Predicates.self, ScenariosCommand.self,
        ]
    )
}

// The version of a configuration is listed by every subcommand, whose own `--version` names the model's.
if CommandLine.arguments.dropFirst().elementsEqual(["--version"]) {
    try Output.write("\(ToolVersion.description)\n")
} else {
    Cdgen.main()
}
