// Made by cdgen from Keys.xcdatamodeld. Edits are lost when cdgen runs again.

import DataAccess

/// What can be done with events.
protocol EventDAO: DataAccessObject where Model == Event {
    /// Every event, in the order of their identities.
    func list() async throws -> [Event]

    /// The events that the query finds, in its order.
    func list(_ query: DataQuery) async throws -> [Event]

    /// The event with this identity, or nil when there is none.
    func retrieve(_ identity: Event.Identity) async throws -> Event?

    /// Inserts the event, or replaces the one with its identity or with unique values of it;
    /// without an identity it is given a new one. Returns it as stored.
    @discardableResult
    func save(_ event: Event) async throws -> Event

    /// Saves all of the events, or none when it throws.
    @discardableResult
    func save(_ events: [Event]) async throws -> [Event]

    /// Deletes the event with this identity. Returns whether there was one.
    @discardableResult
    func delete(_ identity: Event.Identity) async throws -> Bool

    /// Deletes every event. Returns how many there were.
    @discardableResult
    func deleteAll() async throws -> Int

    func count() async throws -> Int
}

extension EventDAO {
    /// The event with these values, of which there is one at most.
    func retrieve(day: String, slot: Int16) async throws -> Event? {
        try await retrieve(unique: ["day": StoredValue(day), "slot": StoredValue(slot)])
    }
}

/// Events in memory.
extension MemoryDAO: EventDAO where Model == Event {}
