import QueryLanguage

extension Compiler {
    /// Returns SQL that replaces an empty search text with NULL, because a search for an empty text
    /// must never match. Returns `sql` itself if `node` is a literal that is not empty after
    /// folding.
    ///
    /// - Parameter sql: SQL for the folded search text.
    func part(_ sql: String, _ node: ExpressionNode, _ comparison: Comparison) -> String {
        if case .literal(.string(let text)) = node.kind,
            !QueryLanguage.folded(text, comparison.options.folding).isEmpty
        {
            return sql
        }
        return "nullif(\(sql), '')"
    }

    func sql(_ comparison: Comparison, _ left: Operand, part: String) -> String {
        switch comparison.operator {
        case .beginsWith: return prefix(comparison, left.sql, part)
        case .endsWith:
            return once(part) { part in
                let end = "substr(CAST(\(left.sql) AS BLOB), -length(CAST(\(part) AS BLOB)))"
                return "\(end) = CAST(\(part) AS BLOB)"
            }
        default: return "instr(\(left.sql), \(part)) > 0"
        }
    }

    /// Returns the SQL condition that `left` begins with the prefix `right`. If the column has a
    /// suitable index, the condition tests a range, so that SQLite can use the index. The lower
    /// bound is the prefix. The upper bound is the prefix followed by a byte that is greater than
    /// any byte in UTF-8. All strings with the prefix are in this range.
    private func prefix(_ comparison: Comparison, _ left: String, _ right: String) -> String {
        if case .keyPath(let keys) = comparison.left.kind, keys.count == 1,
            case .name(let key)? = keys.first, comparison.right.isConstant,
            isIndexed(key, of: scopes[0].entity, comparison.options.folding)
        {
            return "(\(left) >= \(right) AND \(left) < \(right) || CAST(x'FF' AS TEXT))"
        }
        return "instr(\(left), \(right)) = 1"
    }
}
