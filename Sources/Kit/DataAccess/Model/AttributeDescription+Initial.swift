import Foundation

extension AttributeDescription {
    /// The attribute's initial value in a new row. For a required derived attribute, this is an
    /// empty value, which a trigger replaces after the insert.
    package var storedInitial: StoredValue {
        derivation != nil && !isOptional ? kind.emptyValue : initial
    }
}

extension AttributeDescription.Kind {
    fileprivate var emptyValue: StoredValue {
        switch self {
        case .string, .decimal, .uuid, .uri: .text("")
        case .binary: .data(Data())
        case .transformable: .text("[]")
        case .double, .float, .date: .real(0)
        case .integer16, .integer32, .integer64, .boolean: .integer(0)
        }
    }
}
