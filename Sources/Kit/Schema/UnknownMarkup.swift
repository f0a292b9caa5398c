/// An unknown element or XML attribute of a model file, which the reader preserves unchanged.
package struct UnknownMarkup: Sendable, Hashable {
    package enum Kind: String, Sendable, Hashable {
        case element, attribute
    }

    package var kind: Kind
    /// The name of the element or XML attribute.
    package var name: String
    /// The enclosing elements, outermost first, with their names in brackets, such as
    /// `model/entity[Book]`.
    package var owner: String
    /// The element as written in the file, or the XML attribute's value.
    package var text: String

    package init(kind: Kind, name: String, owner: String, text: String) {
        self.kind = kind
        self.name = name
        self.owner = owner
        self.text = text
    }
}
