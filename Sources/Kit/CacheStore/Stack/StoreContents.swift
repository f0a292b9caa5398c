import Foundation
import GRDB

/// Contents of a store file, read without the generated code; for tests, checks and support.
public struct StoreContents: Sendable {
    /// The rows of one table.
    public struct Table: Sendable {
        /// The table's name: the name of an entity or of a join table.
        public let name: String
        /// Names of the columns, in alphabetical order.
        public let columns: [String]
        /// The rows. Each value is converted to text; NULL becomes nil. The rows are sorted by
        /// these texts.
        public let rows: [[String?]]
    }

    /// The tables, in alphabetical order.
    public let tables: [Table]

    /// Reads the contents of the file at `path`. If the file does not exist, there are no tables.
    public init(fileAt path: String) throws {
        _ = try checkedFile(at: path)
        guard FileManager.default.fileExists(atPath: path) else {
            tables = []
            return
        }
        var configuration = Configuration()
        configuration.readonly = true
        tables = try translatingErrors(at: path) {
            let queue = try DatabaseQueue(path: path, configuration: configuration)
            return try queue.read { connection in
                try tableNames(connection).map { try table($0, connection) }
            }
        }
    }
}

private func tableNames(_ connection: Database) throws -> [String] {
    try String.fetchAll(
        connection,
        sql: """
            SELECT name FROM sqlite_master
            WHERE type = 'table' AND name NOT LIKE 'store\\_%' ESCAPE '\\'
                AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\'
            ORDER BY name
            """
    )
}

private func table(_ name: String, _ connection: Database) throws -> StoreContents.Table {
    let columns = try connection.columns(in: name).map(\.name).sorted()
    let list = columns.map(\.quotedDatabaseIdentifier).joined(separator: ", ")
    let rows = try Row.fetchAll(
        connection,
        sql: "SELECT \(list) FROM \(name.quotedDatabaseIdentifier)"
    )
    let texts = rows.map { Array($0.databaseValues).map(text) }
    return StoreContents.Table(
        name: name,
        columns: columns,
        rows: texts.sorted { left, right in
            left.map { $0 ?? "" }.lexicographicallyPrecedes(right.map { $0 ?? "" })
        }
    )
}

private func text(_ value: DatabaseValue) -> String? {
    switch value.storage {
    case .null: nil
    case .int64(let number): String(number)
    case .double(let number): String(number)
    case .string(let text): text
    case .blob(let data): data.base64EncodedString()
    }
}
