package import Diagnostics
import Foundation
import Synchronization

/// Pushes the new events of a results file at intervals while a session runs.
///
/// It has threads of its own: a slow or failing hub neither delays nor ends the session. It only
/// pushes; `evalrun sync` also pulls other sessions and applies tombstones.
package final class BackgroundSync: Sendable {
    private struct State {
        var task: Task<Void, Never>?
        /// Why the last push failed; nil if it did not.
        var failure: DiagnosticError?
        var hasPushed = false
    }

    private let thread = TaskThread(name: "sync")
    private let state = Mutex(State())
    private let synchronisation: Synchronisation

    package init(_ synchronisation: Synchronisation) { self.synchronisation = synchronisation }

    /// - Parameter interval: between two pushes.
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

    /// Whether the last push was acknowledged.
    package var hasPushed: Bool { state.withLock(\.hasPushed) }

    private func push() async -> DiagnosticError? {
        do throws(DiagnosticError) {
            _ = try await synchronisation.push()
            return nil
        } catch { return error }
    }

    /// Ends it without waiting for a push that is under way, which the next synchronisation compares
    /// and completes.
    ///
    /// - Returns: why the last push failed, or that there was none yet.
    package func stop() -> [Diagnostic] {
        let state = state.withLock { state in
            state.task?.cancel()
            return (failure: state.failure, hasPushed: state.hasPushed)
        }
        if let failure = state.failure { return failure.diagnostics }
        return state.hasPushed ? [] : [Incident.notPushed(hub: synchronisation.place)]
    }
}
