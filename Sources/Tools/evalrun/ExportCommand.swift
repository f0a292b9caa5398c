import ArgumentParser
import Diagnostics
import Exchange
import Foundation
import Reporting
import ResultsStore
import SessionEngine
import StudyDefinition

struct ExportCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "export",
        abstract: "Export a study's data for other programs or for a repository."
    )

    @OptionGroup var study: StudyOptions
    @OptionGroup var results: ResultsOptions
    @Option(help: "csv, psych-ds, progsnap2, json or bundle (de-identified data for a repository).")
    var format = Exporter.Format.csv
    @Option(help: "New or empty folder for the files (default: Exports/<study>-<format>).")
    var output: String?

    func validate() throws {
        // With an empty path, the export would be written into the current folder, and would
        // replace files with the same names.
        if output?.isEmpty == true {
            throw ValidationError("--output is empty; name a folder.")
        }
    }

    func run() async throws {
        let folder = try study.folder(.find(environment: processEnvironment))
        let store = try ResultsStore(path: results.results, access: .read)
        defer { store.close() }
        let id = folder.study.id
        let exporter = Exporter(store: store, study: id)
        var files: [Exporter.File]
        if format == .bundle {
            let deposit = try exporter.deposit()
            files = deposit.files
            var options = Report.Options()
            options.codes = deposit.codes
            let report = try Report(store: store, study: id, options: options)
            files += report.parts.map { .init(path: "report/\($0.path)", bytes: Data($0.bytes)) }
        } else {
            files = try exporter.files(format)
        }
        let target = output ?? "Exports/\(id)-\(format.rawValue)"
        try refuseFull(target)
        try write(files, to: target)
        say("\(counted(files.count, "file")) in \(target)")
    }

    /// Throws an error if the target folder has files. Files of an earlier export must not be mixed
    /// with new files.
    private func refuseFull(_ target: String) throws(DiagnosticError) {
        let present = (try? FileManager.default.contentsOfDirectory(atPath: target)) ?? []
        let files = present.filter { !ScratchFolder.isScratch($0) }
        guard !files.isEmpty else { return }
        throw DiagnosticError(
            "output-not-empty",
            at: .init(file: target),
            files.count == present.count ? "is not empty" : "contains an unfinished export",
            fix: "name another folder with --output FOLDER, or remove this folder",
            status: .cannotCreate
        )
    }

    /// Writes all files or, after an error, none.
    private func write(_ files: [Exporter.File], to target: String) throws(DiagnosticError) {
        do throws(SystemFault) {
            try ScratchFolder.publish(
                files.map { (path: $0.path, bytes: $0.bytes) },
                as: URL(fileURLWithPath: target)
            )
        } catch {
            throw notWritten(target, error, fix: "choose another folder with --output FOLDER")
        }
    }
}

extension Exporter.Format: ExpressibleByArgument {}
