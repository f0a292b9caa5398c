import ArgumentParser
import Diagnostics
import Foundation
import SessionEngine
import StudyDefinition

struct StudyOptions: ParsableArguments {
    @Option(help: "The study's folder, or the name of a shipped study.")
    var study = standard

    static let standard = EvalrunCommand.standardStudy

    /// Reads the study in the named folder; otherwise the shipped study with this name.
    func folder(_ resources: Resources) throws(DiagnosticError) -> StudyFolder {
        let files = FileManager.default
        if study.contains("/") || files.fileExists(atPath: "\(study)/study.yaml") {
            return try StudyReader.read(URL(fileURLWithPath: study))
        }
        if let shipped = resources.studies?.appendingPathComponent(study),
            files.fileExists(atPath: shipped.path)
        {
            return try StudyReader.read(shipped)
        }
        let names = resources.studies.flatMap { try? files.contentsOfDirectory(atPath: $0.path) }
        throw DiagnosticError(
            "unknown-study",
            "there is no study \"\(study)\"",
            expected: "a folder with a study.yaml, or a shipped study",
            fix: suggestion(for: study, among: names ?? []),
            status: .noInput
        )
    }
}

struct ResultsOptions: ParsableArguments {
    @Option(help: "The results file.")
    var results = standard

    static let standard = EvalrunCommand.standardResults
}

var processEnvironment: [String: String] { ProcessInfo.processInfo.environment }

/// Writes a line to standard output; if that fails, ends evalrun with a message.
func say(_ line: String) {
    do throws(DiagnosticError) { try Output.write(line + "\n") } catch { fail(error) }
}

/// Prints the error and exits with the status for this kind of error.
func fail(_ error: DiagnosticError) -> Never {
    Output.complain(render(error.diagnostics))
    exit(error.status.rawValue)
}
