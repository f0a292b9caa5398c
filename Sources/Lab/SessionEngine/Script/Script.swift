package import Diagnostics
package import ResultsStore
import StudyDefinition

/// A facilitator and a participant, written down: the page ScriptFile holds the format.
package struct Script: Sendable {
    package enum Verb: Sendable, Hashable {
        case pause, resume, undo, giveUp, skip, goOn, accept, end, extend, checkAgain, leave, wait
        case mark(Marked.Kind, text: String)
        /// Words for the last mark, where a session was killed between the two.
        case word(String)
        /// `solution`, `wrong/NAME`, or a folder next to the script.
        case apply(String)
        /// The verdict counts only where checks are scripted.
        case done(Verdict)
    }

    package struct Step: Sendable, Hashable {
        package var verb: Verb
        /// Seconds on the task's clock; only a simulated clock waits for it.
        package var at: Double?
        package var place: Diagnostic.Place
    }

    package var file: String
    /// Whether verdicts come from the script, and no command is run.
    package var checksAreScripted: Bool
    /// Options not named are agreed to.
    package var consent: [String: Bool]
    /// Questionnaire → item → typed text.
    package var answers: [String: [String: String]]
    /// Task → steps; one without any is solved after a minute.
    package var tasks: [String: [Step]]

    /// The steps of a task; by default its solution, and "done" at 1:00, or at half the limit where
    /// that is less: no task takes no time.
    ///
    /// - Parameter limit: seconds.
    func steps(of task: String, limit: Double) -> [Step] {
        let place = Diagnostic.Place(file: file)
        let time = min(60, limit / 2)
        return tasks[task] ?? [
            Step(verb: .apply("solution"), at: time, place: place),
            Step(verb: .done(.passed), at: time, place: place),
        ]
    }
}
