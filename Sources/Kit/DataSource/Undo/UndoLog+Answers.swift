import CacheStore
import DataAccess
import Foundation

/// A row modified by queued changes, in its state before an answer from the remote is stored.
private struct WaitingRow {
    /// The undo log's entries for the row, in the order of the changes; never empty.
    let chain: [ChangedRow]
    /// The row's values in the store, as SQL literals; nil if the row does not exist.
    let local: [String]?

    var table: ChangedTable { chain[0].table }
    var id: String { chain[0].id }
    /// The row's table, key column and key, by which an import identifies the row. Nil unless the
    /// table has exactly one key column.
    var place: WaitingRows.Row? {
        table.key.map { WaitingRows.Row(table: table.name, column: $0, key: id) }
    }

    /// The indexes of the columns whose local values replace those in an answer. They are the
    /// columns that queued changes have modified, or all columns if a change has inserted the row.
    ///
    /// Excludes a column in which an earlier answer has replaced the value that the changes set.
    /// This occurs if the changes' value violated a constraint when that answer was stored.
    var kept: Set<Int> {
        guard let local else { return [] }
        var (before, after): ([Int: String], [Int: String]) = ([:], [:])
        for row in chain {
            guard let new = row.new else { continue }
            for column in row.old == nil ? Set(new.indices) : row.touched {
                before[column] = before[column] ?? row.old?[column]
                after[column] = new[column]
            }
        }
        return Set(after.keys).filter { local[$0] == after[$0] || local[$0] != before[$0] }
    }

    /// Returns the indexes of the columns to which an answer has given values.
    ///
    /// - Parameters:
    ///   - stored: The row after the answer has been stored; nil if the row does not exist.
    ///   - given: Names of the columns for which the answer has values; nil if the answer does
    ///     not have the row.
    func columns(from stored: [String]?, _ given: Set<String>?) -> Set<Int> {
        guard let stored else { return [] }
        let named = stored.indices.filter { given?.contains(table.columns[$0]) == true }
        // If the answer has inserted the row, all other columns have default values.
        if local == nil, given != nil { return Set(named) }
        return Set(stored.indices.filter { local?[$0] != stored[$0] }).union(named)
    }
}

/// Storing of answers that contain rows modified by queued changes.
extension UndoLog {
    /// Returns whether the log has changes that were recorded for an earlier version of the model.
    func hasEarlierChanges() throws -> Bool {
        let sql = """
            SELECT EXISTS (SELECT 1 FROM \(log) WHERE schema <> \(schema) AND change <> '')
            """
        return try connection.firstRow(sql) { $0.int64(0) == 1 } ?? false
    }

    /// Stores an answer from the remote and preserves the values set by queued changes. If such a
    /// change is undone later, the columns that it modified get the values in the answer.
    ///
    /// A unique value is not preserved if another row of the answer has the same value.
    ///
    /// - Parameter store: Closure that stores the answer. Its argument contains the rows that queued
    ///   changes have modified. If the answer contains such a row, the closure adds to its argument
    ///   the row's columns for which the answer has values.
    func keepWaitingRows(_ store: (WaitingRows) throws -> Void) throws {
        let waiting = try waitingRows()
        let answer = WaitingRows(Set(waiting.compactMap(\.place)))
        try store(answer)
        // All rows are rebased before local values are written, because writing a row can change
        // other rows through triggers and foreign keys.
        for row in waiting { try rebase(row, on: answer) }
        try reapply(waiting)
        for row in waiting {
            guard let place = row.place, answer.given(place) != nil else { continue }
            if try current(row.table, row.id) == row.local { answer.noteUnchanged(place) }
        }
    }

    private func waitingRows() throws -> [WaitingRow] {
        try Dictionary(grouping: rows("true", [])) { [$0.table.name, $0.id] }.values
            .sorted { $0[0].number < $1[0].number }
            .map { WaitingRow(chain: $0, local: try current($0[0].table, $0[0].id)) }
    }

    /// Replaces the old values in the row's log entries with the values in the answer, so that
    /// undoing the changes restores the answer's values.
    private func rebase(_ waiting: WaitingRow, on answer: WaitingRows) throws {
        let given = waiting.place.flatMap(answer.given)
        let isMissing = waiting.place.map(answer.isMissing) ?? false
        let remote = isMissing ? nil : try current(waiting.table, waiting.id)
        let columns = waiting.columns(from: remote, given)
        guard let stored = remote, waiting.chain[0].old != nil else {
            let isKnown =
                remote == nil
                ? isMissing || waiting.local != nil
                : !columns.isEmpty && (given != nil || waiting.place == nil)
            if !isKnown { return }
            var first = waiting.chain[0]
            first.old = remote
            return try keep(first)
        }
        var known: Set<Int> = []
        for var row in waiting.chain {
            guard var old = row.old else { return }
            let modified = row.new == nil ? columns : columns.intersection(row.touched)
            for column in modified where known.insert(column).inserted {
                old[column] = stored[column]
            }
            row.old = old
            try keep(row)
            if row.new == nil { return }
        }
    }

    /// Writes the local values of the rows again. If this violates a constraint, writes the rows
    /// one by one, and retries the failed rows until no more of them succeed. Finally, writes the
    /// remaining rows, except their non-key columns in unique indexes and foreign keys.
    private func reapply(_ rows: [WaitingRow]) throws {
        if try isAllowed({ for row in rows { try apply(row, row.kept) } }) { return }
        var left = rows
        var count = 0
        repeat {
            count = left.count
            left = try left.filter { row in try !isAllowed { try apply(row, row.kept) } }
        } while !left.isEmpty && left.count < count
        for row in left {
            let columns = row.kept.subtracting(try row.table.placeholders(connection).keys)
            _ = try isAllowed { try apply(row, columns) }
        }
    }

    /// Runs `body`, and returns whether its effects are allowed. Effects that violate a constraint
    /// are undone. A violated foreign key counts even if SQLite would check it only at the commit.
    func isAllowed(_ body: () throws -> Void) throws -> Bool {
        let wasBroken = connection.hasBrokenReferences
        do {
            try connection.savepoint {
                try body()
                if !wasBroken, connection.hasBrokenReferences { throw BrokenReference() }
            }
            return true
        } catch let error where error is BrokenReference || isConstraintViolation(error) {
            return false
        }
    }

    private func apply(_ row: WaitingRow, _ columns: Set<Int>) throws {
        switch (row.local, try current(row.table, row.id)) {
        case (nil, nil): break
        case (nil, .some): try connection.executeOnce(row.table.deletion(row.id))
        case (.some(let local), nil): try connection.executeOnce(row.table.insertion(local))
        case (.some(let local), .some(let current)):
            let values = columns.filter { local[$0] != current[$0] }.map { ($0, local[$0]) }
            try set(row.table, row.id, Dictionary(uniqueKeysWithValues: values))
        }
    }
}

/// The violation of a foreign key that SQLite would report only at the commit.
private struct BrokenReference: Error {}
