import Diagnostics
import Foundation
import GRDB
import QueryLanguage
import Schema

/// Maximum number of records that are read for each entity from a store file.
let storeRowLimit = 2_000

/// Maximum number of pairs that are read for each relationship from a store file.
let storePairLimit = 20_000

extension Records {
    /// Returns the first records of each entity from the store file at `path`, which is opened
    /// read-only.
    ///
    /// - Throws: `DiagnosticError` if the file is not a store of the model `declared`.
    static func store(at path: String, of declared: Schema) throws -> Records {
        let schema = declared.withInheritedProperties
        guard FileManager.default.fileExists(atPath: path) else {
            throw DiagnosticError(
                "no-store",
                at: .init(file: path),
                "there is no such file",
                fix: "run the application to create the file, or omit --store to use sample data",
                status: .noInput
            )
        }
        var configuration = GRDB.Configuration()
        configuration.readonly = true
        do {
            let queue = try DatabaseQueue(path: path, configuration: configuration)
            var budget = StudioLimits.store
            let (tables, pairs) = try queue.read { database in
                (
                    try schema.entities.map { try storedTable($0, schema, database, &budget) },
                    try schema.pairedRelationships.map { try storedPairs($0, schema, database) }
                )
            }
            return Records(
                schema,
                tables,
                pairs,
                origin: URL(fileURLWithPath: path).lastPathComponent
            )
        } catch let error as DatabaseError {
            // Only these codes mean that the file is not a store of this model.
            let foreign: [ResultCode] = [.SQLITE_ERROR, .SQLITE_NOTADB, .SQLITE_CORRUPT]
            if !foreign.contains(error.resultCode) {
                throw DiagnosticError(
                    "store-unreadable",
                    at: .init(file: path),
                    "the store file cannot be read: \(error.message ?? "no reason is given")",
                    fix: "close the application that uses the file, or copy the file to a "
                        + "writable folder",
                    status: .noInput
                )
            }
            throw DiagnosticError(
                "not-a-store",
                at: .init(file: path),
                "this is not a store of the model \"\(schema.name)\": \(error.message ?? "it cannot be read")",
                fix: "with --store, specify the store file of an application that uses this model"
            )
        }
    }
}

/// Returns the first pairs of a relationship, sorted by identity. A pair may contain the identity
/// of a record that was not read.
private func storedPairs(
    _ paired: PairedRelationship,
    _ schema: Schema,
    _ database: Database
) throws -> Records.Pairs {
    let destination = schema.entity(named: paired.relationship.destination)
    var inverseJoin: JoinTable?
    if let destination, !paired.join.isSymmetric,
        let inverse = schema.inverse(of: paired.relationship),
        case .join(let join) = schema.storage(of: inverse, in: destination)
    {
        inverseJoin = join
    }
    let position = paired.join.positionColumn.map(sqlName) ?? "NULL"
    let targetPosition = inverseJoin?.positionColumn.map(sqlName) ?? "NULL"
    let rows = try Row.fetchAll(
        database,
        sql: """
            SELECT "source", "target", \(position), \(targetPosition)
            FROM \(sqlName(paired.join.table))
            ORDER BY "source", "target" LIMIT \(storePairLimit + 1)
            """
    )
    let source = schema.identityType(of: paired.entity)
    let target = destination.map(schema.identityType) ?? .integer64
    return Records.Pairs(
        table: paired.join.table,
        rows: rows.prefix(storePairLimit).map { row in
            let values = Array(row.databaseValues).map(\.storage)
            return Records.Pairs.Pair(
                source: value(values[0], source),
                target: value(values[1], target),
                position: value(values[2], .integer64),
                targetPosition: value(values[3], .integer64)
            )
        },
        isCut: rows.count > storePairLimit
    )
}

/// Returns the first records of an entity from a store file.
///
/// - Parameter budget: number of bytes that may still be read. Reading stops when the budget is
///   exhausted.
private func storedTable(
    _ entity: Entity,
    _ schema: Schema,
    _ database: Database,
    _ budget: inout Int
) throws -> Records.Table {
    let held = entity.relationships.filter { schema.storage(of: $0, in: entity) == .column }
    let assigned = entity.identityAttribute == nil ? [entity.identityColumn] : []
    let hierarchy = schema.hierarchy(of: entity)
    // For each position column, its name in `columns` and its name in the table.
    let positions = held.compactMap { relationship in
        schema.positionColumn(of: relationship).map {
            (name: $0, stored: hierarchy?.positionColumn(relationship.name) ?? $0)
        }
    }
    let properties = entity.attributes.map(\.name) + held.map(\.name)
    let columns = properties + positions.map(\.name) + assigned
    let identityTypes = held.map { relationship in
        schema.entity(named: relationship.destination).map(schema.identityType) ?? .integer64
    }
    let count = positions.count + assigned.count
    let integers = Array(repeating: AttributeType.integer64, count: count)
    let types = entity.attributes.map(\.type) + identityTypes + integers
    let stored =
        properties.map { hierarchy?.column($0) ?? $0 } + positions.map(\.stored) + assigned
    let list = stored.map(sqlName).joined(separator: ", ")
    let kinds = (hierarchy?.kinds ?? []).map { "'\($0.replacing("'", with: "''"))'" }
    let condition =
        hierarchy == nil
        ? "" : "WHERE \(sqlName(Hierarchy.kindColumn)) IN (\(kinds.joined(separator: ", ")))"
    let rows = try Row.fetchCursor(
        database,
        sql: """
            SELECT \(list) FROM \(sqlName(hierarchy?.root ?? entity.name)) \(condition)
            ORDER BY \(sqlName(entity.identityColumn)) LIMIT \(storeRowLimit + 1)
            """
    )
    var values: [[QueryValue]] = []
    var isCut = false
    while let row = try rows.next() {
        isCut = values.count == storeRowLimit || budget < 0
        if isCut { break }
        budget -= row.databaseValues.reduce(0) { $0 + size($1.storage) }
        values.append(zip(row.databaseValues, types).map { value($0.storage, $1) })
    }
    return Records.Table(entity: entity, columns: columns, rows: values, isCut: isCut)
}

private func size(_ stored: DatabaseValue.Storage) -> Int {
    switch stored {
    case .string(let text): text.utf8.count
    case .blob(let data): data.count
    case .null, .int64, .double: 8
    }
}

private func value(_ stored: DatabaseValue.Storage, _ type: AttributeType) -> QueryValue {
    switch (stored, type) {
    case (.null, _): .null
    case (.int64(let number), .boolean): .boolean(number != 0)
    case (.int64(let number), .date): .date(Double(number))
    case (.double(let number), .date): .date(number)
    case (.int64(let number), _): .integer(number)
    case (.double(let number), _): .real(number)
    case (.string(let text), .decimal): Double(text).map(QueryValue.real) ?? .null
    case (.string(let text), _): .string(text)
    case (.blob(let data), _): .data([UInt8](data))
    }
}
