package struct StudyTask: Sendable, Hashable, Codable {
    package var id: String
    package var title: String
    /// The instruction for the participant, in Markdown.
    package var instruction: Study.Prose
    /// Texts that replace `instruction` in some conditions, keyed by condition id. Nil if all
    /// conditions have the same instruction.
    package var instructions: [String: Study.Prose]?
    /// Time limit in seconds. The clock stops when the task has run for this time.
    package var timeLimit: Double
    /// A sentence that states when the task is done, for the facilitator and the report.
    package var success: String
    /// Ids of the tasks whose results this task needs. If the participant did not succeed at one of
    /// these tasks, the study's solution of that task is copied into the workspace.
    package var startsFrom: [String]
    /// Id of the check that judges the participant's workspace.
    package var check: String

    /// Returns the instruction for participants in `condition`.
    package func instruction(in condition: String) -> Study.Prose {
        instructions?[condition] ?? instruction
    }
}

/// Rules for judging a workspace. Commands run in a copy of the workspace, one after the other,
/// until a result differs from its expectation.
package struct Check: Sendable, Hashable, Codable {
    package var id: String
    package var steps: [Step]

    package struct Step: Sendable, Hashable, Codable {
        package enum OnTimeout: String, Sendable, Hashable, Codable, CaseIterable {
            /// A timeout is a fault of the checker and never counts as the participant's failure.
            case fault
            /// A timeout is the participant's failure, because the program should end by itself.
            case failure
        }

        package var name: String
        /// Program and arguments. In `run` and in `input`, `{data}` is the study's `data` folder,
        /// and `{scratch}` is an empty folder that exists only during the check.
        package var run: [String]
        /// Text for standard input.
        package var input = ""
        /// Time limit in seconds.
        package var timeout = 60.0
        package var onTimeout = OnTimeout.fault
        package var expect: Expectation
        /// One line that tells the facilitator the meaning of a failure of this step. With
        /// `feedback: reason`, the participant reads it, too.
        package var reason: String
    }

    /// Requirements for the result of a step. All of them must hold.
    package struct Expectation: Sendable, Hashable, Codable {
        package var exit = 0
        /// The complete standard output that is expected. Nil if it is not compared.
        package var output: String?
        package var contains: [String] = []
        /// Regular expressions, each of which must match somewhere in standard output.
        package var matches: [String] = []
        /// The expected lines of standard output, trimmed and without empty lines. Nil if they are
        /// not compared.
        package var rows: [String]?
        /// Whether the lines must have the same order as `rows`.
        package var ordered = true
    }
}
