// Made by cdgen from Club.xcdatamodeld. Edits are lost when cdgen runs again.

import DataAccess

/// What can be done with people.
protocol PersonDAO: DataAccessObject where Model == Person {
    /// Every person, in the order of their identities.
    func list() async throws -> [Person]

    /// The people that the query finds, in its order.
    func list(_ query: DataQuery) async throws -> [Person]

    /// The person with this identity, or nil when there is none.
    func retrieve(_ identity: Person.Identity) async throws -> Person?

    /// Inserts the person, or replaces the one with its identity; without an identity it is given
    /// a new one. Returns it as stored.
    @discardableResult
    func save(_ person: Person) async throws -> Person

    /// Saves all of the people, or none when it throws.
    @discardableResult
    func save(_ people: [Person]) async throws -> [Person]

    /// Deletes the person with this identity. Returns whether there was one.
    @discardableResult
    func delete(_ identity: Person.Identity) async throws -> Bool

    /// Deletes every person. Returns how many there were.
    @discardableResult
    func deleteAll() async throws -> Int

    func count() async throws -> Int
}

/// People in memory.
extension MemoryDAO: PersonDAO where Model == Person {}
