import CacheStore
import Foundation

/// What a facade keeps in the store beside the records.
enum SourceTables {
    static let make = [
        """
        CREATE TABLE IF NOT EXISTS store_source (
            path TEXT PRIMARY KEY NOT NULL, number INTEGER NOT NULL, time REAL NOT NULL
        )
        """,
        """
        CREATE TABLE IF NOT EXISTS store_pending (
            id INTEGER PRIMARY KEY AUTOINCREMENT, key TEXT UNIQUE NOT NULL,
            method TEXT NOT NULL, path TEXT NOT NULL, body BLOB
        )
        """,
    ]
    static let retrieve = "SELECT number, time FROM store_source WHERE path = ?1"
    static let save = """
        INSERT INTO store_source (path, number, time) VALUES (?1, ?2, ?3)
        ON CONFLICT (path) DO UPDATE SET number = excluded.number, time = excluded.time
        """
    static let addPending = """
        INSERT INTO store_pending (key, method, path, body) VALUES (?1, ?2, ?3, ?4)
        """
    static let removePending = "DELETE FROM store_pending WHERE key = ?1"
    static let pending = "SELECT key, method, path, body FROM store_pending ORDER BY id"
}

extension CacheStore {
    func readPending() async throws -> [PendingChange] {
        try await read { connection in
            try connection.rows(SourceTables.pending) { row in
                PendingChange(
                    key: try row.required(row.string(0), 0),
                    method: try row.required(row.string(1), 1),
                    path: try row.required(row.string(2), 2),
                    body: row.data(3)
                )
            }
        }
    }
}

/// Set once, by the store's queue, and read afterwards.
final class Flag: Sendable {
    private let lock = NSLock()
    // Read and written only under `lock`.
    nonisolated(unsafe) private var value = false

    var isSet: Bool { lock.withLock { value } }

    func set() { lock.withLock { value = true } }
}
