public import DataAccess

/// A record in a migration: its stored values, keyed by property name.
public struct MigrationRow {
    /// The positions of the properties in a row, and the last requested name that is not a
    /// property.
    final class Columns {
        let positions: [String: Int]
        var unknown: String?

        init(_ names: [String]) {
            let pairs = names.enumerated().map { ($1, $0) }
            positions = Dictionary(pairs) { first, _ in first }
        }
    }

    let columns: Columns
    private(set) var values: [StoredValue]

    /// The value of an attribute, or the identity that a to-one relationship refers to. The hook
    /// fails if the entity has no property with this name.
    public subscript(property: String) -> StoredValue {
        get { position(of: property).map { values[$0] } ?? .null }
        set { if let position = position(of: property) { values[position] = newValue } }
    }

    private func position(of property: String) -> Int? {
        let position = columns.positions[property]
        if position == nil { columns.unknown = property }
        return position
    }
}
