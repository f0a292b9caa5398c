import CoreData
import DataAccess

/// Methods that set the attributes and relationships of imported objects.
extension ManagedImport {
    func set(
        _ column: ManagedEntity.Column,
        of object: ManagedObject,
        to value: StoredValue
    ) throws {
        switch column.content {
        case .number, .derived: return
        case .attribute, .archive, .json:
            changes.willSet(column.key, of: object)
            try object.set(value, column)
        case .related(let name):
            guard let destination = mappings.mapping(name) else { return }
            let related = value == .null ? nil : try self.object(value, destination)
            if related == nil, value != .null { throw mappings.flaw(.brokenRelationship(nil)) }
            try relate(object, column.key, to: related.map { [$0] } ?? [])
        }
    }

    func setReference(
        _ column: String,
        of identity: StoredValue,
        _ mapping: ImportMapping,
        to target: StoredValue
    ) throws -> Bool {
        guard let object = try object(identity, mapping) else { return false }
        guard let column = try entity(of: mapping).columns.first(where: { $0.key == column })
        else { return false }
        try undoingFlaws { try set(column, of: object, to: target) }
        return true
    }

    /// Relates the objects with the identities `related` to the object with the identity
    /// `identity`. A to-many relationship keeps the objects that were already related. In an
    /// ordered relationship, the objects in `related` come first, in the given order; the other
    /// objects keep their order.
    func relate(
        _ related: [StoredValue],
        to identity: StoredValue,
        by children: ImportPlan.Children
    ) throws {
        guard let owner = try object(identity, children.owner) else { return }
        let key = children.relationship.name
        var seen: Set<ObjectIdentifier> = []
        var others = try related.compactMap { try object($0, children.mapping) }
        if children.relationship.isToMany {
            others += owner.allRelated(key).objects
            others.removeAll { !seen.insert(ObjectIdentifier($0.managed)).inserted }
        }
        try undoingFlaws { try relate(owner, key, to: others) }
    }

    func clear(_ children: ImportPlan.Children, of identity: StoredValue) throws {
        guard let owner = try object(identity, children.owner) else { return }
        try undoingFlaws { try relate(owner, children.relationship.name, to: []) }
    }

    /// Replaces the objects in the relationship `key` with `others`. Core Data updates the inverse
    /// relationship.
    ///
    /// - Throws: `ImportFlaw` if any object is left without a related object that it requires.
    private func relate(_ object: ManagedObject, _ key: String, to others: [ManagedObject]) throws {
        guard let relationship = object.managed.entity.relationshipsByName[key] else { return }
        let deprived = changes.willRelate(relationship, of: object, to: others)
        object.setRelated(others, relationship)
        for (object, key) in deprived {
            guard let lost = object.managed.entity.relationshipsByName[key], !lost.isOptional,
                !lost.isToMany, object.related(key) == nil
            else { continue }
            throw flaw(of: object, without: key)
        }
    }

    private func flaw(of object: ManagedObject, without key: String) -> ImportFlaw {
        let name = object.managed.entity.name ?? ""
        let entity = records.model.definition.entity(named: name)
        let error = entity.map { records.model.missing(key, in: $0) }
        return mappings.flaw(error ?? .brokenRelationship(nil))
    }
}
