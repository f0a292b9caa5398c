// Made by cdgen from Kin.xcdatamodeld. Edits are lost when cdgen runs again.

import CacheStore

/// Sections in the store.
struct StoredSectionDAO: SectionDAO, StoredDataAccessObject {
    let store: CacheStore

    func list() async throws -> [Section] {
        try await store.read { connection in
            try connection.rows(SectionMapping.list) { try SectionMapping.record(from: $0) }
        }
    }

    func retrieve(_ identity: Section.Identity) async throws -> Section? {
        try await store.read { connection in
            try connection.firstRow(SectionMapping.retrieve) {
                try $0.bind(identity.value, at: 1)
            } read: {
                try SectionMapping.record(from: $0)
            }
        }
    }

    func save(_ section: Section) async throws -> Section {
        try await store.write { connection in
            try Self.save(section, connection)
        }
    }

    func save(_ sections: [Section]) async throws -> [Section] {
        try await store.write { connection in
            try connection.execute(SectionMapping.save, forEach: sections) {
                try SectionMapping.bind($0, to: $1)
            }
            return sections
        }
    }

    func delete(_ identity: Section.Identity) async throws -> Bool {
        try await store.write { connection in
            let count = try connection.execute(SectionMapping.delete) {
                try $0.bind(identity.value, at: 1)
            }
            return count > 0
        }
    }

    func deleteAll() async throws -> Int {
        try await store.write { connection in
            let count = try connection.firstRow(SectionMapping.count) {
                try $0.required($0.int64(0), 0)
            }
            try connection.execute(SectionMapping.deleteAll)
            return Int(count ?? 0)
        }
    }

    func count() async throws -> Int {
        try await store.read { connection in
            let count = try connection.firstRow(SectionMapping.count) {
                try $0.required($0.int64(0), 0)
            }
            return Int(count ?? 0)
        }
    }

    private nonisolated static func save(
        _ section: Section,
        _ connection: StoreConnection
    ) throws -> Section {
        try connection.execute(SectionMapping.save) {
            try SectionMapping.bind(section, to: $0)
        }
        return section
    }
}

/// How sections stand in the table `Section`.
nonisolated enum SectionMapping {
    static func record(from row: StoreRow) throws -> Section {
        try Section(
            id: row.required(row.string(0), 0),
            firm: row.string(1).map(Firm.Identity.init)
        )
    }

    static func bind(_ section: Section, to bindings: StoreBindings) throws {
        try bindings.bind(section.id, at: 1)
        try bindings.bind(section.firm?.value, at: 2)
    }

    static let list = """
        SELECT "id", "firm"
        FROM "Section"
        ORDER BY "id"
        """

    static let retrieve = """
        SELECT "id", "firm"
        FROM "Section"
        WHERE "id" = ?1
        """

    static let save = """
        INSERT INTO "Section" (
            "id", "firm"
        ) VALUES (
            ?1, ?2
        )
        ON CONFLICT ("id") DO UPDATE SET
            "firm" = excluded."firm"
        """

    static let delete = """
        DELETE FROM "Section" WHERE "id" = ?1
        """

    static let deleteAll = """
        DELETE FROM "Section"
        """

    static let count = """
        SELECT count(*) FROM "Section"
        """
}

extension Section: StoredRecord {
    static let statements = RecordStatements(entity)

    init(row: StoreRow) throws {
        self = try SectionMapping.record(from: row)
    }

    func bind(to bindings: StoreBindings) throws {
        try SectionMapping.bind(self, to: bindings)
    }
}
