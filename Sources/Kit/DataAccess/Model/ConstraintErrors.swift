import Foundation

/// Conversion of violated table constraints to errors that name the model's entities and properties
/// instead of tables and columns.
package struct ConstraintErrors: Sendable {
    private let entities: [EntityDescription]

    package init(_ entities: [EntityDescription]) { self.entities = entities }

    /// Returns the error for an absent required value; nil if the column does not belong to a
    /// property.
    package func missing(_ column: String, in table: String) -> StoreError? {
        guard let entity = declarer(of: [column], in: table),
            let property = entity.property(inColumn: column)
        else { return nil }
        let relationship = entity.relationships.first { $0.name == property }
        let expected =
            relationship.map {
                "non-nil, because every \(entity.name) needs a related \($0.destination)"
            }
            ?? "non-nil, because every \(entity.name) needs a value"
        return .invalid(entity: entity.name, violations: [Violation(property, expected)])
    }

    /// Returns the error for a violated uniqueness constraint: another record has the same values
    /// in these columns. Returns nil if no entity of the table has all the columns.
    package func taken(_ columns: [String], in table: String) -> StoreError? {
        guard let entity = declarer(of: columns, in: table) else { return nil }
        let names = columns.compactMap { column in
            column == entity.identity && entity.isIdentityAssigned
                ? "identity" : entity.property(inColumn: column)
        }
        return .taken(names, of: entity.name)
    }

    /// Returns the error that corresponds to an SQLite error message; nil if the message does not
    /// concern a constraint of the model.
    package func error(for message: String) -> StoreError? {
        if let places = message.rest(after: "NOT NULL constraint failed: ") {
            return columns(places).flatMap { missing($0.columns[0], in: $0.table) }
        }
        if let unique = uniqueColumns(in: message) {
            return taken(unique.columns, in: unique.table)
        }
        return message.rest(after: "CHECK constraint failed: ").flatMap(requirement)
    }

    /// Returns the table and columns of a violated uniqueness constraint; nil if the SQLite error
    /// message concerns anything else.
    package func uniqueColumns(in message: String) -> (table: String, columns: [String])? {
        message.rest(after: "UNIQUE constraint failed: ").flatMap { columns($0) }
    }

    /// Parses a list of columns such as `Album.shelf, Album.number`. Returns nil if the columns do
    /// not belong to one table of the model.
    private func columns(_ places: String) -> (table: String, columns: [String])? {
        let names = places.components(separatedBy: ", ")
        let tables = Set(entities.map(\.tableName)).sorted()
        for table in tables where names.allSatisfy({ $0.hasPrefix("\(table).") }) {
            return (table, names.map { String($0.dropFirst(table.count + 1)) })
        }
        return nil
    }

    /// Returns the error for a violated CHECK condition of a table that several entities share. The
    /// condition requires a value for some of these entities, as in
    /// `"title" NOTNULL OR "_kind" NOT IN ('Book')`. SQLite's message contains only the column name
    /// at the beginning of the condition, without quotation marks. Returns nil unless exactly one
    /// table has a child entity that requires a value in a column of this name.
    private func requirement(_ column: String) -> StoreError? {
        let children = entities.filter { $0.name != $0.tableName && $0.requires(column) }
        let tables = Set(children.map(\.tableName))
        guard tables.count == 1, let table = tables.first else { return nil }
        return missing(column, in: table)
    }

    /// Returns the entity that declares the columns, not an entity that inherits them. Returns nil
    /// if no entity of the table has all the columns.
    private func declarer(of columns: [String], in table: String) -> EntityDescription? {
        entities.filter { entity in
            entity.tableName == table
                && columns.allSatisfy {
                    entity.property(inColumn: $0) != nil || $0 == entity.identity
                }
        }.declarer(in: table)
    }
}

extension EntityDescription {
    /// Returns whether every record of the entity needs a value in the column.
    fileprivate func requires(_ column: String) -> Bool {
        property(inColumn: column).map(isRequired) == true
    }
}

extension String {
    fileprivate func rest(after start: String) -> String? {
        hasPrefix(start) ? String(dropFirst(start.count)) : nil
    }
}
