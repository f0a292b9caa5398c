import CacheStore
import DataAccess
import Foundation

/// A log of the effects of changes on rows, for undo. The changes in a log are either queued
/// changes or edits of a document.
///
/// The entries for one row form a chain in the order of the changes. Undoing a change removes its
/// entry and moves the entry's old values to the next entry in the chain. A column gets its old
/// value back only if nothing has set the column after the change.
struct UndoLog {
    /// Name of the table that contains the log of queued changes.
    static let pending = "store_undo"

    /// Returns SQL statements that create a log's table and its indexes.
    ///
    /// - Parameter isTemporary: Whether only the present connection can access the table, which is
    ///   deleted when the connection is closed.
    static func statements(_ table: String, isTemporary: Bool = false) -> [String] {
        [
            """
            CREATE \(isTemporary ? "TEMP " : "")TABLE IF NOT EXISTS \(table) (
                number INTEGER PRIMARY KEY, change TEXT NOT NULL,
                schema INTEGER NOT NULL, name TEXT NOT NULL, id TEXT NOT NULL, old TEXT, new TEXT
            )
            """,
            "CREATE INDEX IF NOT EXISTS \(table)_row ON \(table) (name, id)",
            "CREATE INDEX IF NOT EXISTS \(table)_change ON \(table) (change, name, id)",
        ]
    }

    let connection: StoreConnection
    let log: String
    private let tables: [String: ChangedTable]
    /// Fingerprint of the current model. Log entries for an earlier version of the model are
    /// ignored.
    let schema: Int64

    init(_ connection: StoreConnection, _ log: String = Self.pending) throws {
        self.connection = connection
        self.log = log
        let all = try ChangedTable.all(connection)
        tables = Dictionary(all.map { ($0.name, $0) }) { first, _ in first }
        schema = ChangedTable.fingerprint(of: all)
    }

    // MARK: - Noting

    /// Runs `body` and records its effects, including those of cascades and triggers, under the key
    /// of the change. If `body` throws, undoes its effects.
    func note(_ key: String, _ body: () throws -> Void) throws {
        if try isNoting {
            throw StoreError.refused(
                reason: """
                    a change cannot be queued inside the function that makes another change: \
                    call 'queue(on:_:)' after that function has returned
                    """
            )
        }
        try connection.savepoint {
            // Earlier versions of this module could leave log entries without the key of a change.
            try Self.forget("", connection, log)
            for table in tables.values {
                for trigger in table.triggers(schema: schema, log: log) {
                    try connection.executeOnce(trigger)
                }
            }
            try body()
            for table in tables.values {
                for removal in table.triggerRemovals(log: log) {
                    try connection.executeOnce(removal)
                }
            }
            for var row in try rows("change = ''", []) {
                row.new = try current(row.table, row.id)
                try row.old == row.new ? remove(row) : keep(row)
            }
            try rename("", to: key)
        }
    }

    /// Whether the log is recording, which is the case while its triggers exist.
    private var isNoting: Bool {
        get throws {
            let sql = """
                SELECT 1 FROM sqlite_temp_master WHERE type = 'trigger' AND name GLOB '\(log) *'
                """
            return try connection.firstRow(sql) { _ in true } ?? false
        }
    }

    func rename(_ key: String, to other: String) throws {
        try connection.execute("UPDATE \(log) SET change = ?2 WHERE change = ?1") {
            try $0.bind(key, other, at: 1)
        }
    }

    /// Merges the log entries of the change `key` into those of the later change `other`. Undoing
    /// `other` then undoes both changes. Exception: a third change, made between the two, may have
    /// set the same column as `key`. Then only undoing the third change restores this column.
    ///
    /// Log entries of `key` for an earlier version of the model become entries of `other`.
    func merge(_ key: String, into other: String) throws {
        let merged = try rows("change = ?1", [other])
        for row in try rows("change = ?1", [key]) {
            if let next = merged.first(where: { $0.table.name == row.table.name && $0.id == row.id }
            ) {
                try merge(row, into: next)
            } else {
                try connection.execute("UPDATE \(log) SET change = ?2 WHERE number = ?1") {
                    try $0.bind(row.number, other, at: 1)
                }
            }
        }
        // The remaining entries are for an earlier version of the model.
        try rename(key, to: other)
    }

    /// Merges the log entry `row` into `last`, a later log entry for the same table row. First
    /// exchanges `row` with each entry between the two. Only updates can be exchanged. If `row` or
    /// the entry after it is an insertion or a deletion, merges `row` into that next entry instead.
    private func merge(_ row: ChangedRow, into last: ChangedRow) throws {
        var row = row
        var next = last
        for between in try rows("name = ?1 AND id = ?2", [row.table.name, row.id])
        where between.number > row.number && between.number < last.number {
            guard let (first, second) = exchanging(row, between) else {
                next = between
                break
            }
            try keep(first)
            row = second
        }
        try keep(splicing(row, next))
        try remove(row)
    }

    /// Returns the log entries of two successive updates of a row in exchanged order, as if `next`
    /// had been made before `row`. Returns nil if one of them is not an update. After the exchange,
    /// a column that both updates have modified is restored only by undoing `next`.
    private func exchanging(
        _ row: ChangedRow,
        _ next: ChangedRow
    ) -> (first: ChangedRow, second: ChangedRow)? {
        guard let old = row.old, var new = row.new, next.old != nil, var after = next.new else {
            return nil
        }
        var (first, second) = (splicing(row, next), row)
        for column in row.touched {
            if next.touched.contains(column) {
                new[column] = old[column]
            } else if let value = first.old?[column] {
                after[column] = value
            }
        }
        (first.new, second.new) = (after, new)
        return (first, second)
    }

    /// Returns the rows that each change has modified, keyed by the change's key. A row is
    /// represented by its table name and its row key.
    ///
    /// - Parameter keys: SQL that selects the changes' keys; nil for all changes.
    func touchedRows(of keys: String? = nil) throws -> [String: Set<[String]>] {
        var result: [String: Set<[String]>] = [:]
        let condition = keys.map { " WHERE change IN (\($0))" } ?? ""
        try connection.forEachRow("SELECT change, name, id FROM \(log)\(condition)") { row in
            let place = [row.string(1) ?? "", row.string(2) ?? ""]
            result[row.string(0) ?? "", default: []].insert(place)
        }
        return result
    }

    static func forget(
        _ key: String,
        _ connection: StoreConnection,
        _ log: String = Self.pending
    ) throws {
        try connection.execute("DELETE FROM \(log) WHERE change = ?1") {
            try $0.bind(key, at: 1)
        }
    }

    /// Deletes the awaited references in the columns that the change has set. An awaited reference
    /// comes from a stored answer, and its target record is still missing. Called after the remote
    /// has accepted the change, because the change's values are newer than these references.
    func forgetAwaited(_ key: String) throws {
        for row in try rows("change = ?1", [key]) {
            guard let column = row.table.key else { continue }
            let isWhole = row.old == nil || row.new == nil
            let columns = isWhole ? Set(row.table.columns.indices) : row.touched
            try connection.forgetAwaited(
                of: WaitingRows.Row(table: row.table.name, column: column, key: row.id),
                in: columns.map { row.table.columns[$0] }
            )
        }
    }

    // MARK: - Undoing

    /// Undoes the change. Returns false if some rows were not restored, because their log entries
    /// are for an earlier version of the model.
    ///
    /// - Parameter isLast: Whether to ignore later changes, as if this change were the last. A row
    ///   that the change inserted is then removed even if it has other values now.
    @discardableResult
    func undo(_ key: String, isLast: Bool = false) throws -> Bool {
        // Counts the entries of this change only: the log can have thousands of changes.
        let count = "SELECT count(*) FROM \(log) WHERE change = ?1"
        let noted = try connection.firstRow(count, of: key) { $0.int64(0) ?? 0 }
        let found = try rows("change = ?1", [key])
        // All rows are compared before the first one is restored, because restoring a row can
        // change other rows through triggers and foreign keys.
        var restored: [RestoredRow] = []
        for row in found.reversed() {
            let all = isLast ? [] : try rows("name = ?1 AND id = ?2", [row.table.name, row.id])
            let later = all.filter { $0.number > row.number }
            if let next = later.first { try keep(splicing(row, next)) }
            let current = try current(row.table, row.id)
            let next = RestoredRow(
                row,
                current,
                isLast: later.isEmpty,
                removesChanged: isLast
            )
            if let next { restored.append(next) }
            try remove(row)
        }
        try restore(restored)
        return Int64(found.count) == noted
    }

    private func splicing(_ row: ChangedRow, _ next: ChangedRow) -> ChangedRow {
        var next = next
        guard let old = row.old, let new = row.new, let found = next.old else {
            next.old = row.old
            return next
        }
        next.old = found.indices.map { found[$0] == new[$0] ? old[$0] : found[$0] }
        return next
    }

    /// Restores rows with the help of placeholders for unique values and references. If this fails,
    /// for example because a placeholder violates a CHECK constraint, restores the rows without
    /// placeholders, in the reverse order of their first modification.
    private func restore(_ rows: [RestoredRow]) throws {
        try connection.savepoint {
            do {
                try connection.savepoint { try restoreWithPlaceholders(rows) }
            } catch {
                // An error such as a full disk has ended the transaction.
                if !connection.isInTransaction { throw error }
                try restoreInOrder(rows)
            }
            // Triggers may have changed restored values meanwhile.
            for row in rows {
                guard let old = row.old, let current = try current(row.table, row.id) else {
                    continue
                }
                let changed = row.columns.filter { current[$0] != old[$0] }
                try set(row.table, row.id, row.values(changed))
            }
        }
    }

    /// Restores rows in two steps. First, placeholders replace the unique values and references
    /// that will change. Then, the old values replace the placeholders. As a result, values can be
    /// swapped, and deleting a row does not affect rows that no longer refer to it.
    private func restoreWithPlaceholders(_ rows: [RestoredRow]) throws {
        var placeholders: [String: [Int: String]] = [:]
        for row in rows where placeholders[row.table.name] == nil {
            placeholders[row.table.name] = try row.table.placeholders(connection)
        }
        func replaced(_ row: RestoredRow) -> [Int: String] {
            let own = placeholders[row.table.name] ?? [:]
            let columns = row.replaced(Set(own.keys))
            return own.filter { columns.contains($0.key) }
        }
        for row in rows where row.current != nil {
            let values = row.values(row.columns)
            try set(row.table, row.id, values.merging(replaced(row)) { $1 })
        }
        for row in rows where row.old == nil {
            try connection.executeOnce(row.table.deletion(row.id))
        }
        for row in rows {
            if row.current != nil {
                try set(row.table, row.id, row.values(Set(replaced(row).keys)))
            } else if let old = row.old {
                try connection.executeOnce(row.table.insertion(old))
            }
        }
    }

    private func restoreInOrder(_ rows: [RestoredRow]) throws {
        for row in rows {
            switch (row.current, row.old) {
            case (nil, let old?): try connection.executeOnce(row.table.insertion(old))
            case (_?, nil): try connection.executeOnce(row.table.deletion(row.id))
            default: try set(row.table, row.id, row.values(row.columns))
            }
        }
    }

    // MARK: - Rows

    func set(_ table: ChangedTable, _ id: String, _ values: [Int: String]) throws {
        if !values.isEmpty { try connection.executeOnce(table.update(id, values)) }
    }

    func current(_ table: ChangedTable, _ id: String) throws -> [String]? {
        literals(try connection.firstTextOnce(table.selection(id)))
    }

    func rows(_ condition: String, _ values: [String]) throws -> [ChangedRow] {
        let sql = """
            SELECT number, name, id, old, new FROM \(log)
            WHERE \(condition) AND schema = \(schema) ORDER BY number
            """
        return try connection.rows(sql) { places in
            for (index, value) in values.enumerated() {
                try places.bind(value, at: Int32(index + 1))
            }
        } read: { row -> ChangedRow? in
            guard let table = tables[row.string(1) ?? ""] else { return nil }
            return ChangedRow(
                number: row.int64(0) ?? 0,
                table: table,
                id: row.string(2) ?? "",
                old: literals(row.string(3)),
                new: literals(row.string(4))
            )
        }.compactMap(\.self)
    }

    func keep(_ row: ChangedRow) throws {
        let sql = "UPDATE \(log) SET old = ?2, new = ?3 WHERE number = ?1"
        let texts = try [row.old, row.new].map { literals in
            try literals.map { String(decoding: try JSONEncoder().encode($0), as: UTF8.self) }
        }
        try connection.execute(sql) { try $0.bind(row.number, texts[0], texts[1], at: 1) }
    }

    private func remove(_ row: ChangedRow) throws {
        try connection.execute("DELETE FROM \(log) WHERE number = ?1") {
            try $0.bind(row.number, at: 1)
        }
    }
}

private func literals(_ text: String?) -> [String]? {
    text.flatMap { try? JSONDecoder().decode([String].self, from: Data($0.utf8)) }
}
