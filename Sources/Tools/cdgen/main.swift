import ArgumentParser
import Diagnostics

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

// `cdgen --version` is handled here, because a version in `configuration` would apply to every
// subcommand. Subcommands use `--version` for the version of the model.
if CommandLine.arguments.dropFirst().elementsEqual(["--version"]) {
    try Output.write("\(ToolVersion.description)\n")
} else {
    Cdgen.main()
}
