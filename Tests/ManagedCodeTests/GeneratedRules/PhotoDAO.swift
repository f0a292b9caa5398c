// Made by cdgen from Rules.xcdatamodeld. Edits are lost when cdgen runs again.

import DataAccess

/// What can be done with photos.
protocol PhotoDAO: DataAccessObject where Model == Photo {
    /// Every photo, in the order of their identities.
    func list() async throws -> [Photo]

    /// The photos that the query finds, in its order.
    func list(_ query: DataQuery) async throws -> [Photo]

    /// The photo with this identity, or nil when there is none.
    func retrieve(_ identity: Photo.Identity) async throws -> Photo?

    /// Inserts the photo, or replaces the one with its identity; without an identity it is given
    /// a new one. Returns it as stored.
    @discardableResult
    func save(_ photo: Photo) async throws -> Photo

    /// Saves all of the photos, or none when it throws.
    @discardableResult
    func save(_ photos: [Photo]) async throws -> [Photo]

    /// Deletes the photo with this identity. Returns whether there was one.
    @discardableResult
    func delete(_ identity: Photo.Identity) async throws -> Bool

    /// Deletes every photo. Returns how many there were.
    @discardableResult
    func deleteAll() async throws -> Int

    func count() async throws -> Int
}

/// Photos in memory.
extension MemoryDAO: PhotoDAO where Model == Photo {}
