import Foundation

/// Translates violated table constraints to terms of the model: entities and properties, no SQL.
package struct ConstraintErrors: Sendable {
    private let entities: [EntityDescription]

    package init(_ entities: [EntityDescription]) { self.entities = entities }

    /// A required value is absent; nil if the column is no property of an entity.
    package func missing(_ column: String, in table: String) -> StoreError? {
        guard let entity = declarer(of: [column], in: table),
            let property = entity.property(inColumn: column)
        else { return nil }
        let relationship = entity.relationships.first { $0.name == property }
        let expected =
            relationship.map { "set: every \(entity.name) needs a related \($0.destination)" }
            ?? "set: every \(entity.name) needs a value"
        return .invalid(entity: entity.name, violations: [Violation(property, expected)])
    }

    /// Another record has values that are unique; nil if a column is no property of an entity.
    package func taken(_ columns: [String], in table: String) -> StoreError? {
        guard let entity = declarer(of: columns, in: table) else { return nil }
        let names = columns.compactMap { column in
            column == entity.identity && entity.isIdentityAssigned
                ? "identity" : entity.property(inColumn: column)
        }
        return .constraint(
            reason: "another \(entity.name) has the same \(names.joined(separator: " and "))"
        )
    }

    /// The meaning of a message of SQLite; nil if it is about no constraint of the model.
    package func error(for message: String) -> StoreError? {
        if let places = message.rest(after: "NOT NULL constraint failed: ") {
            return columns(places).flatMap { missing($0.columns[0], in: $0.table) }
        }
        if let places = message.rest(after: "UNIQUE constraint failed: ") {
            return columns(places).flatMap { taken($0.columns, in: $0.table) }
        }
        return message.rest(after: "CHECK constraint failed: ").flatMap(requirement)
    }

    /// The columns of `Album.shelf, Album.number`.
    private func columns(_ places: String) -> (table: String, columns: [String])? {
        let names = places.components(separatedBy: ", ")
        let tables = Set(entities.map(\.tableName)).sorted()
        for table in tables where names.allSatisfy({ $0.hasPrefix("\(table).") }) {
            return (table, names.map { String($0.dropFirst(table.count + 1)) })
        }
        return nil
    }

    /// A child's required attribute is a condition of its table: `"title" NOTNULL OR "_kind" NOT IN
    /// ('Book')`.
    private func requirement(_ condition: String) -> StoreError? {
        let mark = "\" NOTNULL OR \""
        guard condition.hasPrefix("\""), let end = condition.range(of: mark) else { return nil }
        let column = String(condition[..<end.lowerBound].dropFirst())
            .replacing("\"\"", with: "\"")
        let kinds = condition[end.upperBound...].split(separator: "'").map(String.init)
        let entity = entities.first { entity in
            entity.hierarchy?.kinds.contains(where: kinds.contains) == true
                && entity.property(inColumn: column) != nil
        }
        return entity.flatMap { missing(column, in: $0.tableName) }
    }

    /// Of the entities that have the columns, the one that the others inherit them from.
    private func declarer(of columns: [String], in table: String) -> EntityDescription? {
        let owners = entities.filter { entity in
            entity.tableName == table
                && columns.allSatisfy {
                    entity.property(inColumn: $0) != nil || $0 == entity.identity
                }
        }
        return owners.first { $0.name == table }
            ?? owners.max { ($0.hierarchy?.kinds.count ?? 0) < ($1.hierarchy?.kinds.count ?? 0) }
    }
}

extension EntityDescription {
    /// The property that the table keeps in the column; nil for none.
    fileprivate func property(inColumn column: String) -> String? {
        let names = attributes.map(\.name) + relationships.filter(\.isColumn).map(\.name)
        return names.first { (hierarchy?.columns[$0] ?? $0) == column }
    }
}

extension String {
    fileprivate func rest(after start: String) -> String? {
        hasPrefix(start) ? String(dropFirst(start.count)) : nil
    }
}
