import CSV
import Diagnostics
import Foundation
import ResultsStore
import StudyDefinition

/// The event log and the code states (workspace snapshots) in the ProgSnap2 format, version 8:
/// `MainTable.csv`, `DatasetMetadata.csv`, and a folder in `CodeStates` for each state. `README.md`
/// describes the columns that the format does not define.
///
/// Events without a ProgSnap2 type are named `X-…`, as the format allows. Each row has the latest
/// code state of the session at the time of the row's event. Rows before the session's first code
/// state have the code state `empty`. All rows of participants who refused to be quoted have the
/// code state `withheld`, because their files may contain their words.
struct ProgSnap2 {
    let files: [Exporter.File]

    init(store: ResultsStore, study id: String) throws(DiagnosticError) {
        let data = try ExportData(store: store, study: id, for: .others)
        var rows: [[String]] = []
        var states: Set<String> = []
        let product = "\(data.study.product.name) \(data.study.product.version)"
        // A semicolon would separate two tool names.
        let tools = ["evalrun", product].map { $0.replacing(";", with: ",") }.joined(separator: ";")
        for session in data.sessions {
            let isSilent = session.withheld != nil
            var state = isSilent ? "withheld" : "empty"
            var tasks: [Int: String] = [:]
            let kind = [
                session.start.source.rawValue, session.start.pilot ? "yes" : "no",
                session.state.rawValue, session.exclusion == nil ? "no" : "yes",
            ]
            let events = try store.events(session: session.id)
            let record = SessionRecord(events)
            for recorded in events {
                var event = Row(recorded.event, tasks: &tasks)
                if record.hasReplaced(recorded) { event.words = "" }
                if isSilent { event.words = recorded.event.withoutFreeText(event.words) }
                if !isSilent, let hash = event.state {
                    state = hash
                    states.insert(hash)
                }
                let before = [
                    "\(recorded.id)", "\(recorded.number)", event.type, session.start.participant,
                    tools, state, "\(session.id)",
                ]
                let after = [
                    event.task, event.run.map { "\($0)" } ?? "",
                    ProgSnap2.time(recorded.stamp), recorded.stamp == .unknown ? "" : "UTC",
                    event.initiator, event.score, event.result,
                    event.words,
                ]
                rows.append(before + kind + after)
            }
        }
        var files = [
            Exporter.File("MainTable.csv", ProgSnap2.table(rows)),
            Exporter.File("DatasetMetadata.csv", ProgSnap2.metadata),
            Exporter.File("README.md", ProgSnap2.readme(data)),
            Exporter.File("CodeStates/empty/.empty", ""),
        ]
        if data.sessions.contains(where: { $0.withheld != nil }) {
            files.append(Exporter.File("CodeStates/withheld/.empty", ""))
        }
        for hash in states.sorted() {
            guard let snapshot = try store.snapshot(hash: hash) else { continue }
            if snapshot.isEmpty { files.append(.init("CodeStates/\(hash)/.empty", "")) }
            files += snapshot.filter { ProgSnap2.isInside($0.file.path) }.map {
                .init(path: "CodeStates/\(hash)/\($0.file.path)", bytes: $0.bytes)
            }
        }
        self.files = files
    }

    /// Returns whether a path is relative and cannot lead out of its base folder.
    static func isInside(_ path: String) -> Bool {
        let parts = path.split(separator: "/", omittingEmptySubsequences: false)
        return !path.hasPrefix("/") && !parts.contains("..") && !path.utf8.contains(0)
    }

    private static func table(_ rows: [[String]]) -> String {
        var text = CSVText()
        text.addRow(
            [
                "EventID", "Order", "EventType", "SubjectID", "ToolInstances", "CodeStateID",
                "SessionID", "X-Source", "X-Pilot", "X-State", "X-Excluded", "ProblemID", "X-Run",
                "ServerTimestamp", "ServerTimezone", "EventInitiator", "Score", "ExecutionResult",
                "X-Words",
            ]
        )
        for row in rows { text.addRow(row) }
        return String(decoding: text.bytes, as: UTF8.self)
    }

    private static let metadata = """
        Property,Value
        Version,8
        IsEventOrderingConsistent,True
        EventOrderScope,Restricted
        EventOrderScopeColumns,SessionID
        CodeStateRepresentation,Directory

        """

    private static func readme(_ data: ExportData) -> String {
        """
        # \(data.study.title.inMarkdown)
        \(data.provenance.map { "\n**\($0)**\n" } ?? "")
        The event log and the states of the code in the format ProgSnap2, version 8. `MainTable.csv`
        has these further columns:

        | column | meaning |
        |---|---|
        | `X-Source` | Source of the session. `live`: with a participant; `import`: read from files; `script`: run by a script; `simulated`: with a simulated participant. |
        | `X-Pilot` | yes for a pilot session, which is never analysed. |
        | `X-State` | State of the session. `finished`: completed; `ended`: ended by the facilitator before the last step; `running` or `interrupted`: not over yet. |
        | `X-Excluded` | yes if the session was excluded from reports. |
        | `X-Run` | Number of the attempt at a task within the session, from 1. |
        | `X-Words` | Text of the event, such as an answer or the words of a mark. |

        `X-Words` is empty for an answer, or the words of a mark, that were changed or removed
        later. If a participant did not agree to be quoted, their words and files are left out, and
        `CodeStateID` is `withheld`.

        """
    }

    private static func time(_ stamp: Stamp) -> String {
        guard stamp != .unknown else { return "" }
        let date = Date(timeIntervalSince1970: Double(stamp.wall) / 1e6)
        let style = Date.ISO8601FormatStyle(includingFractionalSeconds: true)
        return style.format(date).replacing("Z", with: "")
    }

    private struct Row {
        var type: String
        var run: Int?
        var task = ""
        var state: String?
        var initiator = "InstructorDirectAction"
        var score = ""
        var result = ""
        var words = ""

        init(_ event: SessionEvent, tasks: inout [Int: String]) {
            type =
                "X-\(event.kind.rawValue.prefix(1).uppercased())\(event.kind.rawValue.dropFirst())"
            switch event {
            case .sessionStarted: type = "Session.Start"
            case .sessionFinished: type = "Session.End"
            case .answered(let value):
                initiator = "UserDirectAction"
                words = "\(value.questionnaire)/\(value.item): \(value.value.raw)"
            case .taskPrepared(let value):
                tasks[value.run] = value.task
                (run, state, initiator) = (value.run, value.snapshot, "ToolReaction")
            case .taskStarted(let value), .taskPaused(let value), .taskResumed(let value),
                .taskContinued(let value):
                run = value.run
            case .taskStopped(let value):
                (run, initiator, words) = (value.run, "UserDirectAction", value.reason.rawValue)
            case .checkFinished(let value):
                type = "Submit"
                (run, state, initiator) = (value.run, value.snapshot, "UserDirectAction")
                words = value.reason
                (score, result) = Row.result(value.verdict)
            case .checkRepeated(let value):
                (run, words) = (value.run, value.reason)
                (score, result) = Row.result(value.verdict)
            case .taskExtended(let value): run = value.run
            case .taskEnded(let value):
                (run, state, words) = (value.run, value.snapshot, value.ending.rawValue)
            case .marked(let value):
                (run, words) = (value.run, value.kind.rawValue)
            case .markWorded(let value): words = value.text
            case .timeImported(let value):
                tasks[value.run] = value.task
                (run, words) = (value.run, "\(Double(value.duration) / 1e9) s")
            default: break
            }
            task = run.flatMap { tasks[$0] } ?? ""
        }

        private static func result(_ verdict: Verdict) -> (score: String, result: String) {
            switch verdict {
            case .passed: ("1", "Success")
            case .failed: ("0", "TestFailed")
            case .fault: ("", "")
            }
        }
    }
}

extension SessionEvent {
    /// Returns `words`, the text of this event, without free text by or about the participant.
    fileprivate func withoutFreeText(_ words: String) -> String {
        switch self {
        case .answered(let value):
            if case .text = value.value.meaning { "" } else { words }
        case .markWorded: ""
        case .checkFinished, .checkRepeated: CheckFinished.withoutOutput(words)
        default: words
        }
    }
}

extension SessionRecord {
    /// Returns whether a later event of the session replaced the answer or the words in `recorded`,
    /// or took back the mark.
    fileprivate func hasReplaced(_ recorded: RecordedEvent) -> Bool {
        switch recorded.event {
        case .answered(let value): answers[value.key]?.event != recorded.id
        case .markWorded(let value):
            marks.last { $0.number == value.mark }
                .map { $0.isUndone || $0.text != value.text } ?? false
        default: false
        }
    }
}
