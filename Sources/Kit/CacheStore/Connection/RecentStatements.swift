import DataAccess
import GRDBSQLite

/// Cache of a connection's prepared statements. Recent statements are found by comparing SQL texts;
/// older statements are found in a hash table. The comparison is fast: equal texts are usually the
/// same string literal, which ``TextIdentity`` detects without comparing characters.
///
/// Marked `@unchecked Sendable` because only the code that currently holds the connection uses this
/// object.
final class RecentStatements: @unchecked Sendable {
    private final class Entry {
        let text: String
        let identity: TextIdentity
        let length: Int
        let statement: StoreStatement
        let isReadOnly: Bool
        /// Result of `isBounded(_:_:)` for the statement; nil until computed.
        var isBounded: Bool?
        /// Number of the statement's next runs that must start on another thread than the caller's.
        var runsElsewhere = 0
        /// Tables that the statement writes; nil until computed.
        var tables: Set<String>?
        /// The `WriteWork.turn` of the last transaction that recorded `tables` as written; 0 if no
        /// transaction has recorded them.
        var turn = 0

        init(_ text: String, _ statement: StoreStatement, isReadOnly: Bool) {
            (self.text, self.statement, self.isReadOnly) = (text, statement, isReadOnly)
            identity = TextIdentity(text)
            length = text.utf8.count
        }
    }

    private(set) var isClosed = false
    // Exclusivity checks are switched off here, because they took 2 % of the time of a look-up. They
    // are not needed: only one caller at a time uses this object, and no method passes these
    // properties as `inout`.
    @exclusivity(unchecked) private var recent: [Entry] = []
    /// The most recently requested statement, which is usually requested again.
    @exclusivity(unchecked) private var last: Entry?
    private var others: [ExactText: Entry] = [:]
    /// Additional prepared statements for cached SQL texts. A text gets an additional statement if
    /// it is requested while all its statements are running. `removeDoubles` releases the
    /// additional statements.
    private var doubles: [(text: String, statement: StoreStatement)] = []
    private let (recentLimit, limit) = (16, 200)
    /// Value that `Entry.runsElsewhere` gets when the statement exceeds the `StepBudget`.
    private static let runsElsewhere = 20
    private let areOwn: Bool

    /// Creates an empty cache.
    ///
    /// - Parameter areOwn: whether all SQL texts belong to the store rather than to the
    ///   application. If true, the cache does not check whether they write, take long or control
    ///   transactions.
    init(areOwn: Bool = false) { self.areOwn = areOwn }

    /// Returns an idle prepared statement for `sql`.
    ///
    /// - Parameter work: the tables that the current transaction has written; nil in a read.
    /// - Throws: `writeInReadError` if `sql` writes but `work` is nil.
    func statement(
        _ sql: String,
        _ connection: SQLiteConnection,
        _ work: WriteWork?
    ) throws -> StoreStatement {
        let entry: Entry
        if let last, last.identity == TextIdentity(sql) {
            entry = last
        } else {
            entry = try self.entry(of: sql, connection)
            last = entry
        }
        if !areOwn { try check(entry, connection, work) }
        let statement = entry.statement
        return statement.isRunning ? try double(of: sql, connection) : statement
    }

    /// Returns an additional statement. A closure that receives a row of a statement may run the same
    /// SQL text. Not inlined, because it is rare and would slow down look-ups.
    @inline(never)
    private func double(of sql: String, _ connection: SQLiteConnection) throws -> StoreStatement {
        let idle = doubles.first { hasSameBytes($0.text, sql) && !$0.statement.isRunning }
        if let idle { return idle.statement }
        let double = StoreStatement(try PreparedStatement(sql, connection))
        doubles.append((sql, double))
        return double
    }

    private func entry(of sql: String, _ connection: SQLiteConnection) throws -> Entry {
        let (identity, length) = (TextIdentity(sql), sql.utf8.count)
        let found = recent.first {
            $0.identity == identity || $0.length == length && hasSameBytes($0.text, sql)
        }
        if let found { return found }
        let entry = try others.removeValue(forKey: ExactText(sql)) ?? prepared(sql, connection)
        if recent.count == recentLimit {
            let oldest = recent.removeFirst()
            // Without a limit, SQL texts that are never repeated would fill the memory.
            if others.count == limit { others = [:] }
            others[ExactText(oldest.text)] = oldest
        }
        recent.append(entry)
        return entry
    }

    private func prepared(_ sql: String, _ connection: SQLiteConnection) throws -> Entry {
        if !areOwn, try controlsTransaction(sql, connection) { throw transactionControlError }
        let owner = try PreparedStatement(sql, connection, isKept: true)
        let isReadOnly = sqlite3_stmt_readonly(owner.pointer) != 0
        return Entry(sql, StoreStatement(owner), isReadOnly: isReadOnly)
    }

    private func check(
        _ entry: Entry,
        _ connection: SQLiteConnection,
        _ work: WriteWork?
    ) throws {
        if connection.budget.isOn { try checkBound(entry, connection) }
        if let work { return try note(entry, work, connection) }
        if !entry.isReadOnly { throw writeInReadError }
    }

    /// Checks that the statement may run on the caller's thread: `isBounded(_:_:)` must return
    /// true for the statement, and its `runsElsewhere` must be 0.
    ///
    /// - Throws: an error if the statement must run on another thread. The work then runs again
    ///   there.
    private func checkBound(_ entry: Entry, _ connection: SQLiteConnection) throws {
        if entry.runsElsewhere > 0 {
            entry.runsElsewhere -= 1
            try connection.leaveCaller()
        }
        let isBounded = entry.isBounded ?? isBounded(entry.text, connection)
        entry.isBounded = isBounded
        if !isBounded { try connection.leaveCaller() }
    }

    /// Records that the most recently requested statement exceeded the step budget. Its next runs
    /// start on another thread, so they need not be interrupted and repeated. Must be called only
    /// if the read has requested no other statement.
    func noteLong() { last?.runsElsewhere = Self.runsElsewhere }

    private func note(_ entry: Entry, _ work: WriteWork, _ connection: SQLiteConnection) throws {
        if entry.turn == work.turn || entry.isReadOnly { return }
        let tables = try entry.tables ?? work.effects.tables(of: entry.text, connection)
        entry.tables = tables
        entry.turn = work.turn
        work.note(tables)
    }

    /// Releases the statements in `doubles`. Must be called when a read or a transaction ends.
    func removeDoubles() {
        if !doubles.isEmpty { doubles = [] }
    }

    /// Releases all statements. Must be called before the connection closes.
    func close() {
        isClosed = true
        (recent, last, others, doubles) = ([], nil, [:], [])
    }
}

/// Identity of a text: its representation in memory. Two texts that exist at the same time and have
/// the same identity are equal. Copies of a text, and of a string literal, have the same identity.
private struct TextIdentity: Equatable {
    private var words: (UInt64, UInt64) = (0, 0)

    init(_ text: String) {
        withUnsafeBytes(of: text) { bytes in
            withUnsafeMutableBytes(of: &words) { $0.copyMemory(from: bytes) }
        }
    }

    static func == (left: TextIdentity, right: TextIdentity) -> Bool { left.words == right.words }
}

/// The error for a statement that writes in a closure that may only read.
let writeInReadError = StoreError.refused(
    reason: "a closure that only reads cannot change the store: use 'write' instead"
)

/// The error for a statement that begins or ends a transaction in a closure. Only the store
/// controls the transaction of a closure.
private let transactionControlError = StoreError.refused(
    reason: """
        the SQL of a closure cannot begin or end a transaction: return from the closure to commit, \
        or throw an error to roll back
        """
)

/// Returns whether the statement begins or ends a transaction. Savepoints do neither.
private func controlsTransaction(_ sql: String, _ connection: SQLiteConnection) throws -> Bool {
    let statement = withoutComments(before: sql)
    switch statement.prefix(while: { $0.isLetter }).uppercased() {
    case "BEGIN", "COMMIT", "END", "ROLLBACK":
        // `ROLLBACK TO` keeps the transaction open. The bytecode is examined, because the text
        // could also contain `TO` in a comment or a name.
        return try connection.program(of: String(statement)).contains { $0.name == "AutoCommit" }
    default: return false
    }
}

/// Instructions of SQLite's virtual machine whose duration grows with the size of a table.
private let unbounded: Set<String> = ["Count", "Clear", "IntegrityCk", "Vacuum", "Checkpoint"]

/// Returns whether SQLite can interrupt the statement quickly: true if the statement has no
/// instruction in `unbounded`. Returns false for a statement that neither queries nor changes
/// records, such as a pragma. `EXPLAIN`, which lists the instructions, is not used for pragmas,
/// because SQLite executes some pragmas during preparation.
private func isBounded(_ sql: String, _ connection: SQLiteConnection) -> Bool {
    let word = withoutComments(before: sql).prefix { $0.isLetter }.uppercased()
    let bounded: Set = ["SELECT", "VALUES", "WITH", "INSERT", "UPDATE", "DELETE", "REPLACE"]
    guard bounded.contains(word) else { return false }
    let instructions = try? connection.program(of: sql).map(\.name)
    return instructions.map(unbounded.isDisjoint) ?? false
}

/// Returns the SQL text without the white space, comments and empty statements at its beginning.
private func withoutComments(before sql: String) -> Substring {
    var rest = Substring(sql)
    while true {
        // SQLite treats a byte order mark as white space.
        rest = rest.drop { $0.isWhitespace || $0 == ";" || $0 == "\u{feff}" }
        if rest.hasPrefix("--") {
            rest = rest.drop { $0 != "\n" && $0 != "\r\n" }
        } else if rest.hasPrefix("/*") {
            guard let end = rest.dropFirst(2).firstRange(of: "*/") else { return "" }
            rest = rest[end.upperBound...]
        } else {
            return rest
        }
    }
}
