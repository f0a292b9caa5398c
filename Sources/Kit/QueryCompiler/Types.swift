import QueryLanguage
import Schema

/// An expression translated to SQL, and its type. The type is nil for the literal nil and for a
/// variable of unknown type.
struct Operand {
    var sql: String
    var type: ValueType?
}

extension CompiledQuery.Parameter {
    var words: String { isList ? "a list (each element: \(type.words))" : type.words }

    /// ``words``, followed by the name of the type in the model, such as `a number (Integer 16)`.
    var exactWords: String { "\(words) (\(type.stored.rawValue))" }
}

extension ValueType {
    /// Creates the type of an attribute. A transformable attribute whose collection type is unknown
    /// has the type `binary`.
    init(of attribute: Attribute) {
        let isBytes = attribute.type == .transformable && attribute.collectionType == nil
        self = .attribute(isBytes ? .binary : attribute.type)
    }

    static let number = ValueType.attribute(.integer64)
    static let real = ValueType.attribute(.double)
    static let text = ValueType.attribute(.string)
    static let truth = ValueType.attribute(.boolean)
    static let date = ValueType.attribute(.date)

    /// The type in words, such as `a string`, `a number` or `a record of "Country"`.
    var words: String {
        switch self {
        case .identity(let entity, _): "a record of \"\(entity)\""
        case .attribute(let type):
            switch type {
            case .string: "a string"
            case .boolean: "a truth value"
            case .date: "a date"
            case .transformable: "a collection"
            case .binary, .composite, .undefined: "data"
            case .uuid: "a UUID"
            case .uri: "a URL"
            default: "a number"
            }
        }
    }

    /// Whether the type is numeric, so that SQL can do arithmetic with its values.
    var isComputable: Bool { if case .attribute(let type) = self { type.isNumeric } else { false } }

    /// Returns SQL that converts a stored value to the value that queries compare. Decimals are
    /// stored as text but compared as the nearest `Double`, as in Apple's stores.
    func sql(_ sql: String) -> String { self == .attribute(.decimal) ? "store_real(\(sql))" : sql }

    var isInteger: Bool { if case .attribute(let type) = self { type.isInteger } else { false } }

    func isComparable(with other: ValueType) -> Bool {
        self == other || (isComputable && other.isComputable)
    }
}

/// Returns the literal as a value of `type`; nil if the literal does not have that type. For a
/// record, only the literal nil is accepted, because only a variable can have a record's identity
/// as its value.
func converted(_ literal: Literal, to type: ValueType) -> Literal? {
    switch literal {
    case .string: return type == .text ? literal : nil
    case .integer(0) where type == .truth: return .boolean(false)
    case .integer(1) where type == .truth: return .boolean(true)
    case .integer, .real: return type.isComputable ? literal : nil
    case .boolean(let value):
        // In a comparison of numbers, YES is 1 and NO is 0.
        return type == .truth ? literal : type.isComputable ? .integer(value ? 1 : 0) : nil
    case .null: return literal
    }
}

extension Literal {
    var type: ValueType? {
        switch self {
        case .string: .text
        case .integer: .number
        case .real: .real
        case .boolean: .truth
        case .null: nil
        }
    }
}
