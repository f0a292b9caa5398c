import Foundation
import GRDB
import QueryCompiler
import QueryLanguage
import Schema

/// The records of a world as tables, by the rules of what is stored where.
struct WorldDatabase {
    let queue: DatabaseQueue

    init(_ world: RandomWorld, _ indexes: [DeclaredIndex]) throws {
        var configuration = Configuration()
        configuration.prepareDatabase { database in
            for function in textFunctions { database.add(function: function) }
        }
        queue = try DatabaseQueue(configuration: configuration)
        try queue.write { database in
            for entity in world.schema.entities {
                try Self.create(entity, world, database)
            }
            for (number, index) in indexes.enumerated() {
                try database.execute(
                    sql: """
                        CREATE INDEX "i\(number)" ON \(sqlName(index.entity)) (\(index.expression))
                        """
                )
            }
        }
    }

    private static func create(
        _ entity: Entity,
        _ world: RandomWorld,
        _ database: Database
    ) throws {
        let links = entity.relationships.filter {
            world.schema.storage(of: $0, in: entity) == .column
        }
        let attributes = entity.attributes.map { "\(sqlName($0.name)) \(columnType($0.type))" }
        let columns = links.map { link in
            let destination = world.schema.entity(named: link.destination)
            let type = destination.map { world.schema.identityType(of: $0) } ?? .integer64
            return "\(sqlName(link.name)) \(columnType(type))"
        }
        try database.execute(
            sql: """
                CREATE TABLE \(sqlName(entity.name)) (
                    \((attributes + columns).joined(separator: ", "))
                )
                """
        )
        for row in world.rows[entity.name] ?? [] {
            var arguments = entity.attributes.map { databaseValue(row.values[$0.name] ?? .null) }
            for link in links {
                let position = row.links[link.name]
                let other = position.map { RandomObject(world: world, entity: link.destination, position: $0) }
                arguments.append(databaseValue(other?.identity ?? .null))
            }
            let marks = arguments.map { _ in "?" }.joined(separator: ", ")
            try database.execute(
                sql: "INSERT INTO \(sqlName(entity.name)) VALUES (\(marks))",
                arguments: StatementArguments(arguments)
            )
        }
    }

    /// The identities that a query yields, in its order.
    func identities(
        _ query: CompiledQuery,
        _ variables: [String: QueryValue],
        now: Double
    ) throws -> [DatabaseValue] {
        try queue.read { database in
            try DatabaseValue.fetchAll(
                database,
                sql: sql(query),
                arguments: StatementArguments(
                    query.bindings.map { value($0, variables, now) }
                )
            )
        }
    }

    func plan(_ query: CompiledQuery) throws -> [String] {
        try queue.read { database in
            let values = query.bindings.map { _ in DatabaseValue.null }
            return try Row.fetchAll(
                database,
                sql: "EXPLAIN QUERY PLAN \(sql(query))",
                arguments: StatementArguments(values)
            ).compactMap { $0["detail"] }
        }
    }

    private func sql(_ query: CompiledQuery) -> String {
        """
        SELECT \(query.alias).\(sqlName(query.entity.identityColumn)) FROM \(query.source)
        \(query.condition.map { "WHERE \($0)" } ?? "") ORDER BY \(query.order)
        """
    }

    private func value(
        _ binding: CompiledQuery.Binding,
        _ variables: [String: QueryValue],
        _ now: Double
    ) -> DatabaseValue {
        switch binding {
        case .now: databaseValue(.date(now))
        case .literal(let literal): databaseValue(QueryValue(literal))
        case .parameter(let name): databaseValue(variables[name] ?? .null)
        }
    }
}

func databaseValue(_ value: QueryValue) -> DatabaseValue {
    switch value {
    case .null, .data: .null
    case .boolean(let truth): (truth ? 1 : 0).databaseValue
    case .integer(let whole): whole.databaseValue
    case .real(let number), .date(let number): number.databaseValue
    case .string(let text): text.databaseValue
    case .object(let object): databaseValue((object as? RandomObject)?.identity ?? .null)
    case .list(let elements): "[\(elements.map(jsonElement).joined(separator: ","))]".databaseValue
    }
}

private func jsonElement(_ value: QueryValue) -> String {
    switch value {
    case .boolean(let truth): truth ? "1" : "0"
    case .integer(let whole): "\(whole)"
    case .real(let number), .date(let number): "\(number)"
    case .string(let text): jsonText(text)
    case .object(let object): jsonElement((object as? RandomObject)?.identity ?? .null)
    default: "null"
    }
}

private func columnType(_ type: AttributeType) -> String {
    switch type {
    case .string: "TEXT"
    case .double, .float, .date: "REAL"
    default: "INTEGER"
    }
}

/// The functions that the store gives to SQL.
private let textFunctions: [DatabaseFunction] = [
    text("store_fold_c") { folded($0, .caseInsensitive) },
    text("store_fold_d") { folded($0, .diacriticInsensitive) },
    text("store_fold_cd") { folded($0, [.caseInsensitive, .diacriticInsensitive]) },
    text("store_upper") { $0.uppercased() },
    text("store_lower") { $0.lowercased() },
    text("store_length") { $0.utf16.count },
    DatabaseFunction("store_like", argumentCount: 2, pure: true) { values in
        guard let text = String.fromDatabaseValue(values[0]),
            let pattern = String.fromDatabaseValue(values[1])
        else { return nil }
        return isLike(text, pattern)
    },
    DatabaseFunction("store_matches", argumentCount: 3, pure: true) { values in
        guard let text = String.fromDatabaseValue(values[0]),
            let pattern = String.fromDatabaseValue(values[1])
        else { return nil }
        let letters = String.fromDatabaseValue(values[2]) ?? ""
        let options = ComparisonOptions(
            (letters.contains("c") ? [.caseInsensitive] : [])
                + (letters.contains("d") ? [.diacriticInsensitive] : [])
        )
        return try isWholeMatch(text, pattern, options)
    },
]

private func text(
    _ name: String,
    _ body: @escaping @Sendable (String) -> (any DatabaseValueConvertible)?
) -> DatabaseFunction {
    DatabaseFunction(name, argumentCount: 1, pure: true) { values in
        String.fromDatabaseValue(values[0]).flatMap(body)
    }
}
