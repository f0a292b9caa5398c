// Made by cdgen from Rules.xcdatamodeld. Edits are lost when cdgen runs again.

import DataAccess

/// What can be done with albums.
protocol AlbumDAO: DataAccessObject where Model == Album {
    /// Every album, in the order of their identities.
    func list() async throws -> [Album]

    /// The albums that the query finds, in its order.
    func list(_ query: DataQuery) async throws -> [Album]

    /// The album with this identity, or nil when there is none.
    func retrieve(_ identity: Album.Identity) async throws -> Album?

    /// Inserts the album, or replaces the one with its identity or with unique values of it;
    /// without an identity it is given a new one. Returns it as stored.
    @discardableResult
    func save(_ album: Album) async throws -> Album

    /// Saves all of the albums, or none when it throws.
    @discardableResult
    func save(_ albums: [Album]) async throws -> [Album]

    /// Deletes the album with this identity. Returns whether there was one.
    @discardableResult
    func delete(_ identity: Album.Identity) async throws -> Bool

    /// Deletes every album. Returns how many there were.
    @discardableResult
    func deleteAll() async throws -> Int

    func count() async throws -> Int
}

extension AlbumDAO {
    /// The album with these values, of which there is one at most.
    func retrieve(shelf: String, number: Int16) async throws -> Album? {
        try await retrieve(unique: ["shelf": StoredValue(shelf), "number": StoredValue(number)])
    }
}

/// Albums in memory.
extension MemoryDAO: AlbumDAO where Model == Album {}
