public import Foundation

/// An imported value: a JSON value, or a value of another type from a Swift dictionary.
public enum ImportValue: Sendable, Hashable {
    case null
    case boolean(Bool)
    case integer(Int64)
    /// The text of a number that has a fraction or an exponent, or does not fit into 64 bits.
    case number(String)
    case text(String)
    /// Text with half of a surrogate pair, such as the JSON string `"\ud83d"`. No attribute accepts
    /// it.
    case brokenText
    case date(Date)
    case data(Data)
    case list([ImportValue])
    case object([String: ImportValue])

    /// Creates an imported value from a value in a Swift dictionary; nil if the value has a type
    /// that cannot be imported.
    public init?(_ value: Any?) {
        switch value {
        case nil, is NSNull: self = .null
        case let value as ImportValue: self = value
        case let value as String: self = .text(value)
        // A cast would convert the number to any type that can represent it: 1 is also `true`.
        case let value? where type(of: value) is NSNumber.Type:
            guard let number = value as? NSNumber else { return nil }
            self = ImportValue(number: number)
        case let value as Bool: self = .boolean(value)
        case let value as any BinaryInteger:
            self = Int64(exactly: value).map(ImportValue.integer) ?? .number("\(value)")
        case let value as any BinaryFloatingPoint: self = .number("\(value)")
        case let value as Decimal: self = .number("\(value)")
        case let value as Date: self = .date(value)
        case let value as Data: self = .data(value)
        case let value as UUID: self = .text(value.uuidString)
        case let value as URL: self = .text(value.absoluteString)
        case let value as [String: Any]:
            let object = value.compactMapValues { ImportValue($0) }
            if object.count < value.count { return nil }
            self = .object(object)
        case let value as [Any]:
            let list = value.compactMap { ImportValue($0) }
            if list.count < value.count { return nil }
            self = .list(list)
        default:
            // Only a mirror shows that the `Any` contains a nil of some optional type.
            let mirror = Mirror(reflecting: value as Any)
            guard mirror.displayStyle == .optional, mirror.children.isEmpty else { return nil }
            self = .null
        }
    }

    private init(number: NSNumber) {
        // Foundation represents the two truth values by two shared objects.
        if number === NSNumber(value: true) {
            self = .boolean(true)
        } else if number === NSNumber(value: false) {
            self = .boolean(false)
        } else if let decimal = number as? NSDecimalNumber {
            self = .number("\(decimal.decimalValue)")
        } else {
            switch String(cString: number.objCType) {
            case "f": self = .number("\(number.floatValue)")
            case "d": self = .number("\(number.doubleValue)")
            case "Q":
                let value = number.uint64Value
                self = Int64(exactly: value).map(ImportValue.integer) ?? .number("\(value)")
            default: self = .integer(number.int64Value)
            }
        }
    }

    /// A description of the value's type for reports, such as `a string`. It never contains the
    /// value, which may be personal data.
    var words: String {
        switch self {
        case .null: "null"
        case .boolean: "a truth value"
        case .integer, .number: "a number"
        case .text: "a string"
        case .brokenText: "a string with half of a surrogate pair"
        case .date: "a date"
        case .data: "data"
        case .list: "an array"
        case .object: "an object"
        }
    }
}
