import DataAccess

/// The rows whose local changes have not reached the remote. Notes which of them an import contains,
/// and with which columns. The import deletes none of these rows.
package final class WaitingRows {
    /// A row of an entity's table.
    package struct Row: Hashable {
        let table: String
        let column: String
        let key: String

        /// - Parameters:
        ///   - column: Name of the table's key column.
        ///   - key: The row's key as an SQL literal, in the form of SQLite's `quote`. A text is a
        ///     cast of its bytes, so that it can contain NUL characters.
        package init(table: String, column: String, key: String) {
            (self.table, self.column, self.key) = (table, column, key)
        }
    }

    private struct Note {
        /// The columns that the import contains values for.
        var columns: Set<String> = []
        /// Number of times that the import's report counts the row as inserted or updated.
        var changes = 0
    }

    private let rows: Set<Row>
    private let tables: Set<String>
    private var notes: [Row: Note] = [:]
    /// The notes that the current item has changed, as they were before each change. A copy of all
    /// notes for each item would make the time of an import quadratic.
    private var former: [(row: Row, note: Note?)] = []
    /// The rows that a whole answer should contain but lacks.
    private var missing: Set<Row> = []
    /// Tables whose rows are all in the answer.
    private var complete: Set<String> = []
    /// Number of records that the import's report counts as inserted or updated but that are as
    /// before the import, because their local changes have been applied again.
    private(set) var unchanged = 0

    package init(_ rows: Set<Row>) {
        self.rows = rows
        tables = Set(rows.map(\.table))
    }

    // MARK: - The import

    func beginItem() { former.removeAll(keepingCapacity: true) }

    /// Undoes the notes since `beginItem()`.
    func undoItem() {
        for (row, note) in former.reversed() { notes[row] = note }
        former = []
    }

    func note(_ columns: [String], of identity: StoredValue, _ entity: EntityDescription) {
        guard let row = row(identity, entity) else { return }
        former.append((row, notes[row]))
        notes[row, default: Note()].columns.formUnion(columns.map(entity.tableColumn))
    }

    func note(_ plan: ImportPlan, _ stored: StoredImport) {
        guard let row = row(stored.identity, plan.mapping.entity) else { return }
        let given = plan.values.indices.filter { plan.values[$0] != nil }
        note(given.map { plan.mapping.columns[$0].name }, of: stored.identity, plan.mapping.entity)
        if stored.outcome != .unchanged { notes[row, default: Note()].changes += 1 }
    }

    /// Notes that a whole answer lacks the record. Returns false if the record's row does not have
    /// local changes.
    func noteMissing(_ identity: StoredValue, _ entity: EntityDescription) -> Bool {
        guard let row = row(identity, entity) else { return false }
        missing.insert(row)
        return true
    }

    /// Notes that the import contains all records of the entity that `whole` finds.
    func noteComplete(_ entity: EntityDescription, _ whole: DataQuery) {
        let isAll = whole.filter == nil && whole.top == nil && whole.skip == 0
        if isAll, entity.name == entity.tableName { complete.insert(entity.tableName) }
    }

    private func row(_ identity: StoredValue, _ entity: EntityDescription) -> Row? {
        guard tables.contains(entity.tableName) else { return nil }
        let column = entity.tableColumn(entity.identity)
        let row = Row(table: entity.tableName, column: column, key: sqlLiteral(identity))
        return rows.contains(row) ? row : nil
    }

    // MARK: - The result

    /// Returns the columns that the import contains values for; nil if it does not contain the
    /// record.
    package func given(_ row: Row) -> Set<String>? { notes[row]?.columns }

    /// Returns whether the remote no longer has the record.
    package func isMissing(_ row: Row) -> Bool {
        missing.contains(row) || complete.contains(row.table) && notes[row] == nil
    }

    /// Notes that the row is as before the import.
    package func noteUnchanged(_ row: Row) { unchanged += notes[row]?.changes ?? 0 }
}
