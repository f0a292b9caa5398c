// Made by cdgen from Kin.xcdatamodeld. Edits are lost when cdgen runs again.

import DataAccess

/// What can be done with panels.
protocol PanelDAO: DataAccessObject where Model == Panel {
    /// Every panel, in the order of their identities.
    func list() async throws -> [Panel]

    /// The panels that the query finds, in its order.
    func list(_ query: DataQuery) async throws -> [Panel]

    /// The panel with this identity, or nil when there is none.
    func retrieve(_ identity: Panel.Identity) async throws -> Panel?

    /// Inserts the panel, or replaces the one with its identity; without an identity it is given
    /// a new one. Returns it as stored.
    @discardableResult
    func save(_ panel: Panel) async throws -> Panel

    /// Saves all of the panels, or none when it throws.
    @discardableResult
    func save(_ panels: [Panel]) async throws -> [Panel]

    /// Deletes the panel with this identity. Returns whether there was one.
    @discardableResult
    func delete(_ identity: Panel.Identity) async throws -> Bool

    /// Deletes every panel. Returns how many there were.
    @discardableResult
    func deleteAll() async throws -> Int

    func count() async throws -> Int
}

/// Panels in memory.
extension MemoryDAO: PanelDAO where Model == Panel {}
