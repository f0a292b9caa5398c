package import Diagnostics
package import ResultsStore

/// A scripted session: the actions of a facilitator and a participant. The ScriptFile page
/// describes the file format.
package struct Script: Sendable {
    package enum Verb: Sendable, Hashable {
        case pause, resume, undo, giveUp, skip, goOn, accept, end, extend, checkAgain, leave, wait
        case mark(Marked.Kind, text: String)
        /// Adds text to the last mark. Used only to resume a task after a process was killed
        /// between recording the mark and recording the text.
        case word(String)
        /// Copies the files of a folder over the workspace. The text is `solution`, `wrong/NAME`,
        /// or a path relative to the script's folder.
        case apply(String)
        /// Ends the work and starts a check. The verdict is used only if checks are scripted.
        case done(Verdict)
    }

    package struct Step: Sendable, Hashable {
        package var verb: Verb
        /// Time of the step in seconds on the task's clock. Nil if the step follows immediately.
        /// Ignored unless the session uses a simulated clock.
        package var at: Double?
        package var place: Diagnostic.Place
    }

    package var file: String
    /// Whether verdicts come from the script, so that no command is run.
    package var checksAreScripted: Bool
    /// Replies to consent options, keyed by option id. Options that are not listed are agreed to.
    package var consent: [String: Bool]
    /// Typed answers, keyed by questionnaire id and then by item id.
    package var answers: [String: [String: String]]
    /// Steps of tasks, keyed by task id. A task that is not listed gets the default steps of
    /// ``steps(of:limit:)``.
    package var tasks: [String: [Step]]

    /// Returns the script's steps of a task or, if the script does not list the task, default
    /// steps. The default steps copy the solution over the workspace and press "done" at 1:00, or
    /// at half the limit if that is earlier.
    ///
    /// - Parameter limit: time limit in seconds.
    func steps(of task: String, limit: Double) -> [Step] {
        let place = Diagnostic.Place(file: file)
        let time = min(60, limit / 2)
        return tasks[task] ?? [
            Step(verb: .apply("solution"), at: time, place: place),
            Step(verb: .done(.passed), at: time, place: place),
        ]
    }
}
