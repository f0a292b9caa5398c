import Diagnostics
import Foundation
package import ResultsStore
package import StudyDefinition

/// The only writer of a session's log.
package actor Recorder {
    private let store: ResultsStore
    private let study: StudyFolder
    private var log: SessionLog?
    /// Whether to write heartbeats. False before this process's first write of events: in a resumed
    /// session, an earlier heartbeat would hide the interruption. For the same reason false after
    /// the facilitator has left the session: a program that uses the terminal may keep this process
    /// alive. Also false after a failed write, because a heartbeat would delay the next attempt to
    /// write the events.
    private var isRecording = false
    /// The argument of the latest call of `begin`; nil before the first call. If that call failed
    /// to create the log, the next call of `record` uses this value to create it.
    private var pendingStart: SessionStart?
    /// A function that is called after each commit. Its arguments are the number of events in the
    /// log, and the new events.
    private let acknowledge: @Sendable (Int, [SessionEvent]) -> Void
    /// The latest key presses, each with the page or terminal on which the key was pressed. A press
    /// is recorded before the events that it caused.
    private let presses: PressLedger

    package init(
        store: ResultsStore,
        study: StudyFolder,
        log: SessionLog? = nil,
        presses: PressLedger = PressLedger(),
        acknowledge: @escaping @Sendable (Int, [SessionEvent]) -> Void = { _, _ in }
    ) {
        self.store = store
        self.study = study
        self.log = log
        self.presses = presses
        self.acknowledge = acknowledge
    }

    func begin(
        _ start: SessionStart,
        _ events: [SessionEvent],
        at stamp: Stamp
    ) async throws(DiagnosticError) -> SessionRecord {
        pendingStart = start
        if log == nil {
            presses.writing = .begun
            do throws(DiagnosticError) {
                log = try await store.begin(start, study: study, at: stamp)
            } catch {
                presses.writing = .failed
                throw error
            }
            presses.writing = .done
            isRecording = true
            acknowledge(1, [.sessionStarted(start)])
        }
        return try await record(events, at: stamp)
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
        let events = (presses.press(at: stamp).map { [.pressed($0)] } ?? []) + events
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
        acknowledge(record.eventCount, events)
        return record
    }

    /// Records a key press that arrived too late to have an effect.
    func keep(late press: Press, at stamp: Stamp) async throws(DiagnosticError) {
        guard let log else { return }
        let record = try log.append([.pressed(press)], at: stamp)
        acknowledge(record.eventCount, [.pressed(press)])
    }

    /// Writes a heartbeat if ``isRecording`` is true. Heartbeats show that the session is running.
    func beat(at stamp: Stamp) throws(DiagnosticError) {
        guard isRecording else { return }
        // A heartbeat may wait for a locked file. Until it is written, no press may be reported as
        // saved.
        presses.writing = .begun
        defer { presses.writing = .done }
        try log?.beat(at: stamp)
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
