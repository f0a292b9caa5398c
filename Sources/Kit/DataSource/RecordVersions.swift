public import CacheStore
import DataAccess

/// Two functions for the records in an answer. One returns the path to which changes to a record
/// are sent. The other returns the version of the record.
public struct RecordVersions<R: StoredRecord>: Sendable {
    let path: @Sendable (R) -> String
    let version: @Sendable (R) -> String?

    /// Creates the pair of functions.
    ///
    /// - Parameters:
    ///   - path: Function that returns the path to which changes to the record are sent. It should
    ///     encode the record's ID with ``pathSegment(_:)``.
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
    /// A function that updates the stored record versions after an answer; nil if `versions` is
    /// nil. The second argument contains the identities of the records in the answer, whose
    /// versions are stored. The third argument contains the records that the remote no longer has,
    /// whose versions are deleted.
    var recordVersions: (@Sendable (StoreConnection, Set<StoredValue>, [R]) throws -> Void)? {
        guard let versions else { return nil }
        return { connection, named, missing in
            for record in missing {
                try connection.forgetVersions(of: plainPath(versions.path(record)))
            }
            for identity in named {
                let record = try connection.firstRow(R.statements.retrieve) {
                    try $0.bind(identity, at: 1)
                } read: {
                    try R(stored: $0)
                }
                guard let record else { continue }
                try connection.keepVersion(
                    versions.version(record),
                    of: plainPath(versions.path(record))
                )
            }
        }
    }
}

/// Tables for record versions. They contain the last known remote version of each record, its
/// earlier versions, and the version that each queued change starts from. If an answer contains a
/// record with a queued change, the answer's version of the record may differ from the version that
/// the change starts from. The answer's version is then stored as newer than the change.
///
/// `store_merged` contains the keys of the queued changes that are results of merges. Such a change
/// starts from the version in the remote's conflict answer, which no list contains yet.
///
/// A version counts as an earlier version if only changes from this store have modified the record
/// since then. A change that starts from an earlier version therefore does not overwrite the data
/// of another program.
enum VersionTables {
    static let make = [
        "CREATE TABLE IF NOT EXISTS store_version (record TEXT PRIMARY KEY NOT NULL, version TEXT)",
        """
        CREATE TABLE IF NOT EXISTS store_earlier (
            id INTEGER PRIMARY KEY, record TEXT NOT NULL, version TEXT
        )
        """,
        "CREATE INDEX IF NOT EXISTS store_earlier_record ON store_earlier (record, id)",
        """
        CREATE TABLE IF NOT EXISTS store_base (
            id INTEGER PRIMARY KEY AUTOINCREMENT, key TEXT UNIQUE NOT NULL, record TEXT NOT NULL,
            version TEXT
        )
        """,
        "CREATE INDEX IF NOT EXISTS store_base_record ON store_base (record, id)",
        "CREATE TABLE IF NOT EXISTS store_newer (key TEXT PRIMARY KEY NOT NULL, version TEXT NOT NULL)",
        "CREATE TABLE IF NOT EXISTS store_merged (key TEXT PRIMARY KEY NOT NULL)",
    ]
    static let keep = """
        INSERT INTO store_version (record, version) VALUES (?1, ?2)
        ON CONFLICT (record) DO UPDATE SET version = excluded.version
        """
    static let forget = "DELETE FROM store_version WHERE record = ?1"
    static let forgetEarlier = "DELETE FROM store_earlier WHERE record = ?1"
    /// Statement that removes the earlier versions of the record ?1, unless ?2 is its last known
    /// version.
    static let forgetEarlierUnlessKnown = """
        DELETE FROM store_earlier WHERE record = ?1
        AND NOT EXISTS (SELECT 1 FROM store_version WHERE record = ?1 AND version IS ?2)
        """
    static let addEarlier = """
        INSERT INTO store_earlier (record, version) SELECT ?1, ?2
        WHERE NOT EXISTS (SELECT 1 FROM store_earlier WHERE record = ?1 AND version IS ?2)
        """
    /// Statement that removes the oldest earlier version of the record ?1 if the record has more
    /// than 100 earlier versions.
    static let limitEarlier = """
        DELETE FROM store_earlier WHERE id = (
            SELECT id FROM store_earlier WHERE record = ?1 ORDER BY id DESC LIMIT 1 OFFSET 100)
        """
    /// Statement that stores the version that a new change starts from. The change has the key ?1
    /// and concerns the record ?2. If ?3 is true, the program has stated the version ?4. The first
    /// rule that applies determines the version:
    ///
    /// - The stated version ?4, if it differs from the last known version and is not an earlier
    ///   version of the record. The change is then outdated, unless queued changes start from ?4.
    /// - The stated version ?4, if a queued result of a merge starts from another version, and no
    ///   list has been stored since the merge. The change is then outdated, because the program has
    ///   read the record before the merge.
    /// - The version that the latest queued change to the record starts from.
    /// - The stated version ?4, if it is not an earlier version of the record.
    /// - The last known version of the record.
    static let addBase = """
        INSERT INTO store_base (key, record, version) VALUES (?1, ?2, CASE
            WHEN ?3 AND (SELECT version FROM store_version WHERE record = ?2) <> ?4
            AND NOT EXISTS (SELECT 1 FROM store_earlier WHERE record = ?2 AND version IS ?4)
            THEN ?4
            WHEN ?3 AND ?4 NOTNULL AND EXISTS (
                SELECT 1 FROM store_base b JOIN store_merged m ON m.key = b.key
                WHERE b.record = ?2 AND b.version IS NOT ?4
                AND NOT EXISTS (SELECT 1 FROM store_newer n WHERE n.key = b.key))
            THEN ?4
            WHEN EXISTS (SELECT 1 FROM store_base WHERE record = ?2)
            THEN (SELECT version FROM store_base WHERE record = ?2 ORDER BY id DESC LIMIT 1)
            WHEN ?3
            AND NOT EXISTS (SELECT 1 FROM store_earlier WHERE record = ?2 AND version IS ?4)
            THEN ?4
            ELSE (SELECT version FROM store_version WHERE record = ?2) END)
        """
    static let base = "SELECT version FROM store_base WHERE key = ?1"
    static let setBase = "UPDATE store_base SET version = ?2 WHERE key = ?1"
    /// Statement for the queued changes to the record ?1 that start from the version ?3 or ?4. The
    /// statement replaces this version with ?2. All other changes to the record are outdated, and
    /// the remote must reject them.
    static let moveBases = """
        UPDATE store_base SET version = ?2 WHERE record = ?1 AND (version IS ?3 OR version IS ?4)
        """
    static let removeBase = "DELETE FROM store_base WHERE key = ?1"
    static let addMerged = "INSERT INTO store_merged (key) VALUES (?1)"
    static let removeMerged = "DELETE FROM store_merged WHERE key = ?1"
    /// Statement for an answer that contains the version ?2 of the record ?1. If a queued change to
    /// the record starts from a different version, stores ?2 as newer than this change. Does
    /// nothing if ?2 is an earlier version of the record, which a delayed answer can contain.
    static let addNewer = """
        INSERT OR REPLACE INTO store_newer (key, version)
        SELECT key, ?2 FROM store_base WHERE record = ?1 AND ?2 NOTNULL AND version IS NOT ?2
        AND NOT EXISTS (SELECT 1 FROM store_earlier WHERE record = ?1 AND version IS ?2)
        """
    static let newer = "SELECT version FROM store_newer WHERE key = ?1"
    static let removeNewer = "DELETE FROM store_newer WHERE key = ?1"
    /// Statement that deletes the versions that ``addNewer`` has stored for queued changes to the
    /// record ?1.
    static let removeAllNewer = """
        DELETE FROM store_newer WHERE key IN (SELECT key FROM store_base WHERE record = ?1)
        """
}

extension StoreConnection {
    /// Stores the version that the remote has sent for a record.
    func keepVersion(_ version: String?, of record: String) throws {
        let steps = [
            VersionTables.addNewer, VersionTables.forgetEarlierUnlessKnown, VersionTables.keep,
        ]
        for step in steps { try execute(step) { try $0.bind(record, version, at: 1) } }
    }

    /// Returns whether a stored answer contains a later version of the record than the version that
    /// resulted from the change. This happens if the remote accepted the change, but its
    /// confirmation was lost. When the change is sent again, the remote recognizes the key and
    /// repeats the confirmation. Returns false for a change without a version, because such a
    /// change also overwrites newer versions.
    ///
    /// - Parameters:
    ///   - change: A change that the remote has accepted without overwriting another version.
    ///   - version: The version of the record that resulted from the change.
    func isOvertaken(_ change: PendingChange, _ version: String?) throws -> Bool {
        let newer = try firstRow(VersionTables.newer, of: change.key) { $0.string(0) }
        guard let version, let base = change.version, let newer = newer ?? nil else {
            return false
        }
        return newer != version && newer != base
    }

    /// Removes all stored versions of a record. Called for records that the remote no longer has.
    func forgetVersions(of record: String) throws {
        for statement in [VersionTables.forget, VersionTables.forgetEarlier] {
            try execute(statement) { try $0.bind(record, at: 1) }
        }
    }

    /// Stores the version that a new change starts from.
    func addBase(of change: PendingChange) throws {
        guard let record = change.record else { return }
        try execute(VersionTables.addBase) {
            try $0.bind(change.key, record, change.isVersionStated, change.version, at: 1)
        }
    }

    /// Stores the version that the result of a merge starts from.
    ///
    /// - Parameters:
    ///   - change: The result of the merge, a new change.
    ///   - version: The version of the remote's record in the conflict.
    func addBase(ofMerged change: PendingChange, _ version: String?) throws {
        try addBase(of: change)
        try execute(VersionTables.setBase) { try $0.bind(change.key, version, at: 1) }
        try execute(VersionTables.addMerged) { try $0.bind(change.key, at: 1) }
    }

    /// Returns the version that the queued change starts from.
    func base(of change: PendingChange) throws -> String? {
        let found = try firstRow(VersionTables.base, of: change.key) { $0.string(0) }
        return found ?? nil
    }

    /// Stores the new version of a record after the remote has accepted the change. Queued changes
    /// to the record now start from this version if they started from `base` or from the version
    /// with which the change was sent. Deletes the versions that were stored as newer than queued
    /// changes to the record.
    ///
    /// - Parameter base: The version that the change started from in the queue. The change was sent
    ///   with another version if it has overwritten that version, or if earlier changes to the
    ///   record were sent shortly before.
    func advance(_ change: PendingChange, to version: String?, from base: String?) throws {
        guard let record = change.record else { return }
        for statement in [VersionTables.forgetEarlierUnlessKnown, VersionTables.addEarlier] {
            try execute(statement) { try $0.bind(record, change.version, at: 1) }
        }
        try execute(VersionTables.limitEarlier) { try $0.bind(record, at: 1) }
        try execute(VersionTables.keep) { try $0.bind(record, version, at: 1) }
        try execute(VersionTables.moveBases) {
            try $0.bind(record, version, change.version, base, at: 1)
        }
        try execute(VersionTables.removeAllNewer) { try $0.bind(record, at: 1) }
    }

    func removeBase(of change: PendingChange) throws {
        let statements = [
            VersionTables.removeBase, VersionTables.removeNewer, VersionTables.removeMerged,
        ]
        for statement in statements { try execute(statement) { try $0.bind(change.key, at: 1) } }
    }
}
