// Made by cdgen from Bench.xcdatamodeld. Edits are lost when cdgen runs again.

import DataAccess

/// What can be done with places.
protocol PlaceDAO: DataAccessObject where Model == Place {
    /// Every place, in the order of their identities.
    nonisolated(nonsending) func list() async throws -> [Place]

    /// The places that the query finds, in its order.
    nonisolated(nonsending) func list(_ query: DataQuery) async throws -> [Place]

    /// The place with this identity, or nil when there is none.
    nonisolated(nonsending) func retrieve(_ identity: Place.Identity) async throws -> Place?

    /// Inserts the place, or replaces the one with its identity; without an identity it is given
    /// a new one. Returns it as stored.
    @discardableResult
    nonisolated(nonsending) func save(_ place: Place) async throws -> Place

    /// Saves all of the places, or none when it throws.
    @discardableResult
    nonisolated(nonsending) func save(_ places: [Place]) async throws -> [Place]

    /// Deletes the place with this identity. Returns whether there was one.
    @discardableResult
    nonisolated(nonsending) func delete(_ identity: Place.Identity) async throws -> Bool

    /// Deletes every place. Returns how many there were.
    @discardableResult
    nonisolated(nonsending) func deleteAll() async throws -> Int

    nonisolated(nonsending) func count() async throws -> Int
}

/// Places in memory.
extension MemoryDAO: PlaceDAO where Model == Place {}
