/// A row to restore when a change is undone, as SQL literals. `current` is nil if the row does not
/// exist now; `old` is nil if it did not exist before the change.
struct RestoredRow {
    let table: ChangedTable
    let id: String
    let current: [String]?
    let old: [String]?
    /// The indexes of the columns to restore.
    let columns: Set<Int>

    /// Creates the row to restore when a change is undone. The result is nil except in these cases:
    ///
    /// - The change updated the row, and the row exists. Only the columns that still have the
    ///   values set by the change are restored.
    /// - The change inserted the row, `isLast` is true, and the row exists with the inserted
    ///   values. If `removesChanged` is true, the row may have other values.
    /// - The change deleted the row, `isLast` is true, and the row does not exist.
    ///
    /// - Parameters:
    ///   - row: The log entry that records the change's effects on the row.
    ///   - current: The row's current values; nil if the row does not exist.
    ///   - isLast: Whether the log has no later entry for the row, or later entries are ignored.
    ///   - removesChanged: Whether an inserted row is removed even if it was changed later.
    init?(_ row: ChangedRow, _ current: [String]?, isLast: Bool, removesChanged: Bool) {
        (table, id, old) = (row.table, row.id, row.old)
        self.current = current
        switch (row.old, row.new, current) {
        case (nil, .some(let new), .some(let current))
        where isLast && (removesChanged || new == current):
            columns = Set(current.indices)
        case (.some(let old), nil, nil) where isLast: columns = Set(old.indices)
        case (.some, .some(let new), .some(let current)):
            columns = row.touched.filter { current[$0] == new[$0] }
        default: return nil
        }
    }

    /// Returns the indexes of the restored columns whose current values must first be replaced with
    /// placeholders. These are the columns in `constrained` whose current value is not NULL.
    func replaced(_ constrained: Set<Int>) -> Set<Int> {
        guard let current else { return [] }
        return columns.intersection(constrained).filter { current[$0] != "NULL" }
    }

    /// Returns the old values of the columns; empty if the row did not exist before the change.
    func values(_ columns: Set<Int>) -> [Int: String] {
        guard let old else { return [:] }
        return Dictionary(uniqueKeysWithValues: columns.map { ($0, old[$0]) })
    }
}
