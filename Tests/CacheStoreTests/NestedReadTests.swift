import GRDBSQLite
import Testing

@testable import CacheStore

private let allNames = "SELECT \"name\" FROM \"Person\" ORDER BY \"name\""

/// Runs the same text again for each of its 30 rows; returns the number of statements that the
/// connection has then.
private func nested(_ connection: StoreConnection) throws -> Int {
    var rows = 0
    try connection.forEachRow(allNames) { _ in
        try connection.forEachRow(allNames) { _ in rows += 1 }
    }
    #expect(rows == 900)
    return preparedStatements(connection)
}

private func preparedStatements(_ connection: StoreConnection) -> Int {
    let handle = connection.connection.handle
    return sequence(first: sqlite3_next_stmt(handle, nil)) { sqlite3_next_stmt(handle, $0) }
        .prefix { $0 != nil }.reduce(0) { count, _ in count + 1 }
}

/// Each nested run prepared a statement of its own, and a reader kept them all.
@Test func aTextThatItsOwnRowsRunIsPreparedTwiceAndReleasedOnce() async throws {
    try await withFile { path in
        let store = try club(path)
        try await store.write { connection in
            for number in 1...30 { try connection.insert(Person(name: "person \(number)")) }
            let before = preparedStatements(connection)
            #expect(try nested(connection) == before + 2)
        }
        // The first reads open a reader and prepare its own statements.
        for _ in 1...3 { _ = try await store.read(nested) }
        let first = try await store.read(nested)
        for _ in 1...3 {
            #expect(try await store.read(preparedStatements) == first - 1)
            #expect(try await store.read(nested) == first)
        }
    }
}
