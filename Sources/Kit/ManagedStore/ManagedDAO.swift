import CoreData
public import DataAccess

/// Data access object for the records of one entity in Core Data.
public struct ManagedDAO<Model: DescribedRecord>: DataAccessObject {
    private let stack: ManagedStack

    /// Creates a data access object for the records of type `Model` in `stack`. The stack's data
    /// model must contain the entity of `Model`.
    public init(stack: ManagedStack) {
        self.stack = stack
    }

    public var queue: TransactionQueue { stack.queue }

    public func list() async throws -> [Model] { try await list(.all) }

    public func list(_ query: DataQuery) async throws -> [Model] {
        try await stack.reading { records in
            try records.records(from: records.objects(query, records.entity(of: Model.self)))
        }
    }

    public func retrieve(_ identity: Model.Identity) async throws -> Model? {
        try await stack.related(identity)
    }

    public func save(_ record: Model) async throws -> Model {
        try await stack.writing { try $0.save([record]).first ?? record }
    }

    public func save(_ records: [Model]) async throws -> [Model] {
        try await stack.writing { try $0.save(records) }
    }

    public func insert(_ record: Model) async throws -> Model {
        try await stack.writing { try $0.insert(record) }
    }

    public func update(_ record: Model) async throws {
        try await stack.writing { try $0.update(record) }
    }

    public func delete(_ identity: Model.Identity) async throws -> Bool {
        try await stack.writing { try $0.delete(stored(identity), $0.entity(of: Model.self)) }
    }

    public func deleteAll() async throws -> Int {
        try await stack.writing { records in
            let objects = try records.objects(.all, records.entity(of: Model.self))
            for object in objects { records.context.delete(object.managed) }
            return objects.count
        }
    }

    public func count() async throws -> Int { try await count(.all) }

    public func count(_ query: DataQuery) async throws -> Int {
        try await stack.reading { try $0.count(query, $0.entity(of: Model.self)) }
    }

    public func transaction(
        on selection: RecordSelection<Model.Identity>,
        _ handler: @escaping @Sendable (inout [Model]) throws -> TransactionStatus
    ) async throws -> Bool {
        try await stack.writing { records in
            let before = try selected(selection, records)
            var after = before
            guard try handler(&after) == .commit else { return false }
            for step in try selection.steps(from: before, to: after) {
                switch step {
                case .insert(let record): _ = try records.insert(record)
                case .save(let record): _ = try records.save([record])
                case .delete(let record):
                    let entity = try records.entity(of: Model.self)
                    _ = try records.delete(record.storedIdentity, entity)
                }
            }
            return records.context.hasChanges
        }
    }

    private func selected(
        _ selection: RecordSelection<Model.Identity>,
        _ records: ManagedRecords
    ) throws -> [Model] {
        let entity = try records.entity(of: Model.self)
        switch selection {
        case .query(let query), .deletion(let query):
            return try records.records(from: records.objects(query, entity))
        case .identity(let identity):
            let found = try records.find([stored(identity)], entity)
            return try records.records(from: Array(found.values))
        case .blank: return [try Model.blank()]
        }
    }
}
