import CacheStore
import DataAccess
import DataSource
import Foundation
import Synchronization
import Testing

private struct Seat: IdentifiedRecord {
    typealias Identity = RecordID<Seat, String>
    var identity: Identity { Identity(id) }

    var id: String
}

extension Seat: StoredRecord {
    static let statements = EntityDescription("Seat", identity: "id").attributes([
        .string("id", .required)
    ]).relationships([.toOne("guest", "Guest", by: "seat")]).statements

    init(row: some ColumnReader) throws { try self.init(id: row.required(row.string(0), 0)) }

    func bind(to row: any ColumnBinder) throws { try row.bind(id, at: 1) }
}

/// A record whose seat has no other guest.
private struct Guest: IdentifiedRecord {
    typealias Identity = RecordID<Guest, String>
    var identity: Identity { Identity(id) }

    var id: String
    var day: String?
    var seat: Seat.Identity?
}

extension Guest: StoredRecord {
    static let statements = EntityDescription(
        "Guest",
        identity: "id",
        uniqueness: [["day", "seat"]]
    ).attributes([
        .string("id", .required), .string("day"),
    ]).relationships([.toOne("seat", "Seat", isOneToOne: true)]).statements

    static let model = StoreModel(name: "Guests", records: [Seat.self, Guest.self])

    init(row: some ColumnReader) throws {
        try self.init(
            id: row.required(row.string(0), 0),
            day: row.string(1),
            seat: row.string(2).map { Seat.Identity($0) }
        )
    }

    func bind(to row: any ColumnBinder) throws {
        try row.bind(id, at: 1)
        try row.bind(day, at: 2)
        try row.bind(seat?.value, at: 3)
    }
}

/// A record that requires a seat.
private struct Ticket: IdentifiedRecord {
    typealias Identity = RecordID<Ticket, String>
    var identity: Identity { Identity(id) }

    var id: String
    var seat: Seat.Identity
}

extension Ticket: StoredRecord {
    static let statements = EntityDescription("Ticket", identity: "id").attributes([
        .string("id", .required)
    ]).relationships([.toOne("seat", "Seat", .required, whenDeleted: .cascade)]).statements

    static let model = StoreModel(
        name: "Tickets",
        records: [Seat.self, Guest.self, Ticket.self]
    )

    init(row: some ColumnReader) throws {
        try self.init(
            id: row.required(row.string(0), 0),
            seat: Seat.Identity(row.required(row.string(1), 1))
        )
    }

    func bind(to row: any ColumnBinder) throws {
        try row.bind(id, at: 1)
        try row.bind(seat.value, at: 2)
    }
}

/// References to records that do not exist yet.
@Suite(.timeLimit(.minutes(15))) struct AwaitedReferenceTests {
    private let guests = SourceRequest(Guest.self, path: "/guests")

    /// The first answers refer to seat r, which comes with the last answer.
    @Test(arguments: [
        // The last answer gives the seat to another guest.
        (
            [#"{"id": "a", "seat": "r"}"#, #"{"id": "b", "seat": {"id": "r"}}"#],
            ["a -", "b r"]
        ),
        // The second answer is newer than the first one.
        ([#"{"id": "b", "seat": "r"}"#, #"{"id": "a", "seat": "r"}"#], ["a r", "b -"]),
    ]) func theLatestOfTwoReferencesIsKept(_ answers: [String], _ seats: [String]) async throws {
        let body = Mutex("")
        let server = try LoopbackServer { request, _ in
            .send(200, request.path == "/seats" ? #"{"id": "r"}"# : body.withLock { $0 })
        }
        defer { server.stop() }
        let store = try CacheStore(inMemory: Guest.model)
        let facade = DataSourceFacade(
            store: store,
            remote: HTTPRemote(base: server.url, timeout: 60)
        )
        for answer in answers {
            body.withLock { $0 = answer }
            try await facade.refresh(guests)
        }
        try await facade.refresh(SourceRequest(Seat.self, path: "/seats"))
        let found = try await store.context.fetch(Guest.self)
        #expect(found.map { "\($0.id) \($0.seat?.value ?? "-")" } == seats)
    }

    /// A seat is part of a uniqueness constraint, so its guest waits until the end of the import.
    @Test func aGuestThatIsStoredWithoutItsSeatLacksNoRecord() async throws {
        let store = try CacheStore(inMemory: Guest.model)
        let report = try await store.context.importEntities(
            Guest.self,
            json: Data(#"[{"id": "a", "day": "d", "seat": "r"}]"#.utf8)
        )
        #expect(report.items == .init(inserted: 1))
        #expect(!report.lacksRecords)
    }

    /// Ticket t is skipped, because seat r comes with a later answer.
    @Test(arguments: [300, Double.infinity])
    func anAnswerThatLacksARecordIsRequestedAgain(_ timeToLive: Double) async throws {
        let server = try LoopbackServer { request, _ in
            .send(200, request.path == "/seats" ? #"{"id": "r"}"# : #"{"id": "t", "seat": "r"}"#)
        }
        defer { server.stop() }
        let store = try CacheStore(inMemory: Ticket.model)
        let facade = DataSourceFacade(
            store: store,
            remote: HTTPRemote(base: server.url, timeout: 60)
        )
        let tickets = SourceRequest(Ticket.self, path: "/tickets", timeToLive: timeToLive)
        try await facade.refresh(tickets)
        try await facade.refresh(SourceRequest(Seat.self, path: "/seats"))
        for await event in DataSource(facade, tickets).events(.cacheElseNetwork) {
            if case .changed = event { break }
        }
        #expect(try await store.context.fetch(Ticket.self).map(\.seat.value) == ["r"])
        #expect(server.requests.count == 3)
    }
}
