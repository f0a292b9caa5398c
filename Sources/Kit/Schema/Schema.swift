/// A data model: entities in the order of the model file.
package struct Schema: Sendable, Hashable {
    /// The model's name: that of its file, without the extension.
    package var name: String
    package var entities: [Entity]

    package init(name: String, entities: [Entity] = []) {
        self.name = name
        self.entities = entities
    }

    package func entity(named name: String) -> Entity? {
        entities.first { $0.name == name }
    }
}
