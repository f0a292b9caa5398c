extension CacheStore {
    /// Returns SQLite's query plan, with one line per step. Each step is indented below its parent
    /// step. Example of a line: `SEARCH t0 USING INDEX City#1 (name=?)`.
    package func queryPlan(of sql: String) throws -> [String] {
        try translatingErrors(at: path) {
            try withReader { connection in
                // Parameters need no values, because the query is not run.
                let sql = "EXPLAIN QUERY PLAN " + sql
                let statement = StoreStatement(try PreparedStatement(sql, connection))
                var depths: [Int64: Int] = [:]
                var lines: [String] = []
                while try statement.step() {
                    let row = statement.row
                    let depth = depths[row.int64(1) ?? 0, default: 0]
                    depths[row.int64(0) ?? 0] = depth + 1
                    lines.append(String(repeating: "  ", count: depth) + (row.string(3) ?? ""))
                }
                return lines
            }
        }
    }
}
