// Made by cdgen from Kin.xcdatamodeld. Edits are lost when cdgen runs again.

import DataAccess

/// What can be done with rooms.
protocol RoomDAO: DataAccessObject where Model == Room {
    /// Every room, in the order of their identities.
    func list() async throws -> [Room]

    /// The rooms that the query finds, in its order.
    func list(_ query: DataQuery) async throws -> [Room]

    /// The room with this identity, or nil when there is none.
    func retrieve(_ identity: Room.Identity) async throws -> Room?

    /// Inserts the room, or replaces the one with its identity; without an identity it is given
    /// a new one. Returns it as stored.
    @discardableResult
    func save(_ room: Room) async throws -> Room

    /// Saves all of the rooms, or none when it throws.
    @discardableResult
    func save(_ rooms: [Room]) async throws -> [Room]

    /// Deletes the room with this identity. Returns whether there was one.
    @discardableResult
    func delete(_ identity: Room.Identity) async throws -> Bool

    /// Deletes every room. Returns how many there were.
    @discardableResult
    func deleteAll() async throws -> Int

    func count() async throws -> Int
}

/// Rooms in memory.
extension MemoryDAO: RoomDAO where Model == Room {}
