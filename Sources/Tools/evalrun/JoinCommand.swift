import ArgumentParser
import Foundation
import Room
import SessionEngine

struct JoinCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "join",
        abstract: "On the participant's own machine: fetch each task's project, and send it back.",
        discussion: """
            Your page shows the command. Each task's files are in a folder of their own; when you \
            press "done" on the page, they are sent. After an interruption, repeat the command.
            """
    )

    @Argument(help: "The link in your page's command, in single quotes: 'https://…/enter#…'.")
    var address: String
    @Option(help: "The folder in which the tasks' folders are created.")
    var folder = "evalrun-join"
    @Flag(name: .customLong("no-editor"), help: "Do not open an editor.")
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
