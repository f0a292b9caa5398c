package import QueryCompiler
package import QueryLanguage

extension QueryShape {
    /// Returns a sentence about the query's result, such as `The number of cities whose name is
    /// “a”.`
    ///
    /// - Parameter records: the sentence that describes the records, such as `Cities whose name is
    ///   “a”.`
    package func sentence(_ records: String) -> String {
        let isAll = records.hasPrefix("All ")
        let many = isAll ? String(records.dropFirst(4)) : records.loweringFirst
        // `all cities`, or `the cities whose name is “a”`.
        let the = isAll ? "all \(many)" : "the \(many)"
        let skipped = (offset ?? 0) > 0 ? " after skipping \(offset ?? 0)" : ""
        switch result {
        case .list:
            if let limit {
                return "The first \(limit == 1 ? "" : "\(limit) ")of \(the)".inserting(skipped)
            }
            if skipped.isEmpty || isAll { return records.inserting(skipped) }
            return "All of \(the)".inserting(skipped)
        case .first: return "The first of \(the)".inserting(skipped)
        case .count: return "The number of \(isAll ? the : many)"
        case .attribute(let name):
            let some =
                switch limit {
                case nil: "each of"
                case 1?: "the first of"
                case let limit?: "each of the first \(limit) of"
                }
            return "The \(name) of \(some) the \(many)".inserting(skipped)
        case .aggregate(let op, let name):
            return "The \(aggregateWords[op] ?? op.rawValue) \(name) of all \(many)"
        }
    }
}

package let aggregateWords: [CollectionOperator: String] = [
    .sum: "total", .average: "average", .minimum: "lowest", .maximum: "highest",
]

extension String {
    fileprivate var loweringFirst: String { prefix(1).lowercased() + dropFirst() }

    /// Inserts a comma and `text` before the final period. Appends `text` if there is no final
    /// period.
    fileprivate func inserting(_ text: String) -> String {
        if text.isEmpty { return self }
        return hasSuffix(".") ? dropLast() + ",\(text)." : self + text
    }
}
