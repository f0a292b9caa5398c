import ResultsStore
import Scenarios
import Synchronization

/// The check of the current attempt. It continues while the facilitator's dialog, such as the
/// codebook, hides the state that waits for it. When the dialog is closed, the state waits for the
/// same check.
final class CurrentCheck: Sendable {
    private struct Started {
        var run: Int?
        /// Number of attempts before this check.
        var attempts: Int?
        var task: Task<CheckFinished, Never>
    }

    /// The check that was started last. Protected by a mutex because queries run on different
    /// threads.
    private let started = Mutex<Started?>(nil)

    /// Returns the result of the check that `query` asks for. If it was started before, waits for
    /// it; otherwise, starts it.
    func result(
        of query: RunCheck,
        check: @escaping @Sendable (RunCheck) async -> CheckFinished
    ) async -> CheckFinished {
        let run = query.session.record.currentRun
        let task = started.withLock { started -> Task<CheckFinished, Never> in
            if let started, started.run == run?.number, started.attempts == run?.attempts.count {
                return started.task
            }
            started?.task.cancel()
            let task = Task(executorPreference: OwnThread()) { await check(query) }
            started = Started(run: run?.number, attempts: run?.attempts.count, task: task)
            return task
        }
        return await task.value
    }

    /// Ends the check's commands.
    func cancel() { started.withLock { $0?.task }?.cancel() }

    /// Ends the check's commands, and waits for their end. Without the wait, this process could end
    /// first, and the commands would continue to run.
    func end() async {
        cancel()
        _ = await started.withLock { $0?.task }?.value
    }
}
