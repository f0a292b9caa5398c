import GRDBSQLite

/// Monitor of SQLite's write-ahead log. It tells whether a checkpoint is due and whether a
/// transaction might restart the log, that is, overwrite the log from its beginning. Checkpoints
/// and restarts wait for the disk, so `writeBriefly` performs neither on the caller's thread.
///
/// Marked `@unchecked Sendable` because only the code that currently holds the connection uses this
/// object.
final class LogWatch: @unchecked Sendable {
    /// Number of pages in the log at which a checkpoint is due; equal to SQLite's default.
    private static let limit: Int32 = 1000

    private let connection: OpaquePointer
    private var pages: Int32 = 0
    private var limit = LogWatch.limit

    init(_ connection: OpaquePointer) { self.connection = connection }

    /// Turns off SQLite's automatic checkpoints, which would run during a commit. Instead, a hook
    /// records the size of the log after each commit.
    func takeOverCheckpoints() {
        sqlite3_wal_hook(
            connection,
            { context, _, _, pages in
                guard let context else { return SQLITE_OK }
                Unmanaged<LogWatch>.fromOpaque(context).takeUnretainedValue().pages = pages
                return SQLITE_OK
            },
            Unmanaged.passUnretained(self).toOpaque()
        )
    }

    var isCheckpointDue: Bool { pages >= limit }

    /// Runs a checkpoint: copies as much of the log into the database file as the current readers
    /// allow.
    func checkpoint() {
        var (pages, moved): (Int32, Int32) = (0, 0)
        sqlite3_wal_checkpoint_v2(connection, nil, SQLITE_CHECKPOINT_PASSIVE, &pages, &moved)
        // If a reader blocks the checkpoint, the next checkpoint is due when the log has grown by
        // `Self.limit` pages.
        limit = moved < pages ? pages + Self.limit : Self.limit
        self.pages = 0
    }

    /// Whether the current transaction might restart the log, that is, overwrite the log from its
    /// beginning. A restart waits for the disk even with `synchronous=NORMAL`. If the WAL index
    /// cannot be read, the value is true.
    ///
    /// SQLite can restart the log only if all pages of the log have been copied to the database
    /// file before the transaction begins. The WAL index, in shared memory, contains the number of
    /// pages in the log and the number of copied pages. SQLite's document "WAL-mode File Format"
    /// describes the index: two 48-byte headers, followed by the number of copied pages.
    var mayBeginAnew: Bool {
        var opened: UnsafeMutablePointer<sqlite3_file>?
        sqlite3_file_control(connection, "main", SQLITE_FCNTL_FILE_POINTER, &opened)
        guard let opened, let map = opened.pointee.pMethods?.pointee.xShmMap else { return true }
        var index: UnsafeMutableRawPointer?
        guard map(opened, 0, 32768, 0, &index) == SQLITE_OK, let index else { return true }
        let pages = index.load(fromByteOffset: 16, as: UInt32.self)
        let moved = index.load(fromByteOffset: 96, as: UInt32.self)
        return moved >= pages
    }
}
