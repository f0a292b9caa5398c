/// Saving and relating in one context.
func renderStackChanges(_ model: ModelContext) -> Code {
    """
    \(head(of: model.source))
    \(coreDataLabel)

    import CoreData
    import DataAccess

    nonisolated extension \(stackName(model)).Records {
        /// Inserts the records, or changes those that have their identities or unique values; relates
        /// them when all are there.
        func save<M: Mapping>(_ records: [M.Model], _ mapping: M.Type) throws -> [M.Model] {
            let entity = M.Model.entity
            let root = entity.hierarchy?.root ?? entity.name
            var known = try find(records.compactMap(\\.knownIdentity), mapping, in: root)
            var saved: [(object: Object, record: M.Model)] = []
            for record in records {
                try record.validate()
                let namesakes = try namesakes(of: record, mapping)
                let found = record.knownIdentity.flatMap { known[$0] } ?? namesakes.first?.object
                // Core Data would delete one of the two.
                for (object, names) in namesakes where object.managed !== found?.managed {
                    throw taken(names, of: entity)
                }
                let object = try found ?? new(record, mapping)
                try check(object, isOf: entity)
                if entity.isIdentityAssigned {
                    try M.fill(object, from: record)
                } else {
                    // What was there keeps its identity.
                    let kept = found?.managed.value(forKey: entity.identity)
                    let identity = try kept ?? newIdentity(record, entity)
                    try M.fill(object, from: record)
                    if let identity { object.set(identity, entity.identity) }
                    known[try M.identity(of: object)] = object
                }
                saved.append((object, record))
            }
            for (object, record) in saved { try M.relate(object, as: record, in: self) }
            if entity.isIdentityAssigned {
                try context.obtainPermanentIDs(for: saved.map(\\.object.managed))
            }
            return try saved.map { try M.record(from: $0.object) }
        }

        func insert<M: Mapping>(_ record: M.Model, _ mapping: M.Type) throws -> M.Model {
            let entity = M.Model.entity
            let root = entity.hierarchy?.root ?? entity.name
            let known = try find(record.knownIdentity.map { [$0] } ?? [], mapping, in: root)
            if !known.isEmpty { throw taken(["identity"], of: entity) }
            if let namesake = try namesakes(of: record, mapping).first {
                throw taken(namesake.names, of: entity)
            }
            return try save([record], mapping).first ?? record
        }

        func update<M: Mapping>(_ record: M.Model, _ mapping: M.Type) throws {
            guard let identity = record.knownIdentity, try !find([identity], mapping).isEmpty else {
                throw StoreError.noRecord(entity: M.Model.entity.name)
            }
            _ = try save([record], mapping)
        }

        func delete<M: Mapping>(
            _ identity: M.Model.Identity,
            _ mapping: M.Type
        ) throws -> Bool {
            guard let object = try find([identity], mapping)[identity] else { return false }
            context.delete(object.managed)
            return true
        }

        private func new<M: Mapping>(_ record: M.Model, _ mapping: M.Type) throws -> Object {
            let entity = M.Model.entity
            // A number cannot be asked for.
            let isGone = entity.isIdentityAssigned && record.knownIdentity != nil
            if isGone || entity.hierarchy?.isAbstract == true {
                throw StoreError.noRecord(entity: entity.name)
            }
            return Object(
                managed: NSEntityDescription.insertNewObject(
                    forEntityName: entity.name,
                    into: context
                )
            )
        }

        private func check(_ object: Object, isOf entity: EntityDescription) throws {
            guard let kinds = entity.hierarchy?.kinds, let name = object.managed.entity.name,
                !kinds.contains(name)
            else { return }
            throw StoreError.constraint(reason: "the identity is that of a \\(name)")
        }

        private func taken(_ names: [String], of entity: EntityDescription) -> StoreError {
            .constraint(
                reason:
                    "another \\(entity.name) has the same \\(names.joined(separator: " and "))"
            )
        }

        /// The objects that have unique values of the record, with the names of those.
        private func namesakes<M: Mapping>(
            of record: M.Model,
            _ mapping: M.Type
        ) throws -> [(object: Object, names: [String])] {
            var result: [(object: Object, names: [String])] = []
            let entity = M.Model.entity
            let values = Dictionary(
                zip(entity.columns, record.columnValues.values)
            ) { first, _ in first }
            for names in entity.uniqueness {
                let given = names.compactMap { values[$0] }.filter { $0 != .null }
                if given.count < names.count { continue }
                let text = names.enumerated().map { "#\\($1) == $value\\($0)" }
                let arguments = zip(names, given).enumerated().map { index, pair in
                    ("value\\(index)", DataQuery.Argument(pair.1, of: pair.0, in: entity))
                }
                let filter = DataQuery.Filter(
                    text.joined(separator: " AND "),
                    Dictionary(uniqueKeysWithValues: arguments)
                )
                if let found = try anyObject(filter, mapping) { result.append((found, names)) }
            }
            return result
        }

        /// For a record that has none.
        private func newIdentity(
            _ record: some DescribedRecord,
            _ entity: EntityDescription
        ) throws -> Any? {
            if record.knownIdentity != nil { return nil }
            switch entity.attributes.first(where: { $0.name == entity.identity })?.kind {
            case .uuid: return UUID()
            case .string: return UUID().uuidString
            default:
                let request = NSFetchRequest<NSManagedObject>(
                    entityName: entity.hierarchy?.root ?? entity.name
                )
                request.sortDescriptors = [NSSortDescriptor(key: entity.identity, ascending: false)]
                request.fetchLimit = 1
                let last = try context.fetch(request).first?.value(forKey: entity.identity)
                return ((last as? NSNumber)?.int64Value ?? 0) + 1
            }
        }
    }

    // Relationships.
    nonisolated extension \(stackName(model)).Records {
        /// Makes the record of this identity the one that `object` is related to.
        func relate<M: Mapping>(
            _ object: Object,
            _ key: String,
            to identity: M.Model.Identity?,
            _ mapping: M.Type
        ) throws {
            if let current = object.related(key), try M.identity(of: current) == identity { return }
            guard let identity else { return object.set(nil, key) }
            guard let other = try find([identity], mapping)[identity] else {
                throw StoreError.brokenRelationship
            }
            object.set(other.managed, key)
        }

        /// Puts these in place of what the to-many relationship led to.
        func replace<From: Mapping, To: Mapping>(
            _ key: String,
            of identity: From.Model.Identity,
            with identities: [To.Model.Identity],
            isOrdered: Bool,
            _ from: From.Type,
            _ to: To.Type
        ) throws {
            guard let object = try find([identity], from)[identity] else {
                throw StoreError.noRecord(entity: From.Model.entity.name)
            }
            let found = try find(identities, to)
            let others = identities.compactMap { found[$0]?.managed }
            if others.count < identities.count { throw StoreError.brokenRelationship }
            object.set(isOrdered ? NSOrderedSet(array: others) : NSSet(array: others), key)
        }

        /// What the relationship leads to from each of the records; by identity, unless it has an
        /// order of its own.
        func related<From: Mapping, To: Mapping>(
            _ key: String,
            of identities: [From.Model.Identity],
            isToMany: Bool = true,
            isOrdered: Bool = false,
            _ from: From.Type,
            _ to: To.Type
        ) throws -> [From.Model.Identity: [To.Model]] {
            try find(identities, from).compactMapValues { object in
                let objects =
                    isToMany ? object.allRelated(key) : object.related(key).map { [$0] } ?? []
                if objects.isEmpty { return nil }
                let records = try objects.map(To.record)
                if isOrdered { return records }
                return records.map { ($0, $0.storedIdentity) }.sorted { $0.1 < $1.1 }.map(\\.0)
            }
        }
    }

    """
}
