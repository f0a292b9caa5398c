import QueryLanguage
import Schema

extension Compiler {
    /// Adds a warning if the left side is a literal with the name of a property, and the right side
    /// contains no key. The literal was probably meant as a key. It is a string, as in `"title" ==
    /// $a`, or a reserved word, as in `yes == 1`.
    mutating func warnOfMistakenKey(_ comparison: Comparison) {
        guard case .literal(let literal) = comparison.left.kind else { return }
        switch comparison.right.kind {
        case .literal, .variable, .aggregate: break
        default: return
        }
        let left = comparison.left
        if case .string(let text) = literal {
            guard scopes[0].entity.propertyNames.contains(text) else { return }
            warnings.append(
                PredicateTextError(
                    "quoted-key",
                    left.range,
                    "the string \(left.text) is compared, not the key with this name",
                    fix: "for the key, remove the quotes"
                )
            )
        } else if let name = reservedKey(left) {
            warnings.append(
                PredicateTextError(
                    "reserved-key",
                    left.range,
                    "the value \(left.text) is compared, not the key \"\(name)\"",
                    fix: reservedKeyFix(left)
                )
            )
        }
    }

    /// Suggested fix if `node` is a reserved word, such as TRUE or SELF, that is also the name of a
    /// property; nil otherwise.
    func reservedKeyFix(_ node: ExpressionNode) -> String? {
        reservedKey(node).map { "for the key, write #\($0)" }
    }

    /// Returns the name of the property that is spelled like the reserved word `node`; nil if there
    /// is none.
    private func reservedKey(_ node: ExpressionNode) -> String? {
        switch node.kind {
        case .literal(.boolean(_)), .literal(.null): break
        case .keyPath(let keys) where keys.isEmpty: break
        default: return nil
        }
        return scopes[0].entity.propertyNames.first { readExpression($0).node?.kind == node.kind }
    }
}
