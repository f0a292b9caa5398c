import Diagnostics
package import Foundation
import GRDB

/// Sessions from elsewhere, to be merged into a file: another file, or those pulled from a hub.
package struct MergeInput: Sendable {
    /// A session's log, with the participant's code in this file.
    package struct Log: Sendable {
        package var session: Int64
        package var uuid: UUID
        package var participant: String
        package var study: String
        package var lab: String
        /// File copy that recorded the first event.
        var origin: UUID
        /// Which of several planned sessions it is; nil without a plan.
        var period: Int?
        /// Hashes of events that begin branches which an analyst has rejected. This log replaces such a
        /// branch of the session here, if all its events are among `known`.
        package var rejected: Set<Data> = []
        /// Hashes of all events of the session that the hub has.
        package var known: Set<Data> = []
        /// Id of the last event, in the file that it was read from; 0 elsewhere.
        var newest: Int64 = 0
        /// As they were recorded, each with its decoded form.
        package var events: [(stored: ChainedEvent, event: SessionEvent)]

        /// Whether one log is the beginning of the other, whatever code each file gives the
        /// participant.
        func continues(_ other: Log) -> Bool {
            zip(events, other.events).allSatisfy {
                $0.stored.stamp == $1.stored.stamp
                    && $0.event.withoutIdentity == $1.event.withoutIdentity
            }
        }

        /// Hash of each event.
        var hashes: [Data] {
            var hash = HashChain.start
            return events.map { entry in
                hash = entry.stored.hash(after: hash)
                return Data(hash)
            }
        }

        /// Whether somebody may be recording it or amending it in the file of a lab, or of no lab.
        func isRecorded(in own: String) -> Bool { own.isEmpty || lab.isEmpty || lab == own }

        /// Whether the code means two people: both sessions have it, and they come from two files
        /// that do not say that they are two sessions of a plan.
        func isAnotherPerson(than other: Log) -> Bool {
            guard participant == other.participant, lab == other.lab, origin != other.origin else {
                return false
            }
            guard let period, let others = other.period else { return true }
            return period == others
        }

        init(
            session: Int64,
            uuid: UUID,
            participant: String,
            study: String,
            lab: String,
            origin: UUID,
            period: Int?,
            events: [(stored: ChainedEvent, event: SessionEvent)]
        ) {
            (self.session, self.uuid, self.participant) = (session, uuid, participant)
            (self.study, self.lab, self.events) = (study, lab, events)
            (self.origin, self.period) = (origin, period)
        }
    }

    /// Named in messages.
    package var file: String
    /// Whether all logs are of one file, in which a code means one person.
    var isOneFile = false
    package var logs: [Log]
    package var tombstones: [Tombstone]
    /// Identities of persons who declined → the study's id.
    package var declined: [String: String]
    /// Definitions, and snapshots of the named sessions alone: others may have been erased here.
    package var contents: @Sendable ([Int64]) throws -> MergeContents

    package init(
        file: String,
        logs: [Log],
        tombstones: [Tombstone],
        declined: [String: String],
        contents: @escaping @Sendable ([Int64]) throws -> MergeContents
    ) {
        (self.file, self.logs, self.tombstones) = (file, logs, tombstones)
        (self.declined, self.contents) = (declined, contents)
    }

    /// Everything that a file holds.
    ///
    /// - Parameter renaming: code in the file → code to be used instead.
    init(_ file: ResultsStore, renaming: [String: String]) throws(DiagnosticError) {
        self.file = file.path
        isOneFile = true
        logs = try file.mergeLogs().map { log in
            var log = log
            log.rename(renaming[log.participant] ?? log.participant)
            return log
        }
        tombstones = try file.tombstones()
        declined = try file.declinedPersons()
        contents = { try MergeContents(file, sessions: $0) }
    }
}

extension MergeInput.Log {
    /// A log that was pulled from a hub.
    ///
    /// - Parameters:
    ///   - session: a number that tells it from the others of the input.
    ///   - participant: the code in the file that pushed it.
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

    /// Gives the participant another code. The events stay as recorded; the code is a column.
    mutating func rename(_ code: String) {
        participant = code
        guard case .sessionStarted(var start)? = events.first?.event else { return }
        start.participant = code
        events[0].event = .sessionStarted(start)
    }
}

extension ResultsStore {
    /// The logs of the file: all of them, or those of some sessions and participants.
    ///
    /// - Parameter needed: sessions whose events are read; nil for all.
    func mergeLogs(
        of sessions: Set<UUID>? = nil,
        or participants: Set<String> = [],
        withEventsOf needed: Set<UUID>? = nil
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
            let codes = try json(Array(participants))
            return try Row.fetchAll(
                db,
                sql: """
                    SELECT sessions.id, uuid, participant, coalesce(studies.id, ''), lab, origin,
                        json_extract(plan, '$.period')
                    FROM sessions LEFT JOIN studies ON studies.hash = sessions.study
                    LEFT JOIN events ON events.session = sessions.id AND events.number = 1
                    \(condition) ORDER BY sessions.id
                    """,
                arguments: uuids.map { [$0, codes] } ?? []
            ).map { row in
                let id: Int64 = try row.get(0)
                guard let uuid = UUID(uuidString: try row.get(1)) else {
                    throw damaged("session \(id) has no UUID")
                }
                let isNeeded = needed?.contains(uuid) ?? true
                let events = try isNeeded ? db.chainedEvents(session: id) : []
                var log = MergeInput.Log(
                    session: id,
                    uuid: uuid,
                    participant: try row.get(2),
                    study: try row.get(3),
                    lab: try row.get(4),
                    origin: (try row.get(5) as String?).flatMap(UUID.init(uuidString:))
                        ?? ChainedEvent.unknownOrigin,
                    period: try row.get(6),
                    events: try events.map { ($0.event, try $0.event.recorded(id: $0.id).event) }
                )
                log.newest = events.last?.id ?? 0
                log.rename(log.participant)
                return log
            }
        }
    }
}
