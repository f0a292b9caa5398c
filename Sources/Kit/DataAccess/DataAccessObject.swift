/// What can be done with the records of one entity, whatever keeps them.
public protocol DataAccessObject<Model>: Sendable {
    associatedtype Model: Record

    /// Every record, in the order of their identities.
    func list() async throws -> [Model]

    /// The record with this identity, or nil when there is none.
    func retrieve(_ identity: Model.Identity) async throws -> Model?

    /// Inserts the record, or replaces the one with its identity. A record without an identity is
    /// inserted with a new one.
    ///
    /// - Returns: the record as stored, with its identity.
    @discardableResult
    func save(_ record: Model) async throws -> Model

    /// Saves the records in one transaction: all of them or, when it throws, none.
    @discardableResult
    func save(_ records: [Model]) async throws -> [Model]

    /// Deletes the record with this identity; relationships to it follow their deletion rules.
    ///
    /// - Returns: whether there was one.
    @discardableResult
    func delete(_ identity: Model.Identity) async throws -> Bool

    /// Deletes every record.
    ///
    /// - Returns: how many there were.
    @discardableResult
    func deleteAll() async throws -> Int

    func count() async throws -> Int
}
