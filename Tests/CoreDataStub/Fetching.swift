public import Foundation
import QueryLanguage

open class NSPersistentStoreRequest: NSObject {}

/// https://developer.apple.com/documentation/coredata/nsfetchrequest
open class NSFetchRequest<ResultType: NSFetchRequestResult>: NSPersistentStoreRequest {
    open var entityName: String?
    open var predicate: NSPredicate?
    open var sortDescriptors: [NSSortDescriptor]?
    open var fetchLimit = 0
    open var fetchOffset = 0
    open var relationshipKeyPathsForPrefetching: [String]?
    open var includesPendingChanges = true

    public convenience init(entityName: String) {
        self.init()
        self.entityName = entityName
    }
}

// Foundation has these on Apple's systems.
extension NSPredicate {
    public convenience init(format predicateFormat: String, _ arguments: Any?...) {
        self.init(format: predicateFormat, argumentArray: arguments.map { $0 ?? NSNull() })
    }

    public convenience init(format predicateFormat: String, argumentArray arguments: [Any]?) {
        let (format, values) = named(predicateFormat, arguments ?? [])
        // Keys of Foundation's NSString.
        let text = format.replacing(/([$#\w.]+)\.(integerValue|doubleValue|length)\b/) {
            "FUNCTION(\($0.1), \"\($0.2)\")"
        }
        guard let tree = readPredicate(text).node else {
            preconditionFailure("unable to parse the format \(predicateFormat)")
        }
        self.init { object, _ in
            guard let object = object as? NSManagedObject else { return false }
            do {
                return try tree.holds(for: .object(Asked(object)), variables: values)
            } catch {
                preconditionFailure("\(predicateFormat): \(error)")
            }
        }
    }
}

extension NSSortDescriptor {
    public convenience init(key: String?, ascending: Bool) {
        self.init(keyPath: \NSManagedObject[sortKey: key ?? ""], ascending: ascending)
    }
}

/// Placeholders become variables, and `%K` the key itself.
private func named(_ format: String, _ arguments: [Any]) -> (String, [String: QueryValue]) {
    var (text, values) = ("", [String: QueryValue]())
    var next = 0
    var quote: Character?
    var rest = Substring(format)
    while let character = rest.popFirst() {
        if quote != nil || character == "\"" || character == "'" {
            if character == "\\", let escaped = rest.popFirst() {
                text += "\\\(escaped)"
                continue
            }
            quote = quote == nil ? character : quote == character ? nil : quote
            text.append(character)
            continue
        }
        guard character == "%" else {
            text.append(character)
            continue
        }
        // Sizes of numbers, as in `%ld`.
        rest = rest.drop { "hlqtz".contains($0) }
        let kind = rest.popFirst()
        precondition(next < arguments.count, "too few arguments for the format \(format)")
        if kind == "K" {
            text += "#\(arguments[next])"
        } else {
            text += "$stubArgument\(next)"
            values["stubArgument\(next)"] = queryValue(arguments[next])
        }
        next += 1
    }
    return (text, values)
}

private let storeKey = "CoreDataStub.isAskedOfStore"

/// In SQL an object is the number of its identifier; in memory no object equals an identifier.
private var isAskedOfStore: Bool { Thread.current.threadDictionary[storeKey] != nil }

func asTheStoreDoes(_ body: () -> Bool) -> Bool {
    Thread.current.threadDictionary[storeKey] = true
    defer { Thread.current.threadDictionary[storeKey] = nil }
    return body()
}

/// A managed object as a predicate sees it, in the queue of its context.
private struct Asked: QueryObject, @unchecked Sendable {
    // Unchecked: evaluated where it is made.
    let object: NSManagedObject

    init(_ object: NSManagedObject) { self.object = object }

    func value(forKey key: String) -> QueryValue? {
        let isKnown =
            object.entity.attributesByName[key] != nil
            || object.entity.relationshipsByName[key] != nil
        return isKnown ? queryValue(object.value(forKey: key)) : nil
    }

    func isEqual(to other: any QueryObject) -> Bool {
        (other as? Asked)?.object.objectID == object.objectID
            || isAskedOfStore && (other as? AskedID)?.identifier == object.objectID
    }
}

private struct AskedID: QueryObject {
    let identifier: NSManagedObjectID

    func value(forKey key: String) -> QueryValue? { nil }

    func isEqual(to other: any QueryObject) -> Bool {
        (other as? AskedID)?.identifier == identifier
            || isAskedOfStore && (other as? Asked)?.object.objectID == identifier
    }
}

private func queryValue(_ value: Any?) -> QueryValue {
    switch unwrapped(value) {
    case nil: .null
    case let value as Bool: .boolean(value)
    case let value as any BinaryInteger: .integer(Int64(value))
    case let value as any BinaryFloatingPoint: .real(Double(value))
    case let value as Decimal: .real(Double("\(value)") ?? .nan)
    case let value as String: .string(value)
    case let value as Date: .date(value.timeIntervalSinceReferenceDate)
    case let value as Data: .data([UInt8](value))
    case let value as UUID: .string(value.uuidString)
    case let value as URL: .string(value.absoluteString)
    case let value as NSManagedObject: .object(Asked(value))
    case let value as NSManagedObjectID: .object(AskedID(identifier: value))
    case let value as [Any]: .list(value.map(queryValue))
    case let value as NSSet: .list(value.allObjects.map(queryValue))
    case let value as NSOrderedSet: .list(value.array.map(queryValue))
    default: preconditionFailure("a predicate cannot take a \(Swift.type(of: value as Any))")
    }
}

/// What a derived attribute's expression gives.
func derivedValue(_ text: String, _ object: NSManagedObject) -> Any? {
    switch try? readExpression(text).node?.value(for: .object(Asked(object))) {
    case .boolean(let value): value
    case .integer(let value): value
    case .real(let value): value
    case .string(let value): value
    case .date(let seconds): Date(timeIntervalSinceReferenceDate: seconds)
    default: nil
    }
}

// MARK: - Order

/// Absent values first, texts by their bytes, as SQLite has them.
struct SortValue: Comparable {
    var value: QueryValue

    private static func order(_ left: SortValue, _ right: SortValue) -> Int {
        switch (left.value, right.value) {
        case (.null, .null): 0
        case (.null, _): -1
        case (_, .null): 1
        case (.string(let a), .string(let b)):
            a.utf8.elementsEqual(b.utf8) ? 0 : a.utf8.lexicographicallyPrecedes(b.utf8) ? -1 : 1
        default: QueryLanguage.order(left.value, right.value) ?? 0
        }
    }

    static func < (left: SortValue, right: SortValue) -> Bool { order(left, right) < 0 }
    static func == (left: SortValue, right: SortValue) -> Bool { order(left, right) == 0 }
}

extension NSManagedObject {
    /// A key path, as the descriptor's key is one.
    subscript(sortKey path: String) -> SortValue {
        let keys = path.split(separator: ".").map { PathKey.name(String($0)) }
        let node = ExpressionNode(.keyPath(keys))
        return SortValue(value: (try? node.value(for: .object(Asked(self)))) ?? .null)
    }
}

extension NSSortDescriptor {
    /// Negative where the left comes before the right, without regard to the direction.
    func order(_ left: NSManagedObject, _ right: NSManagedObject) -> Int {
        guard let a = left[keyPath: keyPath] as? SortValue,
            let b = right[keyPath: keyPath] as? SortValue
        else { return 0 }
        return a < b ? -1 : a == b ? 0 : 1
    }
}
