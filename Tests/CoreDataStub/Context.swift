public import Foundation
import Schema

/// https://developer.apple.com/documentation/coredata/nsmanagedobjectcontext
open class NSManagedObjectContext: NSObject {
    public enum ConcurrencyType: Sendable {
        case privateQueue, mainQueue
    }

    public enum ScheduledTaskType: Sendable {
        case immediate, enqueued
    }

    open var persistentStoreCoordinator: NSPersistentStoreCoordinator?
    open var mergePolicy: Any = NSMergePolicy.error
    open var automaticallyMergesChangesFromParent = false

    private let type: NSManagedObjectContextConcurrencyType
    private var registered: [NSManagedObjectID: NSManagedObject] = [:]
    private var inserted: [NSManagedObject] = []
    private var changed: [NSManagedObject] = []
    private var deleted: [NSManagedObject] = []
    /// The thread that is in `perform`, while one is.
    private var owner: Thread?

    /// One for all contexts: there is nothing to gain here from more.
    private static let lock = NSRecursiveLock()

    public init(_ type: NSManagedObjectContextConcurrencyType) {
        self.type = type
    }

    public convenience init(concurrencyType type: NSManagedObjectContextConcurrencyType) {
        self.init(type)
    }

    open var hasChanges: Bool { !inserted.isEmpty || !changed.isEmpty || !deleted.isEmpty }

    open func perform<T>(
        schedule: ScheduledTaskType = .immediate,
        _ block: @escaping () throws -> T
    ) async rethrows -> T {
        try performAndWait(block)
    }

    open func performAndWait<T>(_ block: () throws -> T) rethrows -> T {
        try NSManagedObjectContext.lock.withLock {
            let before = owner
            owner = Thread.current
            defer { owner = before }
            return try block()
        }
    }

    /// As `-com.apple.CoreData.ConcurrencyDebug 1` has it.
    func checkQueue() {
        // The main actor is no certain thread where Apple's systems are not.
        let isFine = type == .mainQueueConcurrencyType || owner == Thread.current
        precondition(isFine, "Core Data was used outside of its context's queue")
    }

    open func reset() {
        checkQueue()
        for object in registered.values { object.managedObjectContext = nil }
        (registered, inserted, changed, deleted) = ([:], [], [], [])
    }

    open func rollback() { reset() }

    open func delete(_ object: NSManagedObject) {
        checkQueue()
        if object.isDeleted { return }
        object.isDeleted = true
        deleted.append(object)
        for relationship in object.entity.relationshipsByName.values {
            let others = related(to: object, relationship.name)
            switch relationship.rule {
            case .cascade: for other in others { delete(other) }
            case .nullify, .noAction:
                relate(object, relationship, to: [])
            case .deny: break
            }
        }
        // An object that was never saved is forgotten.
        if object.isInserted {
            inserted.removeAll { $0 === object }
            deleted.removeAll { $0 === object }
        }
    }

    open func obtainPermanentIDs(for objects: [NSManagedObject]) throws {
        checkQueue()
        for object in objects where object.objectID.number == nil {
            registered[object.objectID] = nil
            object.objectID = newID(of: object.entity, isPermanent: true)
            registered[object.objectID] = object
        }
    }

    open func fetch<T: NSFetchRequestResult>(_ request: NSFetchRequest<T>) throws -> [T] {
        checkQueue()
        var found = objects(
            of: try entity(request.entityName ?? ""),
            withPendingChanges: request.includesPendingChanges
        )
        if let predicate = request.predicate {
            // The store answers for what it holds, memory for what this context has changed.
            found.removeAll { object in
                let isPending = object.isInserted || changed.contains { $0 === object }
                return request.includesPendingChanges && isPending
                    ? !predicate.evaluate(with: object)
                    : !asTheStoreDoes { predicate.evaluate(with: object) }
            }
        }
        let sorts = request.sortDescriptors ?? []
        found.sort { left, right in
            for sort in sorts {
                let order = sort.order(left, right)
                if order != 0 { return (order < 0) == sort.ascending }
            }
            return (left.objectID.number ?? .max) < (right.objectID.number ?? .max)
        }
        let rest = found.dropFirst(request.fetchOffset)
        let all = request.fetchLimit > 0 ? rest.prefix(request.fetchLimit) : rest
        return all.compactMap { $0 as? T }
    }

    open func count<T: NSFetchRequestResult>(for request: NSFetchRequest<T>) throws -> Int {
        try fetch(request).count
    }

    open var insertedObjects: Set<NSManagedObject> {
        checkQueue()
        return Set(inserted.filter { !$0.isDeleted })
    }

    open func processPendingChanges() { checkQueue() }

    open func object(with objectID: NSManagedObjectID) -> NSManagedObject {
        checkQueue()
        if let known = existing(objectID) { return known }
        guard let entity = try? entity(objectID.entity) else {
            preconditionFailure("there is no entity \(objectID.entity)")
        }
        return NSManagedObject(entity, objectID, self)
    }

    open func save() throws {
        checkQueue()
        let fault = deleted.lazy.compactMap(deniedDeletion).first
        let written = (inserted + changed).filter { !$0.isDeleted }
        if let fault = try fault ?? written.lazy.compactMap(missing).first { throw fault }
        for object in written where object.isInserted { replaceStored(object) }
        try obtainPermanentIDs(for: written)
        for object in written { try write(object) }
        for object in deleted {
            guard let number = object.objectID.number else { continue }
            rows.tables[object.objectID.root]?[number] = nil
        }
        try rows.write()
        for object in inserted { object.isInserted = false }
        let saved: [AnyHashable: Any] = [
            NSInsertedObjectsKey: Set(inserted.filter { !$0.isDeleted }),
            NSUpdatedObjectsKey: Set(changed.filter { !$0.isDeleted }),
            NSDeletedObjectsKey: Set(deleted),
        ]
        (inserted, changed, deleted) = ([], [], [])
        NotificationCenter.default.post(
            name: NSManagedObjectContext.didSaveObjectsNotification,
            object: self,
            userInfo: saved
        )
    }
}

public let NSInsertedObjectsKey = "inserted"
public let NSUpdatedObjectsKey = "updated"
public let NSDeletedObjectsKey = "deleted"

extension NSManagedObjectContext {
    public static let didSaveObjectsNotification = Notification.Name(
        "NSManagingContextDidSaveChangesNotification"
    )
}

public enum NSManagedObjectContextConcurrencyType: UInt, Sendable {
    case privateQueueConcurrencyType = 1
    case mainQueueConcurrencyType = 2
}

// What the rest of the stand-in needs.
extension NSManagedObjectContext {
    var rows: StoredRows {
        guard let store = persistentStoreCoordinator?.persistentStores.first else {
            preconditionFailure("this coordinator has no persistent stores")
        }
        return store.rows
    }

    func insertNew(_ entityName: String) -> NSManagedObject {
        checkQueue()
        guard let entity = try? entity(entityName), !entity.isAbstract else {
            preconditionFailure("no object can be made of \(entityName)")
        }
        return NSManagedObject(entity: entity, insertInto: self)
    }

    func register(_ object: NSManagedObject) {
        checkQueue()
        for attribute in object.entity.attributesByName.values {
            object.attributes[attribute.name] = attribute.defaultValue.flatMap {
                attribute.convert($0)
            }
        }
        object.isInserted = true
        registered[object.objectID] = object
        inserted.append(object)
    }

    func willChange(_ object: NSManagedObject) {
        if object.isInserted || changed.contains(where: { $0 === object }) { return }
        changed.append(object)
    }

    func related(to object: NSManagedObject, _ key: String) -> [NSManagedObject] {
        if let known = object.related[key] { return known.filter { !$0.isDeleted } }
        let number = object.objectID.number ?? 0
        let row = object.isInserted ? nil : rows.tables[object.objectID.root]?[number]
        let found = (row?.related[key] ?? []).compactMap(existing)
        object.related[key] = found
        return found
    }

    /// Both sides.
    func relate(
        _ object: NSManagedObject,
        _ relationship: NSRelationshipDescription,
        to others: [NSManagedObject]
    ) {
        let before = related(to: object, relationship.name)
        object.related[relationship.name] = others
        willChange(object)
        guard let name = relationship.inverse else { return }
        for gone in before where !others.contains(where: { $0 === gone }) {
            gone.related[name] = related(to: gone, name).filter { $0 !== object }
            willChange(gone)
        }
        for new in others where !before.contains(where: { $0 === new }) {
            guard let inverse = new.entity.relationshipsByName[name] else { continue }
            let old = related(to: new, name)
            if !inverse.isToMany {
                for owner in old where owner !== object {
                    owner.related[relationship.name] = related(to: owner, relationship.name)
                        .filter { $0 !== new }
                    willChange(owner)
                }
            }
            new.related[name] = inverse.isToMany ? old + [object] : [object]
            willChange(new)
        }
    }

    private func entity(_ name: String) throws -> NSEntityDescription {
        guard let entity = persistentStoreCoordinator?.managedObjectModel.entitiesByName[name]
        else { preconditionFailure("there is no entity \(name)") }
        return entity
    }

    func newID(
        of entity: NSEntityDescription,
        isPermanent: Bool
    ) -> NSManagedObjectID {
        let root = entity.root.name ?? ""
        return NSManagedObjectID(
            entity: entity.name ?? "",
            root: root,
            number: isPermanent ? rows.newNumber(in: root) : nil,
            store: rows.identifier
        )
    }

    private func existing(_ identifier: NSManagedObjectID) -> NSManagedObject? {
        if let known = registered[identifier] { return known }
        guard let number = identifier.number, let row = rows.tables[identifier.root]?[number],
            let entity = try? entity(row.entity)
        else { return nil }
        let object = NSManagedObject(entity, identifier, self)
        object.attributes = row.attributes
        registered[identifier] = object
        return object
    }

    private func objects(
        of entity: NSEntityDescription,
        withPendingChanges isPendingIncluded: Bool
    ) -> [NSManagedObject] {
        let root = entity.root.name ?? ""
        let stored = (rows.tables[root] ?? [:]).compactMap { number, row in
            existing(
                NSManagedObjectID(
                    entity: row.entity,
                    root: root,
                    number: number,
                    store: rows.identifier
                )
            )
        }
        if !isPendingIncluded { return stored.filter { $0.entity.isKindOf(entity: entity) } }
        let new = inserted.filter { object in !stored.contains { $0 === object } }
        return (stored + new).filter { !$0.isDeleted && $0.entity.isKindOf(entity: entity) }
    }

    private func deniedDeletion(_ object: NSManagedObject) -> NSError? {
        let denying = object.entity.relationshipsByName.values.first { relationship in
            relationship.rule == .deny && !related(to: object, relationship.name).isEmpty
        }
        return denying.map {
            error(NSValidationRelationshipDeniedDeleteError, $0.name, of: object)
        }
    }

    private func missing(_ object: NSManagedObject) throws -> NSError? {
        let attribute = object.entity.attributesByName.values.first {
            !$0.isOptional && !$0.isTransient && $0.derivation == nil
                && object.attributes[$0.name] == nil
        }
        let relationship = object.entity.relationshipsByName.values.first {
            !$0.isOptional && related(to: object, $0.name).isEmpty
        }
        return (attribute?.name ?? relationship?.name).map {
            error(NSValidationMissingMandatoryPropertyError, $0, of: object)
        }
    }

    /// A new object that the merge policy prefers to a stored one becomes that one, for objects related
    /// to it too.
    private func replaceStored(_ object: NSManagedObject) {
        guard mergePolicy is NSMergePolicy.ObjectTrump, object.objectID.number == nil,
            let taken = conflict(object)
        else { return }
        registered[object.objectID] = nil
        object.objectID = NSManagedObjectID(
            entity: object.objectID.entity,
            root: object.objectID.root,
            number: taken,
            store: object.objectID.store
        )
        registered[object.objectID] = object
    }

    private func write(_ object: NSManagedObject) throws {
        let root = object.objectID.root
        var target = object.objectID.number ?? 0
        if let taken = conflict(object) {
            guard mergePolicy is NSMergePolicy.ObjectTrump else {
                throw error(NSManagedObjectConstraintMergeError, object.entity.name ?? "")
            }
            target = taken
        }
        var row = StoredRows.Row(
            entity: object.entity.name ?? "",
            attributes: object.attributes,
            related: rows.tables[root]?[target]?.related ?? [:]
        )
        for attribute in object.entity.attributesByName.values {
            if let derivation = attribute.derivation {
                row.attributes[attribute.name] = derivedValue(derivation, object)
                    .flatMap { attribute.convert($0) }
            }
        }
        for (key, others) in object.related {
            row.related[key] = others.filter { !$0.isDeleted }.map(\.objectID)
        }
        rows.tables[root, default: [:]][target] = row
    }

    /// The number of another object that has the unique values of this one.
    private func conflict(_ object: NSManagedObject) -> Int64? {
        for names in object.entity.uniquenessConstraints {
            let keys = names.compactMap { $0 as? String }
            let values = keys.map { object.attributes[$0] as? AnyHashable }
            if values.contains(nil) { continue }
            for (number, row) in rows.tables[object.objectID.root] ?? [:]
            where number != object.objectID.number
                && keys.map({ row.attributes[$0] as? AnyHashable }) == values
                && !deleted.contains(where: { $0.objectID.number == number })
            {
                return number
            }
        }
        return nil
    }

    private func error(_ code: Int, _ key: String, of object: NSManagedObject? = nil) -> NSError {
        var info: [String: Any] = [NSValidationKeyErrorKey: key]
        info[NSValidationObjectErrorKey] = object
        return NSError(domain: NSCocoaErrorDomain, code: code, userInfo: info)
    }
}
