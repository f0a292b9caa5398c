/// A group of attributes under one name, for attributes of the type `composite`.
package struct CompositeType: Sendable, Hashable {
    package var name: String
    package var attributes: [Attribute]

    package init(name: String, attributes: [Attribute] = []) {
        self.name = name
        self.attributes = attributes
    }
}
