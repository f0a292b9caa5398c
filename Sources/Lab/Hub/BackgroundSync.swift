package import Diagnostics
import Synchronization

/// Pushes the new events of a results file at intervals while a session is in progress.
///
/// It pushes on separate threads, so a slow or failing hub neither delays nor ends the session.
/// This class only pushes; `evalrun sync` also pulls other sessions and applies tombstones.
package final class BackgroundSync: Sendable {
    private struct State {
        var task: Task<Void, Never>?
        /// Error of the last push; nil if the push succeeded, or if no push has ended yet.
        var failure: DiagnosticError?
        var hasPushed = false
    }

    private let thread = TaskThread(name: "sync")
    private let state = Mutex(State())
    private let synchronisation: Synchronisation

    package init(_ synchronisation: Synchronisation) { self.synchronisation = synchronisation }

    /// Starts to push, and pushes again at intervals until ``stop()`` is called.
    ///
    /// - Parameter interval: time between two pushes.
    package func start(every interval: Duration) {
        let task = Task(executorPreference: thread) { [self] in
            while !Task.isCancelled {
                let failure = await push()
                state.withLock {
                    $0.failure = failure
                    $0.hasPushed = failure == nil
                }
                try? await Task.sleep(for: interval)
            }
        }
        state.withLock { $0.task = task }
    }

    /// Whether the last push succeeded. False if no push has ended yet.
    package var hasPushed: Bool { state.withLock(\.hasPushed) }

    private func push() async -> DiagnosticError? {
        do throws(DiagnosticError) {
            _ = try await synchronisation.push()
            return nil
        } catch { return error }
    }

    /// Stops without waiting for a push in progress. The next synchronisation sends whatever the hub
    /// did not receive.
    ///
    /// - Returns: the diagnostics of the last push if it failed, or a diagnostic if no push has
    ///   finished yet; otherwise an empty array.
    package func stop() -> [Diagnostic] {
        let state = state.withLock { state in
            state.task?.cancel()
            return (failure: state.failure, hasPushed: state.hasPushed)
        }
        if let failure = state.failure { return failure.diagnostics }
        return state.hasPushed ? [] : [Incident.notPushed.diagnostic(hub: synchronisation.place)]
    }
}
