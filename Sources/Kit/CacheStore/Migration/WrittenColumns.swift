/// The columns that the steps of a hook have written.
final class WrittenColumns {
    struct Column: Hashable {
        var table: String
        var name: String
    }

    private var columns: Set<Column> = []
    /// The tables into which the steps have inserted rows. All their columns count as written.
    private var tables: Set<String> = []

    func contains(_ column: String, of table: String) -> Bool {
        tables.contains(table) || columns.contains(Column(table: table, name: column))
    }

    func insert(_ column: String, of table: String) {
        columns.insert(Column(table: table, name: column))
    }

    func insertAll(of table: String) { tables.insert(table) }

    func removeAll() {
        columns = []
        tables = []
    }
}

extension MigrationPlan {
    /// Returns whether a column of the new version is filled from an old column in `written`.
    func takes(_ column: String, of table: String, from written: WrittenColumns) -> Bool {
        copies.contains { copy in
            copy.table.name == table
                && copy.columns.filter { $0.name == column }.flatMap(\.origins)
                    .compactMap(\.column)
                    .contains { written.contains($0, of: copy.source.name) }
        }
    }
}
