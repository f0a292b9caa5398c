import DataAccess
import QueryCompiler
import Schema

/// The column of a derived attribute.
struct DerivedColumn {
    private let table: String
    private let column: String
    /// The SQL expression that computes the attribute. In this expression, `computed` is the alias
    /// of the row's table.
    private let value: String
    /// The entities of a shared table that have the column; empty if the table is not shared.
    private var kinds: Set<String>

    /// SQL that computes the attribute for all records.
    var update: String {
        let filter = kinds.isEmpty ? "" : " WHERE \(isOneOf(kinds.sorted()))"
        return
            "UPDATE \(quoted(table)) AS computed SET \(quoted(column)) = \(value)\(filter)"
    }

    fileprivate init(_ value: String, of attribute: String, in entity: EntityDescription) {
        self.value = value
        table = entity.tableName
        column = entity.tableColumn(attribute)
        kinds = Set(entity.hierarchy?.kinds ?? [])
    }

    fileprivate func isSame(as other: DerivedColumn) -> Bool {
        (table, column) == (other.table, other.column)
    }

    fileprivate mutating func add(_ other: DerivedColumn) { kinds.formUnion(other.kinds) }
}

extension StoreModel {
    /// Returns the columns of the derived attributes that the store computes and for which
    /// `isIncluded` returns true.
    func derivedColumns(
        where isIncluded: (AttributeDescription, EntityDescription) -> Bool
    ) -> [DerivedColumn] {
        let schema = Schema(name: name, describedBy: entities).withInheritedProperties
        var found: [DerivedColumn] = []
        for entity in entities {
            for attribute in entity.attributes {
                guard let value = expression(for: attribute, entity, schema),
                    isIncluded(attribute, entity)
                else { continue }
                let column = DerivedColumn(value, of: attribute.name, in: entity)
                if let same = found.firstIndex(where: column.isSame) {
                    // A parent's attribute also belongs to its children.
                    found[same].add(column)
                } else {
                    found.append(column)
                }
            }
        }
        return found
    }

    /// Returns the SQL with which the store's triggers compute a derived attribute; nil if the
    /// attribute has no computation. If possible, composes the SQL from the schema instead of using
    /// the computation in generated code. That code may be from an earlier release with different
    /// triggers.
    private func expression(
        for attribute: AttributeDescription,
        _ entity: EntityDescription,
        _ schema: Schema
    ) -> String? {
        guard let generated = attribute.computation else { return nil }
        guard let whole = schema.entity(named: entity.name),
            let derived = whole.attribute(named: attribute.name)
        else { return generated }
        return Derivation(derived, of: whole, in: schema)?.computation ?? generated
    }
}
