package import Diagnostics
package import StudyDefinition

/// A model for simulating participants when a study is planned: distributions of times, completion
/// rates, and effects of the conditions. No participant leaves early, and every task has one
/// attempt.
package struct SimulationModel: Sendable, Hashable {
    package struct Effect: Sendable, Hashable {
        /// Factor by which the condition multiplies every time on task.
        package var time = 1.0
        /// Amount that the condition adds to the share of completed tasks, from -1 to 1.
        package var completion = 0.0

        package init() {}
    }

    /// Effects of conditions, keyed by condition id. A condition that is not listed has no effect.
    package var effects: [String: Effect] = [:]
    /// Share of completed tasks in a condition without an effect.
    package var completion = 0.87
    /// Within-person standard deviation of the logarithm of the time on task.
    package var spread = 0.35
    /// Between-person standard deviation of the mean logarithm of the time on task.
    package var pace = 0.35

    package init() {}

    /// A copy of this model in which no condition has an effect.
    package var withoutEffects: SimulationModel {
        var model = self
        model.effects = [:]
        return model
    }

    /// Adds effects in the syntax of the command line, such as
    /// `generator:time=0.7,completion=+0.1`.
    package mutating func add(_ text: String, study: Study) throws(DiagnosticError) {
        let parts = text.split(separator: ":", maxSplits: 1).map(String.init)
        let known = study.conditions.map(\.id)
        guard parts.count == 2, known.contains(parts[0]) else {
            throw SimulationModel.refusal(
                "\"\(text)\" does not begin with a condition of the study and a colon",
                expected: known.map { "\($0):time=0.7" }.joined(separator: " or "),
                fix: known.contains(parts.first ?? "")
                    ? nil : suggestion(for: parts.first ?? "", among: known)
            )
        }
        guard effects[parts[0]] == nil else {
            throw SimulationModel.refusal(
                "condition \"\(parts[0])\" has two effects",
                expected: "one --effect for each condition, such as "
                    + "\(parts[0]):time=0.7,completion=+0.1"
            )
        }
        var effect = Effect()
        var names: Set<String> = []
        for pair in parts[1].split(separator: ",") {
            let sides = pair.split(separator: "=").map(String.init)
            let number = sides.count == 2 ? Double(sides[1]) : nil
            let name = sides.first ?? ""
            guard names.insert(name).inserted else {
                throw SimulationModel.refusal(
                    "\"\(text)\" gives a value for \"\(name)\" twice",
                    expected: "time and completion at most once"
                )
            }
            switch (sides.first, number) {
            case ("time", let factor?) where factor > 0 && factor.isFinite: effect.time = factor
            case ("completion", let share?) where abs(share) <= 1: effect.completion = share
            default:
                throw SimulationModel.refusal(
                    "\"\(pair)\" is not an effect",
                    expected: "time=FACTOR (above 0), or completion=DIFFERENCE (from -1 to +1)"
                )
            }
        }
        effects[parts[0]] = effect
    }

    /// Throws an error if an effect would give a condition a share of completed tasks below 0 or
    /// above 1. Such a share cannot be simulated.
    package func requirePossibleShares() throws(DiagnosticError) {
        for (condition, effect) in effects.sorted(by: { $0.key < $1.key }) {
            let share = completion + effect.completion
            // Sums such as 0.87 + 0.13 may differ from 1 by a rounding error.
            guard share < -1e-9 || share > 1 + 1e-9 else { continue }
            func rounded(_ value: Double) -> String { "\((value * 1e6).rounded() / 1e6)" }
            throw SimulationModel.refusal(
                "the share of completed tasks with condition \"\(condition)\" would be "
                    + "\(rounded(completion)) \(effect.completion < 0 ? "-" : "+") "
                    + "\(rounded(abs(effect.completion))) = \(rounded(share))",
                expected: "completion=DIFFERENCE, where DIFFERENCE is from "
                    + "\(rounded(-completion)) to +\(rounded(1 - completion))",
                fix: "give a smaller difference; or use --completion to change the share of "
                    + "completed tasks in conditions without an effect"
            )
        }
    }

    /// Throws an error if an effect names a condition that none of the simulated sessions has. The
    /// conditions of the sessions are those of the plan or, without a plan, the study's usual
    /// conditions.
    package func requirePlayedConditions(
        _ study: Study,
        plan: ExperimentPlan?
    ) throws(DiagnosticError) {
        let usual = study.usualConditions.map(\.id)
        let played = Set(plan?.rows.map(\.condition) ?? usual)
        for condition in effects.keys.sorted() where !played.contains(condition) {
            let others = study.conditions.map(\.id).filter { played.contains($0) }
            let names = (others.prefix(1) + [condition]).joined(separator: ",")
            let command = "evalrun plan --conditions \(names) --participants N"
            throw SimulationModel.refusal(
                plan == nil
                    ? "without a plan, no session has condition \"\(condition)\""
                    : "the plan does not contain condition \"\(condition)\"",
                expected: others.map { "\"\($0)\"" }.joined(separator: " or "),
                fix: plan == nil
                    ? "draw a plan that contains the condition: \(command)"
                    : "draw a plan that contains the condition: \(command) --output FILE; then "
                        + "pass it with --plan FILE"
            )
        }
    }

    private static func refusal(
        _ problem: String,
        expected: String,
        fix: String? = nil
    ) -> DiagnosticError {
        DiagnosticError(
            "bad-effect",
            at: .init(file: "--effect"),
            problem,
            expected: expected,
            fix: fix,
            status: .usage
        )
    }
}
