import Schema

extension DrawnModel {
    /// As a reader would have it of the model's file: all sorted by name.
    var schema: Schema {
        Schema(
            name: "Drawn",
            entities: entities.sorted { $0.name < $1.name }.map { drawn in
                var entity = Entity(
                    name: drawn.name,
                    parent: drawn.parent.map(name),
                    attributes: attributes(drawn),
                    relationships: relationships(of: drawn.key),
                    uniquenessConstraints: drawn.parent == nil ? [["id"]] : []
                )
                entity.renamingIdentifier = drawn.renamingIdentifier
                return entity
            }
        )
    }

    private func attributes(_ entity: DrawnEntity) -> [Attribute] {
        let identity = Attribute(name: "id", type: .integer64, isOptional: false)
        let texts = entity.attributes.map { drawn in
            var attribute = Attribute(name: drawn.name, type: .string)
            attribute.renamingIdentifier = drawn.renamingIdentifier
            return attribute
        }
        return (entity.parent == nil ? [identity] : []) + texts.sorted { $0.name < $1.name }
    }

    private func relationships(of entity: Int) -> [Relationship] {
        relationships.flatMap { drawn in
            [(drawn.near, drawn.far), (drawn.far, drawn.near)].compactMap { side, other in
                side.entity == entity ? relationship(side, other) : nil
            }
        }.sorted { $0.name < $1.name }
    }

    private func relationship(
        _ side: DrawnRelationship.Side,
        _ other: DrawnRelationship.Side
    ) -> Relationship? {
        guard let name = side.name else { return nil }
        var relationship = Relationship(
            name: name,
            destination: self.name(of: other.entity),
            isToMany: side.isToMany,
            deletionRule: side.rule,
            inverse: other.name
        )
        relationship.isOrdered = side.isOrdered
        relationship.renamingIdentifier = side.renamingIdentifier
        return relationship
    }
}
