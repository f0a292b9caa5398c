import QueryLanguage
import Schema

extension Compiler {
    /// `sql`, a folded string that is searched for, as nil if it is empty: an empty string is found
    /// nowhere.
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

    /// A range where an index can serve it: every string with the prefix lies between it and itself
    /// followed by a byte greater than any of UTF-8.
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
