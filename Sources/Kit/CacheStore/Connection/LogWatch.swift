import GRDBSQLite

/// State of SQLite's write-ahead log, as far as it decides where a transaction may run: moving the
/// log into the file and beginning it anew both wait for the disk.
///
/// Used only by whoever uses its connection; hence unchecked.
final class LogWatch: @unchecked Sendable {
    /// Pages in the log that make a checkpoint due, as SQLite's own default.
    private static let limit: Int32 = 1000

    private let connection: OpaquePointer
    private var pages: Int32 = 0
    private var limit = LogWatch.limit

    init(_ connection: OpaquePointer) { self.connection = connection }

    /// Replaces SQLite's automatic checkpoints, which run in the commit.
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

    /// Moves the log into the file, as far as no reader needs it.
    func checkpoint() {
        var (pages, moved): (Int32, Int32) = (0, 0)
        sqlite3_wal_checkpoint_v2(connection, nil, SQLITE_CHECKPOINT_PASSIVE, &pages, &moved)
        // If a reader prevents it, do not try again after each transaction.
        limit = moved < pages ? pages + Self.limit : Self.limit
        self.pages = 0
    }

    /// Whether the transaction that has just begun may begin the log anew: SQLite then waits for the
    /// disk even with `synchronous=NORMAL`. It does so only where all of the log was in the file when
    /// the transaction began. The index of the log has the form that "WAL-mode File Format"
    /// documents: two headers of 48 bytes, then the number of pages that are in the file.
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
