// Made by cdgen from Odd.xcdatamodeld. Edits are lost when cdgen runs again.

import DataAccess

/// What can be done with models.
protocol ModelRecordDAO: DataAccessObject where Model == ModelRecord {
    /// Every model, in the order of their identities.
    func list() async throws -> [ModelRecord]

    /// The models that the query finds, in its order.
    func list(_ query: DataQuery) async throws -> [ModelRecord]

    /// The model with this identity, or nil when there is none.
    func retrieve(_ identity: ModelRecord.Identity) async throws -> ModelRecord?

    /// Inserts the model, or replaces the one with its identity; without an identity it is given
    /// a new one. Returns it as stored.
    @discardableResult
    func save(_ model: ModelRecord) async throws -> ModelRecord

    /// Saves all of the models, or none when it throws.
    @discardableResult
    func save(_ models: [ModelRecord]) async throws -> [ModelRecord]

    /// Deletes the model with this identity. Returns whether there was one.
    @discardableResult
    func delete(_ identity: ModelRecord.Identity) async throws -> Bool

    /// Deletes every model. Returns how many there were.
    @discardableResult
    func deleteAll() async throws -> Int

    func count() async throws -> Int
}

/// Models in memory.
extension MemoryDAO: ModelRecordDAO where Model == ModelRecord {}
