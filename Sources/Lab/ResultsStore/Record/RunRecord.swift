/// A run of a task, computed from its events: segments of time, attempts, outcome.
package struct RunRecord: Sendable, Hashable {
    /// A period in which the run was in one state; still open if `to` is nil.
    package struct Segment: Sendable, Hashable {
        package enum Kind: String, Sendable, Hashable {
            /// The task's clock was running. The time on task is the sum of these segments.
            case running
            case paused
            /// The task's clock was stopped, for example by "done" or at the time limit.
            case checking
        }

        package var kind: Kind
        package var from: Stamp
        package var to: Stamp?
    }

    package var number: Int
    package var task: String
    package var condition: String
    package var practice: Bool
    /// Time limit in seconds, including extensions.
    package var timeLimit: Double
    package var segments: LongList<Segment> = []
    package var attempts: [CheckFinished] = []
    /// For each attempt, the time on the task's clock, in nanoseconds, when the clock stopped for
    /// the check.
    package var attemptTimes: [Int64] = []
    package var ending: Ending?
    package var startSnapshot: String?
    package var endSnapshot: String?
    package var overlaid: [String] = []
    /// The parallel task set to which the task belongs; nil if there is none.
    package var taskSet: String?
    package var lastStop: TaskStopped.Reason?
    /// Whether a check has judged the work since the clock last stopped.
    package var isChecked = false
    /// Whether a part of the running time could not be measured, because of a reboot, an adjusted
    /// clock, a killed process or a machine that was asleep. Also true for a success that was
    /// imported without a time.
    package var isFlagged = false
    package var imported: TimeImported?
    /// The assists that were not undone.
    var assists: [Assist] = []
    /// Verdicts of checks that were repeated after the session, keyed by attempt number. They
    /// replace the recorded verdicts.
    package var applied: [Int: Verdict] = [:]

    struct Assist: Sendable, Hashable {
        var mark: Int
        /// Time on the task's clock when the assist was given, in nanoseconds.
        var elapsed: Int64
        /// Number of attempts that had been checked before the assist.
        var attempts: Int
    }

    package init(_ prepared: TaskPrepared) {
        (number, task, condition) = (prepared.run, prepared.task, prepared.condition)
        (practice, timeLimit) = (prepared.practice, prepared.timeLimit)
        (startSnapshot, overlaid) = (prepared.snapshot, prepared.overlaid)
        taskSet = prepared.taskSet
    }

    package init(_ imported: TimeImported) {
        (number, task, condition) = (imported.run, imported.task, imported.condition)
        (practice, timeLimit) = (false, 0)
        self.imported = imported
        isFlagged = imported.isTimed == false
    }

    /// The outcome; nil while the run is in progress.
    package var outcome: Outcome? {
        if let imported { return imported.outcome }
        return (judged?.ending ?? ending).map { Outcome($0, assisted: !countedAssists.isEmpty) }
    }

    /// Outcome and time on task as recorded, without the verdicts in ``applied``.
    package var recorded: (outcome: Outcome?, running: Int64) {
        var copy = self
        copy.applied = [:]
        return (copy.outcome, copy.time(.running))
    }

    /// The run's ending, recomputed with the verdicts in ``applied`` in place of the recorded ones.
    /// Nil if ``applied`` is empty, or if the run has not ended. `pass` is the index of the first
    /// attempt that passes, which ends the task; nil if no attempt passes.
    private var judged: (ending: Ending, pass: Int?)? {
        guard !applied.isEmpty, let ending else { return nil }
        let verdicts = attempts.map { applied[$0.attempt] ?? $0.verdict }
        if let first = verdicts.firstIndex(of: .passed), attemptTimes.indices.contains(first) {
            return (.checkPassed, first)
        }
        switch ending {
        case .checkPassed: return (verdicts.last == .fault ? .checkerFault : .failureEnded, nil)
        case .checkerFault where verdicts.last == .failed: return (.failureEnded, nil)
        default: return (ending, nil)
        }
    }

    /// The assists that count for the outcome. Assists that were undone do not count. Verdicts of
    /// repeated checks (``applied``) can change which attempt is the first to pass. That attempt
    /// ends the task, and later assists do not count.
    private var countedAssists: [Assist] {
        guard let pass = judged?.pass else { return assists }
        return assists.filter { $0.attempts <= pass }
    }

    package var hasStarted: Bool { !segments.isEmpty || imported != nil }

    package var openSegment: Segment? { segments.last.flatMap { $0.to == nil ? $0 : nil } }
}

// MARK: - Time

extension RunRecord {
    /// Returns the total length, in nanoseconds, of all segments of one kind. If `now` is given,
    /// the open segment is counted until `now`.
    ///
    /// For `.running`, there are two exceptions:
    ///
    /// - For an imported run, the imported time is returned.
    /// - If verdicts were replaced (``applied``) and an attempt passes, the time of the first
    ///   passing attempt is returned.
    package func time(_ kind: Segment.Kind, now: Stamp? = nil) -> Int64 {
        if kind == .running, let time = imported?.duration { return time }
        if kind == .running, let pass = judged?.pass { return attemptTimes[pass] }
        return Nanoseconds.sum(
            segments.lazy.filter { $0.kind == kind }.map { $0.length(now: now) }
        )
    }

    /// Returns the time on task, in nanoseconds, after the first assist that counts for the
    /// outcome; 0 if there is no such assist.
    package func assistedTime() -> Int64 {
        countedAssists.first.map { max(0, time(.running) - $0.elapsed) } ?? 0
    }

    /// Returns the value of the task's clock at `stamp`, in nanoseconds. The value is at most the
    /// time limit, because the clock stops there; the stop can be recorded later than `stamp`.
    package func clock(at stamp: Stamp) -> Int64 {
        let running = time(.running, now: stamp)
        return imported == nil ? min(running, Int64(timeLimit * 1e9)) : running
    }

    mutating func close(at stamp: Stamp) {
        guard let open = openSegment else { return }
        if open.kind == .running, open.from.nanoseconds(to: stamp) == nil { isFlagged = true }
        segments[segments.count - 1].to = stamp
    }

    mutating func open(_ kind: Segment.Kind, at stamp: Stamp) {
        close(at: stamp)
        segments.append(Segment(kind: kind, from: stamp, to: nil))
    }
}

extension RunRecord.Segment {
    /// Returns the segment's length in nanoseconds; 0 if it cannot be measured. A run with a
    /// running segment that cannot be measured is flagged.
    package func length(now: Stamp? = nil) -> Int64 {
        guard let end = to ?? now else { return 0 }
        return from.nanoseconds(to: end) ?? 0
    }
}
