import Foundation
import GRDB

/// Rows of the table `events`.
extension ChainedEvent {
    init(row: Row) throws {
        let (number, version): (Int, Int) = (try row.get("number"), try row.get("version"))
        let stamp: Stamp? = try (row.get("monotonic_ns") as Int64?).map {
            Stamp(monotonic: $0, wall: try row.get("wall_us"), boot: try row.get("boot"))
        }
        guard (1...Int(Int32.max)).contains(number) else {
            throw damaged("event \(try row.get("id") as Int64) has the number \(number)")
        }
        self.init(
            number: number,
            version: version,
            kind: try row.get("kind"),
            stamp: stamp,
            // As a C string it would end at a NUL.
            payload: String(
                decoding: try row.decode(Data.self, forColumn: "payload"),
                as: UTF8.self
            ),
            origin: UUID(uuidString: try row.get("origin")) ?? ChainedEvent.unknownOrigin,
            salt: try row.get("salt")
        )
    }

    static let unknownOrigin = UUID(uuid: (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0))

    /// Appends the event to a session's rows. Returns its id.
    ///
    /// - Parameter previous: hash of the session's last event.
    func insert(session: Int64, after previous: [UInt8], in db: Database) throws -> Int64 {
        try db.run(
            """
            INSERT INTO events (session, number, kind, monotonic_ns, wall_us, boot, payload, version,
                origin, salt, hash)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
            """,
            [
                session, number, kind, stamp?.monotonic, stamp?.wall, stamp?.boot, payload, version,
                origin.uuidString, salt, Data(hash(after: previous)),
            ]
        )
        return db.lastInsertedRowID
    }

    /// The event, decoded. One of a newer evalrun that this one does not know is kept as it is.
    ///
    /// - Parameter id: the event's row.
    func recorded(id: Int64) throws -> RecordedEvent {
        RecordedEvent(id: id, number: number, stamp: stamp ?? .unknown, event: try decoded(id: id))
    }

    /// The event, decoded, as ``recorded(id:)`` does.
    package func decoded() throws -> SessionEvent { try decoded(id: Int64(number)) }

    private func decoded(id: Int64) throws -> SessionEvent {
        let isNewer = version > Migrations.current
        guard let known = SessionEvent.Kind(rawValue: kind), known != .unknown else {
            if isNewer { return .unknown(UnknownEvent(kind: kind, payload: payload)) }
            throw damaged("event \(id) is of an unknown kind")
        }
        do { return try SessionEvent(kind: known, payload: Data(payload.utf8)) } catch {
            guard isNewer else { throw error }
            return .unknown(UnknownEvent(kind: kind, payload: payload))
        }
    }
}

extension Database {
    /// The events of a session in order.
    func chainedEvents(session: Int64) throws -> [(id: Int64, event: ChainedEvent)] {
        try Row.fetchAll(
            self,
            sql: "SELECT * FROM events WHERE session = ? ORDER BY number",
            arguments: [session]
        ).map { (try $0.get("id"), try ChainedEvent(row: $0)) }
    }

    /// The same, decoded. The start has the participant's code in this file, which a merge may have
    /// changed.
    func recordedEvents(session: Int64) throws -> [RecordedEvent] {
        var events = try chainedEvents(session: session).map { try $0.event.recorded(id: $0.id) }
        let participant = try String.fetchOne(
            self,
            sql: "SELECT participant FROM sessions WHERE id = ?",
            arguments: [session]
        )
        guard let participant, case .sessionStarted(var start)? = events.first?.event else {
            return events
        }
        start.participant = participant
        events[0].event = .sessionStarted(start)
        return events
    }

    /// Hash of the last event of a session.
    func chainHead(session: Int64) throws -> [UInt8] {
        let statement = try cachedStatement(
            sql: "SELECT hash FROM events WHERE session = ? ORDER BY number DESC LIMIT 1"
        )
        return try Data.fetchOne(statement, arguments: [session]).map(Array.init) ?? HashChain.start
    }

    /// Identity of this copy of the file.
    func fileCopy() throws -> UUID {
        let statement = try cachedStatement(sql: "SELECT uuid FROM file_copy")
        return try String.fetchOne(statement).flatMap(UUID.init(uuidString:))
            ?? ChainedEvent.unknownOrigin
    }
}
