import Diagnostics
import ResultsStore
import StudyDefinition

/// A session that is included in the report. This type is a class, because arrays of thousands of
/// sessions are then cheap to copy.
final class Entry: Sendable {
    let session: Int64
    let participant: String
    let start: SessionStart
    let record: SessionResults
    /// Number of conditions in the participant's earlier sessions, not counting excluded sessions.
    let earlier: Int

    /// Creates an entry for a session.
    ///
    /// - Parameters:
    ///   - participant: the participant code to print; nil to print the code in `record`.
    ///   - earlier: number of conditions in the participant's earlier included sessions.
    init(_ record: SessionResults, as participant: String? = nil, earlier: Int = 0) {
        session = record.id
        start = record.start
        self.record = record
        self.earlier = earlier
        self.participant = participant ?? record.start.participant
    }
}

extension Entry {
    /// Whether the session was run by a script or simulated.
    fileprivate var isPlayed: Bool { [.script, .simulated].contains(start.source) }
}

/// A session that is not included in the report, with the reason.
struct Exclusion: Sendable {
    enum Reason: String, Sendable, CaseIterable {
        case pilot, scripted, simulated, withdrawn, excluded, unfinished, superseded
        /// The participant has no new code in ``Report/Options/codes``.
        case unselected

        var words: String {
            switch self {
            case .pilot: "pilot session, never analysed"
            case .scripted: "run by a script, not analysed together with real participants"
            case .simulated: "simulated, not analysed together with real participants"
            case .withdrawn: "consent was withdrawn"
            case .excluded: "excluded by a decision recorded in the results file"
            case .unfinished: "not finished"
            case .superseded: "the participant has a later session"
            case .unselected: "not in this data set"
            }
        }
    }

    /// Number of the session: its position, from 1, in the order of the participant codes.
    var number: Int64
    /// Code of the participant; empty if the report replaces the participant codes with new ones.
    var participant: String
    var lab: String
    var reason: Reason
    /// The facilitator's reason for excluding the session; empty if the text is withheld. Nil
    /// unless `reason` is `excluded`.
    var decision: String?
}

/// The sessions of a study that are included in its report, and the excluded sessions with the
/// reasons.
struct Sample: Sendable {
    var studyID: String
    /// The included sessions, sorted by participant code. The sessions of one participant are in
    /// the order in which they began.
    var entries: [Entry] = []
    var exclusions: [Exclusion] = []
    /// Number of people who did not consent; nothing else about them is stored.
    var declined = 0
    /// Number of erased sessions; nothing else about them is stored.
    var erased = 0
    /// Whether every session of the study, apart from pilots, is scripted or simulated. If not, the
    /// report excludes scripted and simulated sessions.
    var isScripted = false
    /// Index of each question's answer in a session's array of answers. The index is the same in
    /// all sessions.
    var questions: [SessionRecord.AnswerKey: Int] = [:]
    /// The hash of each session's events, keyed by ``Entry/session``.
    var digests: [Int64: EventDigest] = [:]
    /// The study definitions of all sessions, formatted for printing, keyed by definition hash.
    /// They do not contain the conditions and task sets that ``leaveOutWhatOnlyPlansBring(_:)``
    /// removes. If a registered analysis was locked, all of them have the locked analysis.
    var definitions: [String: Study] = [:]

    init(store: ResultsStore, study id: String) throws(DiagnosticError) {
        studyID = id
        var sessions: [Entry] = []
        var others: Set<String> = []
        let tables = try store.results()
        questions = tables.questions
        digests = tables.digests
        for stored in tables.sessions {
            let start = stored.start
            if definitions[start.study] == nil {
                definitions[start.study] = try store.study(hash: start.study)
            }
            guard definitions[start.study]?.id == id else {
                others.formUnion([definitions[start.study]?.id].compactMap(\.self))
                continue
            }
            sessions.append(Entry(stored))
        }
        definitions = definitions.filter { $0.value.id == id }
        declined = try store.declined(study: id)
        erased = try store.tombstones().count { $0.study == id }
        choose(from: sessions)
        leaveOutWhatOnlyPlansBring(sessions)
        if let locked = try store.lockedAnalysis(of: id) {
            for hash in definitions.keys { definitions[hash]?.analysis = locked }
        }
        if sessions.isEmpty {
            // `--study` applies only to the report's own file. For the file with which the report
            // is compared, the message therefore suggests another file instead of `--study`.
            let isOther = store.given != ResultsStore.givenAsResults
            let way = isOther ? "file \(store.given)" : "study with --study FOLDER"
            throw DiagnosticError(
                "no-sessions",
                at: .init(file: store.path),
                "contains no session of study \"\(id)\"",
                fix: others.isEmpty
                    ? "run a session first, or name another file \(store.given)"
                    : "name another \(way); studies in this file: "
                        + others.sorted().joined(separator: ", "),
                status: .noInput
            )
        }
    }

    /// Removes from each study definition the `only_planned` conditions that no session has, and
    /// the task sets that no session used. The first task set is always kept. If no other set
    /// remains, the definition has no list of task sets.
    private mutating func leaveOutWhatOnlyPlansBring(_ sessions: [Entry]) {
        let met = Set(sessions.lazy.map(\.start.conditions)).flatMap(\.self)
        let hasSets = definitions.values.contains { $0.taskSets != nil }
        let done = hasSets ? Set(sessions.lazy.flatMap { $0.record.runs.lazy.map(\.task) }) : []
        definitions = definitions.mapValues { study in
            var own = study.printed
            own.conditions.removeAll { $0.onlyPlanned == true && !met.contains($0.id) }
            if let sets = study.taskSets {
                let used =
                    sets.prefix(1) + sets.dropFirst().filter { !done.isDisjoint(with: $0.tasks) }
                own.taskSets = used.count > 1 ? Array(used) : nil
            }
            return own
        }
    }

    /// Whether every included session is simulated.
    var isSimulated: Bool {
        !entries.isEmpty && entries.allSatisfy { $0.start.source == .simulated }
    }

    /// The adjective `simulated` or `scripted`, followed by a space. Empty if people took part in
    /// the sessions.
    var kind: String { isSimulated ? "simulated " : isScripted ? "scripted " : "" }

    private mutating func choose(from sessions: [Entry]) {
        let analysable = sessions.filter { !$0.start.pilot }
        isScripted = !analysable.isEmpty && analysable.allSatisfy(\.isPlayed)
        var valid: [String: [Entry]] = [:]
        for entry in sessions where reason(for: entry) == nil {
            valid[entry.participant, default: []].append(entry)
        }
        for entry in sessions {
            let superseded =
                valid[entry.participant]?.contains {
                    $0.record.number > entry.record.number && $0.start.replaces(entry.start)
                } ?? false
            if let reason = reason(for: entry) ?? (superseded ? .superseded : nil) {
                exclusions.append(
                    Exclusion(
                        number: entry.record.number,
                        participant: entry.participant,
                        lab: entry.record.lab,
                        reason: reason,
                        decision: reason == .excluded ? entry.record.exclusion : nil
                    )
                )
            } else {
                entries.append(entry)
            }
        }
        countEarlierConditions()
    }

    /// Counts the conditions in each participant's earlier sessions, and stores the numbers in
    /// ``Entry/earlier``. Relies on the order of the entries: a participant's sessions are
    /// consecutive.
    private mutating func countEarlierConditions() {
        for place in entries.indices.dropFirst() {
            let (last, entry) = (entries[place - 1], entries[place])
            guard last.participant == entry.participant else { continue }
            let earlier = last.earlier + reachedConditions(of: last).count
            entries[place] = Entry(entry.record, earlier: earlier)
        }
    }

    private func reason(for entry: Entry) -> Exclusion.Reason? {
        if entry.start.pilot { return .pilot }
        if entry.isPlayed, !isScripted {
            return entry.start.source == .simulated ? .simulated : .scripted
        }
        if entry.record.withdrawal != nil { return .withdrawn }
        if entry.record.exclusion != nil { return .excluded }
        return switch entry.record.state {
        case .running, .interrupted: .unfinished
        case .finished, .ended: nil
        }
    }

    /// Renames the participants, and sorts them by their new codes. Excludes participants without a
    /// new code. Removes the codes of replaced drop-outs, and replaces the names of the labs with
    /// numbers. In all exclusions, removes the participant code and the text of the facilitator's
    /// reason.
    ///
    /// - Parameter codes: the new codes, keyed by the old code.
    mutating func rename(_ codes: [String: String]) {
        for place in exclusions.indices {
            exclusions[place].participant = ""
            exclusions[place].decision = exclusions[place].decision.map { _ in "" }
        }
        for entry in entries where codes[entry.participant] == nil {
            exclusions.append(
                Exclusion(
                    number: entry.record.number,
                    participant: "",
                    lab: entry.record.lab,
                    reason: .unselected
                )
            )
        }
        entries = entries.compactMap { entry in
            codes[entry.participant].map { code in
                var record = entry.record
                record.start.plan?.replaces = nil
                return Entry(record, as: code, earlier: entry.earlier)
            }
        }
        .sorted { $0.participant < $1.participant }
        numberLabs()
    }

    /// Replaces the names of the labs with `lab 1`, `lab 2` and so on, in the order of the entries.
    private mutating func numberLabs() {
        let names = (entries.map(\.record.lab) + exclusions.map(\.lab)).distinct
            .filter { !$0.isEmpty }
        let width = String(names.count).count
        let numbers = names.indices.map { place in
            let digits = String(place + 1)
            return "lab " + String(repeating: "0", count: width - digits.count) + digits
        }
        let labs = Dictionary(uniqueKeysWithValues: zip(names, numbers))
        entries = entries.map { entry in
            var record = entry.record
            record.lab = labs[record.lab] ?? ""
            return Entry(record, as: entry.participant, earlier: entry.earlier)
        }
        for place in exclusions.indices {
            exclusions[place].lab = labs[exclusions[place].lab] ?? ""
        }
    }
}
