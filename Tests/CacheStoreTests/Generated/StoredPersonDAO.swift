// Made by cdgen from Club.xcdatamodeld. Edits are lost when cdgen runs again.

import CacheStore
import Foundation

/// People in the store.
struct StoredPersonDAO: PersonDAO, StoredDataAccessObject {
    let store: CacheStore

    func list() async throws -> [Person] {
        try await store.read { connection in
            try connection.rows(PersonMapping.list) { try PersonMapping.record(from: $0) }
        }
    }

    func retrieve(_ identity: Person.Identity) async throws -> Person? {
        try await store.read { connection in
            try connection.firstRow(PersonMapping.retrieve) {
                try $0.bind(identity.value, at: 1)
            } read: {
                try PersonMapping.record(from: $0)
            }
        }
    }

    func save(_ person: Person) async throws -> Person {
        try await store.write { connection in
            try Self.save(person, connection)
        }
    }

    func save(_ people: [Person]) async throws -> [Person] {
        try await store.write { connection in
            var saved = people
            for index in saved.indices where saved[index].personID == nil {
                saved[index].personID = UUID().uuidString
            }
            try connection.execute(PersonMapping.save, forEach: saved) {
                try PersonMapping.bind($0, to: $1)
            }
            return saved
        }
    }

    func delete(_ identity: Person.Identity) async throws -> Bool {
        try await store.write { connection in
            let count = try connection.execute(PersonMapping.delete) {
                try $0.bind(identity.value, at: 1)
            }
            return count > 0
        }
    }

    func deleteAll() async throws -> Int {
        try await store.write { connection in
            let count = try connection.firstRow(PersonMapping.count) {
                try $0.required($0.int64(0), 0)
            }
            try connection.execute(PersonMapping.deleteAll)
            return Int(count ?? 0)
        }
    }

    func count() async throws -> Int {
        try await store.read { connection in
            let count = try connection.firstRow(PersonMapping.count) {
                try $0.required($0.int64(0), 0)
            }
            return Int(count ?? 0)
        }
    }

    private nonisolated static func save(
        _ person: Person,
        _ connection: StoreConnection
    ) throws -> Person {
        var saved = person
        if saved.personID == nil { saved.personID = UUID().uuidString }
        try connection.execute(PersonMapping.save) {
            try PersonMapping.bind(saved, to: $0)
        }
        return saved
    }
}

/// How people stand in the table `Person`.
nonisolated enum PersonMapping {
    static func record(from row: StoreRow) throws -> Person {
        try Person(
            born: row.date(0),
            isActive: row.required(row.bool(1), 1),
            joined: row.date(2),
            name: row.required(row.string(3), 3),
            number: row.int16(4),
            personID: row.string(5),
            photo: row.data(6),
            price: row.decimal(7),
            score: row.double(8),
            site: row.url(9),
            token: row.uuid(10),
            team: row.int64(11).map(Team.Identity.init)
        )
    }

    static func bind(_ person: Person, to bindings: StoreBindings) throws {
        try bindings.bind(person.born, at: 1)
        try bindings.bind(person.isActive, at: 2)
        try bindings.bind(person.joined, at: 3)
        try bindings.bind(person.name, at: 4)
        try bindings.bind(person.number, at: 5)
        try bindings.bind(person.personID, at: 6)
        try bindings.bind(person.photo, at: 7)
        try bindings.bind(person.price, at: 8)
        try bindings.bind(person.score, at: 9)
        try bindings.bind(person.site, at: 10)
        try bindings.bind(person.token, at: 11)
        try bindings.bind(person.team?.value, at: 12)
    }

    static let list = """
        SELECT "born", "isActive", "joined", "name", "number", "personID", "photo",
        "price", "score", "site", "token", "team"
        FROM "Person"
        ORDER BY "personID"
        """

    static let retrieve = """
        SELECT "born", "isActive", "joined", "name", "number", "personID", "photo",
        "price", "score", "site", "token", "team"
        FROM "Person"
        WHERE "personID" = ?1
        """

    static let save = """
        INSERT INTO "Person" (
            "born", "isActive", "joined", "name", "number", "personID", "photo",
            "price", "score", "site", "token", "team"
        ) VALUES (
            ?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12
        )
        ON CONFLICT ("personID") DO UPDATE SET
            "born" = excluded."born",
            "isActive" = excluded."isActive",
            "joined" = excluded."joined",
            "name" = excluded."name",
            "number" = excluded."number",
            "photo" = excluded."photo",
            "price" = excluded."price",
            "score" = excluded."score",
            "site" = excluded."site",
            "token" = excluded."token",
            "team" = excluded."team"
        """

    static let delete = """
        DELETE FROM "Person" WHERE "personID" = ?1
        """

    static let deleteAll = """
        DELETE FROM "Person"
        """

    static let count = """
        SELECT count(*) FROM "Person"
        """
}

extension Person: StoredRecord {
    static let statements = RecordStatements(entity)

    init(row: StoreRow) throws {
        self = try PersonMapping.record(from: row)
    }

    func bind(to bindings: StoreBindings) throws {
        try PersonMapping.bind(self, to: bindings)
    }
}
