/// An index that the model declares for an entity.
package struct FetchIndex: Sendable, Hashable {
    package enum Kind: String, Sendable, Hashable, CaseIterable {
        case binary = "Binary"
        case rTree = "RTree"
    }

    package struct Element: Sendable, Hashable {
        /// The name of the indexed property; nil if this element of the index is an expression.
        package var property: String?
        package var expression: String?
        /// The type of ``expression``'s value, as written in the model file.
        package var expressionType: String?
        package var kind: Kind
        package var isDescending: Bool

        package init(
            property: String?,
            expression: String? = nil,
            expressionType: String? = nil,
            kind: Kind = .binary,
            isDescending: Bool = false
        ) {
            self.property = property
            self.expression = expression
            self.expressionType = expressionType
            self.kind = kind
            self.isDescending = isDescending
        }
    }

    package var name: String
    package var elements: [Element]
    /// The predicate that determines which records the index contains; nil if it contains all
    /// records.
    package var predicate: String?

    package init(name: String, elements: [Element] = [], predicate: String? = nil) {
        self.name = name
        self.elements = elements
        self.predicate = predicate
    }
}
