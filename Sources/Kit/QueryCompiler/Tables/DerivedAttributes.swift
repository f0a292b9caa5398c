import QueryLanguage
package import Schema

/// The SQL that computes a derived attribute, and the triggers that update the attribute at every
/// write.
///
/// Three kinds of expressions are supported:
/// - an attribute of the record itself, optionally in `canonical:`, `uppercase:` or `lowercase:`
/// - `now()`
/// - `@count`, `@sum`, `@min`, `@max` or `@avg` over a to-many relationship whose inverse is to-one
package struct Derivation {
    /// A function that returns SQL for the derived value. Its argument is the name of the row from
    /// which the value is computed, such as `NEW`.
    private let value: (_ row: String) -> String
    private var collection: Collection?

    private struct Collection {
        /// The table of the related records that are aggregated.
        var table: String
        /// The name of the column, in the related records' table, that contains the identity of the
        /// record with the derived attribute.
        var owner: String
        /// The column with the aggregated values; nil for `@count`.
        var element: String?
        /// Alias for the related records' table. It is needed because the record with the derived
        /// attribute may be in the same table.
        var alias: String
    }

    /// Creates the derivation of `attribute`. Returns nil if the attribute is not derived, or if
    /// the store does not support its expression.
    package init?(_ attribute: Attribute, of entity: Entity, in schema: Schema) {
        guard attribute.isDerived, let text = attribute.derivation,
            let node = readExpression(text).node
        else { return nil }
        let names = Columns(entity, schema)
        switch node.kind {
        case .function(.now, _):
            // Converts days to seconds since 2001-01-01 00:00 UTC.
            value = { _ in "(julianday('now') - 2451910.5) * 86400.0" }
        case .function(let function, let arguments):
            guard let name = Derivation.functions[function], arguments.count == 1,
                case .keyPath(let keys) = arguments[0].kind, let column = names.column(keys)
            else { return nil }
            value = { "\(name)(\($0).\(column))" }
        case .keyPath(let keys):
            if let column = names.column(keys) {
                value = { "\($0).\(column)" }
                return
            }
            guard let found = Derivation.aggregate(keys, names, schema) else { return nil }
            let identity = sqlName(schema.root(of: entity).identityColumn)
            collection = found.collection
            value = { row in
                let elements = found.collection
                return "(SELECT \(found.function) FROM \(elements.table) AS \(elements.alias)"
                    + " WHERE \(elements.alias).\(elements.owner) = \(row).\(identity)"
                    + "\(found.tail))"
            }
        default: return nil
        }
    }

    /// SQL for the value, computed from the row with the alias `computed`.
    package var computation: String { value("computed") }

    private static let functions: [Function: String] = [
        .canonical: "store_fold_cd", .uppercase: "store_upper", .lowercase: "store_lower",
    ]

    /// Returns the SQL of an aggregate, and the collection of related records that the aggregate
    /// combines. `tail` is SQL to append to the WHERE clause, such as `ORDER BY` and `LIMIT`; it
    /// may be empty. Returns nil if `keys` is not a supported aggregate.
    private static func aggregate(
        _ keys: [PathKey],
        _ names: Columns,
        _ schema: Schema
    ) -> (function: String, tail: String, collection: Collection)? {
        guard keys.count >= 2, case .name(let name) = keys[0],
            case .collection(let operation) = keys[1],
            let relationship = names.entity.relationship(named: name),
            case .inverseColumn(let inverse) = schema.storage(of: relationship, in: names.entity),
            let destination = schema.entity(named: relationship.destination)
        else { return nil }
        let elements = Columns(destination, schema)
        var collection = Collection(
            table: elements.table,
            owner: elements.name(inverse),
            element: nil,
            alias: sqlName("\(names.entity.name).\(name)")
        )
        if operation == .count { return keys.count == 2 ? ("count(*)", "", collection) : nil }
        guard keys.count == 3, let attribute = elements.attribute(Array(keys[2...])) else {
            return nil
        }
        let column = elements.name(attribute.name)
        collection.element = column
        let value = "\(collection.alias).\(column)"
        if attribute.type == .decimal, operation == .minimum || operation == .maximum {
            // Decimals are stored as text, which min and max compare as text. The text itself is
            // selected, so that no digits are lost.
            let number = ValueType.attribute(.decimal).sql(value)
            let order = operation == .maximum ? "\(number) DESC" : number
            return (value, " AND \(number) NOTNULL ORDER BY \(order) LIMIT 1", collection)
        }
        let function =
            switch operation {
            case .sum: "total(\(value))"
            case .average: "avg(\(value))"
            case .minimum: "min(\(value))"
            case .maximum: "max(\(value))"
            case .count: "count(*)"
            }
        return (function, "", collection)
    }

    /// Returns the triggers that update the stored value of the derived attribute `attribute`.
    func triggers(for attribute: Attribute, of entity: Entity, in schema: Schema) -> [String] {
        let names = Columns(entity, schema)
        let target = names.name(attribute.name)
        let identity = sqlName(schema.root(of: entity).identityColumn)
        let update = "UPDATE \(names.table) SET \(target) = \(value("NEW"))"
        let others = names.others.joined(separator: ", ")
        func trigger(_ name: String, _ event: String, _ sql: String, when: String? = nil) -> String
        {
            let name = sqlName("\(entity.name).\(attribute.name):\(name)")
            return QueryCompiler.trigger(name, "AFTER \(event)", when: when, [sql])
        }
        let own = "\(update) WHERE \(identity) = NEW.\(identity)"
        let events =
            ["INSERT ON \(names.table)"]
            + (others.isEmpty ? [] : ["UPDATE OF \(others) ON \(names.table)"])
        let made = zip(["insert", "update"], events).map {
            trigger($0, $1, own, when: names.condition)
        }
        guard let collection else { return made }
        func again(_ rows: String) -> String {
            "UPDATE \(names.table) SET \(target) = \(value(names.table)) WHERE \(identity) IN (\(rows))"
        }
        let (owner, table) = (collection.owner, collection.table)
        let watched = ([owner] + (collection.element.map { [$0] } ?? [])).joined(separator: ", ")
        return made + [
            trigger("added", "INSERT ON \(table)", again("NEW.\(owner)")),
            trigger("removed", "DELETE ON \(table)", again("OLD.\(owner)")),
            trigger(
                "changed",
                "UPDATE OF \(watched) ON \(table)",
                again("OLD.\(owner), NEW.\(owner)")
            ),
        ]
    }
}

/// The table of an entity and the columns of its properties, including inherited ones.
private struct Columns {
    let entity: Entity
    private let hierarchy: Hierarchy?
    private let stored: [String]

    /// Creates the columns of `entity`.
    ///
    /// - Parameter schema: the schema with inherited properties.
    init(_ entity: Entity, _ schema: Schema) {
        self.entity = entity
        hierarchy = schema.hierarchy(of: entity)
        stored = columnNames(of: entity, in: schema)
    }

    var table: String { sqlName(hierarchy?.root ?? entity.name) }

    func name(_ property: String) -> String { sqlName(hierarchy?.column(property) ?? property) }

    /// Returns the column of the attribute at `keys`. Returns nil if `keys` is not a single
    /// attribute, or if the attribute is derived.
    func column(_ keys: [PathKey]) -> String? { attribute(keys).map { name($0.name) } }

    /// Returns the attribute at `keys`. Returns nil if `keys` is not a single attribute, or if the
    /// attribute is derived.
    func attribute(_ keys: [PathKey]) -> Attribute? {
        guard keys.count == 1, case .name(let name) = keys[0],
            let attribute = entity.attribute(named: name), !attribute.isDerived
        else { return nil }
        return attribute
    }

    /// The quoted names of the entity's columns, except those of the identity and of derived
    /// attributes.
    var others: [String] {
        let derived = Set(entity.attributes.filter(\.isDerived).map(\.name))
        return stored.filter { !derived.contains($0) && $0 != entity.identityColumn }.map(name)
    }

    var condition: String? { kindCondition("NEW", entity, hierarchy) }
}

/// Returns the triggers of all derived attributes that the store supports.
func derivationTriggers(for schema: Schema, _ whole: Schema) -> [String] {
    schema.entities.flatMap { entity -> [String] in
        guard let complete = whole.entity(named: entity.name) else { return [] }
        return entity.attributes.flatMap { attribute in
            Derivation(attribute, of: complete, in: whole)?
                .triggers(for: attribute, of: complete, in: whole) ?? []
        }
    }
}
