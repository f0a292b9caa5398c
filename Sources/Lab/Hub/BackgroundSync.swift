package import Diagnostics
import Foundation
import Synchronization

/// Background task that pushes the new events of a results file at intervals while a session is in
/// progress.
///
/// It pushes on separate threads, so a slow or failing hub neither delays nor ends the session.
/// This class only pushes; `evalrun sync` also pulls other sessions and applies the tombstones of
/// erased sessions.
package final class BackgroundSync: Sendable {
    /// Events that the hub has not acknowledged when a session ends: their number, and the reasons.
    package struct Unpushed: Sendable, Hashable {
        /// Number of events that the hub has not acknowledged; nil if the results file cannot be
        /// read.
        package var events: Int?
        package var reasons: [Diagnostic]
        /// Whether the hub or the results file refuses the account, so that another account has to
        /// push the events.
        package var isRefused = false
    }

    private struct State {
        var task: Task<Void, Never>?
        /// Swift task that ends when it is time for the next push.
        var pause: Task<Void, Never>?
        /// Whether the next push is the last one.
        var isStopping = false
        /// Error of the last push; nil if the push succeeded, or if no push has ended yet.
        var failure: DiagnosticError?
        var hasPushed = false
        /// Identity of the hub; nil until a push has succeeded.
        var hub: UUID?
    }

    private let thread = TaskThread(name: "sync")
    private let state = Mutex(State())
    private let synchronisation: Synchronisation

    package init(_ synchronisation: Synchronisation) { self.synchronisation = synchronisation }

    /// Pushes at once, and then at intervals until ``stop(within:)`` is called.
    ///
    /// - Parameter interval: time between two pushes.
    package func start(every interval: Duration) {
        let task = Task(executorPreference: thread) { [self] in
            while true {
                let isLast = state.withLock(\.isStopping)
                await push()
                if isLast { break }
                await pause(interval)
            }
        }
        state.withLock { $0.task = task }
    }

    /// Whether the last push succeeded. False if no push has ended yet.
    package var hasPushed: Bool { state.withLock(\.hasPushed) }

    private func push() async {
        do throws(DiagnosticError) {
            let hub = try await synchronisation.push().hub
            state.withLock { ($0.failure, $0.hasPushed, $0.hub) = (nil, true, hub) }
        } catch {
            state.withLock { ($0.failure, $0.hasPushed) = (error, false) }
        }
    }

    private func pause(_ interval: Duration) async {
        let pause = Task<Void, Never> {
            do { try await Task.sleep(for: interval) } catch {}
        }
        let isStopping = state.withLock { state in
            state.pause = pause
            return state.isStopping
        }
        if isStopping { pause.cancel() }
        await pause.value
    }

    /// Pushes the last events, and stops.
    ///
    /// Returns nil in three cases:
    ///
    /// - The last push succeeded in time.
    /// - The last push took too long, but the hub has acknowledged all events.
    /// - ``start(every:)`` was not called.
    ///
    /// - Parameter limit: longest time to wait. A push that takes longer is abandoned; the next
    ///   synchronization sends whatever the hub did not receive.
    /// - Returns: the events that the hub has not acknowledged, with the reasons.
    package func stop(within limit: Duration) async -> Unpushed? {
        let running = state.withLock { state in
            state.isStopping = true
            state.pause?.cancel()
            return state.task
        }
        guard let running else { return nil }
        let (ends, end) = AsyncStream.makeStream(of: Bool.self)
        Task {
            await running.value
            end.yield(true)
        }
        Task {
            try? await Task.sleep(for: limit)
            end.yield(false)
        }
        let isInTime = await ends.first { _ in true } ?? false
        let (failure, hub) = state.withLock { ($0.failure, $0.hub) }
        if isInTime, failure == nil { return nil }
        let events = try? synchronisation.unpushedEvents(hub: hub)
        if isInTime {
            return Unpushed(
                events: events,
                reasons: failure?.diagnostics ?? [],
                isRefused: failure?.status == .noPermission
            )
        }
        if events == 0 { return nil }
        let silence = Incident.notPushed.diagnostic(hub: synchronisation.place)
        return Unpushed(events: events, reasons: [silence])
    }
}
