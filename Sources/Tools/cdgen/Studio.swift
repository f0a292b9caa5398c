import ArgumentParser
import Diagnostics
import Foundation
import Studio

struct StudioCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "studio",
        abstract: "Serves a web page for building queries and seeing their results.",
        discussion: """
            The page is available only on this computer, at the address that the command prints. \
            The studio writes files only into the project's folder. Like cdgen generate, it uses \
            the options of the project's .cdgen.yml. Press Ctrl-C to stop.
            """
    )

    @Argument(help: "The .xcdatamodeld folder (default: from .cdgen.yml, or chosen on the page).")
    var model: String?

    @Option(help: "The folder for saved queries and code (default: the current folder).")
    var project: String?

    @Option(help: "The store file whose records are shown (default: sample data).")
    var store: String?

    @Option(help: "The port; 0 for any free port.")
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
