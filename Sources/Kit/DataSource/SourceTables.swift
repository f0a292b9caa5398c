import CacheStore

/// The facade's own tables in the store, and the statements for them.
enum SourceTables {
    static let make =
        [
            """
            CREATE TABLE IF NOT EXISTS store_source (
                path TEXT PRIMARY KEY NOT NULL, number INTEGER NOT NULL, time REAL NOT NULL
            )
            """,
            """
            CREATE TABLE IF NOT EXISTS store_asked (path TEXT PRIMARY KEY NOT NULL, number INTEGER NOT NULL)
            """,
            """
            CREATE TABLE IF NOT EXISTS store_pending (
                id INTEGER PRIMARY KEY AUTOINCREMENT, key TEXT UNIQUE NOT NULL,
                method TEXT NOT NULL, path TEXT NOT NULL, body BLOB
            )
            """,
            """
            CREATE TABLE IF NOT EXISTS store_refused (
                id INTEGER PRIMARY KEY AUTOINCREMENT, key TEXT UNIQUE NOT NULL,
                method TEXT NOT NULL, path TEXT NOT NULL, body BLOB, status INTEGER NOT NULL, reason TEXT
            )
            """,
            "CREATE TABLE IF NOT EXISTS store_refused_undone (key TEXT PRIMARY KEY NOT NULL)",
            AwaitedReferences.make,
        ] + VersionTables.make
    /// Statement that returns the sequence number for a new request with the key ?1. The number is
    /// greater than those of all earlier requests with this key.
    static let ask = """
        INSERT INTO store_asked (path, number)
        VALUES (?1, 1 + coalesce((SELECT number FROM store_source WHERE path = ?1), 0))
        ON CONFLICT (path) DO UPDATE SET number = number + 1
        RETURNING number
        """
    static let retrieve = "SELECT number, time FROM store_source WHERE path = ?1"
    static let save = """
        INSERT INTO store_source (path, number, time) VALUES (?1, ?2, ?3)
        ON CONFLICT (path) DO UPDATE SET number = excluded.number, time = excluded.time
        """
    /// Statement that makes the stored answer to the request with the key ?1 outdated. It sets the
    /// time of the answer to infinity, so that the answer is not fresh for any time to live.
    static let expire = "UPDATE store_source SET time = 9e999 WHERE path = ?1"
    static let addPending = """
        INSERT INTO store_pending (key, method, path, body) VALUES (?1, ?2, ?3, ?4)
        """
    static let removePending = "DELETE FROM store_pending WHERE key = ?1"
    private static let queue = "FROM store_pending p LEFT JOIN store_base b ON b.key = p.key"
    static let pending = "SELECT p.key, p.method, p.path, p.body, b.version \(queue) ORDER BY p.id"
    static let pendingWithoutBodies = """
        SELECT p.key, p.method, p.path, NULL, b.version \(queue) ORDER BY p.id
        """
    static let pendingOfKey = """
        SELECT p.key, p.method, p.path, p.body, b.version \(queue) WHERE p.key = ?1
        """
    /// Query for the changes queued after the change with the key ?1, oldest first, without their
    /// bodies.
    static let pendingAfter = """
        SELECT key, method, path, NULL FROM store_pending
        WHERE id > (SELECT id FROM store_pending WHERE key = ?1) ORDER BY id
        """
    static let moveToEnd = """
        UPDATE store_pending SET id = (SELECT max(id) FROM store_pending) + 1 WHERE key = ?1
        """
    static let addRefused = """
        INSERT INTO store_refused (key, method, path, body, status, reason)
        VALUES (?1, ?2, ?3, ?4, ?5, ?6) ON CONFLICT DO NOTHING
        """
    static let addRefusedUndone = """
        INSERT INTO store_refused_undone (key) VALUES (?1) ON CONFLICT DO NOTHING
        """
    static let removeRefused = "DELETE FROM store_refused WHERE key = ?1"
    static let removeRefusedUndone = "DELETE FROM store_refused_undone WHERE key = ?1"
    static let refused = """
        SELECT key, method, path, body, status, reason,
            key IN (SELECT key FROM store_refused_undone)
        FROM store_refused ORDER BY id
        """
    /// Query for the number of changes that have left the queue. This is the last row ID assigned
    /// to an added change, minus the number of changes still in the queue. A change that was moved
    /// to the end of the queue may also be counted.
    static let departed = """
        SELECT coalesce((SELECT seq FROM sqlite_sequence WHERE name = 'store_pending'), 0)
            - (SELECT count(*) FROM store_pending)
        """
    /// Query that returns 1 if the queue contains the change with the key ?1, otherwise 0.
    static let hasPending = "SELECT EXISTS (SELECT 1 FROM store_pending WHERE key = ?1)"
    /// Query that returns 1 if the queue contains changes, otherwise 0.
    static let hasAnyPending = "SELECT EXISTS (SELECT 1 FROM store_pending)"
    /// Query for the next batch of changes to send. After the batch has been sent, the queue is
    /// read again.
    static let firstPending = pending + " LIMIT 200"
    /// Query for the keys of the changes that ``firstPending`` returns.
    static let firstKeys = "SELECT key FROM store_pending ORDER BY id LIMIT 200"
    /// Query that returns 1 if the facade's tables exist, otherwise 0. They exist if a facade has
    /// used the store.
    static let tables = "SELECT count(*) FROM sqlite_master WHERE name = 'store_pending'"
}

extension CacheStore {
    func readRefused() async throws -> [RefusedChange] {
        try await read { connection in
            try connection.rows(SourceTables.refused) { row in
                RefusedChange(
                    change: try PendingChange(row),
                    reason: .refused(Int(row.int64(4) ?? 0), reason: row.string(5)),
                    isUndone: row.int64(6) == 1
                )
            }
        }
    }
}

extension PendingChange {
    fileprivate init(_ row: StoreRow) throws {
        self.init(
            key: try row.required(row.string(0), 0),
            method: try row.required(row.string(1), 1),
            path: try row.required(row.string(2), 2),
            body: row.data(3)
        )
    }

    fileprivate init(waiting row: StoreRow) throws {
        try self.init(row)
        version = row.string(4)
    }
}

extension StoreConnection {
    /// Creates the facade's tables that do not exist yet.
    func makeSourceTables() throws {
        for statement in SourceTables.make + UndoLog.statements(UndoLog.pending) {
            try execute(statement)
        }
    }

    func pending(_ statement: String) throws -> [PendingChange] {
        try rows(statement) { try PendingChange(waiting: $0) }
    }

    /// Returns the first row that `sql` yields for the parameter `key`, converted to a value by
    /// `read`; nil if `sql` yields no row.
    func firstRow<T>(
        _ sql: String,
        of key: String,
        read: (StoreRow) throws -> T
    ) throws -> T? {
        try firstRow(sql, bind: { try $0.bind(key, at: 1) }, read: read)
    }

    /// Returns the queued change with this key; nil if it is no longer queued.
    func pending(key: String) throws -> PendingChange? {
        try firstRow(SourceTables.pendingOfKey, of: key) { try PendingChange(waiting: $0) }
    }

    func hasPending(_ key: String) throws -> Bool {
        try firstRow(SourceTables.hasPending, of: key) { $0.int64(0) == 1 } ?? false
    }

    /// Returns the changes that were queued after `change`, without their bodies.
    func pending(after change: PendingChange) throws -> [PendingChange] {
        try rows(SourceTables.pendingAfter) {
            try $0.bind(change.key, at: 1)
        } read: {
            try PendingChange($0)
        }
    }

    func moveToEnd(_ change: PendingChange) throws {
        try execute(SourceTables.moveToEnd) { try $0.bind(change.key, at: 1) }
    }

    func addPending(_ change: PendingChange) throws {
        try execute(SourceTables.addPending) {
            try $0.bind(change.key, change.method, change.path, change.body, at: 1)
        }
    }

    func addRefused(_ change: PendingChange, _ reason: RemoteError, isUndone: Bool) throws {
        guard case .refused(let status, let text) = reason else { return }
        try execute(SourceTables.addRefused) {
            try $0.bind(change.key, change.method, change.path, change.body, at: 1)
            try $0.bind(Int64(status), text, at: 5)
        }
        if isUndone {
            try execute(SourceTables.addRefusedUndone) { try $0.bind(change.key, at: 1) }
        }
    }

    /// Returns the sequence number for a new request. It is greater than those of all earlier
    /// requests with this key.
    func nextNumber(of key: String) throws -> Int64 {
        try firstRow(SourceTables.ask, of: key) { try $0.required($0.int64(0), 0) } ?? 1
    }

    /// Returns the sequence number of the request with this key whose answer is stored; nil if no
    /// answer is stored.
    func storedNumber(of key: String) throws -> Int64? {
        try firstRow(SourceTables.retrieve, of: key) { try $0.required($0.int64(0), 0) }
    }

    /// Returns the number of changes that any facade of the store has removed from the queue. The
    /// number may also include changes that were moved to the end of the queue.
    func departedChanges() throws -> Int64 {
        try firstRow(SourceTables.departed) { $0.int64(0) ?? 0 } ?? 0
    }
}
