import Foundation
import ResultsStore
import SeededRandom
import StudyDefinition

/// A simulated person, drawn from a random seed, who decides the actions on each screen.
///
/// Times on task are lognormal, but at least five seconds. Their median is a quarter of the task's
/// limit, multiplied by a factor for the condition and a factor for the person's pace. Because of
/// the pace, times of the same person correlate, as in real data.
///
/// Answers follow the person's opinion of a condition, which is the person's mood plus a deviation
/// for the condition. The constants in this type give SUS scores a standard deviation of about 19
/// points, a Cronbach's α of about 0.8, and a correlation of about 0.4 between two conditions.
struct DrawnPerson {
    private var chance: SplitMix64
    /// Amount that is added to the logarithm of each of the person's times on task.
    private let pace: Double
    /// The person's satisfaction, about -1 to 1.
    private let mood: Double
    /// The person's satisfaction with each condition, from -1 to 1; drawn when it is first needed.
    private var opinions: [String: Double] = [:]
    private let study: Study
    private let model: SimulationModel?

    /// - Parameters:
    ///   - session: index of the person's session, from 0. Pace and mood are the same in all
    ///     sessions.
    ///   - model: the model from which behavior is drawn, for planning a study. If nil, behavior is
    ///     varied and realistic, for trying out a study's report.
    init(study: Study, seed: UInt64, number: Int, session: Int = 0, model: SimulationModel? = nil) {
        self.study = study
        self.model = model
        chance = SplitMix64(seed: seed &* 1_000_003 &+ UInt64(number))
        pace = (model?.pace ?? 0.35) * chance.normal()
        mood = 0.3 + 0.32 * chance.normal()
        for _ in 0..<session { chance = SplitMix64(seed: chance.next()) }
    }

    mutating func happens(_ share: Double) -> Bool { chance.happens(share) }

    /// Draws whether the person leaves early or skips a task, with probability `share`. Always
    /// false if the person was drawn from a model.
    mutating func strays(_ share: Double) -> Bool { happens(share) && model == nil }

    /// Returns the seconds that the person spends on a page that usually takes `usual` seconds.
    mutating func seconds(_ usual: Double) -> Double { usual * exp(0.4 * chance.normal()) }

    /// - Parameter isLowerBetter: whether more satisfied persons give lower answers. Nil for an item
    ///   that belongs to no instrument; they then choose higher places on a scale, and satisfaction
    ///   does not affect other numbers.
    mutating func answer(
        _ item: Questionnaire.Item,
        condition: String = "",
        isLowerBetter: Bool? = nil
    ) -> String {
        if !item.required, happens(0.05) { return "" }
        let isLower = isLowerBetter ?? false
        switch item.kind {
        case .single(let options):
            return "\(place(among: options.count, condition, isLowerBetter: isLower) + 1)"
        case .multiple(let options):
            let chosen = options.indices.filter { _ in happens(0.4) }
            return chosen.isEmpty ? "1" : chosen.map { "\($0 + 1)" }.joined(separator: ",")
        case .scale(let min, let max, _, _):
            let place = place(among: max - min + 1, condition, isLowerBetter: isLower)
            return "\(min + place)"
        case .number(let low, let high, _):
            let least = low ?? (high.map { $0 < 0 ? $0 - 100 : 0 } ?? 0)
            let (low, high) = (least, high ?? least + 100)
            let share =
                isLowerBetter == nil
                ? chance.uniform() : share(condition, isLowerBetter: isLower)
            guard let step = item.step, step > 0 else {
                let drawn = low + (high - low) * share
                return (drawn.rounded(.up) <= high ? drawn.rounded(.up) : drawn).formatted
            }
            let marks = ((high - low) / step).rounded(.down) + 1
            return (low + step * min(marks - 1, (marks * share).rounded(.down))).formatted
        case .text: return item.required || happens(0.3) ? "drawn by chance" : ""
        }
    }

    /// Draws an index below `count`, which follows the opinion of the condition.
    private mutating func place(
        among count: Int,
        _ condition: String,
        isLowerBetter: Bool
    ) -> Int {
        let share = share(condition, isLowerBetter: isLowerBetter)
        return max(0, min(count - 1, Int(share * Double(count))))
    }

    /// Draws a place on a scale, from 0 to 1, that follows the opinion of the condition.
    private mutating func share(_ condition: String, isLowerBetter: Bool) -> Double {
        let opinion =
            opinions[condition] ?? max(-1, min(1, mood + 0.32 * chance.normal()))
        opinions[condition] = opinion
        let drawn = max(0, min(1, 0.5 + 0.4 * opinion + 0.25 * chance.normal()))
        return isLowerBetter ? 1 - drawn : drawn
    }
}

// MARK: - Tasks

extension DrawnPerson {
    /// An action of the person during a task.
    enum Act: Sendable {
        case mark(Marked.Kind)
        case undo, pause, giveUp
        case done(Verdict)
    }

    struct Deed: Sendable {
        /// Time of the action in nanoseconds on the task's clock.
        var at: Int64
        var act: Act
    }

    mutating func deeds(_ task: StudyTask, condition: String) -> [Deed] {
        let effect = model?.effects[condition] ?? .init()
        let index = study.conditions.firstIndex { $0.id == condition } ?? 0
        let shift = model == nil ? 0.25 * Double(index) : log(effect.time)
        let typical = log(task.timeLimit / 4) + pace + shift
        // At most 31 years, so that the nanoseconds fit in 64 bits. The task's time limit is
        // reached much earlier.
        let seconds = min(1e9, max(5, exp(typical + (model?.spread ?? 0.35) * chance.normal())))
        func nanoseconds(_ share: Double) -> Int64 { Int64(share * seconds * 1e9) }
        var deeds: [Deed] = []
        let kinds: [(Marked.Kind, Double)] = [
            (.assist, 0.12), (.mistake, 0.25), (.note, 0.2), (.problem, 0.15), (.toolFailure, 0.04),
            (.question, 0.08),
        ]
        for (kind, share) in kinds where happens(share) {
            let at = nanoseconds(0.1 + 0.8 * chance.uniform())
            deeds.append(Deed(at: at, act: .mark(kind)))
            if happens(0.05) { deeds.append(Deed(at: at + 1_500_000_000, act: .undo)) }
        }
        if happens(0.03) { deeds.append(Deed(at: nanoseconds(0.5), act: .pause)) }
        let end: Act
        switch chance.uniform() {
        case let drawn where model != nil:
            let share = (model?.completion ?? 1) + effect.completion
            end = drawn < share ? .done(.passed) : .giveUp
        case ..<0.02: end = .giveUp
        case ..<0.12: end = .done(.failed)
        case ..<0.13: end = .done(.fault)
        default: end = .done(.passed)
        }
        deeds.append(Deed(at: nanoseconds(1), act: end))
        return deeds.sorted { $0.at < $1.at }
    }
}
