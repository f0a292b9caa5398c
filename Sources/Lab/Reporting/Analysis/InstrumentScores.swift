import Instruments
import ResultsStore
import Statistics
import StudyDefinition

/// A group's answers to a published instrument, with their scores.
struct Satisfaction: Sendable {
    struct ScoreResult: Sendable {
        var score: Instrument.Score
        /// One value for each participant who answered, in the order of the participants.
        var values: [Computed<Double>]
        /// The smallest and the greatest possible value of the score; nil if they are unknown.
        var limits: ClosedRange<Double>?

        var numbers: [Double] { values.compactMap(\.value) }
        /// Number of decimals with which the mean and its interval are printed.
        var digits: Int { decimals(of: interval.value, atLeast: 1) }
        var mean: Computed<Double> { Statistics.mean(numbers) }
        var deviation: Computed<Double> { standardDeviation(numbers) }

        /// The t interval of the mean, clipped to the range of the score.
        var interval: Computed<Interval> { meanInterval(numbers, within: limits) }
    }

    var questionnaire: Questionnaire
    var instrument: Instrument
    /// Participants who answered at least one item.
    var participants: [String]
    /// Participants who answered no item.
    var silent: [String]
    var responses: [Response]
    /// Scores that were computed for at least one participant.
    var scores: [ScoreResult]
    /// Scores that were computed for no participant, each with the reason.
    var withoutValues: [(score: Instrument.Score, reason: String)]

    init(_ questionnaire: Questionnaire, _ instrument: Instrument, in group: Group) {
        self.questionnaire = questionnaire
        self.instrument = instrument
        let items = Array(questionnaire.items.prefix(instrument.items.count))
        let all = group.entries.map { entry in
            (
                entry.participant,
                Response(items.map { group.answer(entry, questionnaire, $0)?.value.number })
            )
        }
        let answered = all.filter { $0.1.answered > 0 }
        participants = answered.map(\.0)
        silent = all.filter { $0.1.answered == 0 }.map(\.0)
        let responses = answered.map(\.1)
        self.responses = responses
        let results = instrument.scores.map { score in
            ScoreResult(
                score: score,
                values: responses.map { instrument.value(of: score.id, $0) },
                limits: instrument.limits(of: score.id)
            )
        }
        scores = results.filter { !$0.numbers.isEmpty }
        withoutValues = results.filter { $0.numbers.isEmpty }.compactMap { result in
            result.values.first?.reason.map { (result.score, $0) }
        }
    }

    /// Answers that look like mistakes. They stay in the analysis.
    var suspicions: [(participant: String?, suspicion: DataQualityWarning)] {
        instrument.suspicions(in: responses).map { suspicion in
            (suspicion.response.map { participants[$0] }, suspicion)
        }
    }

    /// The main score: the score with norms, or the first score if no score has norms. Nil if there
    /// are no scores.
    var main: ScoreResult? {
        scores.first { $0.score.id == instrument.norms?.score } ?? scores.first
    }

    /// Returns the score with this id; nil if it was computed for no participant.
    func score(_ id: String) -> ScoreResult? { scores.first { $0.score.id == id } }

    var netPromoter: NetPromoterScore? {
        guard instrument.groupScore == .netPromoter else { return nil }
        return NetPromoterScore(responses.flatMap { $0.answers.compactMap(\.self) })
    }

    /// Returns the participants whose score was computed although they did not answer all of its
    /// items. `given` is the number of answered items, and `asked` the number of all items of the
    /// score.
    func partial(
        _ result: ScoreResult
    ) -> [(participant: String, score: String, given: Int, asked: Int)] {
        guard case .items(let numbers) = result.score.source else { return [] }
        return result.values.indices.compactMap { place in
            if result.values[place].value == nil { return nil }
            let given = numbers.count { responses[place].answers[$0 - 1] != nil }
            if given == numbers.count { return nil }
            return (participants[place], result.score.name, given, numbers.count)
        }
    }

    /// Returns the grade of a score's mean, and the range of grades that the interval of the mean
    /// covers. Nil if the score has no norms, or its mean has no grade. `range` is nil if there is
    /// no interval, or if one of its ends has no grade.
    func grades(of result: ScoreResult) -> (mean: String, range: String?)? {
        guard let norms = instrument.norms, norms.score == result.score.id,
            let mean = result.mean.value, let grade = norms.grade(mean)
        else { return nil }
        let range = result.interval.value.flatMap { interval -> String? in
            guard let low = norms.grade(interval.low), let high = norms.grade(interval.high)
            else { return nil }
            return low == high ? low : "\(low) to \(high)"
        }
        return (grade, range)
    }
}

/// Returns the t interval of a mean, clipped to `limits`. Not computable if all values are equal,
/// because an interval of zero width would suggest certainty.
func meanInterval(_ values: [Double], within limits: ClosedRange<Double>?) -> Computed<Interval> {
    if values.count > 1, areEqual(values) {
        return .notComputable(because: "all values are equal")
    }
    return tInterval(values).map { interval in
        limits.map { interval.clipped(to: $0) } ?? interval
    }
}

extension Group {
    var satisfaction: [Satisfaction] {
        instruments.compactMap { questionnaire, instrument in
            instrument.map { Satisfaction(questionnaire, $0, in: self) }
        }
    }

    /// Questionnaires whose instrument is unknown to this version of the tool.
    var unknownInstruments: [Questionnaire] {
        instruments.filter { $0.instrument == nil }.map(\.questionnaire)
    }

    private var instruments: [(questionnaire: Questionnaire, instrument: Instrument?)] {
        questionnaires.filter { $0.instrument != nil }.map { ($0, $0.publishedInstrument) }
    }
}

extension Questionnaire {
    /// The published instrument that the questionnaire uses. If the study states whether high or
    /// low scores are better, its statement replaces the instrument's default. A translation
    /// replaces the instrument's words. Nil if the questionnaire uses no instrument, or if this
    /// version of the tool does not know it.
    var publishedInstrument: Instrument? {
        guard let use = instrument, let known = try? InstrumentLibrary.instrument(use.id) else {
            return nil
        }
        let better = use.better.flatMap { Instrument.Better(rawValue: $0.rawValue) }
        let asked = use.translation.map(known.translated(by:)) ?? known
        return better.map(asked.declaring) ?? asked
    }

    /// Name of the instrument, followed by the name of its main score; nil if there is no
    /// instrument.
    var mainScoreTitle: String? {
        guard let instrument = publishedInstrument, let main = instrument.mainScores.first
        else { return nil }
        return instrument.title(of: main)
    }
}

extension Instrument {
    /// The instrument's scores, in the order in which they are preferred as the main score. The
    /// score with norms comes first.
    var mainScores: [Score] {
        scores.filter { $0.id == norms?.score } + scores.filter { $0.id != norms?.score }
    }

    /// Returns the name of the instrument, followed by the name of a score.
    func title(of score: Score) -> String { "\(name), \(score.name)" }
}

extension ReportAnalysis.Part {
    /// Pairs of instruments with contradictory scores: participants with good scores on one
    /// instrument have bad scores on the other.
    var opposedInstruments:
        [(first: Satisfaction, second: Satisfaction, suspicion: DataQualityWarning)]
    {
        let all = satisfaction
        let goodness = all.map(\.goodness)
        return all.indices.flatMap { first in
            all.indices.dropFirst(first + 1).compactMap { second in
                let pairs = goodness[first].compactMap { name, value in
                    goodness[second][name].map { (name, value, $0) }
                }
                .sorted { $0.0 < $1.0 }
                return directionSuspicion(pairs.map(\.1), pairs.map(\.2)).map {
                    (all[first], all[second], $0)
                }
            }
        }
    }
}

extension Satisfaction {
    /// Each participant's main score, converted to a scale from 0 (worst) to 1 (best).
    fileprivate var goodness: [String: Double] {
        guard let main else { return [:] }
        var values: [String: Double] = [:]
        for (name, value) in zip(participants, main.values) {
            values[name] = value.value.flatMap { instrument.goodness($0, of: main.score.id) }
        }
        return values
    }
}
