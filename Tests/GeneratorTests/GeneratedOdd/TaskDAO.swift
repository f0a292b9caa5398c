// Made by cdgen from Odd.xcdatamodeld. Edits are lost when cdgen runs again.

import DataAccess

/// What can be done with tasks.
protocol TaskDAO: DataAccessObject where Model == Task {
    /// Every task, in the order of their identities.
    func list() async throws -> [Task]

    /// The tasks that the query finds, in its order.
    func list(_ query: DataQuery) async throws -> [Task]

    /// The task with this identity, or nil when there is none.
    func retrieve(_ identity: Task.Identity) async throws -> Task?

    /// Inserts the task, or replaces the one with its identity; without an identity it is given
    /// a new one. Returns it as stored.
    @discardableResult
    func save(_ task: Task) async throws -> Task

    /// Saves all of the tasks, or none when it throws.
    @discardableResult
    func save(_ tasks: [Task]) async throws -> [Task]

    /// Deletes the task with this identity. Returns whether there was one.
    @discardableResult
    func delete(_ identity: Task.Identity) async throws -> Bool

    /// Deletes every task. Returns how many there were.
    @discardableResult
    func deleteAll() async throws -> Int

    func count() async throws -> Int
}

/// Tasks in memory.
extension MemoryDAO: TaskDAO where Model == Task {}
