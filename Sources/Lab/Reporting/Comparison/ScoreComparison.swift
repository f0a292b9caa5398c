import Instruments
import ResultsStore
import Statistics
import StudyDefinition

/// The comparison of one score between two conditions. The score is an instrument's main score, or
/// the numeric answers to one item.
struct ScoreComparison: Sendable {
    var id: String
    var name: String
    /// The short name that the instrument gives the score; nil for an item of the study.
    var shortName: String?
    /// Id of the questionnaire, if the score is the main score of its instrument; nil for an item
    /// of the study.
    var instrument: String?
    /// Whether a lower score means a better result.
    var isLowBetter: Bool
    var means: (first: Double?, second: Double?)
    var counts: (first: Int, second: Int)
    /// The difference of means, first minus second. Its interval is limited to the differences that
    /// are possible between two values of the score.
    var difference: Computed<TTest>
    /// The difference, if it is the same for all pairs or if the scores within each group are
    /// equal; otherwise nil. For a constant difference, there is no t test.
    var constant: Double?
    /// The difference, with or without a t test.
    var estimate: Computed<Double> { difference.map(\.difference).or(constant) }
    /// Whether the smallest and the greatest possible value of the score are known.
    var isLimited: Bool
    /// The p-value of the rank test; exact for small samples.
    var p: Computed<PValue>
    /// Effect size of the rank test: matched-pairs rank-biserial correlation for pairs, Cliff's δ
    /// for separate groups.
    var effect: Computed<Double>
    /// The p-value after Holm's correction across the pairs of conditions; nil if there is only one
    /// pair.
    var holm: Double?

    static func all(
        _ first: ReportAnalysis.Part,
        _ second: ReportAnalysis.Part,
        _ places: Comparison.Places,
        isWithin: Bool
    ) -> [ScoreComparison] {
        let others = second.scoreValues
        return first.scoreValues.compactMap { one in
            guard let two = others.first(where: { $0.id == one.id }) else { return nil }
            let common = ScoreValues.ofCommonTasks([one, two])
            let left = places.first.map { common[0].values[$0] }
            let right = places.second.map { common[1].values[$0] }
            guard left.contains(where: { $0 != nil }), right.contains(where: { $0 != nil })
            else { return nil }
            return compared(one, left, right, isWithin: isWithin)
        }
    }

    /// Applies Holm's correction to the p-values of each score. The tests of one score in all pairs
    /// of conditions are one family.
    static func holm(_ comparisons: inout [Comparison]) {
        for id in Set(comparisons.flatMap { $0.scores.map(\.id) }) {
            let places = comparisons.indices.flatMap { pair in
                comparisons[pair].scores.indices.filter { comparisons[pair].scores[$0].id == id }
                    .map { (pair, $0) }
            }
            let p = Multiplicity.holm(places.map { comparisons[$0].scores[$1].p.value?.p })
            for ((pair, score), p) in zip(places, p) { comparisons[pair].scores[score].holm = p }
        }
    }

    private static func compared(
        _ score: ScoreValues,
        _ first: [Double?],
        _ second: [Double?],
        isWithin: Bool
    ) -> ScoreComparison {
        let (left, right): ([Double], [Double])
        let (difference, constant): (Computed<TTest>, Double?)
        let (p, effect): (Computed<PValue>, Computed<Double>)
        if isWithin {
            let pairs = zip(first, second).compactMap { one, two in
                one.flatMap { a in two.map { (a, $0) } }
            }
            (left, right) = (pairs.map(\.0), pairs.map(\.1))
            let differences = pairs.map { $0.0 - $0.1 }
            difference = pairedT(left, right).map(\.test)
            constant = commonDifference(differences)
            let ranks = signedRank(differences)
            (p, effect) = (ranks.map(\.p), ranks.map(\.rankBiserial))
        } else {
            (left, right) = (first.compactMap(\.self), second.compactMap(\.self))
            (difference, constant) = (welch(left, right), commonDifference(left, right))
            let ranks = mannWhitney(left, right)
            (p, effect) = (ranks.flatMap(\.p), ranks.map(\.cliffsDelta))
        }
        return ScoreComparison(
            id: score.id,
            name: score.name,
            shortName: score.shortName,
            instrument: score.instrument,
            isLowBetter: score.isLowBetter,
            means: (mean(left).value, mean(right).value),
            counts: (left.count, right.count),
            difference: difference.map { $0.limited(to: score.limits) },
            constant: constant,
            isLimited: score.limits != nil,
            p: p,
            effect: effect
        )
    }
}

extension TTest {
    /// Returns a copy whose interval is limited to the differences that are possible between two
    /// values in `limits`. Returns the test unchanged if `limits` is nil.
    func limited(to limits: ClosedRange<Double>?) -> TTest {
        guard let limits else { return self }
        let most = limits.upperBound - limits.lowerBound
        var test = self
        test.interval = interval.clipped(to: -most...most)
        return test
    }
}

/// One number per participant: an instrument's main score, or the numeric answer to an item.
struct ScoreValues: Sendable {
    /// Identifier that is unique among the scores of a group of participants.
    var id: String
    var name: String
    /// The short name that the instrument gives the score; nil for an item of the study.
    var shortName: String?
    /// Id of the questionnaire, if the score is the main score of its instrument; nil for an item
    /// of the study.
    var instrument: String?
    /// Whether a lower score means a better result. False if the better end is not known.
    var isLowBetter = false
    /// One element for each participant of the group; nil for a participant without a value. For a
    /// score that is asked after each task, the value is the mean over the participant's tasks.
    var values: [Double?]
    /// The values after each task; empty for a score that is not asked after tasks.
    var afterTasks: [AfterTaskValue] = []
    /// The smallest and the greatest possible value; nil if they are unknown.
    var limits: ClosedRange<Double>?
}

extension ScoreValues {
    /// If the questions of a score are asked after each task, keeps only the tasks for which every
    /// group has values. Other tasks would confound differences between groups with differences
    /// between tasks. Groups without any value are ignored. Returns other scores unchanged.
    static func ofCommonTasks(_ scores: [ScoreValues]) -> [ScoreValues] {
        let own = scores.map { Set($0.afterTasks.map(\.task)) }.filter { !$0.isEmpty }
        let common = own.dropFirst().reduce(own.first ?? []) { $0.intersection($1) }
        return scores.map { score in
            score.afterTasks.isEmpty
                ? score : score.with(score.afterTasks.filter { common.contains($0.task) })
        }
    }

    /// Returns a copy of the score in which `afterTasks` replaces the values after tasks. Each
    /// participant's value becomes the mean of that participant's elements of `afterTasks`.
    fileprivate func with(_ afterTasks: [AfterTaskValue]) -> ScoreValues {
        var score = self
        score.afterTasks = afterTasks
        score.values = AfterTaskValue.means(afterTasks, of: values.count)
        return score
    }
}

extension ReportAnalysis.Part {
    /// The scores to compare: main scores of instruments, and answers to numeric items of
    /// questionnaires without an instrument. The main score of the questionnaire asked after each
    /// task is included only if it is a registered outcome.
    var scoreValues: [ScoreValues] { instrumentValues + afterTaskOutcome + itemValues }

    /// Returns the score with this name; nil if there is none. `name` is the id of a questionnaire
    /// with an instrument, or names an item in the form `questionnaire.item`.
    func score(named name: String) -> ScoreValues? {
        guard let (questionnaire, item) = group.study.questionnaires.scored(as: name) else {
            return nil
        }
        let isAfterTask =
            group.afterTask?.id == questionnaire.id
            && !group.questionnaires.contains { $0.id == questionnaire.id }
        guard let item else {
            return isAfterTask
                ? afterTaskScore(questionnaire) : instrumentValues.first { $0.instrument == name }
        }
        let score = values(questionnaire, item)
        guard isAfterTask else { return score }
        return score.with(valuesAfterTasks(questionnaire, [item]) { $0[0] })
    }

    private var instrumentValues: [ScoreValues] {
        satisfaction.compactMap { result in
            guard let main = result.main else { return nil }
            let values = Dictionary(
                zip(result.participants, main.values.map(\.value)),
                uniquingKeysWith: { _, last in last }
            )
            return ScoreValues(
                id: "\(result.questionnaire.id) \(main.score.id)",
                name: result.instrument.title(of: main.score),
                shortName: main.score.name,
                instrument: result.questionnaire.id,
                isLowBetter: result.instrument.better == .low,
                values: group.entries.map { values[$0.participant] ?? nil },
                limits: main.limits
            )
        }
    }

    private var itemValues: [ScoreValues] {
        group.questionnaires.filter { $0.instrument == nil }.flatMap { questionnaire in
            questionnaire.items.filter(\.isNumeric).map { values(questionnaire, $0) }
        }
    }

    private func values(
        _ questionnaire: Questionnaire,
        _ item: Questionnaire.Item
    ) -> ScoreValues {
        ScoreValues(
            id: "\(questionnaire.id) \(item.id)",
            name: "\(questionnaire.title), \(item.heading)",
            values: group.answers(questionnaire, item).map { $0?.value.number },
            limits: item.range
        )
    }

    /// The main score of the instrument that is asked after each task. Empty if this score is not a
    /// registered outcome.
    private var afterTaskOutcome: [ScoreValues] {
        guard let id = group.afterTask?.id, let outcomes = group.study.analysis?.outcomes,
            outcomes.contains(where: { $0.measure == .score(id) }),
            !group.questionnaires.contains(where: { $0.id == id })
        else { return [] }
        return [score(named: id)].compactMap(\.self)
    }

    /// Returns the main score of an instrument that is asked after each task; nil if no score can
    /// be computed.
    private func afterTaskScore(_ questionnaire: Questionnaire) -> ScoreValues? {
        guard let instrument = questionnaire.publishedInstrument else { return nil }
        let items = Array(questionnaire.items.prefix(instrument.items.count))
        for score in instrument.mainScores {
            let values = valuesAfterTasks(questionnaire, items) { answers in
                instrument.value(of: score.id, Response(answers)).value
            }
            if values.isEmpty { continue }
            return ScoreValues(
                id: "\(questionnaire.id) \(score.id)",
                name: "\(instrument.title(of: score)), mean over tasks",
                shortName: score.name,
                instrument: questionnaire.id,
                isLowBetter: instrument.better == .low,
                values: AfterTaskValue.means(values, of: group.entries.count),
                afterTasks: values,
                limits: instrument.limits(of: score.id)
            )
        }
        return nil
    }
}
