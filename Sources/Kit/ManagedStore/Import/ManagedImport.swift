import CoreData
import DataAccess

/// An import target that stores records as managed objects of one context. The caller saves the
/// context after the import.
final class ManagedImport: ImportTarget {
    /// Number of items of an imported array whose managed objects are fetched together.
    static let itemsAtOnce = 256

    let mappings: ImportMappings
    let records: ManagedRecords
    let changes: UndoableChanges
    /// Cache of fetched and inserted objects, keyed by root entity and identity. The value nil
    /// means that the store has no such object.
    private var known: [String: [StoredValue: ManagedObject?]] = [:]

    init(_ records: ManagedRecords) {
        self.records = records
        mappings = ImportMappings(records.model.definition, enforced: .all)
        changes = UndoableChanges(records.context)
    }

    func expect(_ identities: [StoredValue], _ mapping: ImportMapping) throws {
        let entity = try entity(of: mapping)
        let unknown = identities.filter { known[entity.root]?[$0] == nil }
        let found = try records.find(unknown, entity, in: entity.root)
        for identity in unknown {
            known[entity.root, default: [:]][identity] = .some(found[identity])
        }
    }

    func exists(_ identity: StoredValue, _ mapping: ImportMapping) throws -> Bool {
        try object(identity, mapping) != nil
    }

    /// Runs `body`. If `body` throws an `ImportFlaw` because of an invalid imported value, undoes
    /// the changes that `body` made to objects. After any other error, the import ends, and the
    /// caller rolls back the context.
    func undoingFlaws<T>(_ body: () throws -> T) throws -> T {
        let mark = changes.begin()
        defer { changes.end() }
        do {
            return try body()
        } catch let flaw as ImportFlaw {
            // An object whose insertion was undone no longer exists, and no other object has its
            // identity.
            for gone in changes.undo(to: mark) { known[gone.root]?[gone.identity] = .some(nil) }
            throw flaw
        }
    }

    func exchangingUniqueValues(
        of plans: [ImportPlan],
        after first: () throws -> Void,
        _ body: () throws -> Void
    ) throws {
        try undoingFlaws {
            try first()
            let replaced = try plans.flatMap(replaceUniqueValues)
            try body()
            // Restores the values that `body` did not replace.
            let kept = replaced.filter { $0.object.value($0.key) == nil }
            for (object, _, key, value) in kept {
                changes.willSet(key, of: object)
                object.set(value, key)
            }
            for (object, entity, _, _) in kept {
                try checkUnique(try records.row(from: object, entity).values, object, entity)
            }
        }
    }

    private typealias ReplacedValue = (
        object: ManagedObject, entity: ManagedEntity, key: String, value: Any
    )

    /// Clears the unique properties of the object with the plan's identity. Clears only properties
    /// for which the plan has values. Returns the former values; an empty array if there is no such
    /// object.
    private func replaceUniqueValues(of plan: ImportPlan) throws -> [ReplacedValue] {
        guard let identity = plan.values[plan.mapping.identity],
            let object = try object(identity, plan.mapping)
        else { return [] }
        let entity = try entity(of: plan.mapping)
        return try plan.uniqueColumns.compactMap { position in
            let column = entity.columns[position]
            guard let value = object.value(column.key) else { return nil }
            try set(column, of: object, to: .null)
            return (object, entity, column.key, value)
        }
    }

    func put(_ plan: ImportPlan) throws -> StoredImport {
        try undoingFlaws {
            let entity = try entity(of: plan.mapping)
            if let found = try existing(plan, entity) {
                let identity = try records.identity(of: found, entity)
                known[entity.root, default: [:]][identity] = found
                return StoredImport(identity, try change(found, identity, plan, entity))
            }
            return StoredImport(try insert(plan, entity), .inserted)
        }
    }

    func entity(of mapping: ImportMapping) throws -> ManagedEntity {
        try records.model.entity(named: mapping.entity.name)
    }

    /// Returns the object with this identity. Returns nil if there is none, or if it does not
    /// belong to the entity of `mapping`.
    func object(_ identity: StoredValue, _ mapping: ImportMapping) throws -> ManagedObject? {
        let entity = try entity(of: mapping)
        return try anyKind(identity, entity).flatMap { entity.includes($0) ? $0 : nil }
    }

    /// Returns the object with this identity; nil if there is none. The object may belong to any
    /// entity with the same root entity as `entity`.
    private func anyKind(
        _ identity: StoredValue,
        _ entity: ManagedEntity
    ) throws -> ManagedObject? {
        if let known = known[entity.root]?[identity] { return known }
        let found = try records.find([identity], entity, in: entity.root)[identity]
        known[entity.root, default: [:]][identity] = .some(found)
        return found
    }

    /// Returns the existing object that the plan updates; nil if there is none. Finds the object by
    /// the plan's identity. If the plan has no identity, finds it by the plan's values for a
    /// uniqueness constraint.
    private func existing(_ plan: ImportPlan, _ entity: ManagedEntity) throws -> ManagedObject? {
        let given = plan.values[plan.mapping.identity] ?? .null
        if given == .null {
            let values = ValueRow(plan.values.map { $0 ?? .null })
            return try records.namesakes(of: values, entity).map(\.object)
                .first(where: entity.includes)
        }
        guard let found = try anyKind(given, entity) else { return nil }
        if entity.includes(found) { return found }
        throw mappings.flaw(.recordOfAnotherEntity)
    }

    private func insert(_ plan: ImportPlan, _ entity: ManagedEntity) throws -> StoredValue {
        let mapping = plan.mapping
        let missing = mapping.missing { plan.values[$0] != nil }
        if missing != nil || entity.description.hierarchy?.isAbstract == true {
            throw mapping.cannotInsert(missing: missing)
        }
        let given = plan.values[mapping.identity] ?? .null
        let values = plan.values.indices.map { plan.values[$0] ?? mapping.columns[$0].initial }
        try mapping.checkRules(given, values)
        try checkUnique(values, nil, entity)
        let object = records.insertObject(of: entity)
        let isNumbered = entity.description.isIdentityAssigned
        if isNumbered { try records.context.obtainPermanentIDs(for: [object.managed]) }
        let identity = isNumbered ? StoredValue.integer(try object.number()) : given
        changes.insert(object, .init(root: entity.root, identity: identity))
        known[entity.root, default: [:]][identity] = object
        for position in plan.values.indices {
            guard let value = plan.values[position] else { continue }
            try set(entity.columns[position], of: object, to: value)
        }
        return identity
    }

    private func change(
        _ object: ManagedObject,
        _ identity: StoredValue,
        _ plan: ImportPlan,
        _ entity: ManagedEntity
    ) throws -> StoredImport.Outcome {
        let mapping = plan.mapping
        let kept = try records.row(from: object, entity).values
        let changed = plan.values.indices.filter { position in
            guard let value = plan.values[position], position != mapping.identity else {
                return false
            }
            return value != kept[position] && !entity.columns[position].isDerived
        }
        if changed.isEmpty { return .unchanged }
        let values = kept.indices.map { plan.values[$0] ?? kept[$0] }
        try mapping.checkRules(identity, values)
        let names = Set(changed.map { entity.columns[$0].key })
        if entity.description.uniqueness.contains(where: { !names.isDisjoint(with: $0) }) {
            try checkUnique(values, object, entity)
        }
        for position in changed {
            try set(entity.columns[position], of: object, to: values[position])
        }
        return .updated
    }

    /// Throws an error if an object other than `object` already has these values for a uniqueness
    /// constraint. Without this check, Core Data would merge the two objects and delete one of
    /// them.
    private func checkUnique(
        _ values: [StoredValue],
        _ object: ManagedObject?,
        _ entity: ManagedEntity
    ) throws {
        if entity.description.uniqueness.isEmpty { return }
        for (other, taken) in try records.namesakes(of: ValueRow(values), entity)
        where other.managed !== object?.managed {
            var flaw = mappings.flaw(taken)
            flaw.isCollision = true
            throw flaw
        }
    }
}

extension ManagedEntity {
    /// Returns whether the object belongs to this entity. An object that was found by its identity
    /// may belong to a different entity with the same root entity.
    fileprivate func includes(_ object: ManagedObject) -> Bool {
        guard let kinds = description.hierarchy?.kinds else { return true }
        return object.managed.entity.name.map(kinds.contains) ?? false
    }
}

extension ManagedEntity.Column {
    fileprivate var isDerived: Bool { if case .derived = content { true } else { false } }
}
