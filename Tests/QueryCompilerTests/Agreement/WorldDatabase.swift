import CacheStore
import GRDB
import GRDBSQLite
import QueryCompiler
import QueryLanguage
import Schema

/// The records of a world as tables, by the rules of what is stored where.
struct WorldDatabase {
    let queue: DatabaseQueue

    init(_ world: RandomWorld, _ indexes: [DeclaredIndex]) throws {
        var configuration = Configuration()
        configuration.prepareDatabase { database in
            addQueryFunctions(to: database.sqliteConnection)
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
            var values = entity.attributes.map { stored(row.values[$0.name] ?? .null, $0.type) }
            for link in links {
                let object = row.links[link.name].map {
                    RandomObject(world: world, entity: link.destination, position: $0)
                }
                values.append(object?.identity ?? .null)
            }
            let marks = values.map { _ in "?" }.joined(separator: ", ")
            _ = try rows(
                of: "INSERT INTO \(sqlName(entity.name)) VALUES (\(marks))",
                values,
                in: database
            )
        }
    }

    /// The identities that a query yields, in its order, as text.
    func identities(
        _ query: CompiledQuery,
        _ variables: [String: QueryValue],
        now: Double
    ) throws -> [String] {
        try queue.read { database in
            try rows(
                of: sql(query),
                query.bindings.map { value($0, variables, now) },
                in: database
            ).compactMap(\.first)
        }
    }

    func plan(_ query: CompiledQuery) throws -> [String] {
        try queue.read { database in
            try rows(
                of: "EXPLAIN QUERY PLAN \(sql(query))",
                query.bindings.map { _ in .null },
                in: database
            ).compactMap(\.last)
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
    ) -> QueryValue {
        switch binding {
        case .now: .date(now)
        case .literal(let literal): QueryValue(literal)
        case .parameter(let name): variables[name] ?? .null
        }
    }
}

/// The columns of each row as text.
func rows(
    of sql: String,
    _ values: [QueryValue],
    in database: Database
) throws -> [[String]] {
    let statement = try database.cachedStatement(sql: sql).sqliteStatement
    defer { sqlite3_reset(statement) }
    for (position, value) in values.enumerated() {
        try bind(value, StoreBindings(statement: statement), Int32(position) + 1)
    }
    var found: [[String]] = []
    while true {
        switch sqlite3_step(statement) {
        case SQLITE_ROW:
            found.append(
                (0..<sqlite3_column_count(statement)).map { column in
                    sqlite3_column_text(statement, column).map { String(cString: $0) } ?? ""
                }
            )
        case SQLITE_DONE: return found
        default:
            throw DatabaseError(message: String(cString: sqlite3_errmsg(database.sqliteConnection)))
        }
    }
}

private func bind(_ value: QueryValue, _ bindings: StoreBindings, _ position: Int32) throws {
    switch value {
    case .null, .data: try bindings.bind(String?.none, at: position)
    case .boolean(let truth): try bindings.bind(truth, at: position)
    case .integer(let whole): try bindings.bind(whole, at: position)
    case .real(let number), .date(let number): try bindings.bind(number, at: position)
    case .string(let text): try bindings.bind(text, at: position)
    case .object: try bind(identity(value), bindings, position)
    case .list(let elements): try bind(list: elements.map(identity), bindings, position)
    }
}

private func identity(_ value: QueryValue) -> QueryValue {
    guard case .object(let object) = value else { return value }
    return (object as? RandomObject)?.identity ?? .null
}

/// Lists are of one kind.
private func bind(
    list: [QueryValue],
    _ bindings: StoreBindings,
    _ position: Int32
) throws {
    var (texts, wholes, numbers): ([String], [Int64], [Double]) = ([], [], [])
    for element in list {
        switch element {
        case .string(let text): texts.append(text)
        case .integer(let whole): wholes.append(whole)
        case .boolean(let truth): wholes.append(truth ? 1 : 0)
        case .real(let number), .date(let number): numbers.append(number)
        default: break
        }
    }
    if !texts.isEmpty { return try bindings.bind(list: texts, at: position) }
    if !numbers.isEmpty { return try bindings.bind(list: numbers, at: position) }
    try bindings.bind(list: wholes, at: position)
}

/// A decimal is kept as text.
private func stored(_ value: QueryValue, _ type: AttributeType) -> QueryValue {
    if case .real(let number) = value, type == .decimal { .string("\(number)") } else { value }
}

private func columnType(_ type: AttributeType) -> String {
    switch type {
    case .string, .decimal: "TEXT"
    case .double, .float, .date: "REAL"
    default: "INTEGER"
    }
}
