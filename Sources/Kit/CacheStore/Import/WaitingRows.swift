import DataAccess

/// The rows whose local changes have not reached the server yet. During an import, this object
/// notes which of these rows the import contains, and the columns for which the import has values.
/// The import deletes none of these rows.
package final class WaitingRows {
    /// A row of an entity's table.
    package struct Row: Hashable {
        let table: String
        let column: String
        let key: String

        /// Creates a description of a row.
        ///
        /// - Parameters:
        ///   - table: name of the table.
        ///   - column: name of the table's key column.
        ///   - key: the row's key as an SQL literal, in the format of SQLite's `quote`. For a text,
        ///     the literal is a cast of its bytes, because the text may contain NUL characters.
        package init(table: String, column: String, key: String) {
            (self.table, self.column, self.key) = (table, column, key)
        }
    }

    fileprivate struct Note {
        /// The row's columns for which the import contains values.
        var columns: Set<String> = []
        /// Number of times that the import has counted the row as inserted or updated.
        var changes = 0
    }

    private let rows: Set<Row>
    private let tables: Set<String>
    private var notes: [Row: Note] = [:]
    /// Previous versions of the notes that the current item has changed or added, in the order of
    /// the changes. The version of an added note is nil. `undoItem` restores these versions. If all
    /// notes were copied for each item instead, the time of an import would be quadratic.
    private var former: [(row: Row, note: Note?)] = []
    /// The rows that have local changes but are missing from a complete list of the server's
    /// records.
    private var missing: Set<Row> = []
    /// Tables for which the import contains every row that the server has.
    private var complete: Set<String> = []
    /// Number of the import's insertions and updates that had no lasting effect. After the import,
    /// local changes were applied again and restored the previous values of the inserted or updated
    /// rows.
    private(set) var unchanged = 0

    package init(_ rows: Set<Row>) {
        self.rows = rows
        tables = Set(rows.map(\.table))
    }

    // MARK: - The import

    /// Copy of all notes, to be restored after a failed attempt.
    struct Notes {
        fileprivate var given: [Row: Note]
        fileprivate var missing: Set<Row>
        fileprivate var complete: Set<String>
    }

    var noted: Notes {
        get { Notes(given: notes, missing: missing, complete: complete) }
        set { (notes, missing, complete) = (newValue.given, newValue.missing, newValue.complete) }
    }

    func beginItem() { former.removeAll(keepingCapacity: true) }

    /// Restores the notes that have changed since `beginItem()`.
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

    /// Marks the record as missing from a complete list of the server's records.
    ///
    /// - Returns: whether the record's row has local changes. If not, the record is not marked.
    func noteMissing(_ identity: StoredValue, _ entity: EntityDescription) -> Bool {
        guard let row = row(identity, entity) else { return false }
        missing.insert(row)
        return true
    }

    /// Marks the entity's table as complete: the import contains every row of the table that the
    /// server has. Has no effect if the query `whole` has a filter, a limit or an offset, or if the
    /// entity's records are in the table of an ancestor.
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

    /// Returns the row's columns for which the import contains values; nil if the import does not
    /// contain the row.
    package func given(_ row: Row) -> Set<String>? { notes[row]?.columns }

    /// Returns whether the server no longer has the row's record, according to the import.
    package func isMissing(_ row: Row) -> Bool {
        missing.contains(row) || complete.contains(row.table) && notes[row] == nil
    }

    /// Adds the number of the row's insertions and updates to `unchanged`. Must be called only if
    /// the row has the same values as before the import.
    package func noteUnchanged(_ row: Row) { unchanged += notes[row]?.changes ?? 0 }
}
