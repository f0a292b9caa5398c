import CoreData
import DataAccess
import Foundation

extension AttributeDescription.Kind {
    /// Converts a property value of a managed object into a stored value. Returns null if the value
    /// is nil or its type does not match `self`.
    func stored(_ value: Any?) -> StoredValue {
        switch self {
        case .integer16, .integer32, .integer64: StoredValue(int64(value))
        case .decimal: StoredValue(value as? Decimal)
        case .double: StoredValue(value as? Double)
        case .float: StoredValue(value as? Float)
        case .string, .transformable: StoredValue(value as? String)
        case .boolean: StoredValue(value as? Bool)
        case .date: StoredValue(value as? Date)
        case .binary: StoredValue(value as? Data)
        case .uuid: StoredValue(value as? UUID)
        case .uri: StoredValue(value as? URL)
        }
    }

    /// Converts a stored value into a property value of a managed object. Returns nil for null.
    func managed(_ value: StoredValue) -> Any? {
        let row = ValueRow([value])
        return switch self {
        case .integer16, .integer32, .integer64: row.int64(0)
        case .decimal: row.decimal(0)
        case .double: row.double(0)
        case .float: row.float(0)
        case .string, .transformable: row.string(0)
        case .boolean: row.bool(0)
        case .date: row.date(0)
        case .binary: row.data(0)
        case .uuid: row.uuid(0)
        case .uri: row.url(0)
        }
    }

    /// Returns the value as an integer; nil if it is not an integer. Swift's integer types are
    /// converted separately, because a cast to `Int64` converts only Objective-C's numbers.
    private func int64(_ value: Any?) -> Int64? {
        value as? Int64 ?? (value as? any BinaryInteger).map { Int64($0) }
    }
}

/// A managed object whose properties are accessed by their names in the model.
struct ManagedObject {
    let managed: NSManagedObject

    func value(_ key: String) -> Any? { managed.value(forKey: key) }

    func set(_ value: Any?, _ key: String) { managed.setValue(value, forKey: key) }

    /// Returns the value of a transformable property as an archive; nil if the property is nil.
    func archived(_ key: String) throws -> Data? {
        guard let value = value(key) else { return nil }
        if let data = value as? Data { return data }
        return try NSKeyedArchiver.archivedData(withRootObject: value, requiringSecureCoding: false)
    }

    /// Sets a transformable property to the value in an archive. If the bytes are not an archive of
    /// property-list classes, sets the property to the bytes themselves.
    func setArchived(_ data: Data?, _ key: String) throws {
        if try archived(key) == data { return }
        let classes: [AnyClass] = [
            NSArray.self, NSData.self, NSDate.self, NSDictionary.self, NSNull.self, NSNumber.self,
            NSSet.self, NSString.self, NSURL.self, NSUUID.self,
        ]
        let value = data.flatMap {
            try? NSKeyedUnarchiver.unarchivedObject(ofClasses: classes, from: $0)
        }
        set(value ?? data, key)
    }

    /// Returns the collection in a transformable property as JSON text; nil if the property is nil.
    ///
    /// - Throws: `StoreError.refused` if the value cannot be written as JSON.
    func json(_ key: String) throws -> String? {
        guard let value = value(key) else { return nil }
        guard JSONSerialization.isValidJSONObject(value) else {
            throw StoreError.refused(
                reason:
                    "the value of \(key) cannot be written as JSON: use an array or a dictionary of JSON values"
            )
        }
        let options: JSONSerialization.WritingOptions = [.sortedKeys, .withoutEscapingSlashes]
        let data = try JSONSerialization.data(withJSONObject: value, options: options)
        return String(decoding: data, as: UTF8.self)
    }

    func setJSON(_ text: String?, _ key: String) throws {
        // Swift strings that differ only in Unicode normalization are equal.
        if try StoredValue(json(key)) == StoredValue(text) { return }
        set(try text.map { try JSONSerialization.jsonObject(with: Data($0.utf8)) }, key)
    }

    /// Sets the property to a stored value. Does nothing for identities that the store assigns,
    /// derived attributes and relationships.
    func set(_ value: StoredValue, _ column: ManagedEntity.Column) throws {
        switch column.content {
        case .attribute(let kind): set(kind.managed(value), column.key)
        case .archive: try setArchived(ValueRow([value]).data(0), column.key)
        case .json: try setJSON(ValueRow([value]).string(0), column.key)
        case .number, .derived, .related: break
        }
    }

    /// Returns the related object of a to-one relationship; nil if there is none.
    func related(_ key: String) -> ManagedObject? {
        (value(key) as? NSManagedObject).map(ManagedObject.init)
    }

    /// Returns the related objects of any relationship, and whether the relationship is ordered.
    func allRelated(_ key: String) -> (objects: [ManagedObject], isOrdered: Bool) {
        let value = value(key)
        let objects: [Any] =
            switch value {
            case let ordered as NSOrderedSet: ordered.array
            case let set as NSSet: set.allObjects
            case let object as NSManagedObject: [object]
            default: []
            }
        let managed = objects.compactMap { ($0 as? NSManagedObject).map(ManagedObject.init) }
        return (managed, value is NSOrderedSet)
    }

    /// Returns the object's primary key, which the store assigns when it saves the object. If an
    /// entity has no identity attribute, the primary key is the identity of its records. The key is
    /// read from the last component of the object's URI.
    func number() throws -> Int64 {
        let last = managed.objectID.uriRepresentation().lastPathComponent
        guard last.hasPrefix("p"), let number = Int64(last.dropFirst()) else {
            throw StoreError.refused(reason: "an object has no permanent ID: save the object first")
        }
        return number
    }
}
