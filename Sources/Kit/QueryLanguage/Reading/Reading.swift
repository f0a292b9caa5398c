/// Result of reading a text: the tree, or nil if there are errors; every finding with its range, in
/// the order of the text.
package struct Reading<Node: Sendable>: Sendable {
    package var node: Node?
    package var errors: [PredicateTextError]
    /// Findings that leave the meaning clear, such as a placeholder inside quotes.
    package var warnings: [PredicateTextError]
    /// Number of arguments for the placeholders.
    package var placeholderCount: Int
}

/// Reads a predicate and everything that is wrong with it. The grammar is the module's page
/// <doc:Grammar>.
package func readPredicate(_ text: String) -> Reading<PredicateNode> {
    var parser = Parser(text)
    let node = parser.predicate()
    return parser.reading(node)
}

/// Reads a value, such as the expression of a derived attribute.
package func readExpression(_ text: String) -> Reading<ExpressionNode> {
    var parser = Parser(text)
    let node = parser.expression()
    return parser.reading(node)
}

/// Reads a predicate.
///
/// - Throws: the first error in the text; ``readPredicate(_:)`` gives all of them.
package func parsePredicate(_ text: String) throws(PredicateTextError) -> PredicateNode {
    let reading = readPredicate(text)
    if let node = reading.node { return node }
    throw reading.errors.first ?? Parser.empty
}

/// Reads a value.
///
/// - Throws: the first error in the text.
package func parseExpression(_ text: String) throws(PredicateTextError) -> ExpressionNode {
    let reading = readExpression(text)
    if let node = reading.node { return node }
    throw reading.errors.first ?? Parser.empty
}

/// Maximum nesting of parentheses, braces, calls, negations and signs. Deeper texts are refused, so
/// that none can exhaust the stack.
package let nestingLimit = 100

/// Maximum height of the tree for long chains of operators that group from one side.
package let heightLimit = 400
