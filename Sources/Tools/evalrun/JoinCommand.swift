import ArgumentParser
import Foundation
import Room
import SessionEngine

struct JoinCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "join",
        abstract: "The participant's own machine: fetches each task's project, and sends it back.",
        discussion: """
            Your page shows the command. Each task's files are in a folder of their own; when you \
            press "done" on the page, they are sent. The same command goes on after an interruption.
            """
    )

    @Argument(help: "The address with its link, in single quotes: 'https://…/enter#…'.")
    var address: String
    @Option(help: "The folder in which the tasks' folders are created.")
    var folder = "evalrun-join"
    @Flag(name: .customLong("no-editor"), help: "Opens no editor.")
    var isWithoutEditor = false

    func run() async throws {
        let isTerminal = isatty(STDIN_FILENO) == 1 && isatty(STDOUT_FILENO) == 1
        try await Join(
            RoomLink(address),
            in: URL(fileURLWithPath: folder),
            resources: Resources.find(environment: processEnvironment),
            environment: processEnvironment,
            opensEditor: isTerminal && !isWithoutEditor,
            say: say
        ).run()
    }
}
