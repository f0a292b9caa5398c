import ArgumentParser
import Diagnostics
import Foundation
import Studio

struct StudioCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "studio",
        abstract: "Opens a page on which queries are built by looking.",
        discussion: """
            Answers on 127.0.0.1 only, to whoever has the address that it prints. Files are written \
            into the project's folder and nowhere else. Ctrl-C ends it.
            """
    )

    @Argument(help: "The .xcdatamodeld folder; without it one is chosen on the page.")
    var model: String?

    @Option(help: "The folder that queries and code are saved into; without it, the current one.")
    var project: String?

    @Option(help: "A store file whose records are shown; without it, sample data.")
    var store: String?

    @Option(help: "The port; without it, a free one.")
    var port: UInt16 = 0

    /// Notes a form in the project's `.cdgen.yml`, where it has one, so that `cdgen generate` makes
    /// its method from then on.
    private static func keep(_ form: String, in folder: String) throws -> String? {
        let path = "\(folder)/\(Configuration.fileName)"
        guard FileManager.default.fileExists(atPath: path) else { return nil }
        let name = ((form as NSString).lastPathComponent as NSString).deletingPathExtension
        _ = try Configuration.add(QueryParts(name: name, entity: "", form: form), to: path)
        return Configuration.fileName
    }

    func run() throws {
        try reportingDiagnostics {
            let folder = project ?? FileManager.default.currentDirectoryPath
            let studio = try Studio(project: folder, model: model, store: store) { form in
                try Self.keep(form, in: folder)
            }
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
