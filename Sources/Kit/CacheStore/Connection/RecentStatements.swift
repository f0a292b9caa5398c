import GRDB
import GRDBSQLite

/// The prepared statements of a connection. The most recent ones are found by comparing texts: the
/// same text is usually the same literal, which compares equal without being read. Older ones are
/// found by a hash.
///
/// Only the current user of the connection uses this object; hence unchecked.
final class RecentStatements: @unchecked Sendable {
    private struct Entry {
        var text: String
        var length: Int
        var statement: StoreStatement
        var isReadOnly: Bool
        /// Whether no single step can take as long as a scan of a table; nil until computed.
        var isBounded: Bool?
        /// Number of coming runs that begin on another thread than the caller's.
        var runsElsewhere = 0
        /// Tables that the statement writes; nil until computed.
        var tables: Set<String>?
        /// The transaction that has recorded these tables.
        var turn = 0
    }

    private(set) var isClosed = false
    // Unchecked, because the check took 2 % of a look-up: there is one user at a time, and no
    // method passes an element on as `inout`.
    @exclusivity(unchecked) private var recent: [Entry] = []
    private var others: [String: Entry] = [:]
    /// Additional statements for texts whose first statement was still running, within one
    /// transaction.
    private var doubles: [StoreStatement] = []
    private let (recentLimit, limit) = (16, 200)
    /// Number of runs after which the store checks whether a long statement has become short again.
    private static let runsElsewhere = 20
    /// Index of the most recently requested statement, which is usually requested again.
    @exclusivity(unchecked) private var last = 0
    private let areOwn: Bool

    /// - Parameter areOwn: whether the texts are the store's own and need no checks.
    init(areOwn: Bool = false) { self.areOwn = areOwn }

    /// - Parameter work: nil for reading; the statement must then not write.
    func statement(
        _ sql: String,
        _ connection: SQLiteConnection,
        _ work: WriteWork?
    ) throws -> StoreStatement {
        let index = try index(of: sql, connection)
        last = index
        if !areOwn { try check(index, connection, work) }
        let statement = recent[index].statement
        if !statement.isRunning { return statement }
        // A closure that receives a row may run the same text.
        let double = StoreStatement(try PreparedStatement(sql, connection))
        doubles.append(double)
        return double
    }

    private func index(of sql: String, _ connection: SQLiteConnection) throws -> Int {
        let length = sql.utf8.count
        if last < recent.count, recent[last].length == length, recent[last].text == sql {
            return last
        }
        if let index = recent.firstIndex(where: { $0.length == length && $0.text == sql }) {
            return index
        }
        let entry = try others.removeValue(forKey: sql) ?? prepared(sql, connection)
        if recent.count == recentLimit {
            let oldest = recent.removeFirst()
            // Texts that are generated anew each time would fill the memory.
            if others.count == limit { others = [:] }
            others[oldest.text] = oldest
        }
        recent.append(entry)
        return recent.count - 1
    }

    private func prepared(_ sql: String, _ connection: SQLiteConnection) throws -> Entry {
        let owner = try PreparedStatement(sql, connection, isKept: true)
        return Entry(
            text: sql,
            length: sql.utf8.count,
            statement: StoreStatement(owner),
            isReadOnly: sqlite3_stmt_readonly(owner.pointer) != 0
        )
    }

    private func check(_ index: Int, _ connection: SQLiteConnection, _ work: WriteWork?) throws {
        if connection.budget.isOn { try checkBound(index, connection) }
        if let work { return try note(index, work, connection) }
        if !recent[index].isReadOnly { throw readOnlyError }
    }

    /// Makes a statement run again on another thread if it cannot be interrupted or was long
    /// before.
    private func checkBound(_ index: Int, _ connection: SQLiteConnection) throws {
        if recent[index].runsElsewhere > 0 {
            recent[index].runsElsewhere -= 1
            try connection.leaveCaller()
        }
        let isBounded = recent[index].isBounded ?? isBounded(recent[index].text, connection)
        recent[index].isBounded = isBounded
        if !isBounded { try connection.leaveCaller() }
    }

    /// Records that the most recently requested statement exceeded the step budget by itself. Its
    /// next runs begin on another thread, so that they are not done in part and then repeated.
    func noteLong() {
        if recent.indices.contains(last) { recent[last].runsElsewhere = Self.runsElsewhere }
    }

    private func note(_ index: Int, _ work: WriteWork, _ connection: SQLiteConnection) throws {
        if recent[index].turn == work.turn || recent[index].isReadOnly { return }
        let tables =
            try recent[index].tables
            ?? work.effects.tables(
                of: recent[index].text,
                connection
            )
        recent[index].tables = tables
        recent[index].turn = work.turn
        work.note(tables)
    }

    /// Must be called between transactions.
    func removeDoubles() {
        if !doubles.isEmpty { doubles = [] }
    }

    /// Must be called before the connection closes.
    func close() {
        isClosed = true
        (recent, others, doubles) = ([], [:], [])
    }
}

/// Like SQLite's own error, for a connection that may only read.
var readOnlyError: DatabaseError {
    DatabaseError(
        resultCode: .SQLITE_READONLY,
        message: "attempt to write a readonly database"
    )
}

/// SQLite's instructions whose duration grows with the size of a table.
private let unbounded: Set<String> = ["Count", "Clear", "IntegrityCk", "Vacuum", "Checkpoint"]

/// Returns whether no single step of the statement takes as long as a scan of a table. Only queries
/// and changes of records are explained: SQLite carries out some pragmas while it prepares them.
private func isBounded(_ sql: String, _ connection: SQLiteConnection) -> Bool {
    let word = sql.prefix { $0.isLetter }.uppercased()
    guard ["SELECT", "WITH", "INSERT", "UPDATE", "DELETE", "REPLACE"].contains(word) else {
        return false
    }
    let instructions = try? connection.program(of: sql).map(\.name)
    return instructions.map(unbounded.isDisjoint) ?? false
}
