import CoreData
import DataAccess

/// The changes that an import item makes to the objects of a context. They can be undone without
/// undoing the changes of earlier items, whereas Core Data can only roll back a whole context.
final class UndoableChanges {
    /// The root entity and the identity of an inserted object.
    struct Inserted {
        let root: String
        let identity: StoredValue
    }

    private enum Change {
        case inserted(ManagedObject, Inserted)
        case attribute(ManagedObject, key: String, before: Any?)
        case related(ManagedObject, NSRelationshipDescription, before: [ManagedObject])
    }

    private let context: NSManagedObjectContext
    private var changes: [Change] = []
    private var depth = 0

    init(_ context: NSManagedObjectContext) {
        self.context = context
    }

    /// Begins an item, which may be part of another item.
    ///
    /// - Returns: a mark for `undo(to:)`.
    func begin() -> Int {
        depth += 1
        return changes.count
    }

    /// Ends an item. At the end of the outermost item, the recorded changes are discarded.
    func end() {
        depth -= 1
        if depth == 0 { changes.removeAll(keepingCapacity: true) }
    }

    func insert(_ object: ManagedObject, _ inserted: Inserted) {
        changes.append(.inserted(object, inserted))
    }

    func willSet(_ key: String, of object: ManagedObject) {
        changes.append(.attribute(object, key: key, before: object.value(key)))
    }

    /// Stores the objects that are currently related, so that setting a relationship can be undone.
    ///
    /// - Returns: the objects that will lose a related object when the relationship is set. Each
    ///   object is returned with the name of its affected relationship.
    func willRelate(
        _ relationship: NSRelationshipDescription,
        of object: ManagedObject,
        to others: [ManagedObject]
    ) -> [(ManagedObject, String)] {
        let before = object.allRelated(relationship.name).objects
        let (old, new) = (Set(before.map(\.managed)), Set(others.map(\.managed)))
        var deprived: [(ManagedObject, String)] = []
        if let inverse = relationship.inverseRelationship {
            for gone in before where !new.contains(gone.managed) {
                willChange(inverse, of: gone)
                deprived.append((gone, inverse.name))
            }
            for added in others where !old.contains(added.managed) && !inverse.isToMany {
                guard let owner = added.related(inverse.name) else { continue }
                willChange(inverse, of: added)
                deprived.append((owner, relationship.name))
            }
        }
        changes.append(.related(object, relationship, before: before))
        return deprived
    }

    /// Remembers the objects to which `object` is related through `relationship`, the inverse of a
    /// relationship that is about to be set. An unordered to-many inverse is skipped, because it is
    /// restored when the change of the other relationship is undone.
    private func willChange(_ relationship: NSRelationshipDescription, of object: ManagedObject) {
        if relationship.isToMany, !relationship.isOrdered { return }
        let before = object.allRelated(relationship.name).objects
        changes.append(.related(object, relationship, before: before))
    }

    /// Undoes the changes after the mark, most recent first.
    ///
    /// - Returns: the objects whose insertion was undone.
    func undo(to mark: Int) -> [Inserted] {
        var gone: [Inserted] = []
        for change in changes[mark...].reversed() {
            switch change {
            case .attribute(let object, let key, let before): object.set(before, key)
            case .related(let object, let relationship, let before):
                object.setRelated(before, relationship)
            case .inserted(let object, let inserted):
                context.delete(object.managed)
                gone.append(inserted)
            }
        }
        changes.removeSubrange(mark...)
        return gone
    }
}

extension ManagedObject {
    /// Replaces the related objects with `others`.
    func setRelated(_ others: [ManagedObject], _ relationship: NSRelationshipDescription) {
        let managed = others.map(\.managed)
        let value: Any? =
            switch (relationship.isToMany, relationship.isOrdered) {
            case (false, _): managed.first
            case (true, true): NSOrderedSet(array: managed)
            case (true, false): NSSet(array: managed)
            }
        set(value, relationship.name)
    }
}
