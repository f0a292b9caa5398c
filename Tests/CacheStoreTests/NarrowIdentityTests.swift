import CacheStore
import DataAccess
import Testing

/// A record whose identity has 16 bits. The store assigns it if there is none.
private struct Seat: NumberedRecord {
    typealias Identity = RecordID<Seat, Int16>

    var number: Int16?
    var name: String?

    var identity: Identity? {
        get { number.map(Identity.init) }
        set { number = newValue?.value }
    }
}

extension Seat: StoredRecord {
    static let statements = EntityDescription("Seat", identity: "number", uniqueness: [["name"]])
        .attributes([.integer16("number"), .string("name")]).statements

    init(row: some ColumnReader) throws {
        self.init(number: row.int16(0), name: row.string(1))
    }

    func bind(to row: any ColumnBinder) throws {
        try row.bind(number, name, at: 1)
    }
}

private let model = StoreModel(name: "Hall", records: [Seat.self])

/// The record had no identity when it was read, and each save inserted it again.
@Test func aNumberThatDoesNotFitTheIdentityIsRefused() async throws {
    let all: [any DataAccessObject<Seat>] = [
        StoreDAO<Seat>(store: try CacheStore(inMemory: model)),
        MemoryDAO<Seat>(store: MemoryStore(model)),
    ]
    for seats in all {
        let last = Seat(number: .max, name: "last")
        _ = try await seats.save(last)
        let error = await #expect(throws: StoreError.self) {
            _ = try await seats.save(Seat(name: "new"))
        }
        #expect("\(error, default: "none")".contains("does not fit Seat.number"))
        await #expect(throws: StoreError.self) { _ = try await seats.insert(Seat(name: "new")) }
        #expect(try await seats.list() == [last])
    }
}

@Test func aNewNumberFollowsTheGreatestOne() async throws {
    let all: [any DataAccessObject<Seat>] = [
        StoreDAO<Seat>(store: try CacheStore(inMemory: model)),
        MemoryDAO<Seat>(store: MemoryStore(model)),
    ]
    for seats in all {
        let saved = try await seats.save([
            Seat(name: "a"), Seat(name: "b"), Seat(number: 9, name: "c"),
        ])
        #expect(saved.map(\.number) == [1, 2, 9])
        #expect(try await seats.save(Seat(name: "d")).number == 10)
        // The last number does not fit, so nothing is saved.
        await #expect(throws: StoreError.self) {
            _ = try await seats.save([
                Seat(name: "x"), Seat(number: .max, name: "y"), Seat(name: "z"),
            ])
        }
        #expect(try await seats.save(Seat(name: "e")).number == 11)
        for number in [11, 10] as [Int16] { _ = try await seats.delete(Seat.Identity(number)) }
        #expect(try await seats.save(Seat(name: "f")).number == 10)
    }
}

@Test(arguments: [false, true])
func aRefusedNumberEndsTheTransaction(_ isInsertion: Bool) async throws {
    let store = try CacheStore(inMemory: model)
    let error = await #expect(throws: StoreError.self) {
        try await store.write { connection in
            try connection.save(Seat(number: .max))
            let new = Seat(name: "new")
            #expect(throws: StoreError.self) {
                try isInsertion ? connection.insert(new) : connection.save(new)
            }
        }
    }
    #expect("\(error, default: "none")".contains("has rolled back the whole transaction"))
    #expect(try await store.context.fetch(Seat.self) == [])
    try await store.context.save(Seat(name: "first"))
    #expect(try await store.context.fetch(Seat.self) == [Seat(number: 1, name: "first")])
}
