import DataAccess

/// A stored property, with the entity that declares it.
struct DeclaredProperty: Hashable, CustomStringConvertible {
    var entity: String
    var name: String

    var description: String { "\(entity).\(name)" }
}

extension StoreModel {
    /// Returns the property stored in a column. If the model does not describe the column, returns
    /// the names of the table and the column instead.
    func property(inColumn column: String, of table: String) -> DeclaredProperty {
        describedProperty(inColumn: column, of: table)
            ?? DeclaredProperty(entity: table, name: column)
    }

    /// Returns the property stored in a column; nil for a column that the store itself added, such
    /// as the column of an automatic identity. For a table without an entity, such as a join table,
    /// returns the names of the table and the column.
    func describedProperty(inColumn column: String, of table: String) -> DeclaredProperty? {
        let entities = entities.filter { $0.tableName == table }
        if entities.isEmpty { return DeclaredProperty(entity: table, name: column) }
        let owners = entities.filter { $0.property(inColumn: column) != nil }
        return owners.declarer(in: table).flatMap { entity in
            entity.property(inColumn: column).map {
                DeclaredProperty(entity: entity.name, name: $0)
            }
        }
    }
}

extension PersistedModel {
    /// Returns the property stored in a column; nil if the file does not describe the column.
    func property(inColumn column: String, of table: String) -> DeclaredProperty? {
        let owners = entities(inTable: table).filter { $0.column(named: column) != nil }
        // Descendants also list inherited properties. The declarer has the fewest properties.
        let declarer =
            owners.first { $0.name == table }
            ?? owners.min { $0.properties.count < $1.properties.count }
        return declarer.flatMap { entity in
            entity.column(named: column).map {
                DeclaredProperty(entity: entity.name, name: $0.propertyName)
            }
        }
    }
}
