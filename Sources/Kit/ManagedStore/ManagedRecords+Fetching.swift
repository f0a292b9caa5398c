import CoreData
import DataAccess

extension ManagedRecords {
    func objects(_ query: DataQuery, _ entity: ManagedEntity) throws -> [ManagedObject] {
        try objects(query.formatted(for: entity.description, in: model.definition), entity)
    }

    /// Returns the objects that match the query. If the query has no sort order, sorts them by the
    /// primary keys that the store assigned.
    func objects(_ query: FormattedQuery, _ entity: ManagedEntity) throws -> [ManagedObject] {
        if query.top == 0 { return [] }
        let request = try request(query, entity)
        let rest = try query.rest.map(predicate)
        let isNumbered = query.orderBy.isEmpty
        // If objects are filtered or sorted in memory, the store must not limit their number.
        let isLimitedByStore = rest == nil && !isNumbered
        if isLimitedByStore {
            request.fetchOffset = query.skip
            request.fetchLimit = query.top ?? 0
        }
        var found = try context.fetch(request).map(ManagedObject.init)
        if let rest { found.removeAll { !rest.evaluate(with: $0.managed) } }
        if isNumbered {
            found = try found.map { ($0, try $0.number()) }.sorted { $0.1 < $1.1 }.map(\.0)
        }
        if isLimitedByStore { return found }
        let others = found.dropFirst(query.skip)
        return Array(query.top.map { others.prefix($0) } ?? others)
    }

    func count(_ query: DataQuery, _ entity: ManagedEntity) throws -> Int {
        try count(query.formatted(for: entity.description, in: model.definition), entity)
    }

    func count(_ query: FormattedQuery, _ entity: ManagedEntity) throws -> Int {
        if query.rest != nil || query.top != nil || query.skip > 0 {
            return try objects(query, entity).count
        }
        return try context.count(for: request(query, entity))
    }

    /// Returns one of the objects that match the filter; nil if there is none. Also finds unsaved
    /// objects, to which the store has not yet assigned a primary key.
    func anyObject(_ filter: DataQuery.Filter, _ entity: ManagedEntity) throws -> ManagedObject? {
        let query = try DataQuery(filter: filter)
            .formatted(for: entity.description, in: model.definition)
        let request = try request(query, entity)
        request.sortDescriptors = nil
        let rest = try query.rest.map(predicate)
        return try context.fetch(request).first { rest?.evaluate(with: $0) ?? true }
            .map(ManagedObject.init)
    }

    /// Returns the objects with these identities, keyed by identity.
    ///
    /// - Parameters:
    ///   - root: name of the entity whose objects are searched; nil to search the objects of
    ///     `entity`.
    ///   - key: name of a relationship whose related objects are fetched at the same time; nil for
    ///     none.
    func find(
        _ identities: some Collection<StoredValue>,
        _ entity: ManagedEntity,
        in root: String? = nil,
        prefetching key: String? = nil
    ) throws -> [StoredValue: ManagedObject] {
        let identities = Array(Set(identities).subtracting([.null]))
        var found: [StoredValue: ManagedObject] = [:]
        // SQLite limits the number of values in one statement.
        for start in stride(from: 0, to: identities.count, by: 500) {
            let some = identities[start..<min(start + 500, identities.count)]
            for managed in try fetched(some, entity, in: root ?? entity.name, key) {
                let object = ManagedObject(managed: managed)
                found[try identity(of: object, entity)] = object
            }
        }
        return found
    }

    private func fetched(
        _ identities: some Collection<StoredValue>,
        _ entity: ManagedEntity,
        in root: String,
        _ key: String?
    ) throws -> [NSManagedObject] {
        let description = entity.description
        guard let kind = description.identityKind else {
            let numbers = identities.compactMap { ValueRow([$0]).int64(0) }
            return try fetched(identifiers(numbers, of: entity.name), of: root, key)
        }
        let request = NSFetchRequest<NSManagedObject>(entityName: root)
        request.predicate = NSPredicate(
            format: "%K IN %@",
            argumentArray: [description.identity, identities.compactMap(kind.managed)]
        )
        request.relationshipKeyPathsForPrefetching = key.map { [$0] }
        return try context.fetch(request)
    }

    /// Returns the objects with these identifiers, including inserted objects that have not been
    /// saved. The fetch itself excludes pending changes; inserted objects are added afterward. If
    /// the fetch included pending changes, Core Data would evaluate the predicate for changed
    /// objects in memory, where no object equals its own identifier.
    private func fetched(
        _ identifiers: [NSManagedObjectID],
        of entity: String,
        _ key: String? = nil
    ) throws -> [NSManagedObject] {
        context.processPendingChanges()
        let request = NSFetchRequest<NSManagedObject>(entityName: entity)
        request.predicate = NSPredicate(format: "SELF IN %@", argumentArray: [identifiers])
        request.includesPendingChanges = false
        request.relationshipKeyPathsForPrefetching = key.map { [$0] }
        let stored = try context.fetch(request).filter { !$0.isDeleted }
        let inserted = context.insertedObjects
        if inserted.isEmpty { return stored }
        let wanted = Set(identifiers)
        return stored + inserted.filter { wanted.contains($0.objectID) }
    }
}

// Requests and predicates.
extension ManagedRecords {
    private func request(
        _ query: FormattedQuery,
        _ entity: ManagedEntity
    ) throws -> NSFetchRequest<NSManagedObject> {
        let request = NSFetchRequest<NSManagedObject>(entityName: entity.name)
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

    /// Returns the object with the primary key `number`, for a comparison in a predicate. The
    /// object's identifier cannot be used instead: if Core Data evaluates the predicate in memory,
    /// no object equals its own identifier.
    private func object(_ number: Int64, of entity: String) throws -> Any {
        let identifiers = identifiers([number], of: entity)
        if identifiers.count > 1, let found = try fetched(identifiers, of: entity).first {
            return found
        }
        return identifiers.first.map { context.object(with: $0) } ?? NSNull()
    }

    /// Returns all identifiers that objects with the primary keys `numbers` can have. An identifier
    /// also contains the name of the object's entity. Each primary key therefore has one identifier
    /// for each entity whose objects belong to `entity`.
    private func identifiers(_ numbers: [Int64], of entity: String) -> [NSManagedObjectID] {
        let kinds = model.definition.entity(named: entity)?.hierarchy?.kinds ?? [entity]
        return numbers.flatMap { number in kinds.compactMap { identifier(number, of: $0) } }
    }

    private func identifier(_ number: Int64, of entity: String) -> NSManagedObjectID? {
        guard let coordinator = context.persistentStoreCoordinator,
            let store = coordinator.persistentStores.first?.identifier,
            let url = URL(string: "x-coredata://\(store)/\(entity)/p\(number)")
        else { return nil }
        return coordinator.managedObjectID(forURIRepresentation: url)
    }
}
