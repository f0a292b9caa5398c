import QueryLanguage
import Schema

/// The state of one translation: joins, bindings and parameters met so far.
struct Compiler {
    let schema: Schema
    let entity: Entity
    var bindings: [CompiledQuery.Binding] = []
    var parameters: [CompiledQuery.Parameter] = []
    private var joins: [(path: [String], clause: String)] = []

    init(schema: Schema, entity: Entity) {
        self.schema = schema
        self.entity = entity
    }

    var source: String {
        (["\(sqlName(entity.name)) AS t0"] + joins.map(\.clause)).joined(separator: "\n")
    }

    mutating func order(_ sorts: [QueryRequest.Sort]) throws(PredicateTextError) -> String {
        var terms: [String] = []
        for sort in sorts {
            let column = try resolve(sort.path, at: SourcePosition())
            terms.append(column.sql + (sort.isDescending ? " DESC" : ""))
        }
        let identity = "t0.\(sqlName(entity.identityColumn))"
        if !terms.contains(identity), !terms.contains(identity + " DESC") { terms.append(identity) }
        return terms.joined(separator: ", ")
    }

    mutating func condition(_ predicate: Predicate) throws(PredicateTextError) -> String {
        switch predicate {
        case .constant(let value): return value ? "TRUE" : "FALSE"
        case .comparison(let comparison): return try self.comparison(comparison)
        // An unknown truth value is false for a predicate, so its negation is true.
        case .not(let inner): return "(\(try condition(inner))) IS NOT TRUE"
        case .and(let parts): return try joined(parts, " AND ")
        case .or(let parts): return try joined(parts, " OR ")
        }
    }

    private mutating func joined(
        _ parts: [Predicate],
        _ separator: String
    ) throws(PredicateTextError) -> String {
        var terms: [String] = []
        for part in parts {
            let term = try condition(part)
            if case .comparison = part { terms.append(term) } else { terms.append("(\(term))") }
        }
        return terms.joined(separator: separator)
    }

    // MARK: - Key paths

    /// The column that `path` leads to, joining the tables on the way.
    mutating func resolve(
        _ path: [String],
        at position: SourcePosition
    ) throws(PredicateTextError) -> Operand {
        var current = entity
        var alias = "t0"
        for (index, key) in path.enumerated() {
            let isLast = index == path.count - 1
            if let attribute = current.attribute(named: key) {
                guard isLast else {
                    throw PredicateTextError(
                        "not-a-relationship",
                        position,
                        "\"\(key)\" of \"\(current.name)\" is a value and leads no further"
                    )
                }
                return Operand(
                    sql: "\(alias).\(sqlName(key))",
                    type: .attribute(attribute.type)
                )
            }
            guard let relationship = current.relationship(named: key) else {
                throw PredicateTextError(
                    "unknown-key",
                    position,
                    "\"\(current.name)\" has no \"\(key)\"",
                    fix: suggestion(key, in: current)
                )
            }
            let destination = try destination(of: relationship, position)
            let storage = schema.storage(of: relationship, in: current)
            if isLast, storage == .column {
                let type = schema.identityType(of: destination)
                return Operand(
                    sql: "\(alias).\(sqlName(key))",
                    type: .identity(entity: destination.name, type)
                )
            }
            alias = join(
                relationship,
                storage,
                to: destination,
                from: alias,
                of: current,
                path,
                index
            )
            current = destination
        }
        let type = schema.identityType(of: current)
        return Operand(
            sql: "\(alias).\(sqlName(current.identityColumn))",
            type: .identity(entity: current.name, type)
        )
    }

    private func destination(
        of relationship: Relationship,
        _ position: SourcePosition
    ) throws(PredicateTextError) -> Entity {
        if relationship.isToMany {
            throw PredicateTextError(
                "to-many-key",
                position,
                "\"\(relationship.name)\" is to-many, which a query cannot follow yet",
                fix: "query \"\(relationship.destination)\" instead"
            )
        }
        guard let destination = schema.entity(named: relationship.destination) else {
            throw PredicateTextError(
                "unknown-destination",
                position,
                "\"\(relationship.name)\" leads to the unknown entity \"\(relationship.destination)\""
            )
        }
        return destination
    }

    /// The alias of the destination's table, joined once for each path.
    private mutating func join(
        _ relationship: Relationship,
        _ storage: RelationshipStorage,
        to destination: Entity,
        from alias: String,
        of entity: Entity,
        _ path: [String],
        _ index: Int
    ) -> String {
        let prefix = Array(path[...index])
        if let known = joins.firstIndex(where: { $0.path == prefix }) { return "t\(known + 1)" }
        let name = "t\(joins.count + 1)"
        let match: String
        if case .inverseColumn(let column) = storage {
            match = "\(name).\(sqlName(column)) = \(alias).\(sqlName(entity.identityColumn))"
        } else {
            match =
                "\(name).\(sqlName(destination.identityColumn)) = \(alias).\(sqlName(relationship.name))"
        }
        joins.append((prefix, "LEFT JOIN \(sqlName(destination.name)) AS \(name) ON \(match)"))
        return name
    }
}

/// A side of a comparison as SQL, with its type; literals and unbound variables have none yet.
struct Operand {
    var sql: String
    var type: ValueType
}
