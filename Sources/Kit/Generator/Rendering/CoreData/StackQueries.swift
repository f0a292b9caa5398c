/// Fetching and saving in one context.
func renderStackQueries(_ model: ModelContext) -> Code {
    """
    \(head(of: model.source))
    \(coreDataLabel)

    import CoreData
    import DataAccess

    nonisolated extension \(stackName(model)) {
        /// The records of one context, inside its `perform`.
        nonisolated struct Records {
            let context: NSManagedObjectContext
        }
    }

    // Fetching.
    nonisolated extension \(stackName(model)).Records {
        typealias Mapping = \(stackName(model)).Mapping
        typealias Object = \(stackName(model)).Object

        /// The objects of the request for which `rest` holds, too. Without an order of its own the
        /// order is that of the numbers which the store gave the objects.
        func objects(
            _ request: NSFetchRequest<NSManagedObject>,
            matching rest: NSPredicate? = nil,
            limit: Int? = nil,
            offset: Int = 0
        ) throws -> [Object] {
            if limit == 0 { return [] }
            let isNumbered = request.sortDescriptors?.isEmpty ?? true
            // What is left out or put in order here has to be fetched.
            let isLimitedByStore = rest == nil && !isNumbered
            if isLimitedByStore {
                request.fetchOffset = offset
                request.fetchLimit = limit ?? 0
            }
            var found = try context.fetch(request).map(Object.init)
            if let rest { found.removeAll { !rest.evaluate(with: $0.managed) } }
            if isNumbered {
                found = try found.map { ($0, try $0.number()) }.sorted { $0.1 < $1.1 }.map(\\.0)
            }
            if isLimitedByStore { return found }
            let others = found.dropFirst(offset)
            return Array(limit.map { others.prefix($0) } ?? others)
        }

        /// One for which the filter holds, among those not yet saved, too: these have no number.
        func anyObject<M: Mapping>(
            _ filter: DataQuery.Filter,
            _ mapping: M.Type
        ) throws -> Object? {
            let entity = M.Model.entity
            let query = try DataQuery(filter: filter)
                .formatted(for: entity, in: \(modelName(model)).definition)
            let request = try request(query, entity.name)
            request.sortDescriptors = nil
            let rest = try query.rest.map(predicate)
            return try context.fetch(request).first { rest?.evaluate(with: $0) ?? true }
                .map(Object.init)
        }

        func objects<M: Mapping>(_ query: DataQuery, _ mapping: M.Type) throws -> [Object] {
            let query = try query.formatted(for: M.Model.entity, in: \(modelName(model)).definition)
            return try objects(
                request(query, M.Model.entity.name),
                matching: query.rest.map(predicate),
                limit: query.top,
                offset: query.skip
            )
        }

        func count<M: Mapping>(_ query: DataQuery, _ mapping: M.Type) throws -> Int {
            let formatted = try query.formatted(
                for: M.Model.entity,
                in: \(modelName(model)).definition
            )
            if formatted.rest != nil || formatted.top != nil || formatted.skip > 0 {
                return try objects(query, mapping).count
            }
            return try context.count(for: request(formatted, M.Model.entity.name))
        }

        private func request(
            _ query: FormattedQuery,
            _ entity: String
        ) throws -> NSFetchRequest<NSManagedObject> {
            let request = NSFetchRequest<NSManagedObject>(entityName: entity)
            request.predicate = try query.fetched.map(predicate)
            request.sortDescriptors = query.orderBy.map {
                NSSortDescriptor(key: $0.path, ascending: !$0.isDescending)
            }
            return request
        }

        private func predicate(_ predicate: FormattedQuery.Predicate) throws -> NSPredicate {
            NSPredicate(
                format: predicate.format,
                argumentArray: try predicate.arguments.map(argument)
            )
        }

        private func argument(_ argument: FormattedQuery.Argument) throws -> Any {
            switch argument {
            case .value(let value): value
            case .none: NSNull()
            case .list(let values): try values.map(self.argument)
            case .record(let entity, let number): try object(number, of: entity)
            }
        }

        /// What stands for the object of this number in a predicate: an object, for in memory none
        /// equals its identifier.
        func object(_ number: Int64, of entity: String) throws -> Any {
            let identifiers = identifiers([number], of: entity)
            if identifiers.count > 1, let found = try fetched(identifiers, of: entity).first {
                return found
            }
            return identifiers.first.map { context.object(with: $0) } ?? NSNull()
        }

        func list<M: Mapping>(
            _ request: NSFetchRequest<NSManagedObject>,
            matching rest: NSPredicate? = nil,
            limit: Int? = nil,
            offset: Int = 0,
            _ mapping: M.Type
        ) throws -> [M.Model] {
            try objects(request, matching: rest, limit: limit, offset: offset).map(M.record)
        }

        /// The objects that have these identities.
        func find<M: Mapping>(
            _ identities: [M.Model.Identity],
            _ mapping: M.Type,
            in entity: String = M.Model.entity.name
        ) throws -> [M.Model.Identity: Object] {
            var found: [M.Model.Identity: Object] = [:]
            // SQLite takes so many values in one statement.
            for start in stride(from: 0, to: identities.count, by: 500) {
                let some = identities[start..<min(start + 500, identities.count)]
                for managed in try fetched(some.map(\\.value), M.Model.entity, in: entity) {
                    let object = Object(managed: managed)
                    found[try M.identity(of: object)] = object
                }
            }
            return found
        }

        private func fetched<Value>(
            _ identities: [Value],
            _ description: EntityDescription,
            in entity: String
        ) throws -> [NSManagedObject] {
            if description.isIdentityAssigned {
                let numbers = identities.compactMap { $0 as? Int64 }
                return try fetched(identifiers(numbers, of: description.name), of: entity)
            }
            let request = NSFetchRequest<NSManagedObject>(entityName: entity)
            request.predicate = NSPredicate(
                format: "%K IN %@",
                argumentArray: [description.identity, identities.map { $0 as Any }]
            )
            return try context.fetch(request)
        }

        /// Of what this context has changed a predicate is asked in memory, where no object equals its
        /// identifier: so only the store is asked.
        private func fetched(
            _ identifiers: [NSManagedObjectID],
            of entity: String
        ) throws -> [NSManagedObject] {
            context.processPendingChanges()
            let request = NSFetchRequest<NSManagedObject>(entityName: entity)
            request.predicate = NSPredicate(format: "SELF IN %@", argumentArray: [identifiers])
            request.includesPendingChanges = false
            let stored = try context.fetch(request).filter { !$0.isDeleted }
            let inserted = context.insertedObjects
            if inserted.isEmpty { return stored }
            let wanted = Set(identifiers)
            return stored + inserted.filter { wanted.contains($0.objectID) }
        }

        /// The entities whose records are among those of `entity`.
        private func kinds(of entity: String) -> [String] {
            \(modelName(model)).definition.entity(named: entity)?.hierarchy?.kinds ?? [entity]
        }

        /// Those that objects of these numbers can have.
        private func identifiers(_ numbers: [Int64], of entity: String) -> [NSManagedObjectID] {
            let kinds = kinds(of: entity)
            return numbers.flatMap { number in kinds.compactMap { identifier(number, of: $0) } }
        }

        private func identifier(_ number: Int64, of entity: String) -> NSManagedObjectID? {
            guard let coordinator = context.persistentStoreCoordinator,
                let store = coordinator.persistentStores.first?.identifier,
                let url = URL(string: "x-coredata://\\(store)/\\(entity)/p\\(number)")
            else { return nil }
            return coordinator.managedObjectID(forURIRepresentation: url)
        }

        func selected<M: Mapping>(
            _ selection: RecordSelection<M.Model.Identity>,
            _ mapping: M.Type
        ) throws -> [M.Model] {
            switch selection {
            case .query(let query), .deletion(let query): try objects(query, mapping).map(M.record)
            case .identity(let identity): try find([identity], mapping).values.map(M.record)
            case .blank: [M.Model.blank()]
            }
        }
    }

    """
}
