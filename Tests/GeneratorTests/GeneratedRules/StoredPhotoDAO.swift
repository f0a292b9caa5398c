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
            try connection.execute(PhotoMapping.deleteAll)
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

    private static func save(
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
