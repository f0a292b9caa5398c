import QueryCompiler
import QueryForm
import QueryLanguage
import Schema

/// The evaluation of a predicate for all records of an entity.
struct QueryPreview {
    let records: Records
    let table: Records.Table
    let variables: [String: QueryValue]
    let now: Double
    let session: EvaluationSession

    /// Returns one Boolean for each record: whether the record matches.
    ///
    /// - Throws: an error with the reason if the predicate cannot be evaluated.
    func matches(_ predicate: PredicateNode?) throws(PredicateTextError) -> [Bool] {
        guard let predicate = predicate?.roundingFloats(of: table.entity.name, in: records.formats)
        else { return table.rows.map { _ in true } }
        var result: [Bool] = []
        for row in table.rows.indices {
            result.append(
                try predicate.holds(
                    for: records.object(table.entity.name, row),
                    variables: variables,
                    now: now,
                    matchLimit: .milliseconds(20),
                    session: session
                )
            )
        }
        return result
    }

    /// Returns the row numbers of the matching records, in the order of the query.
    func ordered(_ matches: [Bool], by sorts: [QueryRequest.Sort]) -> [Int] {
        let found = matches.indices.filter { matches[$0] }
        if sorts.isEmpty { return found }
        let values = found.map { row in sorts.map { value(at: $0.path, row) } }
        let order = found.indices.sorted { left, right in
            for (position, sort) in sorts.enumerated() {
                let (a, b) = (values[left][position], values[right][position])
                let precedes = sort.isDescending ? b.precedes(a) : a.precedes(b)
                if let precedes { return precedes }
            }
            return left < right
        }
        return order.map { found[$0] }
    }

    /// Returns the titles of the first records in these rows, such as `“Amber”, “Birch”, “Cedar”
    /// and 5 more`.
    func words(_ rows: [Int]) -> String {
        let shown = rows.prefix(3).map { row in
            records.object(table.entity.name, row).cell(records).map { "“\($0)”" }
                ?? "record \(row + 1)"
        }
        let rest = rows.count - shown.count
        if rest > 0 { return shown.joined(separator: ", ") + " and \(rest) more" }
        guard shown.count > 1, let last = shown.last else { return shown.first ?? "none" }
        return shown.dropLast().joined(separator: ", ") + " and \(last)"
    }
}
