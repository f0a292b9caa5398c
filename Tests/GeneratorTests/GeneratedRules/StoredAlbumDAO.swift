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
            try connection.execute(AlbumMapping.deleteAll)
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

    private static func save(
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
