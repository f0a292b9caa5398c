import ArgumentParser
import Diagnostics
import Exchange
import Foundation
import ResultsStore
import SessionEngine
import StudyDefinition

struct ImportCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "import",
        abstract: "Import answers and task times that were collected outside evalrun."
    )

    @OptionGroup var study: StudyOptions
    @OptionGroup var results: ResultsOptions
    @Option(help: "A form's export: one row per participant, one column per question.")
    var answers: String?
    @Option(help: "Times (m:ss): one row per participant, one column per task.")
    var times: String?

    @Option(
        help: """
            A CSV or XLSX table of any shape, described by --mapping; several tables are joined \
            by participant code.
            """
    )
    var data: [String] = []
    @Option(help: "A YAML description of the columns, one file per --data; --guess drafts it.")
    var mapping: [String] = []
    @Option(help: "With --guess: the sheet to read if --data is a workbook.")
    var sheet: String?
    @Flag(help: "Print a draft of the mapping for --data, and import nothing.")
    var guess = false

    func validate() throws {
        if data.isEmpty {
            if !mapping.isEmpty || guess {
                throw ValidationError("--mapping and --guess need --data FILE.")
            }
            if answers == nil, times == nil {
                throw ValidationError(
                    "Give --answers FILE, --times FILE or both; or give --data FILE."
                )
            }
        } else if answers != nil || times != nil {
            throw ValidationError("--data cannot be combined with --answers or --times.")
        } else if guess {
            guard mapping.isEmpty else {
                throw ValidationError("--guess drafts a mapping; omit --mapping.")
            }
            guard data.count == 1 else {
                throw ValidationError("--guess drafts the mapping of one --data FILE at a time.")
            }
        } else if mapping.isEmpty {
            throw ValidationError("--data needs --mapping FILE; draft one with: \(draft(data[0]))")
        } else if mapping.count != data.count {
            throw ValidationError(
                "Each --data FILE needs its own --mapping FILE, in the same order; there are "
                    + "\(data.count) --data and \(mapping.count) --mapping."
            )
        }
        if sheet != nil, !guess {
            throw ValidationError(
                "--sheet needs --guess; without --guess, write \"sheet: NAME\" in the mapping."
            )
        }
    }

    func run() async throws {
        let folder = try study.folder(.find(environment: processEnvironment))
        if !guess { try refuseTables(in: folder) }
        if !data.isEmpty { return try await importMapped(folder) }
        let importer = Importer(study: folder)
        let (answers, times) = (answers.map(Self.file), times.map(Self.file))
        // Reads the files first, so that a refused import creates no results file.
        _ = try importer.read(answers: answers, times: times)
        let store = try ResultsStore(path: results.results, access: .create)
        defer { store.close() }
        say(try await importer.importFiles(answers: answers, times: times, into: store).text)
        try remark(on: folder, store)
    }

    /// Throws an error if one of the tables to import is a file of the study. The results file
    /// contains these files as parts of the study's definition. Erasing a participant would not
    /// remove the data from the definition, and an export would publish the data.
    private func refuseTables(in folder: StudyFolder) throws(DiagnosticError) {
        func resolved(_ url: URL) -> String {
            url.standardizedFileURL.resolvingSymlinksInPath().path
        }
        let root = resolved(folder.url) + "/"
        for table in data + [answers, times].compactMap(\.self) {
            let path = resolved(URL(fileURLWithPath: table))
            guard path.hasPrefix(root), folder.files[String(path.dropFirst(root.count))] != nil
            else { continue }
            throw DiagnosticError(
                "table-in-study",
                at: .init(file: table),
                "is in the study's folder, so the participants' data would become part of the "
                    + "study's definition",
                fix:
                    "move the table to a folder outside the study's folder, and import it from there",
                status: .usage
            )
        }
    }

    private func importMapped(_ folder: StudyFolder) async throws {
        let importer = MappedImport(study: folder, draft: draft(data[0]))
        if guess {
            let draft = try importer.guess(Self.file(data[0]), sheet: sheet)
            return say(draft.trimmingCharacters(in: .newlines))
        }
        let sources = zip(data, mapping).map {
            MappedImport.Source(data: Self.file($0), mapping: Self.file($1))
        }
        _ = try importer.read(sources)
        let store = try ResultsStore(path: results.results, access: .create)
        defer { store.close() }
        say(try await importer.importFiles(sources, into: store).joined(separator: "\n"))
        try remark(on: folder, store)
    }

    private func remark(on folder: StudyFolder, _ store: ResultsStore) throws {
        if let change = try store.changeWithinVersion(folder) { say("note: \(change)") }
        let codes = Dictionary(grouping: try store.participants(), by: ParticipantCode.likeness)
        for alike in codes.values.filter({ $0.count > 1 }).sorted(by: { $0[0] < $1[0] }) {
            say(
                "note: these codes are similar, but count as different participants: "
                    + alike.joined(separator: ", ")
            )
        }
        let report = EvalrunCommand(["report"], study: study.study, results: results.results)
        say("written to \(results.results); write its report: \(report.line)")
    }

    /// Returns the command line that drafts a mapping for the table at the path `data`.
    private func draft(_ data: String) -> String {
        var command = EvalrunCommand(["import", "--guess"], study: study.study)
        command.add("--data", data)
        return command.line
    }

    private static func file(_ path: String) -> Importer.File {
        Importer.File(url: URL(fileURLWithPath: path), name: path)
    }
}
