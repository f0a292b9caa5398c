package import StudyDefinition

/// The state after all events of a session's log, and the only definition of what events mean. The
/// derived tables are written from it, the engine runs on it, and a resumed session starts from it.
package struct SessionRecord: Sendable, Hashable {
    package enum State: String, Sendable, Hashable {
        case running, interrupted, finished
        /// The facilitator closed the session before the last step.
        case ended
    }

    package struct AnswerKey: Sendable, Hashable, Comparable, Codable {
        package var condition: String
        package var questionnaire: String
        package var item: String
        /// The task after which the question is asked; empty for other questions.
        package var task: String
        /// The run after which the question is asked, for imports with several runs of the task;
        /// otherwise 0.
        package var run: Int

        package init(
            condition: String,
            questionnaire: String,
            item: String,
            task: String = "",
            run: Int = 0
        ) {
            self.task = task
            self.run = run
            self.condition = condition
            self.questionnaire = questionnaire
            self.item = item
        }

        package static func < (left: AnswerKey, right: AnswerKey) -> Bool {
            (left.condition, left.questionnaire, left.item, left.task, left.run)
                < (right.condition, right.questionnaire, right.item, right.task, right.run)
        }
    }

    package struct Answer: Sendable, Hashable {
        package var value: AnswerValue
        package var contradicts: Bool
        /// Number of corrections.
        package var corrections: Int
        package var submitted: String?
        package var event: Int64
        /// Why the answer was changed after the session; nil if it was not.
        package var amendment: String?
        /// The front end of the answer; nil for the session's own terminal, a script or an import.
        package var frontEnd: Press.FrontEnd?
    }

    package struct Mark: Sendable, Hashable {
        package var number: Int
        package var kind: Marked.Kind
        package var run: Int?
        /// Running time of the run when the key was pressed, in nanoseconds.
        package var elapsed: Int64?
        package var text: String
        package var isUndone: Bool
        package var event: Int64
        /// The entry of the study's codebook.
        package var code: String?
        /// Severity of a problem: 1 cosmetic … 4 catastrophic.
        package var severity: Int?
        /// Level of an assist: 1 a hint, 2 an instruction, 3 done for the participant.
        package var level: Int?
        /// Time of the mark on the session's clocks.
        package var stamp: Stamp = .unknown
    }

    /// A check that was repeated after the session.
    package struct Recheck: Sendable, Hashable {
        package var value: CheckRepeated
        package var event: Int64
    }

    package struct Rating: Sendable, Hashable {
        package var value: Rated
        /// Whether the rater took the code back.
        package var isUndone = false
        /// Microseconds since 1970, UTC.
        package var wall: Int64
        package var event: Int64
    }

    /// Somebody who has rated the session, or has begun to.
    package struct Rater: Sendable, Hashable {
        package var name: String
        package var isBlind: Bool
        /// Whether the rater has seen the whole session.
        package var isFinished: Bool
        package var event: Int64
    }

    /// Why somebody did something that the study does not foresee, in the facilitator's words.
    package struct Reason: Sendable, Hashable {
        package enum Kind: String, Sendable, Hashable, CaseIterable {
            case pause, skip, extend, `repeat`, endTask, endSession, departure
        }

        package var kind: Kind
        package var run: Int?
        package var text: String
        package var event: Int64
    }

    /// The current decision about the session's data.
    package struct Standing: Sendable, Hashable {
        package var reason: String
    }

    package struct Gap: Sendable, Hashable {
        package var seconds: Double
        package var spansReboot: Bool
        package var run: Int?
        package var event: Int64
    }

    package var start: SessionStart?
    package var consent: ConsentGiven?
    package var state: State = .running
    /// Completed steps of the plan.
    package var completedSteps: Set<Int> = []
    package var currentStep: Int?
    package var answers: [AnswerKey: Answer] = [:]
    package var runs: [RunRecord] = []
    package var marks: LongList<Mark> = []
    package var gaps: [Gap] = []
    package var rechecks: [Recheck] = []
    package var ratings: [Rating] = []
    package var raters: [Rater] = []
    package var reasons: [Reason] = []
    /// The decision to exclude the session from the analysis; nil if it is not excluded.
    package var exclusion: Standing?
    /// The participant's withdrawal of consent; nil if there is none.
    package var withdrawal: Standing?
    /// Times at which external recordings started.
    package var recordings: [Stamp] = []
    /// Keys that did not come from the session's own terminal, by their stamps.
    package var presses: [Stamp: Press] = [:]
    package var eventCount = 0
    package var lastStamp: Stamp?

    package init() {}

    package init(_ events: some Sequence<RecordedEvent>) {
        for event in events { apply(event) }
    }

    /// The run that was prepared and has not ended; nil if there is none.
    package var currentRun: RunRecord? {
        runs.last.flatMap { $0.outcome == nil ? $0 : nil }
    }

    /// All durations of the session in the derived tables, in nanoseconds.
    package var durations: [Int64] {
        runs.flatMap { run in
            [run.time(.running), run.time(.paused), run.time(.checking), run.assistedTime()]
                + run.attemptTimes + run.attempts.map(\.duration)
        } + marks.compactMap(\.elapsed)
    }

    /// Returns the latest run of a task within a condition.
    package func run(of task: String, condition: String) -> RunRecord? {
        runs.last { $0.task == task && $0.condition == condition }
    }
}
