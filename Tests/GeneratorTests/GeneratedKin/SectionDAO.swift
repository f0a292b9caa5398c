// Made by cdgen from Kin.xcdatamodeld. Edits are lost when cdgen runs again.

import DataAccess

/// What can be done with sections.
protocol SectionDAO: DataAccessObject where Model == Section {
    /// Every section, in the order of their identities.
    func list() async throws -> [Section]

    /// The sections that the query finds, in its order.
    func list(_ query: DataQuery) async throws -> [Section]

    /// The section with this identity, or nil when there is none.
    func retrieve(_ identity: Section.Identity) async throws -> Section?

    /// Inserts the section, or replaces the one with its identity; without an identity it is given
    /// a new one. Returns it as stored.
    @discardableResult
    func save(_ section: Section) async throws -> Section

    /// Saves all of the sections, or none when it throws.
    @discardableResult
    func save(_ sections: [Section]) async throws -> [Section]

    /// Deletes the section with this identity. Returns whether there was one.
    @discardableResult
    func delete(_ identity: Section.Identity) async throws -> Bool

    /// Deletes every section. Returns how many there were.
    @discardableResult
    func deleteAll() async throws -> Int

    func count() async throws -> Int
}

/// Sections in memory.
extension MemoryDAO: SectionDAO where Model == Section {}
