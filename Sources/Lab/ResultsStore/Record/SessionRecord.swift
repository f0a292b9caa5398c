package import StudyDefinition

/// What a session's log says, folded: the one meaning of events. The tables beside the log are
/// written from it, the engine runs on it, and a resumed session starts from it.
package struct SessionRecord: Sendable, Hashable {
    package enum State: String, Sendable, Hashable {
        case running, interrupted, finished
        /// Closed by the facilitator before the last step.
        case ended
    }

    package struct AnswerKey: Sendable, Hashable, Comparable {
        package var condition: String
        package var questionnaire: String
        package var item: String

        package init(condition: String, questionnaire: String, item: String) {
            self.condition = condition
            self.questionnaire = questionnaire
            self.item = item
        }

        package static func < (left: AnswerKey, right: AnswerKey) -> Bool {
            (left.condition, left.questionnaire, left.item)
                < (right.condition, right.questionnaire, right.item)
        }
    }

    package struct Answer: Sendable, Hashable {
        package var value: AnswerValue
        package var contradicts: Bool
        /// How often it was given again.
        package var corrections: Int
        package var submitted: String?
        package var event: Int64
    }

    package struct Mark: Sendable, Hashable {
        package var number: Int
        package var kind: Marked.Kind
        package var run: Int?
        /// Running time of the run at the key, nanoseconds.
        package var elapsed: Int64?
        package var text: String
        package var isUndone: Bool
        package var event: Int64
        /// The entry of the study's codebook.
        package var code: String?
        /// Of a problem: 1 cosmetic … 4 catastrophic.
        package var severity: Int?
        /// Of an assist: 1 a hint, 2 an instruction, 3 done for the participant.
        package var level: Int?
        /// On the session's clocks.
        package var stamp: Stamp = .unknown
    }

    /// A check that was run again after the session.
    package struct Recheck: Sendable, Hashable {
        package var value: CheckRepeated
        package var event: Int64
    }

    package struct Rating: Sendable, Hashable {
        package var value: Rated
        package var event: Int64
    }

    /// A decision about the session's data that stands.
    package struct Standing: Sendable, Hashable {
        package var reason: String
        package var event: Int64
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
    /// Steps of the plan that are behind.
    package var completedSteps: Set<Int> = []
    package var currentStep: Int?
    package var answers: [AnswerKey: Answer] = [:]
    package var runs: [RunRecord] = []
    package var marks: [Mark] = []
    package var gaps: [Gap] = []
    package var rechecks: [Recheck] = []
    package var ratings: [Rating] = []
    /// Left out of the analysis.
    package var exclusion: Standing?
    /// The participant took their consent back.
    package var withdrawal: Standing?
    /// When external recordings were started.
    package var recordings: [Stamp] = []
    package var eventCount = 0
    package var lastStamp: Stamp?

    package init() {}

    package init(_ events: some Sequence<RecordedEvent>) {
        for event in events { apply(event) }
    }

    /// The run that has been prepared and has not ended.
    package var currentRun: RunRecord? {
        runs.last.flatMap { $0.outcome == nil ? $0 : nil }
    }

    /// The latest run of a task, within a condition.
    package func run(of task: String, condition: String) -> RunRecord? {
        runs.last { $0.task == task && $0.condition == condition }
    }
}

extension SessionRecord {
    package mutating func apply(_ recorded: RecordedEvent) {
        eventCount = recorded.number
        if recorded.stamp != .unknown, !recorded.event.isAfterSession { lastStamp = recorded.stamp }
        switch recorded.event {
        case .sessionStarted(let value): start = value
        case .consentGiven(let value): consent = value
        case .stepEntered(let value): currentStep = value.index
        case .stepCompleted(let value): completedSteps.insert(value.index)
        case .answered(let value): apply(value, event: recorded.id)
        case .taskPrepared(let value): prepare(value)
        case .timeImported(let value): runs.append(RunRecord(value))
        case .marked(let value): apply(value, recorded)
        case .markWorded(let value): change(mark: value.mark) { $0.text = value.text }
        case .markUndone(let value): undo(mark: value.mark)
        case .markGraded(let value):
            change(mark: value.mark) {
                $0.severity = value.severity ?? $0.severity
                $0.level = value.level ?? $0.level
            }
        case .recordingStarted: recordings.append(recorded.stamp)
        case .checkRepeated(let value):
            rechecks.append(Recheck(value: value, event: recorded.id))
        case .rated(let value): ratings.append(Rating(value: value, event: recorded.id))
        case .excluded(let value):
            exclusion = Standing(reason: value.reason, event: recorded.id)
        case .included: exclusion = nil
        case .withdrawn(let value):
            withdrawal = Standing(reason: value.reason, event: recorded.id)
        case .sessionInterrupted:
            state = .interrupted
            changeCurrent { $0.close(at: recorded.stamp) }
        case .sessionResumed(let value): resume(value, event: recorded.id)
        case .sessionFinished(let value): state = value.complete ? .finished : .ended
        default: applyToRun(recorded)
        }
    }

    private mutating func applyToRun(_ recorded: RecordedEvent) {
        let stamp = recorded.stamp
        switch recorded.event {
        case .taskStarted(let value), .taskResumed(let value), .taskContinued(let value):
            change(run: value.run) { $0.open(.running, at: stamp) }
        case .taskPaused(let value): change(run: value.run) { $0.open(.paused, at: stamp) }
        case .taskStopped(let value):
            change(run: value.run) {
                $0.lastStop = value.reason
                $0.open(.checking, at: stamp)
            }
        case .checkFinished(let value):
            change(run: value.run) {
                $0.attempts.append(value)
                $0.attemptTimes.append($0.time(.running))
            }
        case .taskExtended(let value):
            change(run: value.run) {
                $0.timeLimit += value.by
                $0.open(.running, at: stamp)
            }
        case .taskEnded(let value):
            change(run: value.run) {
                $0.close(at: stamp)
                $0.ending = value.ending
                $0.endSnapshot = value.snapshot
            }
        default: break
        }
    }

    private mutating func apply(_ value: Answered, event: Int64) {
        let key = AnswerKey(
            condition: value.condition,
            questionnaire: value.questionnaire,
            item: value.item
        )
        answers[key] = Answer(
            value: value.value,
            contradicts: value.contradicts,
            corrections: answers[key].map { $0.corrections + 1 } ?? 0,
            submitted: value.submitted,
            event: event
        )
    }

    /// A run that was prepared and never started is prepared again: its number stays.
    private mutating func prepare(_ value: TaskPrepared) {
        if let last = runs.last, last.number == value.run, !last.hasStarted { runs.removeLast() }
        runs.append(RunRecord(value))
    }

    private mutating func apply(_ value: Marked, _ recorded: RecordedEvent) {
        let run = value.run.flatMap { number in runs.first { $0.number == number } }
        marks.append(
            Mark(
                number: value.mark,
                kind: value.kind,
                run: value.run,
                elapsed: run?.time(.running, now: recorded.stamp),
                text: "",
                isUndone: false,
                event: recorded.id,
                code: value.code,
                severity: value.severity,
                level: value.level,
                stamp: recorded.stamp
            )
        )
        guard value.kind == .assist, let number = value.run else { return }
        change(run: number) {
            $0.assists.append(
                .init(mark: value.mark, segment: $0.segments.count - 1, stamp: recorded.stamp)
            )
        }
    }

    private mutating func undo(mark number: Int) {
        change(mark: number) { $0.isUndone = true }
        guard let run = marks.first(where: { $0.number == number })?.run else { return }
        change(run: run) { $0.assists.removeAll { $0.mark == number } }
    }

    private mutating func resume(_ value: Resumption, event: Int64) {
        state = .running
        let running = currentRun?.openSegment != nil
        gaps.append(
            Gap(
                seconds: value.gap,
                spansReboot: value.spansReboot,
                run: running ? currentRun?.number : nil,
                event: event
            )
        )
        changeCurrent {
            guard running else { return }
            $0.close(at: value.lastAlive)
            $0.isFlagged = true
        }
    }

    private mutating func change(run number: Int, _ body: (inout RunRecord) -> Void) {
        guard let index = runs.lastIndex(where: { $0.number == number }) else { return }
        body(&runs[index])
    }

    private mutating func changeCurrent(_ body: (inout RunRecord) -> Void) {
        guard let number = currentRun?.number else { return }
        change(run: number, body)
    }

    private mutating func change(mark number: Int, _ body: (inout Mark) -> Void) {
        guard let index = marks.firstIndex(where: { $0.number == number }) else { return }
        body(&marks[index])
    }
}
