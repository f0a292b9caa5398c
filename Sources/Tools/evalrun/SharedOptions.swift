import ArgumentParser
import Diagnostics
import Foundation
import Hub
import ResultsStore
import SessionEngine
import StudyDefinition
import Terminal

struct StudyOptions: ParsableArguments {
    @Option(
        name: .customLong("study"),
        help: .init(
            """
            The study's folder, or the name of a shipped study (default: the study in this folder, \
            otherwise countries-cities if no folder here contains a study).
            """,
            valueName: "study"
        )
    )
    var typed: String?

    static let standard = EvalrunCommand.standardStudy

    /// The study as the user typed it; without `--study`, the standard study.
    var study: String { typed ?? Self.standard }

    /// Reads the study in the folder `study`. If that folder has no `study.yaml`, and its name
    /// contains no slash, reads the shipped study with this name. Without `--study`, reads the
    /// shipped study only if no folder in the current folder contains a study. Otherwise, the
    /// command could use the shipped study instead of the intended study without a warning.
    func folder(_ resources: Resources) throws(DiagnosticError) -> StudyFolder {
        let files = FileManager.default
        if study.contains("/") || files.fileExists(atPath: "\(study)/study.yaml") {
            return try StudyReader.read(URL(fileURLWithPath: study))
        }
        let here = EvalrunCommand.studiesHere
        let named = resources.studies?.appendingPathComponent(study)
        let isShipped = named.map { files.fileExists(atPath: "\($0.path)/study.yaml") } ?? false
        if let named, isShipped, typed != nil || here.isEmpty {
            return try StudyReader.read(named)
        }
        if typed == nil {
            let known = suggestion(for: study, among: here).map { "; \($0)" } ?? ""
            throw DiagnosticError(
                "no-study",
                "this folder has no study.yaml",
                fix: "create a study with evalrun init NAME, or give one with --study FOLDER"
                    + known + (isShipped ? "; for the shipped study, --study \(study)" : ""),
                status: .noInput
            )
        }
        // `StudyReader` reports the problem, for example that the file is named "study.yml".
        if files.fileExists(atPath: study) {
            return try StudyReader.read(URL(fileURLWithPath: study))
        }
        let shipped = resources.studies.flatMap { try? files.contentsOfDirectory(atPath: $0.path) }
        let missing = shipped == nil ? "; the shipped studies were not found next to evalrun" : ""
        let known = suggestion(for: study, among: (shipped ?? []) + here).map { "; \($0)" } ?? ""
        throw DiagnosticError(
            "unknown-study",
            "there is no study \"\(study)\"\(missing)",
            expected: "a folder with a study.yaml, or a shipped study",
            fix: "give the study with --study FOLDER\(known)",
            status: .noInput
        )
    }
}

/// Throws an error if the study has no project. A study without a project has no sessions; its data
/// can only be imported.
func requireProject(_ folder: StudyFolder) throws(DiagnosticError) {
    guard folder.study.hasProject else {
        throw DiagnosticError(
            "no-project",
            at: .init(file: folder.url.path),
            "study \"\(folder.study.id)\" has no project, so it cannot have sessions",
            fix: "import its data with evalrun import, or add \"project\" to study.yaml"
        )
    }
}

struct ResultsOptions: ParsableArguments {
    @Option(name: .customLong("results"), help: .init("The results file.", valueName: "results"))
    var given = standard

    /// Path of the results file. If the given path is a symbolic link, this is the path of its
    /// target, because locks, sockets and workspaces are next to the target.
    var results: String {
        let isLink = (try? FileManager.default.destinationOfSymbolicLink(atPath: given)) != nil
        return isLink ? URL(fileURLWithPath: given).resolvingSymlinksInPath().path : given
    }

    static let standard = EvalrunCommand.standardResults
}

/// Options that select one participant of a results file.
struct ParticipantOptions: ParsableArguments {
    @Argument(help: "The participant's code.")
    var participant: String
    @OptionGroup var results: ResultsOptions

    /// Returns an object that changes the participant's recorded data.
    ///
    /// - Parameter study: the id of the study whose sessions to change; nil if none is named.
    func amendments(of study: String? = nil) -> SessionAmendments {
        SessionAmendments(results: results.results, participant: participant, study: study)
    }

    /// Returns the participant's last session. Throws if there is none.
    func lastSession(in store: ResultsStore) throws(DiagnosticError) -> StoredSession {
        let sessions = try store.sessions(participant: participant)
        if let last = sessions.last { return last }
        throw try store.unknownParticipant(participant, file: results.results)
    }
}

var processEnvironment: [String: String] { ProcessInfo.processInfo.environment }

/// Writes a line to standard output; if that fails, ends evalrun with a message.
func say(_ line: String) {
    do throws(DiagnosticError) { try Output.write(line + "\n") } catch { fail(error) }
}

/// Writes `label` and `text` to standard output. In a terminal, wraps long lines between words, and
/// indents the continuation lines by the label's width if there is enough room.
func sayFitted(_ text: String, after label: String = "") {
    say(TerminalText.fitted(text, after: label, to: 1))
}

/// Prints the last screen of a session. Throws the exit status of `over` if it has one.
func finish(_ last: Screen, _ over: Screen.Over?) throws {
    sayFitted(last.body)
    if let status = over?.status { throw ExitCode(status.rawValue) }
}

/// Returns the hub's address, and prints a warning if the connection does not verify the server's
/// identity.
func hubAddress(_ url: String) throws(DiagnosticError) -> HubAddress {
    let address = try HubAddress(url)
    if let warning = address.warning { complain([warning]) }
    return address
}

/// Returns the rows as lines with aligned columns.
func aligned(_ rows: [[String]]) -> [String] {
    let widths = rows.reduce(into: [Int](repeating: 0, count: rows[0].count)) { widths, row in
        for (index, cell) in row.enumerated() {
            widths[index] = max(widths[index], TextWidth.of(cell))
        }
    }
    return rows.map { row in
        zip(row, widths).map { padded($0, to: $1) }
            .joined(separator: "  ").trimmingCharacters(in: .whitespaces)
    }
}

/// Returns the text, followed by spaces up to this number of terminal columns. A wider text is
/// returned unchanged.
func padded(_ text: String, to columns: Int) -> String {
    text + String(repeating: " ", count: max(0, columns - TextWidth.of(text)))
}

/// Prints diagnostics to standard error. In a terminal, long lines are wrapped between words.
func complain(_ diagnostics: [Diagnostic]) {
    if diagnostics.isEmpty { return }
    Output.complain(TerminalText.fitted(render(diagnostics), to: 2))
}

/// Prints the error and exits with the status for this kind of error.
func fail(_ error: DiagnosticError) -> Never {
    complain(error.diagnostics)
    exit(error.status.rawValue)
}
