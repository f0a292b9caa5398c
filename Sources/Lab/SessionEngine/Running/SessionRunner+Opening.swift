package import Diagnostics
import Foundation
package import ResultsStore
package import StudyDefinition

extension SessionRunner {
    /// Result of opening a new or resumed session.
    struct Opening {
        var study: StudyFolder
        var uuid: UUID
        var first: any SessionState
        var log: SessionLog?
        var simulated: SimulatedClock?
        var resumedRun: ResumedRun?
    }

    /// The unfinished run of a task in a resumed session, with its events from the start of the
    /// clock. There are no events if the clock has not started.
    struct ResumedRun {
        var run: RunRecord
        var events: [SessionEvent]
    }

    /// Starts a new session, or resumes the participant's unfinished session. Throws if the
    /// participant is not allowed another session.
    ///
    /// - Parameter isNew: whether this process has created the results file.
    func open(_ store: ResultsStore, isNew: Bool) async throws(DiagnosticError) -> Opening {
        let all = try store.sessions(participant: options.participant, isOwn: true).inFileOrder
        let earlier = all.filter { $0.study == study.study.id }
        if try store.isErased(options.participant) {
            throw DiagnosticError(
                "erased-participant",
                at: .init(file: options.results),
                "the data of \(options.participant) were erased; this code cannot be used again",
                fix: "use another participant code",
                status: .usage
            )
        }
        guard all.allSatisfy({ $0.record.withdrawal == nil }) else {
            throw DiagnosticError(
                "withdrawn",
                at: .init(file: options.results),
                "\(options.participant) has withdrawn; no further sessions are possible",
                status: .usage
            )
        }
        guard let last = earlier.last else {
            return try await fresh(store, isNew: isNew, after: [])
        }
        switch last.record.state {
        case .finished, .ended:
            let planned = options.plan?.sessions ?? 1
            // With several planned sessions, pilots are counted separately: they are not analyzed.
            let held = planned > 1 ? sessions(earlier, pilot: options.isPilot) : earlier
            if held.count < planned {
                return try await fresh(store, isNew: false, after: earlier)
            }
            let title = "the study “\(study.study.printed.title)”"
            throw DiagnosticError(
                "already-finished",
                at: .init(file: options.results),
                last.record.state == .finished
                    ? "\(options.participant) has already finished \(title)"
                    : "the session of \(options.participant) in \(title) was ended early, and "
                        + "cannot be continued",
                fix: "for another person, use another code; a person with two codes counts as two "
                    + "people. Nothing was changed",
                status: .usage
            )
        case .running, .interrupted: return try resume(last, store, after: earlier.dropLast())
        }
    }

    /// Returns the version of the study with which a session began.
    package static func study(
        of start: SessionStart,
        results: String
    ) throws(DiagnosticError) -> Study {
        let store = try ResultsStore(path: results, access: .read)
        defer { store.close() }
        return try store.study(hash: start.study)
    }

    /// Returns the study with which the participant's unfinished session began, from the results
    /// file. Nil if there is no unfinished session, or if there are several, of different studies.
    package static func studyOfUnfinishedSession(
        _ participant: String,
        results: String,
        resources: Resources
    ) throws(DiagnosticError) -> StudyFolder? {
        guard FileManager.default.fileExists(atPath: results) else { return nil }
        let store = try ResultsStore(path: results, access: .read)
        defer { store.close() }
        var last: [String: SessionRecord] = [:]
        for session in try store.sessions(participant: participant, isOwn: true).inFileOrder {
            last[session.study] = session.record
        }
        let unfinished = last.values.filter { !$0.hasEnded }
        guard unfinished.count == 1, let start = unfinished[0].start else { return nil }
        return try StoredStudy.restore(start.study, from: store, into: resources.cache)
    }

    private func fresh(
        _ store: ResultsStore,
        isNew: Bool,
        after earlier: [StoredSession]
    ) async throws(DiagnosticError) -> Opening {
        let environment = await EnvironmentProbe.read(
            study.study,
            environment: resources.commandEnvironment(options.environment)
        )
        let isKnown = earlier.contains { $0.uuid == options.identity }
        let uuid = isKnown ? UUID() : options.identity ?? UUID()
        let start = SessionStart(
            participant: options.participant,
            study: study.hash,
            conditions: options.conditions,
            source: options.script == nil ? .live : .script,
            simulatedClock: options.simulatesClock,
            pilot: options.isPilot,
            environment: environment,
            plan: options.plan,
            uuid: uuid
        )
        let session = Session(
            study: study.study,
            start: start,
            forced: forced(start, study.study),
            earlier: Self.answers(sessions(earlier, pilot: start.pilot).map(\.record))
        )
        return Opening(
            study: study,
            uuid: uuid,
            first: Confirming(
                session: session,
                results: options.results + (isNew ? ", a new file" : ""),
                resumption: nil,
                remarks: try remarks(store)
            ),
            simulated: options.simulatesClock ? SimulatedClock() : nil
        )
    }

    /// Returns remarks to show to the facilitator before the first event.
    private func remarks(_ store: ResultsStore) throws(DiagnosticError) -> [String] {
        var remarks = options.remarks
        let alike = ParticipantCode.alike(options.participant, among: try store.participants())
        if !alike.isEmpty {
            remarks.append(
                "other participants have similar codes: \(alike.joined(separator: ", "))"
            )
        }
        let open = try store.unfinished(study: study.study.id)
        if !open.isEmpty {
            let rest = open.count > 10 ? ", …" : ""
            remarks.append(
                "sessions of this study that are not finished: "
                    + open.prefix(10).joined(separator: ", ") + rest
            )
        }
        if let change = try store.changeWithinVersion(study) { remarks.append(change) }
        return remarks
    }

    private func resume(
        _ stored: StoredSession,
        _ store: ResultsStore,
        after earlier: [StoredSession]
    ) throws(DiagnosticError) -> Opening {
        guard let start = stored.record.start else { throw Self.unreadable(options.results) }
        if options.script != nil, !options.resumesScript {
            throw DiagnosticError(
                "unfinished",
                at: .init(file: options.results),
                "\(options.participant) has an unfinished session",
                fix: "add --resume to continue the session, or use another participant code",
                status: .usage
            )
        }
        let isScripted = start.source == .script
        if isScripted != (options.script != nil) {
            let session = "the unfinished session of \(options.participant)"
            throw DiagnosticError(
                "mixed-source",
                at: .init(file: options.results),
                isScripted
                    ? "\(session) was started by a script, so only a script can continue it"
                    : "\(session) was started without a script, so a script cannot continue it",
                fix: (isScripted
                    ? "add --script FILE and --resume" : "omit --script, --clock and --resume")
                    + ", or use another participant code",
                status: .usage
            )
        }
        let folder =
            start.study == study.hash
            ? study : try StoredStudy.restore(start.study, from: store, into: resources.cache)
        let alive = Self.lastAlive(stored.record, try store.lastBeat(session: stored.id))
        let simulated =
            start.simulatedClock ? SimulatedClock(start: alive.advanced(by: 60_000_000_000)) : nil
        let resumption = Resumption(
            lastAlive: alive,
            now: (simulated?.clock ?? .system).now()
        )
        let session = Session(
            study: folder.study,
            start: start,
            record: stored.record,
            forced: forced(start, folder.study),
            earlier: Self.answers(sessions(earlier, pilot: start.pilot).map(\.record))
        )
        var remarks = options.remarks
        if start.study != study.hash {
            remarks.append(
                "the study has changed; this session continues with the version with which it began"
            )
        }
        if options.isPilot, !start.pilot {
            remarks.append(
                "this session began without --pilot: it is not a pilot, and its data are analysed"
            )
        }
        return Opening(
            study: folder,
            uuid: stored.uuid,
            first: Confirming(
                session: session,
                results: options.results,
                resumption: resumption,
                remarks: remarks
            ),
            log: try store.reopen(session: stored.id),
            simulated: simulated,
            resumedRun: try resumedRun(stored, store)
        )
    }

    /// Returns the last time at which the session was known to be running: the time of its last
    /// event or of its last heartbeat, whichever is later. Compares monotonic times, because the
    /// wall clock can be set back. Ignores a heartbeat from another boot of the machine. Such a
    /// heartbeat is older than the last event, because every process writes an event before its
    /// first heartbeat.
    ///
    /// If a task's clock was running and has passed the time limit, returns the time of the limit.
    /// The process may have been killed before it recorded the stop.
    static func lastAlive(_ record: SessionRecord, _ beat: Stamp?) -> Stamp {
        let last = record.lastStamp ?? .unknown
        let alive = beat.flatMap { last.nanoseconds(to: $0) == nil ? nil : $0 } ?? last
        guard let run = record.currentRun, run.openSegment?.kind == .running else { return alive }
        return alive.advanced(by: -max(0, run.overrun(at: alive)))
    }

    private func resumedRun(
        _ stored: StoredSession,
        _ store: ResultsStore
    ) throws(DiagnosticError) -> ResumedRun? {
        guard options.script != nil, let run = stored.record.currentRun else { return nil }
        let events = try store.events(session: stored.id).map(\.event)
        return ResumedRun(run: run, events: Script.events(of: run.number, in: events))
    }

    private static func unreadable(_ file: String) -> DiagnosticError {
        DiagnosticError(
            "no-start",
            at: .init(file: file),
            "contains a session whose start was not recorded"
        )
    }

    /// Returns only the pilots if `pilot` is true; otherwise, only the sessions that are not
    /// pilots.
    private func sessions(_ sessions: [StoredSession], pilot: Bool) -> [StoredSession] {
        sessions.filter { $0.record.start?.pilot == pilot }
    }

    /// Returns the answers of several sessions. A later session's answer replaces an earlier one.
    static func answers(
        _ records: [SessionRecord]
    ) -> [SessionRecord.AnswerKey: SessionRecord.Answer] {
        records.reduce(into: [:]) { answers, record in
            answers.merge(record.answers) { _, later in later }
        }
    }

    /// Returns the keys of all questions that the script answers, including questions that would
    /// not be shown otherwise.
    private func forced(
        _ start: SessionStart,
        _ study: Study
    ) -> Set<SessionRecord.AnswerKey> {
        guard let script = options.script else { return [] }
        var keys: Set<SessionRecord.AnswerKey> = []
        for (questionnaire, items) in script.answers {
            let isAfterTask = questionnaire == study.afterTask
            let tasks = [""] + (isAfterTask ? study.tasks.map(\.id) : [])
            for (item, typed) in items where !typed.isEmpty {
                for condition in [""] + start.conditions {
                    for task in tasks {
                        keys.insert(
                            .init(
                                condition: condition,
                                questionnaire: questionnaire,
                                item: item,
                                task: task
                            )
                        )
                    }
                }
            }
        }
        return keys
    }
}
