import Instruments
import ResultsStore
import Statistics
import StudyDefinition

/// The main score of an instrument that both conditions asked, or the answers to a number or scale
/// of the study's own.
struct ScoreComparison: Sendable {
    var name: String
    var means: (first: Double?, second: Double?)
    var counts: (first: Int, second: Int)
    /// First minus second.
    var difference: Computed<TTest>
    /// Exact for few.
    var p: Computed<PValue>
    /// Matched-pairs rank-biserial correlation or Cliff's δ.
    var effect: Computed<Double>

    static func all(
        _ first: Findings.Part,
        _ second: Findings.Part,
        _ places: Comparison.Places,
        isWithin: Bool
    ) -> [ScoreComparison] {
        instruments(first, second, places, isWithin: isWithin)
            + items(first, second, places, isWithin: isWithin)
    }

    private static func instruments(
        _ first: Findings.Part,
        _ second: Findings.Part,
        _ places: Comparison.Places,
        isWithin: Bool
    ) -> [ScoreComparison] {
        first.satisfaction.compactMap { one in
            guard
                let two = second.satisfaction.first(where: {
                    $0.questionnaire.id == one.questionnaire.id
                }),
                let main = one.main, let other = two.main, main.score.id == other.score.id
            else { return nil }
            let name = "\(one.instrument.name), \(main.score.name)"
            let left = values(one, main, first.group.entries, places.first)
            let right = values(two, other, second.group.entries, places.second)
            return isWithin
                ? paired(name, left, right)
                : separate(name, left.compactMap(\.self), right.compactMap(\.self))
        }
    }

    private static func items(
        _ first: Findings.Part,
        _ second: Findings.Part,
        _ places: Comparison.Places,
        isWithin: Bool
    ) -> [ScoreComparison] {
        first.group.questionnaires.filter { $0.instrument == nil }.flatMap { questionnaire in
            questionnaire.items.filter(\.isNumeric).compactMap { item in
                let others = second.group.questionnaires.first { $0.id == questionnaire.id }
                guard let other = others?.items.first(where: { $0.id == item.id }) else {
                    return nil
                }
                let one = first.group.answers(questionnaire, item)
                let two = second.group.answers(questionnaire, other)
                let left = places.first.map { one[$0]?.value.number }
                let right = places.second.map { two[$0]?.value.number }
                guard left.contains(where: { $0 != nil }), right.contains(where: { $0 != nil })
                else { return nil }
                let name = "\(questionnaire.title), \(item.heading)"
                return isWithin
                    ? paired(name, left, right)
                    : separate(name, left.compactMap(\.self), right.compactMap(\.self))
            }
        }
    }

    private static func values(
        _ result: Satisfaction,
        _ score: Satisfaction.ScoreResult,
        _ entries: [Entry],
        _ places: [Int]
    ) -> [Double?] {
        let values = Dictionary(
            zip(result.participants, score.values.map(\.value)),
            uniquingKeysWith: { _, last in last }
        )
        return places.map { values[entries[$0].participant] ?? nil }
    }

    private static func paired(
        _ name: String,
        _ first: [Double?],
        _ second: [Double?]
    ) -> ScoreComparison {
        let pairs = zip(first, second).compactMap { one, two in
            one.flatMap { a in two.map { (a, $0) } }
        }
        let (left, right) = (pairs.map(\.0), pairs.map(\.1))
        let ranks = signedRank(pairs.map { $0.0 - $0.1 })
        return ScoreComparison(
            name: name,
            means: (mean(left).value, mean(right).value),
            counts: (pairs.count, pairs.count),
            difference: pairedT(left, right).map(\.test),
            p: ranks.map(\.p),
            effect: ranks.map(\.rankBiserial)
        )
    }

    private static func separate(
        _ name: String,
        _ first: [Double],
        _ second: [Double]
    ) -> ScoreComparison {
        let ranks = mannWhitney(first, second)
        return ScoreComparison(
            name: name,
            means: (mean(first).value, mean(second).value),
            counts: (first.count, second.count),
            difference: welch(first, second),
            p: ranks.flatMap(\.p),
            effect: ranks.map(\.cliffsDelta)
        )
    }
}
