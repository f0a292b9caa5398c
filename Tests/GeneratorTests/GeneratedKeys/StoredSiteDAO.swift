// Made by cdgen from Keys.xcdatamodeld. Edits are lost when cdgen runs again.

import CacheStore

/// Sites in the store.
struct StoredSiteDAO: SiteDAO, StoredDataAccessObject {
    let store: CacheStore

    func list() async throws -> [Site] {
        try await store.read { connection in
            try connection.rows(SiteMapping.list) { try SiteMapping.record(from: $0) }
        }
    }

    func retrieve(_ identity: Site.Identity) async throws -> Site? {
        try await store.read { connection in
            try connection.firstRow(SiteMapping.retrieve) {
                try $0.bind(identity.value, at: 1)
            } read: {
                try SiteMapping.record(from: $0)
            }
        }
    }

    func save(_ site: Site) async throws -> Site {
        try await store.write { connection in
            try Self.save(site, connection)
        }
    }

    func save(_ sites: [Site]) async throws -> [Site] {
        try await store.write { connection in
            try sites.map { try Self.save($0, connection) }
        }
    }

    func delete(_ identity: Site.Identity) async throws -> Bool {
        try await store.write { connection in
            let count = try connection.execute(SiteMapping.delete) {
                try $0.bind(identity.value, at: 1)
            }
            return count > 0
        }
    }

    func deleteAll() async throws -> Int {
        try await store.write { connection in
            let count = try connection.firstRow(SiteMapping.count) {
                try $0.required($0.int64(0), 0)
            }
            try connection.execute(SiteMapping.deleteAll)
            return Int(count ?? 0)
        }
    }

    func count() async throws -> Int {
        try await store.read { connection in
            let count = try connection.firstRow(SiteMapping.count) {
                try $0.required($0.int64(0), 0)
            }
            return Int(count ?? 0)
        }
    }

    private nonisolated static func save(
        _ site: Site,
        _ connection: StoreConnection
    ) throws -> Site {
        var saved = site
        let identity = try connection.firstRow(SiteMapping.save) {
            try SiteMapping.bind(saved, to: $0)
        } read: {
            try $0.required($0.int32(0), 0)
        }
        if let identity { saved.id = identity }
        return saved
    }
}

/// How sites stand in the table `Site`.
nonisolated enum SiteMapping {
    static func record(from row: StoreRow) throws -> Site {
        try Site(
            id: row.required(row.int32(0), 0),
            name: row.required(row.string(1), 1),
            town: row.string(2)
        )
    }

    static func bind(_ site: Site, to bindings: StoreBindings) throws {
        try bindings.bind(site.id, at: 1)
        try bindings.bind(site.name, at: 2)
        try bindings.bind(site.town, at: 3)
    }

    static let list = """
        SELECT "id", "name", "town"
        FROM "Site"
        ORDER BY "id"
        """

    static let retrieve = """
        SELECT "id", "name", "town"
        FROM "Site"
        WHERE "id" = ?1
        """

    static let save = """
        INSERT INTO "Site" (
            "id", "name", "town"
        ) VALUES (
            ?1, ?2, ?3
        )
        ON CONFLICT ("id") DO UPDATE SET
            "name" = excluded."name",
            "town" = excluded."town"
        ON CONFLICT ("name", "town") DO UPDATE SET
            "name" = excluded."name",
            "town" = excluded."town"
        RETURNING "id"
        """

    static let delete = """
        DELETE FROM "Site" WHERE "id" = ?1
        """

    static let deleteAll = """
        DELETE FROM "Site"
        """

    static let count = """
        SELECT count(*) FROM "Site"
        """
}

extension Site: StoredRecord {
    static let statements = RecordStatements(entity)

    init(row: StoreRow) throws {
        self = try SiteMapping.record(from: row)
    }

    func bind(to bindings: StoreBindings) throws {
        try SiteMapping.bind(self, to: bindings)
    }
}
