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

// Every subcommand shows the version of a configuration, because its `--version` option names the
// model's version.
if CommandLine.arguments.dropFirst().elementsEqual(["--version"]) {
    try Output.write("\(ToolVersion.description)\n")
} else {
    Cdgen.main()
}
