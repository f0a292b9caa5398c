import CoreData
import DataAccess

/// Access to the records of one context, for use inside the context's `perform`.
struct ManagedRecords {
    let context: NSManagedObjectContext
    let model: ManagedModel

    func entity<R: DescribedRecord>(of type: R.Type) throws -> ManagedEntity {
        try model.entity(named: R.entity.name)
    }

    func record<R: DescribedRecord>(from object: ManagedObject) throws -> R {
        try R(columnValues: row(from: object, entity(of: R.self)))
    }

    func records<R: DescribedRecord>(from objects: [ManagedObject]) throws -> [R] {
        let entity = try entity(of: R.self)
        return try objects.map { try R(columnValues: row(from: $0, entity)) }
    }

    /// Returns the values of an object, in the order of the entity's columns.
    func row(from object: ManagedObject, _ entity: ManagedEntity) throws -> ValueRow {
        ValueRow(try entity.columns.map { try value(of: $0, object) })
    }

    func identity(of object: ManagedObject, _ entity: ManagedEntity) throws -> StoredValue {
        let position = entity.description.identityPosition
        let identity = try value(of: entity.columns[position], object)
        if identity == .null { throw StoreError.unexpectedValue(column: position) }
        return identity
    }

    private func value(
        of column: ManagedEntity.Column,
        _ object: ManagedObject
    ) throws -> StoredValue {
        switch column.content {
        case .number: return .integer(try object.number())
        case .attribute(let kind): return kind.stored(object.value(column.key))
        case .archive: return StoredValue(try object.archived(column.key))
        case .json: return StoredValue(try object.json(column.key))
        case .derived(let kind, let before):
            let value = kind.stored(object.value(column.key))
            return value == .null ? before : value
        case .related(let destination):
            guard let related = object.related(column.key) else { return .null }
            return try identity(of: related, model.entity(named: destination))
        }
    }

    /// Sets all values of the object except the identity and the relationships.
    func fill(_ object: ManagedObject, from row: ValueRow, _ entity: ManagedEntity) throws {
        for (column, value) in zip(entity.columns, row.values)
        where column.key != entity.description.identity {
            try object.set(value, column)
        }
    }

    /// Relates each object to the objects whose identities are in its row. Processes the objects in
    /// order, because a later object may take over the related object of an earlier object.
    func relate(_ saved: [(object: ManagedObject, row: ValueRow)], _ entity: ManagedEntity) throws {
        for (place, column) in entity.columns.enumerated() {
            guard case .related(let name) = column.content else { continue }
            let destination = try model.entity(named: name)
            func isRelated(_ object: ManagedObject, to value: StoredValue) throws -> Bool {
                let current = object.related(column.key)
                return try current.map { try identity(of: $0, destination) } ?? .null == value
            }
            let wanted = try saved.filter { try !isRelated($0.object, to: $0.row.values[place]) }
                .map { $0.row.values[place] }.filter { $0 != .null }
            let found = try find(wanted, destination)
            for (object, row) in saved {
                let value = row.values[place]
                if try isRelated(object, to: value) { continue }
                let other = try found[value] ?? find([value], destination)[value]
                if other == nil, value != .null {
                    let identity = row.values[entity.description.identityPosition]
                    throw StoreError.broken(column.key, of: entity.name, identity)
                }
                object.set(other?.managed, column.key)
            }
        }
    }
}
