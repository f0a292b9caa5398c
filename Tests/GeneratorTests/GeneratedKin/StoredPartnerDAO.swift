// Made by cdgen from Kin.xcdatamodeld. Edits are lost when cdgen runs again.

import CacheStore

/// Partners in the store.
struct StoredPartnerDAO: PartnerDAO, StoredDataAccessObject {
    let store: CacheStore

    func list() async throws -> [Partner] {
        try await store.read { connection in
            try connection.rows(PartnerMapping.list) { try PartnerMapping.record(from: $0) }
        }
    }

    func retrieve(_ identity: Partner.Identity) async throws -> Partner? {
        try await store.read { connection in
            try connection.firstRow(PartnerMapping.retrieve) {
                try $0.bind(identity.value, at: 1)
            } read: {
                try PartnerMapping.record(from: $0)
            }
        }
    }

    func save(_ partner: Partner) async throws -> Partner {
        try await store.write { connection in
            try Self.save(partner, connection)
        }
    }

    func save(_ partners: [Partner]) async throws -> [Partner] {
        try await store.write { connection in
            try connection.execute(PartnerMapping.save, forEach: partners) {
                try PartnerMapping.bind($0, to: $1)
            }
            return partners
        }
    }

    func delete(_ identity: Partner.Identity) async throws -> Bool {
        try await store.write { connection in
            let count = try connection.execute(PartnerMapping.delete) {
                try $0.bind(identity.value, at: 1)
            }
            return count > 0
        }
    }

    func deleteAll() async throws -> Int {
        try await store.write { connection in
            let count = try connection.firstRow(PartnerMapping.count) {
                try $0.required($0.int64(0), 0)
            }
            try connection.execute(PartnerMapping.deleteAll)
            return Int(count ?? 0)
        }
    }

    func count() async throws -> Int {
        try await store.read { connection in
            let count = try connection.firstRow(PartnerMapping.count) {
                try $0.required($0.int64(0), 0)
            }
            return Int(count ?? 0)
        }
    }

    private nonisolated static func save(
        _ partner: Partner,
        _ connection: StoreConnection
    ) throws -> Partner {
        try connection.execute(PartnerMapping.save) {
            try PartnerMapping.bind(partner, to: $0)
        }
        return partner
    }
}

/// How partners stand in the table `Partner`.
nonisolated enum PartnerMapping {
    static func record(from row: StoreRow) throws -> Partner {
        try Partner(
            id: row.required(row.string(0), 0),
            spouse: row.string(1).map(Partner.Identity.init)
        )
    }

    static func bind(_ partner: Partner, to bindings: StoreBindings) throws {
        try bindings.bind(partner.id, at: 1)
        try bindings.bind(partner.spouse?.value, at: 2)
    }

    static let list = """
        SELECT "id", "spouse"
        FROM "Partner"
        ORDER BY "id"
        """

    static let retrieve = """
        SELECT "id", "spouse"
        FROM "Partner"
        WHERE "id" = ?1
        """

    static let save = """
        INSERT INTO "Partner" (
            "id", "spouse"
        ) VALUES (
            ?1, ?2
        )
        ON CONFLICT ("id") DO UPDATE SET
            "spouse" = excluded."spouse"
        """

    static let delete = """
        DELETE FROM "Partner" WHERE "id" = ?1
        """

    static let deleteAll = """
        DELETE FROM "Partner"
        """

    static let count = """
        SELECT count(*) FROM "Partner"
        """
}

extension Partner: StoredRecord {
    static let statements = RecordStatements(entity)

    init(row: StoreRow) throws {
        self = try PartnerMapping.record(from: row)
    }

    func bind(to bindings: StoreBindings) throws {
        try PartnerMapping.bind(self, to: bindings)
    }
}
