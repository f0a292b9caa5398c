package import StudyDefinition

/// The state of a session after all events of its log. This type defines the effect of each event.
/// The derived tables are written from this record. The session engine bases its decisions on this
/// record, and uses this record to resume an interrupted session.
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
        /// The task after which the question is asked; empty if it is not asked after a task.
        package var task: String
        /// In an import with several runs of the task, the run after which the question is asked;
        /// otherwise 0.
        package var run: Int

        package init(
            condition: String,
            questionnaire: String,
            item: String,
            task: String = "",
            run: Int = 0
        ) {
            (self.task, self.run, self.condition) = (task, run, condition)
            (self.questionnaire, self.item) = (questionnaire, item)
        }

        /// Returns the keys of the answers that can decide whether this question is shown. The
        /// first of these answers that was given decides:
        ///
        /// - an answer in the question's condition, after the question's task and run;
        /// - an answer in the question's condition, not after a task;
        /// - an answer without a condition, after the question's task and run;
        /// - an answer without a condition, not after a task.
        package func deciding(_ showIf: Questionnaire.ShowIf) -> [AnswerKey] {
            [condition, ""].flatMap { condition in
                [(task, run), ("", 0)].map { task, run in
                    AnswerKey(
                        condition: condition,
                        questionnaire: showIf.questionnaire,
                        item: showIf.item,
                        task: task,
                        run: run
                    )
                }
            }
        }

        package static func < (left: AnswerKey, right: AnswerKey) -> Bool {
            (left.condition, left.questionnaire, left.item, left.task, left.run)
                < (right.condition, right.questionnaire, right.item, right.task, right.run)
        }
    }

    package struct Answer: Sendable, Hashable {
        package var value: AnswerValue
        package var contradicts: Bool
        /// Number of times that the answer was corrected.
        package var corrections: Int
        package var submitted: String?
        package var event: Int64
        /// Reason for changing the answer after the session; nil if it was not changed.
        package var amendment: String?
        /// The front end in which the answer was given; nil for the session's own terminal, a
        /// script or an import.
        package var frontEnd: Press.FrontEnd?
    }

    package struct Mark: Sendable, Hashable {
        package var number: Int
        package var kind: Marked.Kind
        package var run: Int?
        /// Time on the task's clock when the mark was made, in nanoseconds; nil between tasks.
        package var elapsed: Int64?
        package var text = ""
        package var isUndone = false
        package var event: Int64
        /// Code from the study's codebook; nil if the mark has only a kind.
        package var code: String?
        /// Severity of a problem: 1 cosmetic … 4 catastrophic. Nil if not graded.
        package var severity: Int?
        /// Level of an assist: 1 for a hint, 2 for an instruction, 3 if the facilitator did the
        /// work for the participant. Nil if not graded.
        package var level: Int?
        /// Time of the mark on the session's clocks.
        package var stamp: Stamp = .unknown
    }

    /// A check that was repeated on a stored snapshot after the session.
    package struct Recheck: Sendable, Hashable {
        package var value: CheckRepeated
        package var event: Int64
    }

    package struct Rating: Sendable, Hashable {
        package var value: Rated
        /// Whether the rater has undone this rating.
        package var isUndone = false
        /// Time of the rating in microseconds since 1970, UTC.
        package var wall: Int64
        package var event: Int64
    }

    /// A person who has rated the session or has begun to rate it.
    package struct Rater: Sendable, Hashable {
        package var name: String
        package var isBlind: Bool
        /// Whether the rater has seen the whole session.
        package var isFinished: Bool
        package var event: Int64
    }

    /// The reason for an action that the study does not provide for, in the facilitator's words.
    package struct Reason: Sendable, Hashable {
        package enum Kind: String, Sendable, Hashable, CaseIterable {
            case pause, skip, extend, `repeat`, endTask, endSession, departure
        }

        package var kind: Kind
        package var run: Int?
        package var text: String
        package var event: Int64
    }

    /// An exclusion that was reversed, with the reasons for both decisions.
    package struct ReversedExclusion: Sendable, Hashable {
        package var excluded: String
        package var included: String
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
    /// Indices of the completed steps in the list of the session's steps.
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
    /// The decision to exclude the session from the analysis; nil if the session is not excluded.
    package var exclusion: Decision?
    package var reversedExclusions: [ReversedExclusion] = []
    /// The participant's withdrawal of consent; nil if consent was not withdrawn.
    package var withdrawal: Decision?
    /// Times at which external recordings started.
    package var recordings: [Stamp] = []
    /// Key presses that did not come from the session's own terminal, keyed by stamp.
    package var presses: [Stamp: Press] = [:]
    package var eventCount = 0
    package var lastStamp: Stamp?

    package init() {}

    package init(_ events: some Sequence<RecordedEvent>) {
        for event in events { apply(event) }
    }

    /// Whether the session cannot be continued.
    package var hasEnded: Bool { state == .finished || state == .ended }

    /// The run that was prepared and has not ended; nil if there is none.
    package var currentRun: RunRecord? {
        runs.last.flatMap { $0.outcome == nil ? $0 : nil }
    }

    /// All durations of this session, in nanoseconds, that occur in the tables computed from the
    /// log.
    package var durations: [Int64] {
        runs.flatMap { run in
            [run.time(.running), run.time(.paused), run.time(.checking), run.assistedTime()]
                + run.attemptTimes + run.attempts.map(\.duration)
        } + marks.compactMap(\.elapsed)
    }

    /// Returns the latest run of a task within a condition; nil if there is none.
    package func run(of task: String, condition: String) -> RunRecord? {
        runs.last { $0.task == task && $0.condition == condition }
    }
}

extension Answered {
    package var key: SessionRecord.AnswerKey {
        .init(
            condition: condition,
            questionnaire: questionnaire,
            item: item,
            task: task ?? "",
            run: run ?? 0
        )
    }
}
