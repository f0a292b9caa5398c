import Foundation
import GRDB

/// Reading and writing of rows in the table `events`.
extension ChainedEvent {
    /// Columns of a row for ``init(row:)``, in order. The initializer does not read the last
    /// column, the hash.
    static let columns = """
        number, version, kind, monotonic_ns, wall_us, boot, payload, origin, salt, hash
        """
    static let hashColumn = 9

    /// Creates an event from a row.
    ///
    /// - Parameter row: a row that begins with ``columns``.
    init(row: Row) throws {
        let (number, version): (Int, Int) = (try row.get(0), try row.get(1))
        let stamp = try row.stamp(3)
        guard (1...Int(Int32.max)).contains(number) else {
            throw damaged("an event has the invalid sequence number \(number)")
        }
        self.init(
            number: number,
            version: version,
            kind: try row.get(2),
            stamp: stamp,
            // Reading the text as a C string would cut it off at a NUL.
            payload: try row.whole(6),
            origin: UUID(uuidString: try row.get(7)) ?? ChainedEvent.unknownOrigin,
            salt: try row.get(8)
        )
    }

    static let unknownOrigin = UUID(uuid: (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0))

    /// Appends the event to a session's rows, and returns the id of the new row.
    ///
    /// - Parameter hash: hash of the chain up to and including this event.
    func insert(session: Int64, hash: [UInt8], in db: Database) throws -> Int64 {
        try db.run(
            """
            INSERT INTO events (session, number, kind, monotonic_ns, wall_us, boot, payload, version,
                origin, salt, hash)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
            """,
            [
                session, number, kind, stamp?.monotonic, stamp?.wall, stamp?.boot, payload, version,
                origin.uuidString, salt, Data(hash),
            ]
        )
        return db.lastInsertedRowID
    }

    /// Returns the event with its payload decoded. If a newer evalrun recorded the event and this
    /// version cannot decode it, returns `.unknown` with the payload unchanged.
    ///
    /// - Parameter id: id of the event's row.
    func recorded(id: Int64) throws -> RecordedEvent {
        RecordedEvent(id: id, number: number, stamp: stamp ?? .unknown, event: try decoded(id: id))
    }

    /// Returns the decoded event. If a newer evalrun recorded the event and this version cannot
    /// decode it, returns `.unknown`.
    package func decoded() throws -> SessionEvent { try decoded(id: Int64(number)) }

    private func decoded(id: Int64) throws -> SessionEvent {
        let isNewer = version > Migrations.current
        guard let known = SessionEvent.Kind(rawValue: kind), known != .unknown else {
            if isNewer { return .unknown(UnknownEvent(kind: kind, payload: payload)) }
            throw damaged("event \(id) is of an unknown kind")
        }
        let event: SessionEvent
        do { event = try SessionEvent(kind: known, payload: Data(payload.utf8)) } catch {
            guard isNewer else { throw damaged("the data of event \(id) do not fit its kind") }
            return .unknown(UnknownEvent(kind: kind, payload: payload))
        }
        if event.isPlausible { return event }
        guard isNewer else { throw damaged("event \(id) contains a number that is out of range") }
        return .unknown(UnknownEvent(kind: kind, payload: payload))
    }
}

extension Database {
    /// Returns the events of a session in order.
    func chainedEvents(session: Int64) throws -> [(id: Int64, event: ChainedEvent)] {
        try rows(
            "SELECT \(ChainedEvent.columns), id FROM events WHERE session = ? ORDER BY number",
            [session]
        ).map { (try $0.get(ChainedEvent.hashColumn + 1), try ChainedEvent(row: $0)) }
    }

    /// Returns the decoded events of a session in order. In the start event, the recorded
    /// participant code is replaced with the code that this file uses now. The two codes differ if
    /// a merge changed the code.
    func recordedEvents(session: Int64) throws -> [RecordedEvent] {
        var events = try chainedEvents(session: session).map { try $0.event.recorded(id: $0.id) }
        let participant: String? = try value(
            "SELECT participant FROM sessions WHERE id = ?",
            [session]
        )
        guard let participant, case .sessionStarted(var start)? = events.first?.event else {
            return events
        }
        start.participant = participant
        events[0].event = .sessionStarted(start)
        return events
    }

    /// Returns the hash of the chain up to a session's last event; ``HashChain/start`` if the
    /// session has no events.
    func chainHead(session: Int64) throws -> [UInt8] {
        let hash: Data? = try value(
            "SELECT hash FROM events WHERE session = ? ORDER BY number DESC LIMIT 1",
            [session]
        )
        return hash.map(Array.init) ?? HashChain.start
    }

    /// Returns the identity of this copy of the results file.
    func fileCopy() throws -> UUID {
        try value("SELECT uuid FROM file_copy").flatMap(UUID.init(uuidString:))
            ?? ChainedEvent.unknownOrigin
    }
}
