/// A named group of attributes, which attributes of type `composite` refer to.
package struct CompositeType: Sendable, Hashable {
    package var name: String
    package var attributes: [Attribute] = []

    package init(name: String) { self.name = name }
}
