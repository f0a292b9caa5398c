import ArgumentParser
import Foundation
import Room
import SessionEngine

struct JoinCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "join",
        abstract: "On the participant's own machine: fetch each task's project, and send it back.",
        discussion: """
            Run the command that your page in the browser shows. Each task has a folder of its \
            own; when you press "done" on the page, the folder's files are sent. After an \
            interruption, run the same command again.
            """
    )

    @Argument(help: "The link in the command on your page, in single quotes: 'https://…/enter#…'.")
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
