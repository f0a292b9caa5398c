/// What an attribute holds. Raw values are the model file's words.
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
    /// Kept as the bytes that the application encodes.
    case transformable = "Transformable"
    /// Several values under one name: those of a ``CompositeType``.
    case composite = "Composite"
    /// The model names no type, which Core Data allows for transient attributes only; also stands
    /// for a type that the reader does not know.
    case undefined = "Undefined"

    /// The Swift type of a present value; bytes where the model does not say what they mean.
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

    /// Whether Objective-C has a value for it that is no object.
    package var isScalar: Bool { self == .boolean || isNumeric && self != .decimal }

    /// Whether `<` and its kin mean something for values of this type.
    package var isOrdered: Bool { isNumeric || self == .string || self == .date }
}
