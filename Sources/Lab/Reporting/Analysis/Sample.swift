import Diagnostics
import ResultsStore
import StudyDefinition

/// A session that enters the report.
struct Entry: Sendable {
    var session: Int64
    var participant: String
    var start: SessionStart
    var record: SessionResults
}

extension Entry {
    /// By a script, or by drawn persons.
    fileprivate var isPlayed: Bool { [.script, .simulated].contains(start.source) }
}

/// A session that does not.
struct Exclusion: Sendable {
    enum Reason: String, Sendable, CaseIterable {
        case pilot, scripted, withdrawn, excluded, unfinished, superseded

        var words: String {
            switch self {
            case .pilot: "pilot session, never analysed"
            case .scripted: "played by a script, never mixed with real participants"
            case .withdrawn: "consent was withdrawn"
            case .excluded: "excluded by a decision that the results file holds"
            case .unfinished: "not finished"
            case .superseded: "the participant has a later session"
            }
        }
    }

    var session: Int64
    var participant: String
    var reason: Reason
}

/// Which sessions of a study enter its report, and why the others do not.
struct Sample: Sendable {
    var studyID: String
    /// In the order in which the sessions began.
    var entries: [Entry] = []
    var exclusions: [Exclusion] = []
    /// Persons who did not consent; nothing else is kept of them.
    var declined = 0
    /// Nothing but scripted sessions was found, and these are reported.
    var isScripted = false
    /// Question → its number in the answers of every session.
    var questions: [SessionRecord.AnswerKey: Int] = [:]
    /// Definition hash → definition, for every session of the study.
    var definitions: [String: Study] = [:]

    init(store: ResultsStore, study id: String) throws(DiagnosticError) {
        studyID = id
        var sessions: [Entry] = []
        var others: Set<String> = []
        let tables = try store.results()
        questions = tables.questions
        for stored in tables.sessions {
            let start = stored.start
            if definitions[start.study] == nil {
                definitions[start.study] = try store.study(hash: start.study)
            }
            guard definitions[start.study]?.id == id else {
                others.formUnion([definitions[start.study]?.id].compactMap(\.self))
                continue
            }
            sessions.append(
                Entry(
                    session: stored.id,
                    participant: start.participant,
                    start: start,
                    record: stored
                )
            )
        }
        definitions = definitions.filter { $0.value.id == id }
        declined = try store.declined(study: id)
        choose(from: sessions)
        if sessions.isEmpty { throw Sample.nothing(of: id, others: others, in: store.path) }
    }

    private mutating func choose(from sessions: [Entry]) {
        let analysable = sessions.filter { !$0.start.pilot }
        isScripted =
            !analysable.isEmpty && analysable.allSatisfy(\.isPlayed)
        var last: [String: Int64] = [:]
        for entry in sessions where reason(for: entry) == nil {
            last[entry.participant] = entry.session
        }
        for entry in sessions {
            let superseded = last[entry.participant].map { $0 != entry.session } ?? false
            if let reason = reason(for: entry) ?? (superseded ? .superseded : nil) {
                exclusions.append(
                    Exclusion(
                        session: entry.session,
                        participant: entry.participant,
                        reason: reason
                    )
                )
            } else {
                entries.append(entry)
            }
        }
    }

    private func reason(for entry: Entry) -> Exclusion.Reason? {
        if entry.start.pilot { return .pilot }
        if entry.isPlayed, !isScripted { return .scripted }
        if entry.record.withdrawal != nil { return .withdrawn }
        if entry.record.exclusion != nil { return .excluded }
        return switch entry.record.state {
        case .running, .interrupted: .unfinished
        case .finished, .ended: nil
        }
    }

    private static func nothing(
        of id: String,
        others: Set<String>,
        in path: String
    ) -> DiagnosticError {
        DiagnosticError(
            "no-sessions",
            at: .init(file: path),
            "holds no session of study \"\(id)\"",
            fix: others.isEmpty
                ? "run one with evalrun session, or name another file with --results FILE"
                : "name another study with --study FOLDER; this file holds "
                    + listed(others.sorted().map { "\"\($0)\"" }),
            status: .noInput
        )
    }
}
