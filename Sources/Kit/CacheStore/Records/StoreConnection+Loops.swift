import DataAccess

/// Reads and writes records in loops. These functions are not inlinable, so they are compiled only
/// once for all entities.
extension StoreConnection {
    /// Returns the rows that `sql` yields, each converted to a record.
    func records<R: StoredRecord>(
        _ type: R.Type,
        _ sql: String,
        bind: (StoreBindings) throws -> Void = { _ in }
    ) throws -> [R] {
        let statement = try statement(sql)
        defer { statement.reset() }
        try bind(statement.bindings)
        var result: [R] = []
        var (capacity, isDone) = (16, false)
        while !isDone {
            var earlier = result
            result = []
            // Fills the buffer directly. Each call of `append` would look up the array's type in
            // the Swift runtime.
            result = try [R](unsafeUninitializedCapacity: capacity) { buffer, count in
                _ = buffer.initialize(from: earlier)
                count = earlier.count
                // Frees the smaller buffer now, not after the remaining rows.
                earlier = []
                while count < buffer.count {
                    guard try statement.step() else {
                        isDone = true
                        return
                    }
                    buffer.initializeElement(at: count, to: try R(stored: statement.row))
                    count += 1
                }
            }
            capacity *= 4
        }
        return result
    }

    /// Runs `sql` once for each record, with the record's values bound to `?1`, `?2` and so on.
    ///
    /// - Returns: whether a value was NaN, which SQLite stores as NULL.
    func execute<R: StoredRecord>(_ sql: String, forEach records: [R]) throws -> Bool {
        let statement = try statement(sql)
        defer { statement.reset() }
        let columns = statement.bindings
        columns.hasNaN = false
        try records.withUnsafeBufferPointer { records in
            for index in records.indices {
                // Copies the record only once. Without this constant, generic code would copy the
                // record at each use. A `for` loop over the array would move it once more.
                let record = records[index]
                try record.validate()
                try record.bind(to: columns)
                while try statement.step() {}
                statement.rewind()
            }
        }
        return columns.hasNaN
    }
}
