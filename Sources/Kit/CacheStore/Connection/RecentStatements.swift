import GRDB
import GRDBSQLite

/// The statements that a connection has run last, ready for the next run. The same text is mostly
/// the same literal, which is told at a glance, where a look-up would read all of it.
///
/// Used only on the queue of its connection; hence unchecked.
final class RecentStatements: @unchecked Sendable {
    private struct Entry {
        var text: String
        var statement: StoreStatement
        /// What keeps the statement alive.
        var owner: Statement
        /// Those that it writes.
        var tables: Set<String>
        /// The transaction that has noted them.
        var turn: Int
    }

    private var entries: [Entry] = []
    /// Statements of texts that ran already when they were asked for, within one transaction.
    private var doubles: [Statement] = []

    func statement(
        _ sql: String,
        _ work: WriteWork?,
        _ database: Database
    ) throws -> StoreStatement {
        if let index = entries.firstIndex(where: { $0.text == sql }) {
            if let work, entries[index].turn != work.turn {
                work.note(entries[index].tables)
                entries[index].turn = work.turn
            }
            let statement = entries[index].statement
            return statement.isRunning ? try double(sql, database) : statement
        }
        let owner = try database.cachedStatement(sql: sql)
        let statement = StoreStatement(statement: owner.sqliteStatement)
        var tables: Set<String> = []
        if let work, !owner.isReadonly {
            tables = try work.effects.tables(of: sql, database)
            work.note(tables)
        }
        if entries.count == 8 { entries.removeFirst() }
        entries.append(
            Entry(
                text: sql,
                statement: statement,
                owner: owner,
                tables: tables,
                turn: work?.turn ?? 0
            )
        )
        // Pushed out by others while it ran, and asked for again.
        return statement.isRunning ? try double(sql, database) : statement
    }

    /// A second one, where the rows of the first have not all been read: a closure that is handed a
    /// row may run the same text.
    private func double(_ sql: String, _ database: Database) throws -> StoreStatement {
        let owner = try database.makeStatement(sql: sql)
        doubles.append(owner)
        return StoreStatement(statement: owner.sqliteStatement)
    }

    /// To be called between transactions.
    func removeDoubles() {
        if !doubles.isEmpty { doubles = [] }
    }

    /// To be called before the connection closes.
    func removeAll() {
        entries = []
        doubles = []
    }
}
