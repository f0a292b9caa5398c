package struct StudyTask: Sendable, Hashable, Codable {
    package var id: String
    package var title: String
    /// Goal of the task for the participant, in Markdown.
    package var instruction: Study.Prose
    /// Condition → its own instruction. Nil if all conditions have the same one.
    package var instructions: [String: Study.Prose]?
    /// Seconds of running time after which the clock freezes.
    package var timeLimit: Double
    /// When the task counts as done, in words, for the facilitator and the report.
    package var success: String
    /// Tasks whose result this one needs: where one did not succeed, its solution is overlaid.
    package var startsFrom: [String]
    /// The check's id.
    package var check: String

    package init(
        id: String,
        title: String,
        instruction: Study.Prose,
        instructions: [String: Study.Prose]? = nil,
        timeLimit: Double,
        success: String,
        startsFrom: [String],
        check: String
    ) {
        self.id = id
        self.title = title
        self.instruction = instruction
        self.instructions = instructions
        self.timeLimit = timeLimit
        self.success = success
        self.startsFrom = startsFrom
        self.check = check
    }
}

extension StudyTask {
    /// Instruction for participants in `condition`.
    package func instruction(in condition: String) -> Study.Prose {
        instructions?[condition] ?? instruction
    }
}

/// Defines how to judge a workspace: commands run in a copy of it, one after the other, until one
/// fails its expectation.
package struct Check: Sendable, Hashable, Codable {
    package var id: String
    package var steps: [Step]

    package init(id: String, steps: [Step]) {
        self.id = id
        self.steps = steps
    }

    package struct Step: Sendable, Hashable, Codable {
        package enum OnTimeout: String, Sendable, Hashable, Codable, CaseIterable {
            /// A fault of the checker: never the participant's failure.
            case fault
            /// The participant's failure, for a program that ought to end by itself.
            case failure
        }

        package var name: String
        /// Program and arguments. In these and in `input`, `{data}` is the study's `data` folder
        /// and `{scratch}` an empty folder that lives as long as the check.
        package var run: [String]
        /// Given on standard input.
        package var input: String
        /// Seconds.
        package var timeout: Double
        package var onTimeout: OnTimeout
        package var expect: Expectation
        /// Meaning of a failure of this step, in one line for the facilitator.
        package var reason: String

        package init(
            name: String,
            run: [String],
            input: String = "",
            timeout: Double = 60,
            onTimeout: OnTimeout = .fault,
            expect: Expectation,
            reason: String
        ) {
            self.name = name
            self.run = run
            self.input = input
            self.timeout = timeout
            self.onTimeout = onTimeout
            self.expect = expect
            self.reason = reason
        }
    }

    /// Requirements of a step, all of which must hold.
    package struct Expectation: Sendable, Hashable, Codable {
        package var exit: Int
        /// The whole of standard output.
        package var output: String?
        package var contains: [String]
        /// Regular expressions, each found somewhere in standard output.
        package var matches: [String]
        /// The lines of standard output, without surrounding white space, empty ones left out.
        package var rows: [String]?
        /// Whether `rows` must come in the order given.
        package var ordered: Bool

        package init(
            exit: Int = 0,
            output: String? = nil,
            contains: [String] = [],
            matches: [String] = [],
            rows: [String]? = nil,
            ordered: Bool = true
        ) {
            self.exit = exit
            self.output = output
            self.contains = contains
            self.matches = matches
            self.rows = rows
            self.ordered = ordered
        }
    }
}
