import Diagnostics
package import Foundation
import GRDB

/// Sessions to be merged into a file. They come from another file or were pulled from a hub.
package struct MergeInput: Sendable {
    /// A session's log. In a ``MergePlan``, the log has the participant's code in the receiving
    /// file, which may differ from the code in the source.
    package struct Log: Sendable {
        package var session: Int64
        package var uuid: UUID
        package var participant: String
        package var study: String
        package var lab: String
        /// Identity of the copy of the results file that recorded the first event.
        var origin: UUID
        /// Number of this session among the participant's planned sessions. Nil if there is no
        /// plan, or if only one session is planned.
        var period: Int?
        /// Branches that an analyst rejected, each identified by the hash of its first event.
        /// Branches arise if several copies of a results file add events to the same session.
        package var rejected: Set<Data> = []
        /// Hashes of all events that the hub has for this session, in any branch.
        package var known: Set<Data> = []
        /// Id of the session's last event in the file from which the log was read; 0 if the events
        /// were not read from a file.
        var newest: Int64 = 0
        /// The events as recorded, each with its decoded value.
        package var events: [Entry]

        package typealias Entry = (stored: ChainedEvent, event: SessionEvent)

        /// Returns the number of equal events at the beginning of both logs. The comparison ignores
        /// the participant's code, which may differ between the two files.
        func commonEvents(with other: Log) -> Int {
            zip(events, other.events).prefix {
                $0.stored.stamp == $1.stored.stamp
                    && $0.event.withoutIdentity == $1.event.withoutIdentity
            }.count
        }

        /// Returns whether one log is a prefix of the other. Events are compared as in
        /// ``commonEvents(with:)``.
        func continues(_ other: Log) -> Bool {
            commonEvents(with: other) == min(events.count, other.events.count)
        }

        /// Returns whether the two sessions are the results of two imports of the same data.
        /// Returns false if the events of `other` were not read.
        func isSameImport(as other: Log) -> Bool {
            isImported && !other.events.isEmpty && continues(other)
        }

        var isImported: Bool {
            guard case .sessionStarted(let start)? = events.first?.event else { return false }
            return start.source == .import
        }

        /// Whether the log contains a withdrawal of consent.
        var isWithdrawn: Bool { events.contains { $0.event.kind == .withdrawn } }

        /// Returns whether every event in `events` is a withdrawal of consent that this log also
        /// contains. The event numbers may differ.
        func contains(withdrawals events: some Sequence<Entry>) -> Bool {
            events.allSatisfy { entry in
                entry.event.kind == .withdrawn
                    && self.events.contains { $0.stored.salt == entry.stored.salt }
            }
        }

        /// The chain hash of each event, in the order of the log.
        var hashes: [Data] {
            var hash = HashChain.start
            return events.map { entry in
                hash = entry.stored.hash(after: hash)
                return Data(hash)
            }
        }

        /// Returns whether the session may belong to the lab `own`: its lab is `own`, or either lab
        /// is unknown (empty).
        func isRecorded(in own: String) -> Bool { own.isEmpty || lab.isEmpty || lab == own }

        /// Returns whether the two logs have the same participant code but probably belong to
        /// different participants. Three conditions must hold:
        ///
        /// - The sessions began in different copies of a results file.
        /// - The sessions have the same lab, or at least one lab is unknown.
        /// - The sessions have the same number in the participant's plan, or at least one has no
        ///   number.
        func isAnotherPerson(than other: Log) -> Bool {
            guard participant == other.participant, isRecorded(in: other.lab),
                origin != other.origin
            else { return false }
            guard let period, let others = other.period else { return true }
            return period == others
        }
    }

    /// A withdrawal of consent in any branch of a session at a hub. Branches arise if several
    /// copies of a results file add events to the same session.
    package struct Withdrawal: Sendable {
        package var lab: String
        package var session: UUID
        var stored: ChainedEvent
        var event: SessionEvent

        /// Creates a withdrawal from the event `stored`; nil if the event is not a withdrawal.
        package init?(_ stored: ChainedEvent, session: UUID, lab: String) {
            guard let event = try? stored.decoded(), event.kind == .withdrawn else { return nil }
            (self.lab, self.session, self.stored, self.event) = (lab, session, stored, event)
        }
    }

    /// Name of the file or hub from which the sessions come, for messages.
    package var file: String
    /// Whether all logs come from one file, in which each code identifies one person.
    var isOneFile = false
    package var logs: [Log]
    package var tombstones: [Tombstone]
    /// Withdrawals of consent to add to sessions of the receiving file. They are added even if the
    /// log in that file differs from the session's log at the hub. An input with withdrawals has no
    /// logs.
    package var withdrawals: [Withdrawal] = []
    /// Study ids, keyed by the identities of the people who declined to take part.
    package var declined: [String: String]
    /// A function that reads all definitions, but only the snapshots of the given sessions.
    /// Snapshots of other sessions are omitted, because those sessions may have been erased in the
    /// receiving file.
    package var contents: @Sendable ([Int64]) throws -> MergeContents

    package init(
        file: String,
        logs: [Log] = [],
        tombstones: [Tombstone] = [],
        declined: [String: String] = [:],
        contents: @escaping @Sendable ([Int64]) throws -> MergeContents = { _ in MergeContents() }
    ) {
        (self.file, self.logs, self.tombstones) = (file, logs, tombstones)
        (self.declined, self.contents) = (declined, contents)
    }

    /// Creates the input from everything in a file.
    ///
    /// - Parameter renaming: new participant codes to use in the receiving file, keyed by the codes
    ///   in `file`.
    /// - Throws: `DiagnosticError` if a key of `renaming` is not a code in the file, or if
    ///   `renaming` would give two participants the same code.
    init(_ file: ResultsStore, renaming: [String: String]) throws(DiagnosticError) {
        let problems = try renaming.isEmpty ? [] : file.problems(with: renaming)
        guard problems.isEmpty else { throw DiagnosticError(problems) }
        self.file = file.path
        isOneFile = true
        logs = try file.mergeLogs()
        tombstones = try file.tombstones()
        declined = try file.declinedPersons()
        contents = { try MergeContents(file, sessions: $0) }
    }
}

extension MergeInput.Log {
    /// Creates a log that was pulled from a hub.
    ///
    /// - Parameters:
    ///   - session: a number that is unique within the input.
    ///   - participant: the participant's code in the file from which the session was pushed.
    package init(
        session: Int64,
        uuid: UUID,
        participant: String,
        study: String,
        lab: String,
        chain events: [(stored: ChainedEvent, event: SessionEvent)]
    ) {
        var period: Int?
        if case .sessionStarted(let start)? = events.first?.event { period = start.plan?.period }
        self.init(
            session: session,
            uuid: uuid,
            participant: participant,
            study: study,
            lab: lab,
            origin: events.first?.stored.origin ?? ChainedEvent.unknownOrigin,
            period: period,
            events: events
        )
        rename(participant)
    }

    /// Changes the participant's code, both in ``participant`` and in the decoded start event. The
    /// stored events do not change.
    mutating func rename(_ code: String) {
        participant = code
        guard case .sessionStarted(var start)? = events.first?.event else { return }
        start.participant = code
        events[0].event = .sessionStarted(start)
    }
}

extension ResultsStore {
    /// Returns the errors in `renaming`, which maps codes of this file's participants to new codes.
    /// The codes of erased sessions are checked too, because erasures are also merged.
    fileprivate func problems(
        with renaming: [String: String]
    ) throws(DiagnosticError) -> [Diagnostic] {
        let codes = try participants()
        let unknown = renaming.keys.filter { !codes.contains($0) }.sorted().map { code in
            Diagnostic(
                "unknown-participant",
                at: .init(file: path),
                "contains no participant \"\(code)\" to rename",
                fix: suggestion(for: code, among: codes)
            )
        }
        let shared = Dictionary(grouping: codes) { renaming[$0] ?? $0 }
            .filter { $1.count > 1 && $1.contains { renaming[$0] != nil } }
            .sorted { $0.key < $1.key }
        return unknown
            + shared.map { code, participants in
                Diagnostic(
                    "participants-renamed-alike",
                    at: .init(file: path),
                    "the participants "
                        + participants.map { "\"\($0)\"" }.joined(separator: " and ")
                        + " would have the same code \"\(code)\"",
                    expected: "a different code for each participant",
                    fix: "nothing was merged; choose different codes with --rename"
                )
            }
    }

    /// Returns the logs of all sessions if `sessions` is nil. Otherwise, returns the logs of the
    /// sessions that are in `sessions` or belong to one of `participants`.
    ///
    /// - Parameter isNeeded: a function that takes a log without its events and returns whether to
    ///   read the events.
    func mergeLogs(
        of sessions: Set<UUID>? = nil,
        or participants: [String] = [],
        withEventsIf isNeeded: @Sendable (MergeInput.Log) -> Bool = { _ in true }
    ) throws(DiagnosticError) -> [MergeInput.Log] {
        try read { db in
            let condition =
                sessions == nil
                ? ""
                : """
                WHERE uuid IN (SELECT value FROM json_each(?1))
                    OR participant IN (SELECT value FROM json_each(?2))
                """
            let uuids = try sessions.map { try json($0.map(\.uuidString)) }
            let codes = try json(participants)
            return try db.rows(
                """
                SELECT sessions.id, uuid, participant, coalesce(studies.id, ''), lab, origin,
                    json_extract(plan, '$.period')
                FROM sessions LEFT JOIN studies ON studies.hash = sessions.study
                LEFT JOIN events ON events.session = sessions.id AND events.number = 1
                \(condition) ORDER BY sessions.id
                """,
                uuids.map { [$0, codes] } ?? []
            ).map { row in
                let id: Int64 = try row.get(0)
                guard let uuid = UUID(uuidString: try row.get(1)) else {
                    throw damaged("session \(id) has no UUID")
                }
                var log = MergeInput.Log(
                    session: id,
                    uuid: uuid,
                    participant: try row.get(2),
                    study: try row.get(3),
                    lab: try row.get(4),
                    origin: (try row.get(5) as String?).flatMap(UUID.init(uuidString:))
                        ?? ChainedEvent.unknownOrigin,
                    period: try row.get(6),
                    events: []
                )
                guard isNeeded(log) else { return log }
                let events = try db.chainedEvents(session: id)
                log.events = try events.map { ($0.event, try $0.event.recorded(id: $0.id).event) }
                log.newest = events.last?.id ?? 0
                log.rename(log.participant)
                return log
            }
        }
    }
}
