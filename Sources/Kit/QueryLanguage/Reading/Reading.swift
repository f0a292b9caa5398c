/// The result of parsing a text: the tree, and all errors and warnings in the order of the text.
/// The tree is nil if there are errors.
package struct Reading<Node: Sendable>: Sendable {
    package var node: Node?
    package var errors: [PredicateTextError]
    /// Warnings about text that has a clear meaning but is probably a mistake, such as a
    /// placeholder inside quotes.
    package var warnings: [PredicateTextError]
    /// Number of placeholders in the text, each of which needs an argument.
    package var placeholderCount: Int
}

/// Parses a predicate and reports all errors and warnings. The page <doc:Grammar> defines the
/// grammar.
package func readPredicate(_ text: String) -> Reading<PredicateNode> {
    var parser = Parser(text)
    let node = parser.predicate()
    return parser.reading(node)
}

/// Parses an expression, such as the expression of a derived attribute, and reports all errors and
/// warnings.
package func readExpression(_ text: String) -> Reading<ExpressionNode> {
    var parser = Parser(text)
    let node = parser.expression()
    return parser.reading(node)
}

/// Parses a predicate.
///
/// - Throws: the first error in the text; ``readPredicate(_:)`` reports all of them.
package func parsePredicate(_ text: String) throws(PredicateTextError) -> PredicateNode {
    let reading = readPredicate(text)
    if let node = reading.node { return node }
    throw reading.errors.first ?? Parser.empty
}

/// Maximum nesting depth of parentheses, braces, calls, negations and signs. Text that is nested
/// more deeply is rejected, because it could overflow the stack.
package let nestingLimit = 100

/// Maximum height of an expression's tree. Each operator in a chain such as `a + b + c` adds one
/// level.
package let heightLimit = 400
