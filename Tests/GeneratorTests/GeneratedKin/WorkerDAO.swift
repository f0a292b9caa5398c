// Made by cdgen from Kin.xcdatamodeld. Edits are lost when cdgen runs again.

import DataAccess

/// What can be done with workers.
protocol WorkerDAO: DataAccessObject where Model == Worker {
    /// Every worker, in the order of their identities.
    func list() async throws -> [Worker]

    /// The workers that the query finds, in its order.
    func list(_ query: DataQuery) async throws -> [Worker]

    /// The worker with this identity, or nil when there is none.
    func retrieve(_ identity: Worker.Identity) async throws -> Worker?

    /// Inserts the worker, or replaces the one with its identity; without an identity it is given
    /// a new one. Returns it as stored.
    @discardableResult
    func save(_ worker: Worker) async throws -> Worker

    /// Saves all of the workers, or none when it throws.
    @discardableResult
    func save(_ workers: [Worker]) async throws -> [Worker]

    /// Deletes the worker with this identity. Returns whether there was one.
    @discardableResult
    func delete(_ identity: Worker.Identity) async throws -> Bool

    /// Deletes every worker. Returns how many there were.
    @discardableResult
    func deleteAll() async throws -> Int

    func count() async throws -> Int
}

/// Workers in memory.
extension MemoryDAO: WorkerDAO where Model == Worker {}
