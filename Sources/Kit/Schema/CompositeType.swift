/// A named group of attributes. An attribute of type `composite` refers to the group by name.
package struct CompositeType: Sendable, Hashable {
    package var name: String
    package var attributes: [Attribute] = []

    package init(name: String) { self.name = name }
}
