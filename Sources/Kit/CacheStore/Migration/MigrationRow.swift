public import DataAccess

/// A record in a migration, with access to its stored values by property name.
public struct MigrationRow {
    /// Positions of the properties in a row. `unknown` is the last requested name that is not a
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

    /// The value of the property with this name. For a to-one relationship, this is the identity of
    /// the related record. The hook fails if the entity has no such property.
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
