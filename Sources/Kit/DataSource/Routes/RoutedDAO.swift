public import CacheStore
public import DataAccess

/// The source and destination of the records of a ``RoutedDAO``, such as a server or a document.
/// All records belong to one entity.
public protocol RecordRoute<Model>: Sendable {
    associatedtype Model: StoredRecord & IdentifiedRecord

    /// Runs `body` on a store that contains the current records, and returns the result.
    func read<T: Sendable>(
        _ body: @escaping @Sendable (StoreConnection) throws -> T
    ) async throws -> T

    /// Executes the steps of a transaction in order.
    func carryOut(_ steps: [TransactionStep<Model>]) async throws
}

/// Data access object for the records of a ``RecordRoute``, such as the records of a server or a
/// document. It conforms to the same protocol as the data access object of a store. Each call reads
/// through the route at most once. Values are checked against the model before they are written.
///
/// Whether a transaction is atomic depends on the route. For example, a server that accepts one
/// record per request may accept some records and refuse the next one.
public struct RoutedDAO<Route: RecordRoute>: DataAccessObject {
    public typealias Model = Route.Model

    private let route: Route
    /// Serial queue for the methods with completion handlers.
    public let queue = TransactionQueue()

    /// Creates a data access object for the records of `route`.
    public init(_ route: Route) { self.route = route }

    nonisolated(nonsending) public func list() async throws -> [Model] { try await list(.all) }

    nonisolated(nonsending) public func list(_ query: DataQuery) async throws -> [Model] {
        try await route.read { try $0.fetch(Model.self, query) }
    }

    nonisolated(nonsending) public func retrieve(_ identity: Model.Identity) async throws -> Model?
    {
        try await route.read { try $0.retrieve(Model.self, identity) }
    }

    nonisolated(nonsending) public func count() async throws -> Int { try await count(.all) }

    nonisolated(nonsending) public func count(_ query: DataQuery) async throws -> Int {
        try await route.read { try $0.count(Model.self, query) }
    }

    nonisolated(nonsending) public func save(_ record: Model) async throws -> Model {
        try await save([record])[0]
    }

    nonisolated(nonsending) public func save(_ records: [Model]) async throws -> [Model] {
        try await carryOut(records.map { .save($0) })
        return records
    }

    nonisolated(nonsending) public func insert(_ record: Model) async throws -> Model {
        if try await retrieve(record.identity) != nil {
            throw StoreError.constraint(reason: "another record has the same identity")
        }
        try await carryOut([.insert(record)])
        return record
    }

    nonisolated(nonsending) public func update(_ record: Model) async throws {
        if try await retrieve(record.identity) == nil {
            throw StoreError.noRecord(entity: Model.entity.name)
        }
        try await carryOut([.save(record)])
    }

    nonisolated(nonsending) public func delete(_ identity: Model.Identity) async throws -> Bool {
        guard let record = try await retrieve(identity) else { return false }
        try await carryOut([.delete(record)])
        return true
    }

    nonisolated(nonsending) public func delete(_ query: DataQuery) async throws -> Bool {
        let records = try await list(query)
        try await carryOut(records.map { .delete($0) })
        return !records.isEmpty
    }

    nonisolated(nonsending) public func deleteAll() async throws -> Int {
        let records = try await list()
        try await carryOut(records.map { .delete($0) })
        return records.count
    }

    nonisolated(nonsending) public func transaction(
        on selection: RecordSelection<Model.Identity>,
        _ handler: @escaping @Sendable (inout [Model]) throws -> TransactionStatus
    ) async throws -> Bool {
        let before = try await selected(selection)
        var after = before
        guard try handler(&after) == .commit else { return false }
        let steps = try selection.steps(from: before, to: after)
        try await carryOut(steps)
        return !steps.isEmpty
    }

    nonisolated(nonsending) private func selected(
        _ selection: RecordSelection<Model.Identity>
    ) async throws -> [Model] {
        switch selection {
        case .query(let query), .deletion(let query): try await list(query)
        case .identity(let identity): try await retrieve(identity).map { [$0] } ?? []
        case .blank: [try Model.blank()]
        }
    }

    nonisolated(nonsending) private func carryOut(_ steps: [TransactionStep<Model>]) async throws {
        for step in steps {
            switch step {
            case .insert(let record), .save(let record): try record.validate()
            case .delete: break
            }
        }
        if !steps.isEmpty { try await route.carryOut(steps) }
    }
}
