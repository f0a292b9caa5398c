/// Application of events to the record.
extension SessionRecord {
    package mutating func apply(_ recorded: RecordedEvent) {
        eventCount = recorded.number
        if recorded.stamp != .unknown, !recorded.event.isAfterSession { lastStamp = recorded.stamp }
        if let reason = Reason(recorded, runs: runs) { reasons.append(reason) }
        switch recorded.event {
        case .sessionStarted(let value): start = value
        case .consentGiven(let value): consent = value
        case .stepEntered(let value): currentStep = value.index
        case .stepCompleted(let value): completedSteps.insert(value.index)
        case .answered(let value): apply(value, recorded)
        case .pressed(let value) where value.isApplied: presses[recorded.stamp] = value
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
            if value.isApplied == true {
                change(run: value.run) { $0.applied[value.attempt] = value.verdict }
            }
        case .rated(let value):
            apply(Rating(value: value, wall: recorded.stamp.wall, event: recorded.id))
            note(rater: value.rater, isBlind: value.isBlind, isFinished: false, recorded.id)
        case .ratingUndone(let value):
            let place = ratings.firstIndex {
                $0.value.rater == value.rater && $0.value.number == value.number
            }
            if let place { ratings[place].isUndone = true }
        case .ratingFinished(let value):
            note(rater: value.rater, isBlind: value.isBlind, isFinished: true, recorded.id)
        case .excluded(let value): exclusion = value
        case .included(let value):
            if let reason = exclusion?.reason {
                reversedExclusions.append(.init(excluded: reason, included: value.reason))
            }
            exclusion = nil
        case .withdrawn(let value): withdrawal = value
        case .sessionInterrupted:
            state = .interrupted
            changeCurrent { $0.close(at: recorded.stamp) }
        case .sessionResumed(let value): resume(value, event: recorded.id)
        case .sessionFinished(let value): state = value.complete ? .finished : .ended
        default: applyToRun(recorded)
        }
    }

    /// Adds a rating, or replaces the earlier rating with the same rater and number. A rating is
    /// recorded again if the rater adds a text or a grade.
    private mutating func apply(_ rating: Rating) {
        let same = ratings.firstIndex {
            $0.value.rater == rating.value.rater && $0.value.number == rating.value.number
        }
        if let same { ratings[same] = rating } else { ratings.append(rating) }
    }

    /// Updates a rater's entry. The rater counts as blind only if all of the rater's work on the
    /// session was blind.
    private mutating func note(
        rater name: String,
        isBlind: Bool,
        isFinished: Bool,
        _ event: Int64
    ) {
        let rater = Rater(name: name, isBlind: isBlind, isFinished: isFinished, event: event)
        guard let place = raters.firstIndex(where: { $0.name == name }) else {
            return raters.append(rater)
        }
        let wasBlind = raters[place].isBlind
        raters[place] = rater
        raters[place].isBlind = wasBlind && isBlind
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
                $0.isChecked = false
                $0.open(.checking, at: stamp)
            }
        case .checkFinished(let value):
            change(run: value.run) {
                $0.attempts.append(value)
                $0.attemptTimes.append($0.time(.running))
                $0.isChecked = true
            }
        case .taskExtended(let value):
            change(run: value.run) {
                // Limited so that the sum of many extensions, in nanoseconds, fits in 64 bits.
                $0.timeLimit = min(max(0, $0.timeLimit + value.by), SessionEvent.longestInterval)
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

    private mutating func apply(_ value: Answered, _ recorded: RecordedEvent) {
        let key = value.key
        answers[key] = Answer(
            value: value.value,
            contradicts: value.contradicts,
            corrections: answers[key].map { $0.corrections + 1 } ?? 0,
            submitted: value.submitted,
            event: recorded.id,
            amendment: value.amendment,
            frontEnd: presses[recorded.stamp]?.frontEnd
        )
    }

    /// Adds a run. If the last run has the same number and was never started, the new run replaces
    /// it.
    private mutating func prepare(_ value: TaskPrepared) {
        if let last = runs.last, last.number == value.run, !last.hasStarted { runs.removeLast() }
        runs.append(RunRecord(value))
    }

    private mutating func apply(_ value: Marked, _ recorded: RecordedEvent) {
        let run = value.run.flatMap { number in runs.first { $0.number == number } }
        let elapsed = run?.clock(at: recorded.stamp)
        marks.append(
            Mark(
                number: value.mark,
                kind: value.kind,
                run: value.run,
                elapsed: elapsed,
                event: recorded.id,
                code: value.code,
                severity: value.severity,
                level: value.level,
                stamp: recorded.stamp
            )
        )
        guard value.kind == .assist, let number = value.run, let elapsed else { return }
        change(run: number) {
            $0.assists.append(
                .init(mark: value.mark, elapsed: elapsed, attempts: $0.attempts.count)
            )
        }
    }

    private mutating func undo(mark number: Int) {
        change(mark: number) { $0.isUndone = true }
        guard let run = marks.last(where: { $0.number == number })?.run else { return }
        change(run: run) { $0.assists.removeAll { $0.mark == number } }
    }

    private mutating func resume(_ value: Resumption, event: Int64) {
        state = .running
        let open = currentRun?.openSegment
        gaps.append(
            Gap(
                seconds: value.gap,
                spansReboot: value.spansReboot,
                run: open == nil ? nil : currentRun?.number,
                event: event
            )
        )
        guard let open else { return }
        changeCurrent {
            $0.close(at: value.lastAlive)
            if open.kind == .running { $0.isFlagged = true }
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
        guard let index = marks.lastIndex(where: { $0.number == number }) else { return }
        body(&marks[index])
    }
}
