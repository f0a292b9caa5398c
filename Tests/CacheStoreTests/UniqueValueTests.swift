import CacheStore
import DataAccess
import Foundation
import Testing

/// A record with a unique value besides its identity, and with a required relationship.
private struct Desk: StoredRecord, NumberedRecord {
    struct Identity: RecordIdentity {
        let value: Int64

        init(_ value: Int64) { self.value = value }
    }

    static let entity = EntityDescription(
        name: "Desk",
        identity: "id",
        attributes: [
            AttributeDescription("id", .integer64),
            AttributeDescription("code", .string, isOptional: false),
        ],
        relationships: [
            RelationshipDescription(
                "room",
                to: "Desk",
                isOptional: false,
                whenDestinationIsDeleted: .cascade,
                storage: .column
            )
        ],
        uniqueness: [["code"]]
    )
    static let statements = RecordStatements(entity)
    static let model = StoreModel(
        name: "Desks",
        statements: [
            """
            CREATE TABLE "Desk" (
                "id" INTEGER PRIMARY KEY, "code" TEXT NOT NULL UNIQUE,
                "room" INTEGER NOT NULL REFERENCES "Desk" ON DELETE CASCADE
            )
            """
        ],
        entities: [entity]
    )

    var id: Int64?
    var code: String
    var room: Int64

    var identity: Identity? {
        get { id.map(Identity.init) }
        set { id = newValue?.value }
    }

    init(id: Int64? = nil, code: String, room: Int64) {
        (self.id, self.code, self.room) = (id, code, room)
    }

    init(row: some ColumnReader) throws {
        self.init(
            id: row.int64(0),
            code: try row.required(row.string(1), 1),
            room: try row.required(row.int64(2), 2)
        )
    }

    static func blank() -> Desk { Desk(code: "", room: 0) }

    func bind(to row: any ColumnBinder) throws {
        try row.bind(id, at: 1)
        try row.bind(code, at: 2)
        try row.bind(room, at: 3)
    }
}

/// A record that is deleted together with its parent.
private struct Branch: IdentifiedRecord {
    typealias Identity = RecordID<Branch, String>
    var identity: Identity { Identity(id) }

    var id: String
    var name: String
    var parent: Identity?
}

extension Branch: StoredRecord {
    static let statements = EntityDescription("Branch", identity: "id", uniqueness: [["name"]])
        .attributes([.string("id", .required), .string("name", .required)])
        .relationships([.toOne("parent", "Branch", whenDeleted: .cascade)]).statements

    static let model = StoreModel(name: "Branches", records: [Branch.self])

    init(row: some ColumnReader) throws {
        try self.init(
            id: row.required(row.string(0), 0),
            name: row.required(row.string(1), 1),
            parent: row.string(2).map { Identity($0) }
        )
    }

    func bind(to row: any ColumnBinder) throws {
        try row.bind(id, at: 1)
        try row.bind(name, at: 2)
        try row.bind(parent?.value, at: 3)
    }
}

@Suite struct UniqueValueTests {
    /// The new parent has the unique name of the former one, which is not in the complete list.
    @Test func aRecordThatMovesToAnotherParentIsNotDeletedWithTheFormerOne() async throws {
        let store = try CacheStore(inMemory: Branch.model)
        try await store.context.save(Branch(id: "1", name: "A"))
        try await store.context.save(Branch(id: "2", name: "B", parent: Branch.Identity("1")))
        let json = """
            [{"id": "2", "name": "B", "parent": "3"}, {"id": "3", "name": "A"}]
            """
        _ = try await store.context.importEntities(
            Branch.self,
            json: Data(json.utf8),
            whole: DataQuery()
        ) { _ in true }
        let found = try await store.context.fetch(Branch.self).map(\.id)
        #expect(found.contains("2"), "\(found)")
    }

    @Test func recordsThatAreSavedTogetherAreSavedAllOrNone() async throws {
        let checked = Desk.model.statements.map {
            $0.replacing("TEXT NOT NULL", with: "TEXT NOT NULL CHECK (\"code\" <> '')")
        }
        let store = try CacheStore(
            inMemory: StoreModel(name: "Desks", statements: checked, entities: [Desk.entity])
        )
        try await store.write { connection in
            try connection.save(Desk(id: 0, code: "room", room: 0))
            let desks = [Desk(id: 1, code: "a", room: 0), Desk(id: 2, code: "", room: 0)]
            #expect(throws: StoreError.self) { try connection.save(desks) }
            try connection.save([Desk(id: 3, code: "b", room: 0), Desk(id: 4, code: "c", room: 0)])
        }
        #expect(try await store.context.fetch(Desk.self).map(\.id) == [0, 3, 4])
    }

    @Test func recordsCanBeSavedTogetherForEachRowOfAStatementThatWrites() async throws {
        let store = try CacheStore(inMemory: Desk.model)
        try await store.write { connection in
            try connection.save(Desk(id: 0, code: "room", room: 0))
            let sql = "UPDATE \"Desk\" SET \"code\" = 'hall' RETURNING \"id\""
            try connection.forEachRow(sql) { _ in
                try connection.save(["a", "b"].map { Desk(code: $0, room: 0) })
            }
        }
        let codes = try await store.context.fetch(Desk.self).map(\.code)
        #expect(codes == ["hall", "a", "b"])
    }

    /// Desks 1 and 2 exchange their codes. Desk 3 would get a free code, but not its room.
    @Test func aRecordWhoseItemIsSkippedKeepsItsUniqueValue() async throws {
        let store = try CacheStore(inMemory: Desk.model)
        for (id, code) in [(0, "room"), (1, "a"), (2, "b"), (3, "c")] as [(Int64, String)] {
            try await store.context.save(Desk(id: id, code: code, room: 0))
        }
        let json = """
            [{"id": 1, "code": "b"}, {"id": 2, "code": "a"}, {"id": 3, "code": "x", "room": 99}]
            """
        let report = try await store.context.importEntities(Desk.self, json: Data(json.utf8))
        #expect(report.items == .init(updated: 2, skipped: 1))
        let desks = try await store.context.fetch(Desk.self)
        #expect(desks.map { "\($0.id ?? 0) \($0.code)" } == ["0 room", "1 b", "2 a", "3 c"])
    }

    /// Each item gets the code of the next one. Only the last code is free, so each pass over the
    /// items in their order would store only one item. The second import cannot store any. One more
    /// item in each list waits for a room that does not come.
    @Test(.timeLimit(.minutes(3))) func aLongChainOfUniqueValuesIsStoredInTime() async throws {
        let store = try CacheStore(inMemory: Desk.model)
        let noRoom = #"{"id": 99999, "code": "none", "room": 77777}"#
        func list(_ count: Int, _ code: (Int) -> Int) -> Data {
            let items = (1...count).map { #"{"id": \#($0), "code": "\#(code($0))", "room": 0}"# }
            return Data("[\((items + [noRoom]).joined(separator: ","))]".utf8)
        }
        let count = 10_000
        let context = store.context
        try await context.save(Desk(id: 0, code: "room", room: 0))
        var report = try await context.importEntities(Desk.self, json: list(count + 1) { $0 })
        #expect(report.items == .init(inserted: count + 1, skipped: 1))
        report = try await context.importEntities(Desk.self, json: list(count) { $0 + 1 })
        #expect(report.items == .init(skipped: count + 1))
        report = try await context.importEntities(Desk.self, json: list(count + 1) { $0 + 1 })
        #expect(report.items == .init(updated: count + 1, skipped: 1))
    }
}
