/// A value that records of an entity hold.
package struct Attribute: Sendable, Hashable {
    package var name: String
    package var type: AttributeType
    package var isOptional: Bool
    /// The default as the model file writes it, or nil for none.
    package var defaultText: String?
    package var userInfo: [String: String]

    package init(
        name: String,
        type: AttributeType,
        isOptional: Bool = true,
        defaultText: String? = nil,
        userInfo: [String: String] = [:]
    ) {
        self.name = name
        self.type = type
        self.isOptional = isOptional
        self.defaultText = defaultText
        self.userInfo = userInfo
    }
}

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

    /// The Swift type of a present value.
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
        case .binary, .transformable: "Data"
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

    /// Whether `<` and its kin mean something for values of this type.
    package var isOrdered: Bool { isNumeric || self == .string || self == .date }
}
