import ResultsStore
import Statistics
import StudyDefinition

/// A test of whether three or more conditions differ at all, either in time over all tasks or in
/// one score.
struct OmnibusTest: Sendable {
    enum Result: Sendable {
        case within(Computed<Friedman>)
        case between(Computed<KruskalWallis>)

        /// Returns a result with a reason instead of a value, for the same kind of test (within or
        /// between participants).
        fileprivate func notComputable(because reason: String) -> Result {
            switch self {
            case .within: .within(.notComputable(because: reason))
            case .between: .between(.notComputable(because: reason))
            }
        }
    }

    var version: String
    var names: [String]
    var measure: ComparedOutcome.Measure
    /// Name of the score; nil if the test compares times.
    var score: String?
    /// Whether a test of times leaves out tasks that only some of the conditions have.
    var leavesOutTasks = false
    var result: Result

    /// The asymptotic p-value of Friedman's χ² or Kruskal and Wallis' H; nil if the test is not
    /// computable. With few participants, the p-value of Iman and Davenport's F can be much too
    /// small, so χ² is used.
    var p: Double? {
        switch result {
        case .within(let friedman): friedman.value?.test.p
        case .between(let kruskal): kruskal.value?.test.p
        }
    }

    var testName: String {
        switch result {
        case .within: "Friedman's test"
        case .between: "Kruskal and Wallis' test"
        }
    }

    static func all(_ parts: [ReportAnalysis.Part]) -> [OmnibusTest] {
        ReportAnalysis.conditionsByVersion(parts).flatMap { version, own -> [OmnibusTest] in
            guard own.count > 2 else { return [] }
            return [times(version, own)].compactMap(\.self) + scores(version, own)
        }
    }

    /// Returns the test of time over the tasks that all conditions have. Other tasks would confound
    /// differences between conditions with differences between tasks. Conditions without tasks are
    /// ignored.
    private static func times(_ version: String, _ parts: [ReportAnalysis.Part]) -> OmnibusTest? {
        let timed = parts.filter { !$0.countedTasks.isEmpty }
        let common = ReportAnalysis.commonTasks(of: timed)
        let tasks = timed.map { part in
            common.sorted().compactMap { id in part.tasks.first { $0.task.id == id } }
        }
        let effects = taskEffects(tasks.map { $0.map(\.cells) })
        // More failures give a greater value; with equal failures, a longer time does.
        let values = zip(timed, tasks).map { part, tasks in
            part.byParticipant(
                part.group.entries.indices.map { place in
                    RankedTime(tasks.map { $0.cells[place] }, effects).map {
                        $0.value + 1000 * Double($0.failures)
                    }
                }
            )
        }
        guard var test = OmnibusTest(version, .time, nil, timed, values) else { return nil }
        test.leavesOutTasks = timed.contains { $0.countedTasks.count > common.count }
        if common.isEmpty {
            let reason = "these conditions have no task in common"
            test.result = test.result.notComputable(because: reason)
        }
        return test
    }

    private static func scores(_ version: String, _ parts: [ReportAnalysis.Part]) -> [OmnibusTest] {
        let all = parts.map(\.scoreValues)
        return all.joined().grouped(by: \.id).compactMap { id, scores in
            let own = zip(parts, all).compactMap { part, scores in
                scores.first { $0.id == id }.map { (part, $0) }
            }
            let asked = zip(own.map(\.0), ScoreValues.ofCommonTasks(own.map(\.1)))
                .map { ($0, $0.byParticipant($1.values)) }
                .filter { !$0.1.isEmpty }
            return OmnibusTest(
                version,
                .score(id),
                scores[0].name,
                asked.map(\.0),
                asked.map(\.1)
            )
        }
    }

    /// Creates the test; nil if there are fewer than three conditions.
    private init?(
        _ version: String,
        _ measure: ComparedOutcome.Measure,
        _ score: String?,
        _ parts: [ReportAnalysis.Part],
        _ values: [[String: Double]]
    ) {
        guard parts.count > 2 else { return nil }
        (self.version, self.measure, self.score) = (version, measure, score)
        names = parts.compactMap(\.group.condition?.title)
        if OmnibusTest.isWithin(parts) {
            result = .within(friedman(OmnibusTest.completeRows(values)))
        } else {
            let groups = OmnibusTest.separateGroups(values, parts)
            let isMixed = groups.contains(where: \.isEmpty)
            result = .between(
                isMixed
                    ? .notComputable(
                        because: "too few participants worked in all conditions, and at least one "
                            + "condition has no value from a participant who worked only in that "
                            + "condition"
                    )
                    : kruskalWallis(groups)
            )
        }
    }

    /// Returns whether at least half of the participants were assigned to all conditions. An
    /// assignment counts even if the participant has no value in the condition, or if the session
    /// ended before the condition began.
    static func isWithin(_ parts: [ReportAnalysis.Part]) -> Bool {
        let assigned = conditionCounts(parts, \.assigned)
        let all = assigned.count { $0.value == parts.count }
        return all >= max(1, assigned.count - all)
    }

    /// Returns the values of each participant who has a value in every condition, sorted by
    /// participant.
    ///
    /// - Parameter values: for each condition, the values keyed by participant.
    static func completeRows(_ values: [[String: Double]]) -> [[Double]] {
        (values.first?.keys.sorted() ?? []).compactMap { name -> [Double]? in
            let row = values.compactMap { $0[name] }
            return row.count == values.count ? row : nil
        }
    }

    /// Returns the values of the participants who worked in only one condition, for each condition.
    ///
    /// - Parameter values: for each condition, the values keyed by participant.
    static func separateGroups(
        _ values: [[String: Double]],
        _ parts: [ReportAnalysis.Part]
    ) -> [[Double]] {
        let met = conditionCounts(parts) { $0.entries.map(\.participant) }
        return values.map { group in
            group.filter { met[$0.key] == 1 }.sorted { $0.key < $1.key }.map(\.value)
        }
    }

    /// Returns the number of conditions that each participant has, keyed by participant. The
    /// function `people` returns the participants of one condition.
    private static func conditionCounts(
        _ parts: [ReportAnalysis.Part],
        _ people: (Group) -> [String]
    ) -> [String: Int] {
        let all = parts.flatMap { Set(people($0.group)) }
        return Dictionary(all.map { ($0, 1) }, uniquingKeysWith: +)
    }
}

extension ReportAnalysis {
    /// Returns the ids of the tasks (``Part/countedTasks``) that every element of `parts` has. Each
    /// element contains the results of one group of participants.
    static func commonTasks(of parts: [Part]) -> Set<String> {
        let own = parts.map { Set($0.countedTasks.map(\.task.id)) }
        return own.dropFirst().reduce(own.first ?? []) { $0.intersection($1) }
    }
}

extension ReportAnalysis.Part {
    /// Returns the values keyed by participant. If a participant has several values, the last one
    /// is used.
    func byParticipant(_ values: [Double?]) -> [String: Double] {
        let known = zip(group.entries, values).compactMap { entry, value in
            value.map { (entry.participant, $0) }
        }
        return Dictionary(known, uniquingKeysWith: { _, last in last })
    }

    /// Returns the values that `value` computes from each participant's results (cells) in the
    /// tasks with these ids, keyed by participant. Leaves out participants for whom `value` is nil.
    func byParticipant(
        inTasks ids: Set<String>,
        _ value: ([TaskResult.Cell]) -> Double?
    ) -> [String: Double] {
        let common = tasks.filter { ids.contains($0.task.id) }
        return byParticipant(
            group.entries.indices.map { place in value(common.map { $0.cells[place] }) }
        )
    }
}
