// Made by cdgen from Odd.xcdatamodeld. Edits are lost when cdgen runs again.

import CacheStore
import Foundation

/// Cases in the store.
struct StoredCaseDAO: CaseDAO, StoredDataAccessObject {
    let store: CacheStore

    func list() async throws -> [Case] {
        try await store.read { connection in
            try connection.rows(CaseMapping.list) { try CaseMapping.record(from: $0) }
        }
    }

    func retrieve(_ identity: Case.Identity) async throws -> Case? {
        try await store.read { connection in
            try connection.firstRow(CaseMapping.retrieve) {
                try $0.bind(identity.value, at: 1)
            } read: {
                try CaseMapping.record(from: $0)
            }
        }
    }

    func save(_ `case`: Case) async throws -> Case {
        try await store.write { connection in
            try Self.save(`case`, connection)
        }
    }

    func save(_ cases: [Case]) async throws -> [Case] {
        try await store.write { connection in
            try connection.execute(CaseMapping.save, forEach: cases) {
                try CaseMapping.bind($0, to: $1)
            }
            return cases
        }
    }

    func delete(_ identity: Case.Identity) async throws -> Bool {
        try await store.write { connection in
            let count = try connection.execute(CaseMapping.delete) {
                try $0.bind(identity.value, at: 1)
            }
            return count > 0
        }
    }

    func deleteAll() async throws -> Int {
        try await store.write { connection in
            let count = try connection.firstRow(CaseMapping.count) {
                try $0.required($0.int64(0), 0)
            }
            try connection.execute(CaseMapping.deleteAll)
            return Int(count ?? 0)
        }
    }

    func count() async throws -> Int {
        try await store.read { connection in
            let count = try connection.firstRow(CaseMapping.count) {
                try $0.required($0.int64(0), 0)
            }
            return Int(count ?? 0)
        }
    }

    private nonisolated static func save(
        _ `case`: Case,
        _ connection: StoreConnection
    ) throws -> Case {
        try connection.execute(CaseMapping.save) {
            try CaseMapping.bind(`case`, to: $0)
        }
        return `case`
    }
}

/// How cases stand in the table `Case`.
nonisolated enum CaseMapping {
    static func record(from row: StoreRow) throws -> Case {
        try Case(
            name: row.string(0),
            id: row.required(row.uuid(1), 1),
            parent: row.uuid(2).map(Case.Identity.init)
        )
    }

    static func bind(_ `case`: Case, to bindings: StoreBindings) throws {
        try bindings.bind(`case`.name, at: 1)
        try bindings.bind(`case`.id, at: 2)
        try bindings.bind(`case`.parent?.value, at: 3)
    }

    static let list = """
        SELECT "name", "id", "parent"
        FROM "Case"
        ORDER BY "id"
        """

    static let retrieve = """
        SELECT "name", "id", "parent"
        FROM "Case"
        WHERE "id" = ?1
        """

    static let save = """
        INSERT INTO "Case" (
            "name", "id", "parent"
        ) VALUES (
            ?1, ?2, ?3
        )
        ON CONFLICT ("id") DO UPDATE SET
            "name" = excluded."name",
            "parent" = excluded."parent"
        """

    static let delete = """
        DELETE FROM "Case" WHERE "id" = ?1
        """

    static let deleteAll = """
        DELETE FROM "Case"
        """

    static let count = """
        SELECT count(*) FROM "Case"
        """
}

extension Case: StoredRecord {
    static let statements = RecordStatements(entity)

    init(row: StoreRow) throws {
        self = try CaseMapping.record(from: row)
    }

    func bind(to bindings: StoreBindings) throws {
        try CaseMapping.bind(self, to: bindings)
    }
}
