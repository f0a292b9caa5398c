public import CacheStore
import DataAccess

/// Two functions for the records in an answer: one returns a record's version, the other the path
/// to which changes to the record are sent.
public struct RecordVersions<R: StoredRecord>: Sendable {
    let path: @Sendable (R) -> String
    let version: @Sendable (R) -> String?

    /// Creates the pair of functions.
    ///
    /// - Parameters:
    ///   - path: Function that returns the path to which changes to the record are sent, without a
    ///     query.
    ///   - version: Function that returns the record's version in the form that the remote
    ///     compares; for HTTP, an entity tag with its quotation marks. Returns nil for a record
    ///     without a version.
    public init(
        path: @escaping @Sendable (R) -> String,
        version: @escaping @Sendable (R) -> String?
    ) {
        self.path = path
        self.version = version
    }
}

extension SourceRequest {
    /// A function that stores the versions of the records with the given identities; nil if the
    /// request has no versions.
    var recordVersions: (@Sendable (StoreConnection, Set<StoredValue>) throws -> Void)? {
        guard let versions else { return nil }
        return { [query] connection, named in
            for record in try connection.fetch(R.self, query)
            where named.contains(record.storedIdentity) {
                try connection.keepVersion(versions.version(record), of: versions.path(record))
            }
        }
    }
}

/// Tables for the last known remote version of each record, and for the version that each queued
/// change starts from.
enum VersionTables {
    static let make = [
        "CREATE TABLE IF NOT EXISTS store_version (record TEXT PRIMARY KEY NOT NULL, version TEXT)",
        """
        CREATE TABLE IF NOT EXISTS store_base (
            id INTEGER PRIMARY KEY AUTOINCREMENT, key TEXT UNIQUE NOT NULL, record TEXT NOT NULL,
            version TEXT
        )
        """,
        "CREATE INDEX IF NOT EXISTS store_base_record ON store_base (record, id)",
    ]
    static let keep = """
        INSERT INTO store_version (record, version) VALUES (?1, ?2)
        ON CONFLICT (record) DO UPDATE SET version = excluded.version
        """
    /// Statement that stores the version that a new change starts from. If changes to the same
    /// record are queued, this is the version of the latest of them; otherwise it is the last known
    /// version of the record.
    static let addBase = """
        INSERT INTO store_base (key, record, version) VALUES (?1, ?2, CASE
            WHEN EXISTS (SELECT 1 FROM store_base WHERE record = ?2)
            THEN (SELECT version FROM store_base WHERE record = ?2 ORDER BY id DESC LIMIT 1)
            ELSE (SELECT version FROM store_version WHERE record = ?2) END)
        """
    static let setBase = "UPDATE store_base SET version = ?2 WHERE key = ?1"
    static let moveBases = "UPDATE store_base SET version = ?2 WHERE record = ?1"
    static let removeBase = "DELETE FROM store_base WHERE key = ?1"
}

extension StoreConnection {
    func keepVersion(_ version: String?, of record: String) throws {
        try execute(VersionTables.keep) { try $0.bind(record, version, at: 1) }
    }

    /// Stores the version that a new change starts from.
    func addBase(of change: PendingChange) throws {
        guard let record = change.record else { return }
        try execute(VersionTables.addBase) { try $0.bind(change.key, record, at: 1) }
    }

    func setBase(of change: PendingChange, to version: String?) throws {
        try execute(VersionTables.setBase) { try $0.bind(change.key, version, at: 1) }
    }

    /// Stores the new version of a record after the remote has accepted a change. Queued changes to
    /// the record now start from this version.
    func advance(_ record: String, to version: String?) throws {
        try keepVersion(version, of: record)
        try execute(VersionTables.moveBases) { try $0.bind(record, version, at: 1) }
    }

    func removeBase(of change: PendingChange) throws {
        try execute(VersionTables.removeBase) { try $0.bind(change.key, at: 1) }
    }
}
