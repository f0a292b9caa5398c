// Made by cdgen from Rules.xcdatamodeld. Edits are lost when cdgen runs again.

import CacheStore

/// Photos in the store.
struct StoredPhotoDAO: PhotoDAO, StoredDataAccessObject {
    let store: CacheStore

    func list() async throws -> [Photo] {
        try await store.read { connection in
            try connection.rows(PhotoMapping.list) { try PhotoMapping.record(from: $0) }
        }
    }

    func retrieve(_ identity: Photo.Identity) async throws -> Photo? {
        try await store.read { connection in
            try connection.firstRow(PhotoMapping.retrieve) {
                try $0.bind(identity.value, at: 1)
            } read: {
                try PhotoMapping.record(from: $0)
            }
        }
    }

    func save(_ photo: Photo) async throws -> Photo {
        try await store.write { connection in
            try Self.save(photo, connection)
        }
    }

    func save(_ photos: [Photo]) async throws -> [Photo] {
        try await store.write { connection in
            try photos.map { try Self.save($0, connection) }
        }
    }

    func delete(_ identity: Photo.Identity) async throws -> Bool {
        try await store.write { connection in
            let count = try connection.execute(PhotoMapping.delete) {
                try $0.bind(identity.value, at: 1)
            }
            return count > 0
        }
    }

    func deleteAll() async throws -> Int {
        try await store.write { connection in
            let count = try connection.firstRow(PhotoMapping.count) {
                try $0.required($0.int64(0), 0)
            }
            try connection.execute(PhotoMapping.deleteAll)
            return Int(count ?? 0)
        }
    }

    func count() async throws -> Int {
        try await store.read { connection in
            let count = try connection.firstRow(PhotoMapping.count) {
                try $0.required($0.int64(0), 0)
            }
            return Int(count ?? 0)
        }
    }

    private nonisolated static func save(
        _ photo: Photo,
        _ connection: StoreConnection
    ) throws -> Photo {
        var saved = photo
        try connection.execute(PhotoMapping.save) {
            try PhotoMapping.bind(saved, to: $0)
        }
        if saved.identity == nil { saved.identity = Photo.Identity(connection.lastInsertedNumber) }
        return saved
    }
}

/// How photos stand in the table `Photo`.
nonisolated enum PhotoMapping {
    static func record(from row: StoreRow) throws -> Photo {
        Photo(
            identity: row.int64(0).map(Photo.Identity.init),
            title: row.string(1),
            visit: row.int64(2).map(Visit.Identity.init),
            album: row.int64(3).map(Album.Identity.init),
            reel: row.int64(4).map(Album.Identity.init),
            next: row.int64(5).map(Photo.Identity.init)
        )
    }

    static func bind(_ photo: Photo, to bindings: StoreBindings) throws {
        try bindings.bind(photo.identity?.value, at: 1)
        try bindings.bind(photo.title, at: 2)
        try bindings.bind(photo.visit?.value, at: 3)
        try bindings.bind(photo.album?.value, at: 4)
        try bindings.bind(photo.reel?.value, at: 5)
        try bindings.bind(photo.next?.value, at: 6)
    }

    static let list = """
        SELECT "_id", "title", "visit", "album", "reel", "next"
        FROM "Photo"
        ORDER BY "_id"
        """

    static let retrieve = """
        SELECT "_id", "title", "visit", "album", "reel", "next"
        FROM "Photo"
        WHERE "_id" = ?1
        """

    static let save = """
        INSERT INTO "Photo" (
            "_id", "title", "visit", "album", "reel", "next"
        ) VALUES (
            ?1, ?2, ?3, ?4, ?5, ?6
        )
        ON CONFLICT ("_id") DO UPDATE SET
            "title" = excluded."title",
            "visit" = excluded."visit",
            "album" = excluded."album",
            "reel" = excluded."reel",
            "next" = excluded."next"
        """

    static let delete = """
        DELETE FROM "Photo" WHERE "_id" = ?1
        """

    static let deleteAll = """
        DELETE FROM "Photo"
        """

    static let count = """
        SELECT count(*) FROM "Photo"
        """
}

extension Photo: StoredRecord {
    static let statements = RecordStatements(entity)

    init(row: StoreRow) throws {
        self = try PhotoMapping.record(from: row)
    }

    func bind(to bindings: StoreBindings) throws {
        try PhotoMapping.bind(self, to: bindings)
    }
}
