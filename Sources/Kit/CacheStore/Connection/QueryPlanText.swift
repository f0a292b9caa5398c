import GRDB

extension CacheStore {
    /// How SQLite would go about a query, a line for each step, those of a step below it moved right:
    /// `SEARCH t0 USING INDEX City#1 (name=?)`.
    package func queryPlan(of sql: String) throws -> [String] {
        try translatingErrors(at: path) {
            try withDatabase { database in
                let statement = try database.makeStatement(sql: "EXPLAIN QUERY PLAN " + sql)
                // Parameters may stay without values: nothing is run.
                statement.setUncheckedArguments([])
                let rows = try Row.fetchAll(statement)
                var depths: [Int64: Int] = [:]
                return rows.map { row in
                    let depth = depths[row[1], default: 0]
                    depths[row[0]] = depth + 1
                    return String(repeating: "  ", count: depth) + (row[3] as String)
                }
            }
        }
    }
}
