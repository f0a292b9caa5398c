import Foundation

/// A JSON value, and what our functions give in the same shape.
indirect enum JSON: Equatable {
    case null
    case bool(Bool)
    case number(Double)
    case string(String)
    case array([JSON])
    case object([String: JSON])

    init(_ text: Data) throws {
        self.init(any: try JSONSerialization.jsonObject(with: text, options: .fragmentsAllowed))
    }

    private init(any value: Any) {
        switch value {
        case let object as [String: Any]: self = .object(object.mapValues(JSON.init(any:)))
        case let array as [Any]: self = .array(array.map(JSON.init(any:)))
        case let number as NSNumber:
            let isBool = String(cString: number.objCType) == "c"
            self = isBool ? .bool(number.boolValue) : .number(number.doubleValue)
        case let string as String: self = .string(string)
        default: self = .null
        }
    }

    subscript(key: String) -> JSON {
        if case .object(let members) = self { members[key] ?? .null } else { .null }
    }

    subscript(index: Int) -> JSON {
        if case .array(let elements) = self, elements.indices.contains(index) {
            elements[index]
        } else {
            .null
        }
    }

    var keys: [String] {
        if case .object(let members) = self { members.keys.sorted() } else { [] }
    }

    var elements: [JSON] { if case .array(let elements) = self { elements } else { [] } }
    var number: Double? { if case .number(let number) = self { number } else { nil } }
    var string: String? { if case .string(let string) = self { string } else { nil } }
    var integer: Int { number.flatMap { Int(exactly: $0) } ?? 0 }
    var isNull: Bool { self == .null }
    var numbers: [Double] { elements.compactMap(\.number) }
    var strings: [String] { elements.compactMap(\.string) }

    mutating func set(_ key: String, _ value: JSON?) {
        guard case .object(var members) = self, let value else { return }
        members[key] = value
        self = .object(members)
    }
}

extension JSON: ExpressibleByDictionaryLiteral, ExpressibleByArrayLiteral,
    ExpressibleByFloatLiteral, ExpressibleByIntegerLiteral, ExpressibleByStringLiteral,
    ExpressibleByBooleanLiteral
{
    init(dictionaryLiteral elements: (String, JSON)...) {
        self = .object(Dictionary(elements) { first, _ in first })
    }
    init(arrayLiteral elements: JSON...) { self = .array(elements) }
    init(floatLiteral value: Double) { self = .number(value) }
    init(integerLiteral value: Int) { self = .number(Double(value)) }
    init(stringLiteral value: String) { self = .string(value) }
    init(booleanLiteral value: Bool) { self = .bool(value) }
}
