import ArgumentParser
import Diagnostics
import Foundation
import Studio

struct StudioCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "studio",
        abstract: "Opens a page to build queries and to see their results.",
        discussion: """
            Answers on 127.0.0.1 only, to whoever has the address that it prints. Files are \
            written \
            into the project's folder and nowhere else, with the options of its .cdgen.yml, as \
            cdgen generate writes them. Ctrl-C ends it.
            """
    )

    @Argument(
        help: "The .xcdatamodeld folder; without it, that in .cdgen.yml or one chosen on the page."
    )
    var model: String?

    @Option(help: "The folder that queries and code are saved into; without it, the current one.")
    var project: String?

    @Option(help: "A store file whose records are shown; without it, sample data.")
    var store: String?

    @Option(help: "The port; without it, a free one.")
    var port: UInt16 = 0

    func run() throws {
        acceptEnding()
        try reportingDiagnostics {
            let folder = project ?? FileManager.default.currentDirectoryPath
            let studio = try Studio(
                project: folder,
                model: model,
                store: store,
                generation: StudioGeneration(folder: folder)
            )
            let address = try studio.start(port: port)
            try Output.write(
                """
                The studio is open at
                    \(address)
                Ctrl-C ends it.

                """
            )
            while true { Thread.sleep(forTimeInterval: 3600) }
        }
    }
}
