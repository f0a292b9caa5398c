import ArgumentParser
import Diagnostics

struct Cdgen: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "cdgen",
        abstract: "Makes Swift persistence code from Core Data models.",
        version: ToolVersion.description,
        subcommands: [
            Generate.self, Watch.self, Query.self, StudioCommand.self, Inspect.self,
            LintCommand.self, Predicates.self,
        ]
    )
}

Cdgen.main()
