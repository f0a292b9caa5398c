// Made by cdgen from Rules.xcdatamodeld. Edits are lost when cdgen runs again.

import CacheStore

/// Albums in the store.
struct StoredAlbumDAO: AlbumDAO, StoredDataAccessObject {
    let store: CacheStore

    func list() async throws -> [Album] {
        try await store.read { connection in
            try connection.rows(AlbumMapping.list) { try AlbumMapping.record(from: $0) }
        }
    }

    func retrieve(_ identity: Album.Identity) async throws -> Album? {
        try await store.read { connection in
            try connection.firstRow(AlbumMapping.retrieve) {
                try $0.bind(identity.value, at: 1)
            } read: {
                try AlbumMapping.record(from: $0)
            }
        }
    }

    func save(_ album: Album) async throws -> Album {
        try await store.write { connection in
            try Self.save(album, connection)
        }
    }

    func save(_ albums: [Album]) async throws -> [Album] {
        try await store.write { connection in
            try albums.map { try Self.save($0, connection) }
        }
    }

    func delete(_ identity: Album.Identity) async throws -> Bool {
        try await store.write { connection in
            let count = try connection.execute(AlbumMapping.delete) {
                try $0.bind(identity.value, at: 1)
            }
            return count > 0
        }
    }

    func deleteAll() async throws -> Int {
        try await store.write { connection in
            let count = try connection.firstRow(AlbumMapping.count) {
                try $0.required($0.int64(0), 0)
            }
            try connection.execute(AlbumMapping.deleteAll)
            return Int(count ?? 0)
        }
    }

    func count() async throws -> Int {
        try await store.read { connection in
            let count = try connection.firstRow(AlbumMapping.count) {
                try $0.required($0.int64(0), 0)
            }
            return Int(count ?? 0)
        }
    }

    private nonisolated static func save(
        _ album: Album,
        _ connection: StoreConnection
    ) throws -> Album {
        var saved = album
        let identity = try connection.firstRow(AlbumMapping.save) {
            try AlbumMapping.bind(saved, to: $0)
        } read: {
            try $0.required($0.int64(0), 0)
        }
        if let identity { saved.identity = Album.Identity(identity) }
        return saved
    }
}

/// How albums stand in the table `Album`.
nonisolated enum AlbumMapping {
    static func record(from row: StoreRow) throws -> Album {
        try Album(
            identity: row.int64(0).map(Album.Identity.init),
            shelf: row.required(row.string(1), 1),
            number: row.required(row.int16(2), 2),
            title: row.string(3)
        )
    }

    static func bind(_ album: Album, to bindings: StoreBindings) throws {
        try bindings.bind(album.identity?.value, at: 1)
        try bindings.bind(album.shelf, at: 2)
        try bindings.bind(album.number, at: 3)
        try bindings.bind(album.title, at: 4)
    }

    static let list = """
        SELECT "_id", "shelf", "number", "title"
        FROM "Album"
        ORDER BY "_id"
        """

    static let retrieve = """
        SELECT "_id", "shelf", "number", "title"
        FROM "Album"
        WHERE "_id" = ?1
        """

    static let save = """
        INSERT INTO "Album" (
            "_id", "shelf", "number", "title"
        ) VALUES (
            ?1, ?2, ?3, ?4
        )
        ON CONFLICT ("_id") DO UPDATE SET
            "shelf" = excluded."shelf",
            "number" = excluded."number",
            "title" = excluded."title"
        ON CONFLICT ("shelf", "number") DO UPDATE SET
            "shelf" = excluded."shelf",
            "number" = excluded."number",
            "title" = excluded."title"
        RETURNING "_id"
        """

    static let delete = """
        DELETE FROM "Album" WHERE "_id" = ?1
        """

    static let deleteAll = """
        DELETE FROM "Album"
        """

    static let count = """
        SELECT count(*) FROM "Album"
        """
}

extension Album: StoredRecord {
    static let statements = RecordStatements(entity)

    init(row: StoreRow) throws {
        self = try AlbumMapping.record(from: row)
    }

    func bind(to bindings: StoreBindings) throws {
        try AlbumMapping.bind(self, to: bindings)
    }
}
