import Diagnostics
import Foundation
import ResultsStore
import Statistics
import StudyDefinition

/// The observations from which a registered model is fitted: response, participant, condition,
/// task, and level of the second factor.
struct ModelTable {
    let scale: RegisteredResult.Scale
    /// Levels of the second factor that occur in the data, with their titles; nil if there is no
    /// second factor.
    let levels: [(id: String, title: String)]?
    private let conditionCount: Int
    private var response: [Double] = []
    private var participants: [Int] = []
    private var conditions: [Int] = []
    private var tasks: [Int] = []
    private var factor: [String] = []
    /// One column per registered covariate, with one value per observation.
    private(set) var covariates: [FixedEffect]
    private var leftOut = 0
    private var (withoutValue, withoutLevel, withoutCovariate) = (0, 0, 0)

    init(_ test: RegisteredTest, _ input: RegisteredInput) {
        conditionCount = input.conditions.count
        scale =
            switch test.measure {
            case .time: .ratio
            case .completion: .odds
            case .errors: .rate
            case .score: .difference
            }
        let answers = test.factor.map { input.answers(to: $0) }
        let names = test.covariates ?? []
        covariates = names.map { FixedEffect($0.name, []) }
        let read = names.map { input.numbers(of: $0) }
        var found: Set<String> = []
        for row in ModelTable.rows(test, input) {
            if row.value == nil { withoutValue += 1 }
            let level = answers.map { $0.levels[row.condition][row.participant] }
            if level == .some(nil) { withoutLevel += 1 }
            let numbers = read.map { $0(row) }
            if numbers.contains(nil) { withoutCovariate += 1 }
            guard let value = row.value, level != .some(nil), !numbers.contains(nil) else {
                leftOut += 1
                continue
            }
            for (place, number) in numbers.enumerated() {
                covariates[place].values.append(number ?? 0)
            }
            let own = level.flatMap(\.self) ?? ""
            found.insert(own)
            response.append(value)
            participants.append(row.participant)
            conditions.append(row.condition)
            tasks.append(row.task)
            factor.append(own)
        }
        levels = answers.map { $0.options.filter { found.contains($0.id) } }
    }

    fileprivate struct Row {
        var participant: Int
        var condition: Int
        var task: Int
        var value: Double?
        /// The observed attempt: index of its session, id of its task, and number of its run. Nil
        /// for a score that is not asked after tasks.
        var source: Source?
    }

    fileprivate typealias Source = (entry: Int, task: String, run: Int)

    private static func rows(_ test: RegisteredTest, _ input: RegisteredInput) -> [Row] {
        guard case .score(let name) = test.measure else {
            return input.observations.attempts.map { attempt in
                let value: Double? =
                    switch test.measure {
                    case .completion: attempt.succeeded ? 1 : 0
                    case .errors: attempt.mistakes.map { Double($0) }
                    case .time, .score: attempt.seconds.map { log($0) }
                    }
                return Row(
                    participant: attempt.participant,
                    condition: attempt.condition,
                    task: attempt.task,
                    value: value,
                    source: attempt.source
                )
            }
        }
        let numbers = Dictionary(uniqueKeysWithValues: zip(input.observations.participants, 0...))
        let tasks = input.parts.flatMap(\.group.tasks).map { $0[0].id }.distinct
        var rows: [Row] = []
        for (condition, score) in input.scores(named: name).enumerated() {
            guard let score else { continue }
            let part = input.parts[condition]
            var own: [Row] = []
            func add(_ name: String, _ task: Int, _ value: Double, _ source: Source?) {
                guard let participant = numbers[name] else { return }
                own.append(
                    Row(
                        participant: participant,
                        condition: condition,
                        task: task,
                        value: value,
                        source: source
                    )
                )
            }
            if score.afterTasks.isEmpty {
                for (name, value) in part.byParticipant(score.values) { add(name, 0, value, nil) }
            }
            for value in score.afterTasks {
                let source: Source = (value.entry, value.source.task, value.source.run)
                let name = part.group.entries[value.entry].participant
                add(name, tasks.firstIndex(of: value.task) ?? 0, value.number, source)
            }
            rows += own.sorted { ($0.participant, $0.task) < ($1.participant, $1.task) }
        }
        return rows
    }

    var count: Int { response.count }

    /// Returns one indicator column for each condition except `base`. The name of a column is the
    /// index of its condition.
    func conditionEffects(base: Int) -> [FixedEffect] {
        (0..<conditionCount).filter { $0 != base }.map { other in
            FixedEffect("\(other)", conditions.map { $0 == other ? 1 : 0 })
        }
    }

    func indicators(_ levels: [(id: String, title: String)]) -> [FixedEffect] {
        FixedEffect.indicators(factor, levels: levels.map(\.id))
    }

    /// Returns one indicator column for each combination of a level of the second factor and a
    /// condition other than the reference condition.
    func nested(_ levels: [(id: String, title: String)]) -> [FixedEffect] {
        levels.flatMap { level in
            conditionEffects(base: 0).map { effect in
                FixedEffect(
                    "\(effect.name) in \(level.id)",
                    zip(effect.values, factor).map { $1 == level.id ? $0 : 0 }
                )
            }
        }
    }

    /// Returns the covariates for which a model with these effects has no term, each with the reason.
    /// Empty if there are no observations.
    func ignored(_ effects: [FixedEffect]) -> [String: String] {
        let dependent = count == 0 ? [] : FixedEffect.independent(effects).dependent
        let reasons = covariates.filter { dependent.contains($0.name) }.map { covariate in
            Set(covariate.values).count < 2
                ? (covariate.name, "all observations have the same value")
                : (covariate.name, "other effects of the model determine its values")
        }
        return Dictionary(reasons, uniquingKeysWith: { one, _ in one })
    }

    func fit(_ effects: [FixedEffect], _ test: RegisteredTest) -> ModelFit {
        let fixed = FixedEffect.independent(effects).kept
        if test.method == .leastSquares {
            return .squares(leastSquares(response, fixed: fixed, clusters: participants))
        }
        let crossed = Set(tasks).count > 1 ? tasks : nil
        guard scale == .odds || scale == .rate else {
            return .linear(
                mixedModel(response, fixed: fixed, groups: participants, crossed: crossed)
            )
        }
        return .generalized(
            generalizedMixedModel(
                response,
                family: scale == .odds ? .logistic : .poisson,
                fixed: fixed,
                groups: participants,
                crossed: crossed
            )
        )
    }

    @ListBuilder<String> func notes(_ test: RegisteredTest) -> [String] {
        let people = counted(Set(participants).count, "participant")
        let observations = counted(count, "observation")
        if test.method == .leastSquares {
            "Least squares over \(observations) of \(people)."
        } else {
            let random = Set(tasks).count > 1 ? "participants and tasks" : "participants"
            let kind =
                switch scale {
                case .odds: "Logistic mixed model (Laplace approximation)"
                case .rate: "Poisson mixed model (Laplace approximation)"
                default: "Linear mixed model (restricted maximum likelihood, Satterthwaite's df)"
                }
            "\(kind) over \(observations) of \(people); random intercepts for \(random)."
        }
        if scale == .ratio { "Response: ln time." }
        if leftOut > 0 { "\(counted(leftOut, "observation")) left out." }
        if withoutValue > 0 {
            let reason =
                scale == .rate
                ? "of imported sessions, in which mistakes are not recorded"
                : "without a success or a time"
            "Among these: \(counted(withoutValue, "observation")) \(reason)."
        }
        if withoutLevel > 0 {
            "Among these: \(counted(withoutLevel, "observation")) without an answer for the factor."
        }
        if withoutCovariate > 0 {
            let logarithms = covariates.contains { $0.name.hasPrefix("log(") }
            "Among these: \(counted(withoutCovariate, "observation")) without a value of a covariate"
                + (logarithms ? ", or with a value that has no logarithm." : ".")
        }
    }
}

extension RegisteredInput {
    /// Returns a function that looks up the value of a covariate for an observation (a row of the
    /// table). The covariate is the answer to a question that is asked after each attempt, once per
    /// condition, or once per participant. The function returns nil if there is no answer, or if
    /// the covariate is a logarithm and the answer is not above 0.
    fileprivate func numbers(
        of covariate: RegisteredTest.Covariate
    ) -> (ModelTable.Row) -> Double? {
        let entries = parts.map { part in
            Dictionary(
                zip(part.group.entries.map(\.participant), 0...),
                uniquingKeysWith: { first, _ in first }
            )
        }
        let name = (covariate.questionnaire, covariate.item)
        return { row in
            let group = parts[row.condition].group
            let participant = observations.participants[row.participant]
            guard let place = row.source?.entry ?? entries[row.condition][participant] else {
                return nil
            }
            let entry = group.entries[place]
            var columns = [group.conditionID, ""].map {
                group.column(name.0, name.1, condition: $0)
            }
            if let source = row.source {
                // If a task was observed several times, each answer belongs to one of the
                // observations.
                let several = entry.observations(of: [source.task], condition: group.conditionID)
                let run = several.isEmpty ? 0 : source.run
                columns.append(group.column(name.0, name.1, task: source.task, run: run))
            }
            guard let number = columns.lazy.compactMap({ entry.answer($0)?.value.number }).first
            else { return nil }
            guard covariate.isLogarithm else { return number }
            return number > 0 ? log(number) : nil
        }
    }

    /// Returns the levels of a factor that is defined by the answers to the item `name`. For each
    /// condition, `levels` contains each participant's level, keyed by the participant's index in
    /// `observations.participants`. If a participant gave no answer in a condition, the level is
    /// the participant's first answer in another condition. `options` contains all levels, in the
    /// order of the item's options.
    fileprivate func answers(
        to name: String
    ) -> (levels: [[Int: String]], options: [(id: String, title: String)]) {
        let ids = name.split(separator: ".", maxSplits: 1).map(String.init)
        guard ids.count == 2, let study = parts.first?.group.study,
            let item = study.questionnaires.first(where: { $0.id == ids[0] })?.items
                .first(where: { $0.id == ids[1] }),
            case .single(let options) = item.kind
        else { return (parts.map { _ in [:] }, []) }
        let numbers = Dictionary(uniqueKeysWithValues: zip(observations.participants, 0...))
        var levels: [[Int: String]] = parts.map { _ in [:] }
        var firsts: [Int: String] = [:]
        for (condition, part) in parts.enumerated() {
            let columns = ["", part.group.conditionID].map {
                part.group.column(ids[0], ids[1], condition: $0)
            }
            for entry in part.group.entries {
                guard let number = numbers[entry.participant],
                    let answer = columns.lazy.compactMap({ entry.answer($0) }).first,
                    case .options(let chosen) = answer.value.meaning, let level = chosen.first
                else { continue }
                levels[condition][number] = level
                firsts[number] = firsts[number] ?? level
            }
        }
        levels = levels.map { $0.merging(firsts) { own, _ in own } }
        return (levels, options.map { ($0.id, $0.label) })
    }
}
