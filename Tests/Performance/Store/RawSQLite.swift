import Foundation
import GRDBSQLite

/// The yardstick: SQLite's C interface used by hand, for the table and the SQL that generated code
/// has.
final class RawSQLite {
    struct Failed: Error {
        var code: Int32
    }

    struct Place: Equatable {
        var id: Int64
        var name: String
        var country: String?
        var latitude: Double
        var population: Int64?
    }

    let connection: OpaquePointer
    private let path: String
    private let isKept: Bool

    init(_ path: String, synchronous: String = "NORMAL", isKept: Bool = false) throws {
        self.path = path
        self.isKept = isKept
        var opened: OpaquePointer?
        // Without SQLite's own locks, as GRDB opens it: one thread uses the connection.
        let flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_NOMUTEX
        let code = sqlite3_open_v2(path, &opened, flags, nil)
        guard code == SQLITE_OK, let opened else { throw Failed(code: code) }
        connection = opened
        try run("PRAGMA journal_mode = WAL")
        try run("PRAGMA synchronous = \(synchronous)")
        try run("PRAGMA foreign_keys = ON")
    }

    /// The file goes, as that of the store does: what stays behind would be the other one's load.
    deinit {
        sqlite3_close_v2(connection)
        if isKept { return }
        for end in ["", "-wal", "-shm"] { try? FileManager.default.removeItem(atPath: path + end) }
    }

    func run(_ sql: String) throws {
        let code = sqlite3_exec(connection, sql, nil, nil, nil)
        if code != SQLITE_OK { throw Failed(code: code) }
    }

    func prepare(_ sql: String) throws -> OpaquePointer {
        var statement: OpaquePointer?
        let code = sqlite3_prepare_v2(connection, sql, -1, &statement, nil)
        guard code == SQLITE_OK, let statement else { throw Failed(code: code) }
        return statement
    }

    func insert(_ place: Place, _ statement: OpaquePointer) throws {
        sqlite3_bind_int64(statement, 1, place.id)
        bind(place.name, statement, 2)
        if let country = place.country {
            bind(country, statement, 3)
        } else {
            sqlite3_bind_null(statement, 3)
        }
        sqlite3_bind_double(statement, 4, place.latitude)
        if let population = place.population {
            sqlite3_bind_int64(statement, 5, population)
        } else {
            sqlite3_bind_null(statement, 5)
        }
        let code = sqlite3_step(statement)
        sqlite3_reset(statement)
        if code != SQLITE_DONE { throw Failed(code: code) }
    }

    func place(_ statement: OpaquePointer) -> Place {
        Place(
            id: sqlite3_column_int64(statement, 0),
            name: text(statement, 1) ?? "",
            country: text(statement, 2),
            latitude: sqlite3_column_double(statement, 3),
            population: sqlite3_column_type(statement, 4) == SQLITE_NULL
                ? nil : sqlite3_column_int64(statement, 4)
        )
    }

    func bind(_ text: String, _ statement: OpaquePointer, _ position: Int32) {
        var text = text
        text.withUTF8 { bytes in
            bytes.withMemoryRebound(to: CChar.self) {
                _ = sqlite3_bind_text(
                    statement,
                    position,
                    $0.baseAddress,
                    Int32($0.count),
                    unsafeBitCast(-1, to: sqlite3_destructor_type.self)
                )
            }
        }
    }

    private func text(_ statement: OpaquePointer, _ column: Int32) -> String? {
        guard let bytes = sqlite3_column_text(statement, column) else { return nil }
        let count = Int(sqlite3_column_bytes(statement, column))
        return String(decoding: UnsafeBufferPointer(start: bytes, count: count), as: UTF8.self)
    }
}

extension Rows {
    static func finish(_ statement: OpaquePointer) { sqlite3_finalize(statement) }

    static func all(_ raw: RawSQLite) throws -> [RawSQLite.Place] {
        let statement = try raw.prepare(
            """
            SELECT "id", "name", "country", "latitude", "population" FROM "Place" ORDER BY "id"
            """
        )
        defer { sqlite3_finalize(statement) }
        var places: [RawSQLite.Place] = []
        while sqlite3_step(statement) == SQLITE_ROW { places.append(raw.place(statement)) }
        return places
    }

    /// On one snapshot, as the store's read.
    static func lookUp(_ identities: [Int64], _ raw: RawSQLite) throws {
        let statement = try raw.prepare(
            """
            SELECT "id", "name", "country", "latitude", "population" FROM "Place" WHERE "id" = ?1
            """
        )
        defer { sqlite3_finalize(statement) }
        try raw.run("BEGIN")
        for identity in identities {
            sqlite3_bind_int64(statement, 1, identity)
            if sqlite3_step(statement) == SQLITE_ROW { _ = raw.place(statement) }
            sqlite3_reset(statement)
        }
        try raw.run("COMMIT")
    }

    /// How many rows have a name that begins with one of the texts.
    static func find(_ starts: [String], _ raw: RawSQLite) throws -> Int {
        let statement = try raw.prepare(
            """
            SELECT "id", "name", "country", "latitude", "population" FROM "Place"
            WHERE "name" >= ?1 AND "name" < ?2 ORDER BY "name", "id"
            """
        )
        defer { sqlite3_finalize(statement) }
        try raw.run("BEGIN")
        var count = 0
        for start in starts {
            raw.bind(start, statement, 1)
            // Behind every text with this start: no character is greater.
            raw.bind(start + "\u{10FFFF}", statement, 2)
            var places: [RawSQLite.Place] = []
            while sqlite3_step(statement) == SQLITE_ROW { places.append(raw.place(statement)) }
            sqlite3_reset(statement)
            count += places.count
        }
        try raw.run("COMMIT")
        return count
    }

    static func insertOneByOne(_ count: Int, _ raw: RawSQLite) throws {
        let begin = try raw.prepare("BEGIN IMMEDIATE")
        let statement = try raw.prepare(Rows.insert)
        let commit = try raw.prepare("COMMIT")
        defer { for statement in [begin, statement, commit] { sqlite3_finalize(statement) } }
        for index in 0..<count {
            sqlite3_step(begin)
            sqlite3_reset(begin)
            try raw.insert(Rows.raw(Rows.place(index)), statement)
            sqlite3_step(commit)
            sqlite3_reset(commit)
        }
    }

    static func delete(_ identities: [Int64], _ raw: RawSQLite) throws {
        try raw.run("BEGIN IMMEDIATE")
        let statement = try raw.prepare("DELETE FROM \"Place\" WHERE \"id\" = ?1")
        for identity in identities {
            sqlite3_bind_int64(statement, 1, identity)
            sqlite3_step(statement)
            sqlite3_reset(statement)
        }
        sqlite3_finalize(statement)
        try raw.run("COMMIT")
    }
}
