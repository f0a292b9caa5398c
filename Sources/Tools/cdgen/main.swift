import ArgumentParser

struct Cdgen: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "cdgen",
        abstract: "Makes Swift persistence code from Core Data models.",
        version: "0.1.0",
        subcommands: [
            Generate.self, Watch.self, Query.self, Inspect.self, LintCommand.self, Predicates.self,
            StudioCommand.self,
        ]
    )
}

Cdgen.main()
