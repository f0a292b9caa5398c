import DataAccess
import Foundation

extension AttributeDescription {
    /// What a new row holds where nothing else is known. The trigger that computes a required value
    /// runs after the insert.
    var storedInitial: StoredValue {
        derivation != nil && !isOptional ? kind.emptyValue : initial
    }
}

extension AttributeDescription.Kind {
    fileprivate var emptyValue: StoredValue {
        switch self {
        case .string, .decimal, .uuid, .uri: .text("")
        case .binary: .data(Data())
        case .double, .float, .date: .real(0)
        case .integer16, .integer32, .integer64, .boolean: .integer(0)
        }
    }
}
