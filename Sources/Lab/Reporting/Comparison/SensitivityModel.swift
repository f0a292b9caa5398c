import Foundation
import ResultsStore
import Statistics
import StudyDefinition

/// A mixed model of ln time, used as a sensitivity analysis of a comparison of two groups. Fixed
/// effects are condition, period and task set; the period is the position of the condition in the
/// participant's order. Random effects are participant and task. The model uses every success in
/// the tasks in which both groups have a success with a time, even if the participant failed in
/// other tasks.
struct SensitivityModel: Sendable {
    var model: Computed<MixedModel>
    var observations: Int
    /// Number of attempts that are left out because they failed or have no time.
    var leftOut: Int
    /// Number of times that are left out because their task has no time in the other condition.
    var unmatched: Int
    /// Whether the order of conditions is known for every participant.
    var isOrderKnown: Bool
    /// Names of the model's terms for task sets. The first set and confounded sets have no term.
    var sets: [String]
    /// Terms left out of the model because they are linear combinations of earlier terms.
    var confounded: [String]

    /// Creates the model for two parts of the results: two conditions, or the same condition in two
    /// results files.
    ///
    /// - Parameter sharesPeople: whether a participant code that is in both parts identifies one
    ///   person. False if the parts are from different files.
    init(_ first: ReportAnalysis.Part, _ second: ReportAnalysis.Part, sharesPeople: Bool) {
        var response: [Double] = []
        var (condition, period) = ([Double](), [Double]())
        var (participants, tasks, sets) = ([Int](), [Int](), [String]())
        var (numbers, people) = ([String: Int](), 0)
        // A task with times in one condition alone would be mistaken for a difference between the
        // conditions.
        let others = Set(second.timedTasks)
        let taskIDs = first.timedTasks.filter(others.contains)
        let common = ReportAnalysis.commonTasks(of: [first, second])
        var (leftOut, unmatched) = (0, 0)
        for (part, isFirst) in [(first, true), (second, false)] {
            if !sharesPeople { numbers = [:] }
            for (place, entry) in part.group.entries.enumerated() {
                let number = numbers[entry.participant] ?? people
                if number == people { people += 1 }
                numbers[entry.participant] = number
                let turn = entry.turn(of: part.group.conditionID)
                for task in part.tasks {
                    let cell = task.cells[place]
                    guard common.contains(task.task.id), cell.outcome.isAttempt else { continue }
                    leftOut += (cell.repeats?.attempts ?? 1) - cell.successTimes.count
                    guard let index = taskIDs.firstIndex(of: task.task.id) else {
                        unmatched += cell.successTimes.count
                        continue
                    }
                    for seconds in cell.successTimes {
                        response.append(log(seconds))
                        condition.append(isFirst ? 1 : 0)
                        period.append(Double(turn))
                        participants.append(number)
                        tasks.append(index)
                        sets.append(cell.taskSet ?? "")
                    }
                }
            }
        }
        var fixed = [.intercept(response.count), FixedEffect("condition", condition)]
        isOrderKnown = (first.group.entries + second.group.entries).allSatisfy(\.start.isOrderKnown)
        if isOrderKnown, Set(period).count > 1 { fixed.append(FixedEffect("period", period)) }
        for name in Set(sets).sorted().dropFirst() {
            fixed.append(FixedEffect("task set \(name)", sets.map { $0 == name ? 1 : 0 }))
        }
        (fixed, confounded) = FixedEffect.independent(fixed)
        self.sets = fixed.map(\.name).filter { $0.hasPrefix("task set ") }
        observations = response.count
        (self.leftOut, self.unmatched) = (leftOut, unmatched)
        model = mixedModel(
            response,
            fixed: fixed,
            groups: participants,
            crossed: Set(tasks).count > 1 ? tasks : nil
        )
    }

    /// Returns a coefficient as a ratio of times, with its t interval; nil if the model has no such
    /// coefficient.
    func factor(_ name: String) -> (value: Double, interval: Interval)? {
        guard let coefficient = model.value?.coefficients.first(where: { $0.name == name }) else {
            return nil
        }
        return (exp(coefficient.estimate), coefficient.interval().map(exp))
    }
}

extension ReportAnalysis.Part {
    /// The ids of the counted tasks in which somebody has a success with a time.
    fileprivate var timedTasks: [String] {
        let ids = countedTasks.map(\.task.id)
        return tasks.filter { $0.cells.contains { !$0.successTimes.isEmpty } }.map(\.task.id)
            .filter(ids.contains)
    }
}

extension Entry {
    /// Returns the number of conditions in which the participant worked before this condition. If
    /// the plan gives a participant several sessions, each earlier session counts as one condition.
    func turn(of condition: String) -> Int {
        let before = start.plan?.period.map { $0 - 1 } ?? earlier
        return before + (start.conditions.firstIndex(of: condition) ?? 0)
    }
}
