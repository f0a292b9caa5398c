import CoreData
import DataAccess

extension ManagedRecords {
    /// Inserts the records, or updates the objects with the same identities or the same values of
    /// unique attributes. Sets the relationships after all objects have been inserted.
    ///
    /// - Returns: the given records with the identities of their objects. Derived attributes have
    ///   the given values, because Core Data computes them only when the context is saved.
    func save<R: DescribedRecord>(_ records: [R]) throws -> [R] {
        let entity = try entity(of: R.self)
        let rows = try records.map { record in
            try record.validate()
            let row = record.columnValues
            try checkRequired(row, entity)
            return row
        }
        return try zip(rows, save(rows, entity)).map { row, object in
            var row = row
            row.values[entity.description.identityPosition] = try identity(of: object, entity)
            return try R(columnValues: row)
        }
    }

    /// Checks that the values of required attributes are present. NaN counts as an absent value.
    ///
    /// - Throws: `StoreError.invalid` if a required value is absent.
    private func checkRequired(_ row: ValueRow, _ entity: ManagedEntity) throws {
        for (column, value) in zip(entity.columns, row.values) where value == .null {
            let attribute = entity.description.attributes.first { $0.name == column.key }
            guard case .attribute = column.content, let attribute, !attribute.isOptional,
                attribute.name != entity.description.identity
            else { continue }
            throw model.missing(attribute.name, in: entity.description)
        }
    }

    func insert<R: DescribedRecord>(_ record: R) throws -> R {
        let entity = try entity(of: R.self)
        if entity.description.hierarchy?.isAbstract == true {
            throw StoreError.abstract(entity.name)
        }
        let row = record.columnValues
        if !(try find(identities(of: [row], entity), entity, in: entity.root)).isEmpty {
            throw StoreError.taken(["identity"], of: entity.name)
        }
        if let namesake = try namesakes(of: row, entity).first { throw namesake.taken }
        return try save([record]).first ?? record
    }

    func update<R: DescribedRecord>(_ record: R) throws {
        let entity = try entity(of: R.self)
        if try find(identities(of: [record.columnValues], entity), entity).isEmpty {
            throw StoreError.noRecord(entity: entity.name)
        }
        _ = try save([record])
    }

    func delete(_ identity: StoredValue, _ entity: ManagedEntity) throws -> Bool {
        guard let object = try find([identity], entity)[identity] else { return false }
        context.delete(object.managed)
        return true
    }

    private func save(_ rows: [ValueRow], _ entity: ManagedEntity) throws -> [ManagedObject] {
        let key = entity.description.identity
        let isNumbered = entity.description.isIdentityAssigned
        var known = try find(identities(of: rows, entity), entity, in: entity.root)
        var saved: [(object: ManagedObject, row: ValueRow)] = []
        for row in rows {
            let given = row.values[entity.description.identityPosition]
            let found = try existing(row, known[given], entity)
            let object = try found ?? new(given, entity)
            if !isNumbered {
                // An existing object keeps its identity.
                let kept = found?.value(key)
                object.set(try kept ?? identity(given, entity), key)
                known[try identity(of: object, entity)] = object
            }
            try fill(object, from: row, entity)
            saved.append((object, row))
        }
        try relate(saved, entity)
        if isNumbered { try context.obtainPermanentIDs(for: saved.map(\.object.managed)) }
        return saved.map(\.object)
    }

    /// Returns the existing object for the row; nil if there is none. The existing object is
    /// `identified` or, if `identified` is nil, an object with the same unique values as the row.
    ///
    /// - Parameter identified: the object with the row's identity; nil if there is none.
    /// - Throws: `StoreError.constraint` if a second object has the same unique values as the row,
    ///   or if the existing object does not belong to `entity`.
    private func existing(
        _ row: ValueRow,
        _ identified: ManagedObject?,
        _ entity: ManagedEntity
    ) throws -> ManagedObject? {
        let namesakes = try namesakes(of: row, entity)
        let found = identified ?? namesakes.first?.object
        // Saving two objects with the same unique values would make Core Data delete one of them.
        for (object, taken) in namesakes where object.managed !== found?.managed { throw taken }
        if let kinds = entity.description.hierarchy?.kinds, let name = found?.managed.entity.name,
            !kinds.contains(name)
        {
            throw StoreError.constraint(
                reason: """
                    a record of the entity \(name) has the same identity as this record, or the same \
                    values of unique attributes
                    """
            )
        }
        return found
    }

    private func new(_ given: StoredValue, _ entity: ManagedEntity) throws -> ManagedObject {
        // Core Data assigns these identities, so an object with a given identity cannot be
        // inserted.
        let isGone = entity.description.isIdentityAssigned && given != .null
        if isGone || entity.description.hierarchy?.isAbstract == true {
            throw StoreError.noRecord(entity: entity.name)
        }
        return insertObject(of: entity)
    }

    /// Inserts a new object into the context and returns it. The caller then sets its values.
    func insertObject(of entity: ManagedEntity) -> ManagedObject {
        ManagedObject(
            managed: NSEntityDescription.insertNewObject(forEntityName: entity.name, into: context)
        )
    }

    private func identities(of rows: [ValueRow], _ entity: ManagedEntity) -> [StoredValue] {
        let position = entity.description.identityPosition
        return rows.map { $0.values[position] }.filter { $0 != .null }
    }

    /// Returns the objects that already have the row's values for a uniqueness constraint, at most
    /// one for each constraint. Each object is returned with the error to throw if the row is saved
    /// to a different object. Values are unique among the records of every entity that has the
    /// attributes. An object may therefore belong to an ancestor of `entity`, or to another
    /// descendant of that ancestor.
    func namesakes(
        of row: ValueRow,
        _ entity: ManagedEntity
    ) throws -> [(object: ManagedObject, taken: StoreError)] {
        let values = Dictionary(zip(entity.columns.map(\.key), row.values)) { first, _ in first }
        return try entity.description.uniqueness.compactMap { names in
            let given = names.compactMap { values[$0] }.filter { $0 != .null }
            if given.count < names.count { return nil }
            let owner = try topmost(entity, with: names)
            let filter = DataQuery.Filter(unique: Array(zip(names, given)), of: owner.description)
            return try anyObject(filter, owner).map {
                ($0, StoreError.taken(names, of: owner.name))
            }
        }
    }

    /// Returns the topmost entity that has all these properties: `entity` or one of its ancestors.
    private func topmost(_ entity: ManagedEntity, with names: [String]) throws -> ManagedEntity {
        var found = entity
        while let parent = found.description.hierarchy?.parent {
            let next = try model.entity(named: parent)
            let keys = Set(next.columns.map(\.key))
            if !keys.isSuperset(of: names) { break }
            found = next
        }
        return found
    }

    /// Returns the identity `given` as a property value; nil if it does not fit the type of the
    /// identity attribute. If `given` is null, returns a new identity. This is a UUID if the
    /// attribute is a UUID or a string, and otherwise the highest identity in the store plus one.
    /// If that sum does not fit an `Int64`, the identity is a random unused number.
    private func identity(_ given: StoredValue, _ entity: ManagedEntity) throws -> Any? {
        let key = entity.description.identity
        let kind = entity.description.identityKind
        if given != .null { return kind?.managed(given) }
        switch kind {
        case .uuid: return UUID()
        case .string: return UUID().uuidString
        default:
            let request = NSFetchRequest<NSManagedObject>(entityName: entity.root)
            request.sortDescriptors = [NSSortDescriptor(key: key, ascending: false)]
            request.fetchLimit = 1
            let last = try context.fetch(request).first?.value(forKey: key)
            let number = ValueRow([AttributeDescription.Kind.integer64.stored(last)]).int64(0) ?? 0
            if number < .max {
                try entity.description.checkAssigned(.integer(number + 1))
                return number + 1
            }
            while true {
                let other = Int64.random(in: 1..<(.max))
                let taken = try find([StoredValue.integer(other)], entity, in: entity.root)
                if taken.isEmpty { return other }
            }
        }
    }
}
