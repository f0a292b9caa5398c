import CoreData
import DataAccess

/// A log of the changes that one import step makes to the managed objects of a context. A step is,
/// for example, the import of one JSON object. Each step can be undone separately, whereas Core
/// Data can only roll back a whole context.
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

    /// Begins to record the changes of one import step. Steps may be nested.
    ///
    /// - Returns: the number of changes recorded so far, to be passed to `undo(to:)`.
    func begin() -> Int {
        depth += 1
        return changes.count
    }

    /// Ends an import step. At the end of the outermost step, discards all recorded changes.
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

    /// Records the current contents of a relationship before they are replaced with `others`.
    ///
    /// - Returns: the objects that will lose a related object. Each object is returned with the
    ///   name of its affected relationship.
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

    /// Records the current contents of `relationship` before its inverse is set. Skips an unordered
    /// to-many relationship: Core Data restores it when the inverse is restored.
    private func willChange(_ relationship: NSRelationshipDescription, of object: ManagedObject) {
        if relationship.isToMany, !relationship.isOrdered { return }
        let before = object.allRelated(relationship.name).objects
        changes.append(.related(object, relationship, before: before))
    }

    /// Undoes all changes that were recorded after the first `mark` changes, in reverse order.
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
