import QueryLanguage

extension Compiler {
    /// Returns SQL that replaces an empty search string with NULL, so that it never matches.
    /// Returns `sql` unchanged if `node` is a literal that is not empty after folding.
    ///
    /// - Parameter sql: SQL for the folded search string.
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

    /// Returns an SQL condition that tests whether `left` begins with the prefix `right`.
    ///
    /// If `left` is a column with a suitable index, and `right` is a literal or a variable, the
    /// condition is a range comparison. SQLite can then use the index. The range contains all
    /// strings with the prefix. Its lower bound is the prefix. Its upper bound is the prefix
    /// followed by a byte that is greater than any byte in UTF-8.
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
