import Diagnostics
import Foundation
package import ResultsStore
package import StudyDefinition

/// The only writer of a session's log.
package actor Recorder {
    private let store: ResultsStore
    private let study: StudyFolder
    private var log: SessionLog?
    /// Whether to write heartbeats. False in three cases:
    ///
    /// - This process has not written any events yet. In a resumed session, a heartbeat would hide
    ///   the interruption.
    /// - The facilitator has left the session. A program that uses the terminal may keep this
    ///   process alive, and a heartbeat would hide the interruption.
    /// - The last write failed. A heartbeat would delay the next attempt to write the events.
    private var isRecording = false
    /// The argument of the latest call of `begin`; nil before the first call. If that call failed
    /// to create the log, the next call of `record` uses this value to create it.
    private var pendingStart: SessionStart?
    /// A function that is called after each commit. Its arguments are the number of events in the
    /// log, and the new events.
    private let acknowledge: @Sendable (Int, [SessionEvent]) -> Void
    /// A function that returns for how long the machine has slept (``SessionClock/asleep``).
    private let asleep: @Sendable () -> Int64
    /// Value of ``asleep`` at the last write of events or of a heartbeat.
    private var sleptBefore: Int64
    /// The latest key presses, each with the page or terminal on which the key was pressed. A press
    /// is recorded before the events that it caused.
    private let presses: PressLedger

    package init(
        store: ResultsStore,
        study: StudyFolder,
        log: SessionLog? = nil,
        presses: PressLedger = PressLedger(),
        asleep: @escaping @Sendable () -> Int64 = { 0 },
        acknowledge: @escaping @Sendable (Int, [SessionEvent]) -> Void = { _, _ in }
    ) {
        self.store = store
        self.study = study
        self.log = log
        self.presses = presses
        (self.asleep, sleptBefore) = (asleep, asleep())
        self.acknowledge = acknowledge
    }

    func begin(
        _ start: SessionStart,
        _ events: [SessionEvent],
        at stamp: Stamp
    ) async throws(DiagnosticError) -> SessionRecord {
        pendingStart = start
        if log != nil { return try await record(events, at: stamp) }
        let events = pressed(at: stamp) + events
        presses.writing = .begun
        let begun: SessionLog
        do throws(DiagnosticError) {
            begun = try await store.begin(start, events, study: study, at: stamp)
        } catch {
            presses.writing = .failed
            throw error
        }
        presses.writing = .done
        log = begun
        isRecording = true
        noteSleep()
        acknowledge(begun.record.eventCount, [.sessionStarted(start)] + events)
        return begun.record
    }

    func record(
        _ events: [SessionEvent],
        at stamp: Stamp
    ) async throws(DiagnosticError) -> SessionRecord {
        guard let log else {
            guard let pendingStart else {
                // The facilitator leaves the first screen. If the study's files have changed since
                // they were read, the session could not begin after the consent. It is therefore
                // refused now.
                try ResultsStore.requireUnchanged(study)
                return SessionRecord()
            }
            return try await begin(pendingStart, events, at: stamp)
        }
        guard !events.isEmpty else { return log.record }
        let events = pressed(at: stamp) + events
        isRecording = false
        presses.writing = .begun
        let record: SessionRecord
        do throws(DiagnosticError) {
            record = try log.append(events, at: stamp)
        } catch {
            presses.writing = .failed
            throw error
        }
        presses.writing = .done
        isRecording = record.state == .running
        noteSleep()
        acknowledge(record.eventCount, events)
        return record
    }

    /// Updates ``sleptBefore``. Ignores a value that is smaller than the previous value: it is a
    /// measurement error, as in ``SleepWatch``.
    private func noteSleep() { sleptBefore = max(sleptBefore, asleep()) }

    /// Returns the event of the key press with this time stamp; empty if there is none.
    private func pressed(at stamp: Stamp) -> [SessionEvent] {
        presses.press(at: stamp).map { [.pressed($0)] } ?? []
    }

    /// Records a key press that arrived too late to have an effect.
    func keep(late press: Press, at stamp: Stamp) async throws(DiagnosticError) {
        guard let log else { return }
        let record = try log.append([.pressed(press)], at: stamp)
        acknowledge(record.eventCount, [.pressed(press)])
    }

    /// Writes a heartbeat if ``isRecording`` is true. Heartbeats show that the session is running.
    ///
    /// If the machine has slept while a task's clock ran, writes no heartbeat until the sleep is
    /// recorded. If the process were killed before that, the heartbeat would hide the sleep.
    func beat(at stamp: Stamp) throws(DiagnosticError) {
        guard isRecording, let log else { return }
        let isRunning = log.record.currentRun?.openSegment?.kind == .running
        if isRunning, asleep() - sleptBefore >= SleepWatch.shortest { return }
        noteSleep()
        // A heartbeat may wait for a locked file. Until it is written, no press may be reported as
        // saved.
        presses.writing = .begun
        defer { presses.writing = .done }
        try log.beat(at: stamp)
    }

    func decline(study: String) async throws(DiagnosticError) {
        try await store.countDeclined(study: study)
    }

    func files(
        ofSnapshot hash: String
    ) async throws(DiagnosticError) -> [(Snapshot.File, Foundation.Data)]? {
        try store.snapshot(hash: hash)?.map { ($0.file, $0.bytes) }
    }

    func keep(_ snapshot: (Snapshot, [String: Foundation.Data])) async throws(DiagnosticError) {
        try await store.keep(snapshot.0, bytes: snapshot.1)
    }
}
