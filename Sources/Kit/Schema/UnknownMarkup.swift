/// Unknown markup in a model file, kept unchanged.
package struct UnknownMarkup: Sendable, Hashable {
    package enum Kind: String, Sendable, Hashable {
        case element, attribute
    }

    package var kind: Kind
    /// The name of the element or XML attribute.
    package var name: String
    /// The elements around it, outermost first, with their names: `model/entity[Book]`.
    package var owner: String
    /// The element as written, or the attribute's value.
    package var text: String

    package init(kind: Kind, name: String, owner: String, text: String) {
        self.kind = kind
        self.name = name
        self.owner = owner
        self.text = text
    }
}
