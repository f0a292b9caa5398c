package import Diagnostics
package import ResultsStore
import StudyDefinition

/// A facilitator and a participant, written down: the page ScriptFile holds the format.
package struct Script: Sendable {
    package enum Verb: Sendable, Hashable {
        case pause, resume, undo, giveUp, skip, goOn, accept, end, extend, checkAgain, leave, wait
        case mark(Marked.Kind, text: String)
        /// `solution`, `wrong/NAME`, or a folder beside the script.
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
    /// Questionnaire → item → what is typed.
    package var answers: [String: [String: String]]
    /// Task → steps; a task without any is solved at once.
    package var tasks: [String: [Step]]

    /// The steps of a task; by default its solution, and "done".
    func steps(of task: String) -> [Step] {
        let place = Diagnostic.Place(file: file)
        return tasks[task] ?? [
            Step(verb: .apply("solution"), at: nil, place: place),
            Step(verb: .done(.passed), at: nil, place: place),
        ]
    }
}
