import CoreData
import DataAccess

/// The records of one context, inside its `perform`.
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

    /// The values of an object, in the order of the entity's columns.
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
        case .derived(let kind, let before):
            let value = kind.stored(object.value(column.key))
            return value == .null ? before : value
        case .related(let destination):
            guard let related = object.related(column.key) else { return .null }
            return try identity(of: related, model.entity(named: destination))
        }
    }

    /// Everything but the identity and relationships.
    func fill(_ object: ManagedObject, from row: ValueRow, _ entity: ManagedEntity) throws {
        for (column, value) in zip(entity.columns, row.values)
        where column.key != entity.description.identity {
            switch column.content {
            case .attribute(let kind): object.set(kind.managed(value), column.key)
            case .archive: try object.setArchived(ValueRow([value]).data(0), column.key)
            case .number, .derived, .related: break
            }
        }
    }

    /// Relates the object to those whose identities the row contains.
    func relate(_ object: ManagedObject, as row: ValueRow, _ entity: ManagedEntity) throws {
        for (column, value) in zip(entity.columns, row.values) {
            guard case .related(let name) = column.content else { continue }
            let destination = try model.entity(named: name)
            let current = try object.related(column.key).map { try identity(of: $0, destination) }
            if current ?? .null == value { continue }
            guard value != .null else {
                object.set(nil, column.key)
                continue
            }
            guard let other = try find([value], destination)[value] else {
                throw StoreError.brokenRelationship
            }
            object.set(other.managed, column.key)
        }
    }
}
