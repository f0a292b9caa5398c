/// The type of an attribute. The raw values are the names in the model file.
package enum AttributeType: String, Sendable, Hashable, CaseIterable {
    case integer16 = "Integer 16"
    case integer32 = "Integer 32"
    case integer64 = "Integer 64"
    case decimal = "Decimal"
    case double = "Double"
    case float = "Float"
    case string = "String"
    case boolean = "Boolean"
    case date = "Date"
    case binary = "Binary"
    case uuid = "UUID"
    case uri = "URI"
    /// A value that the application encodes and that is stored as bytes.
    case transformable = "Transformable"
    /// A group of values, defined by a ``CompositeType``.
    case composite = "Composite"
    /// No type, which Core Data allows only for transient attributes. Also used for unknown types.
    case undefined = "Undefined"

    /// The Swift type of the value; `Data` if no other Swift type corresponds to this type.
    package var swiftType: String {
        switch self {
        case .integer16: "Int16"
        case .integer32: "Int32"
        case .integer64: "Int64"
        case .decimal: "Decimal"
        case .double: "Double"
        case .float: "Float"
        case .string: "String"
        case .boolean: "Bool"
        case .date: "Date"
        case .binary, .transformable, .composite, .undefined: "Data"
        case .uuid: "UUID"
        case .uri: "URL"
        }
    }

    package var isInteger: Bool {
        self == .integer16 || self == .integer32 || self == .integer64
    }

    package var isNumeric: Bool {
        isInteger || self == .decimal || self == .double || self == .float
    }

    /// Whether Objective-C can represent the value as a scalar instead of an object.
    package var isScalar: Bool { self == .boolean || isNumeric && self != .decimal }

    /// Whether values of this type can be ordered by `<` and similar operators.
    package var isOrdered: Bool { isNumeric || self == .string || self == .date }
}
