public import Foundation

/// https://developer.apple.com/documentation/coredata/nsmanagedobjectid
open class NSManagedObjectID: NSObject, @unchecked Sendable {
    // Unchecked: nothing changes once it is made.
    let entity: String
    /// Of the table, which the entities of one root share.
    let root: String
    /// nil until the object is saved.
    let number: Int64?
    let store: String

    init(entity: String, root: String, number: Int64?, store: String) {
        self.entity = entity
        self.root = root
        self.number = number
        self.store = store
    }

    open func uriRepresentation() -> URL {
        let last = number.map { "p\($0)" } ?? "t\(UUID().uuidString)"
        return URL(string: "x-coredata://\(store)/\(entity)/\(last)")
            ?? URL(fileURLWithPath: "/")
    }

    open override func isEqual(_ object: Any?) -> Bool {
        guard let other = object as? NSManagedObjectID else { return false }
        if number == nil { return self === other }
        return other.number == number && other.root == root && other.store == store
    }

    open override var hash: Int { number.map { Int($0) } ?? ObjectIdentifier(self).hashValue }
}

public protocol NSFetchRequestResult: NSObjectProtocol {}

/// https://developer.apple.com/documentation/coredata/nsmanagedobject
open class NSManagedObject: NSObject, NSFetchRequestResult {
    open private(set) var entity: NSEntityDescription
    open internal(set) var objectID: NSManagedObjectID
    /// Weak, as Apple's.
    open internal(set) weak var managedObjectContext: NSManagedObjectContext?
    open internal(set) var isInserted = false
    open internal(set) var isDeleted = false

    var attributes: [String: Any] = [:]
    var related: [String: [NSManagedObject]] = [:]

    init(
        _ entity: NSEntityDescription,
        _ objectID: NSManagedObjectID,
        _ context: NSManagedObjectContext
    ) {
        self.entity = entity
        self.objectID = objectID
        managedObjectContext = context
    }

    public init(entity: NSEntityDescription, insertInto context: NSManagedObjectContext?) {
        guard let context else { preconditionFailure("an object needs a context here") }
        self.entity = entity
        objectID = context.newID(of: entity, isPermanent: false)
        managedObjectContext = context
        super.init()
        context.register(self)
    }

    // On Apple's systems these are NSObject's.
    open func value(forKeyPath keyPath: String) -> Any? {
        let keys = keyPath.split(separator: ".", maxSplits: 1).map(String.init)
        guard keys.count == 2 else { return value(forKey: keyPath) }
        guard let related = value(forKey: keys[0]) else { return nil }
        guard let object = related as? NSManagedObject else {
            preconditionFailure("\(keys[0]) of \(keyPath) is not to-one")
        }
        return object.value(forKeyPath: keys[1])
    }

    open func value(forKey key: String) -> Any? {
        context().checkQueue()
        if entity.attributesByName[key] != nil { return attributes[key] }
        guard let relationship = entity.relationshipsByName[key] else {
            preconditionFailure("\(entity.name ?? "") is not key value coding-compliant for \(key)")
        }
        let objects = context().related(to: self, key)
        if !relationship.isToMany { return objects.first }
        return relationship.isOrdered ? NSOrderedSet(array: objects) : NSSet(array: objects)
    }

    open func setValue(_ value: Any?, forKey key: String) {
        context().checkQueue()
        context().willChange(self)
        if let attribute = entity.attributesByName[key] {
            precondition(attribute.derivation == nil, "\(key) is derived")
            attributes[key] = unwrapped(value).flatMap { attribute.convert($0) }
            return
        }
        guard let relationship = entity.relationshipsByName[key] else {
            preconditionFailure("\(entity.name ?? "") is not key value coding-compliant for \(key)")
        }
        let objects: [Any] =
            switch value {
            case let ordered as NSOrderedSet where relationship.isOrdered: ordered.array
            case let set as NSSet where !relationship.isOrdered: set.allObjects
            case let object as NSManagedObject where !relationship.isToMany: [object]
            case nil: []
            default: preconditionFailure("unacceptable type of value for \(key)")
            }
        // An ordered set of Foundation's on Linux keeps twice what it is given twice, Apple's does not.
        var seen: Set<ObjectIdentifier> = []
        let related = objects.compactMap { $0 as? NSManagedObject }
            .filter { seen.insert(ObjectIdentifier($0)).inserted }
        context().relate(self, relationship, to: related)
    }

    open func setValuesForKeys(_ keyedValues: [String: Any]) {
        for (key, value) in keyedValues { setValue(value, forKey: key) }
    }

    private func context() -> NSManagedObjectContext {
        guard let managedObjectContext else {
            preconditionFailure("an object is used after its context has gone")
        }
        return managedObjectContext
    }
}

/// An optional in an `Any` as what it holds.
func unwrapped(_ value: Any?) -> Any? {
    guard let value, !(value is NSNull) else { return nil }
    let mirror = Mirror(reflecting: value)
    if mirror.displayStyle != .optional { return value }
    return mirror.children.first?.value
}
