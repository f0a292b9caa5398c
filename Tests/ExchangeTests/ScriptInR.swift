import Exchange
import Foundation
import ResultsStore
import StudyDefinition

/// The script of a bundle, run by R where there is one.
enum ScriptInR {
    private static let program = ["/usr/bin", "/usr/local/bin", "/opt/homebrew/bin"]
        .map { $0 + "/Rscript" }.first(where: FileManager.default.isExecutableFile)

    static var isThere: Bool { program != nil }

    /// What it prints of participants who did the first task in 90.5 s.
    ///
    /// - Parameter conditions: of each participant.
    static func run(_ study: Study, metBy conditions: [[String]]) async throws -> String {
        let folder = StudyFolder(
            study: study,
            url: smallStudy.url,
            files: [:],
            hash: "h",
            wrongVariants: []
        )
        return try await run(of: study.id) { store in
            let sessions = conditions.enumerated().map { index, met in
                session("P\(index)", in: met, of: folder)
            }
            try await store.importSessions(sessions, study: folder)
        }.said
    }

    /// What the script prints of the data that `fill` puts into a results file, and its status.
    ///
    /// - Parameter sourcing: the text of a script in the folder of the bundle, to run instead of the
    ///   script of the bundle; nil to run that one, in another folder.
    static func run(
        of study: String,
        sourcing: String? = nil,
        fill: (ResultsStore) async throws -> Void
    ) async throws -> (said: String, status: Int32) {
        try await withFolder { home in
            let path = home.appending(path: "r.sqlite").path
            let store = try ResultsStore(path: path, access: .create)
            try await fill(store)
            for file in try Exporter(store: store, study: study).files(.bundle) {
                let target = home.appending(path: file.path)
                try FileManager.default.createDirectory(
                    at: target.deletingLastPathComponent(),
                    withIntermediateDirectories: true
                )
                try Data(file.bytes).write(to: target)
            }
            let process = Process()
            process.executableURL = URL(fileURLWithPath: program ?? "")
            process.arguments = [home.appending(path: "analysis/primary.R").path]
            if let sourcing {
                try Data(sourcing.utf8).write(to: home.appending(path: "all.R"))
                process.arguments = ["all.R"]
                process.currentDirectoryURL = home
            }
            let output = Pipe()
            (process.standardOutput, process.standardError) = (output, output)
            try process.run()
            let said = String(
                decoding: output.fileHandleForReading.readDataToEndOfFile(),
                as: UTF8.self
            )
            process.waitUntilExit()
            return (said, process.terminationStatus)
        }
    }

    private static func session(
        _ participant: String,
        in conditions: [String],
        of folder: StudyFolder
    ) -> [SessionEvent] {
        let start = SessionStart(
            participant: participant,
            study: folder.hash,
            conditions: conditions,
            source: .import,
            environment: SessionEnvironment()
        )
        let times = conditions.enumerated().map { index, condition in
            SessionEvent.timeImported(
                TimeImported(
                    run: index + 1,
                    task: "first",
                    condition: condition,
                    duration: 90_500_000_000,
                    outcome: .success,
                    raw: "1:30"
                )
            )
        }
        return [.sessionStarted(start)] + times + [.sessionFinished(Closing(complete: true))]
    }
}
