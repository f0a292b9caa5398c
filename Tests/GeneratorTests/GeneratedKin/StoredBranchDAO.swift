// Made by cdgen from Kin.xcdatamodeld. Edits are lost when cdgen runs again.

import CacheStore

/// Branches in the store.
struct StoredBranchDAO: BranchDAO, StoredDataAccessObject {
    let store: CacheStore

    func list() async throws -> [Branch] {
        try await store.read { connection in
            try connection.rows(BranchMapping.list) { try BranchMapping.record(from: $0) }
        }
    }

    func retrieve(_ identity: Branch.Identity) async throws -> Branch? {
        try await store.read { connection in
            try connection.firstRow(BranchMapping.retrieve) {
                try $0.bind(identity.value, at: 1)
            } read: {
                try BranchMapping.record(from: $0)
            }
        }
    }

    func save(_ branch: Branch) async throws -> Branch {
        try await store.write { connection in
            try Self.save(branch, connection)
        }
    }

    func save(_ branches: [Branch]) async throws -> [Branch] {
        try await store.write { connection in
            try connection.execute(BranchMapping.save, forEach: branches) {
                try BranchMapping.bind($0, to: $1)
            }
            return branches
        }
    }

    func delete(_ identity: Branch.Identity) async throws -> Bool {
        try await store.write { connection in
            let count = try connection.execute(BranchMapping.delete) {
                try $0.bind(identity.value, at: 1)
            }
            return count > 0
        }
    }

    func deleteAll() async throws -> Int {
        try await store.write { connection in
            let count = try connection.firstRow(BranchMapping.count) {
                try $0.required($0.int64(0), 0)
            }
            try connection.execute(BranchMapping.deleteAll)
            return Int(count ?? 0)
        }
    }

    func count() async throws -> Int {
        try await store.read { connection in
            let count = try connection.firstRow(BranchMapping.count) {
                try $0.required($0.int64(0), 0)
            }
            return Int(count ?? 0)
        }
    }

    private nonisolated static func save(
        _ branch: Branch,
        _ connection: StoreConnection
    ) throws -> Branch {
        try connection.execute(BranchMapping.save) {
            try BranchMapping.bind(branch, to: $0)
        }
        return branch
    }
}

/// How branches stand in the table `Branch`.
nonisolated enum BranchMapping {
    static func record(from row: StoreRow) throws -> Branch {
        try Branch(
            id: row.required(row.int64(0), 0),
            stem: row.int64(1).map(Branch.Identity.init)
        )
    }

    static func bind(_ branch: Branch, to bindings: StoreBindings) throws {
        try bindings.bind(branch.id, at: 1)
        try bindings.bind(branch.stem?.value, at: 2)
    }

    static let list = """
        SELECT "id", "stem"
        FROM "Branch"
        ORDER BY "id"
        """

    static let retrieve = """
        SELECT "id", "stem"
        FROM "Branch"
        WHERE "id" = ?1
        """

    static let save = """
        INSERT INTO "Branch" (
            "id", "stem"
        ) VALUES (
            ?1, ?2
        )
        ON CONFLICT ("id") DO UPDATE SET
            "stem" = excluded."stem"
        """

    static let delete = """
        DELETE FROM "Branch" WHERE "id" = ?1
        """

    static let deleteAll = """
        DELETE FROM "Branch"
        """

    static let count = """
        SELECT count(*) FROM "Branch"
        """
}

extension Branch: StoredRecord {
    static let statements = RecordStatements(entity)

    init(row: StoreRow) throws {
        self = try BranchMapping.record(from: row)
    }

    func bind(to bindings: StoreBindings) throws {
        try BranchMapping.bind(self, to: bindings)
    }
}
