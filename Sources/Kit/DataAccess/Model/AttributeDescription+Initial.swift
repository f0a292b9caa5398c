import Foundation

extension AttributeDescription {
    /// The attribute's initial value in a new row. For a required derived attribute, this is a
    /// placeholder, which a trigger replaces after the insert.
    package var storedInitial: StoredValue {
        derivation != nil && !isOptional ? kind.placeholder : initial
    }
}

extension AttributeDescription.Kind {
    /// A placeholder value of this type, such as 0, an empty string or a new UUID.
    package var placeholder: StoredValue {
        switch self {
        case .integer16, .integer32, .integer64, .boolean: .integer(0)
        case .double, .float, .date: .real(0)
        case .decimal: .text("0")
        case .string: .text("")
        case .binary: .data(Data())
        case .transformable: .text("[]")
        case .uuid: StoredValue(UUID())
        case .uri: StoredValue(URL(fileURLWithPath: "/"))
        }
    }
}
