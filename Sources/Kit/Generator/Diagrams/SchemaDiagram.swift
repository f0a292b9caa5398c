package import Schema

/// Returns the entities of `schema` as a class diagram in Mermaid's language. It shows attributes
/// with their types, relationships with the allowed numbers of records at both ends, and parent
/// entities. A relationship and its inverse share one line.
package func schemaDiagram(_ schema: Schema) -> String {
    var diagram = ClassDiagram()
    for entity in schema.entities {
        diagram.add(
            entity.name,
            entity.isAbstract ? "abstract" : nil,
            members: entity.attributes.map(member)
        )
    }
    for entity in schema.entities {
        if let parent = entity.parent, schema.entity(named: parent) != nil {
            diagram.inherit(entity.name, from: parent)
        }
    }
    var drawn: Set<[String]> = []
    for entity in schema.entities {
        for relationship in entity.relationships
        where !drawn.contains([entity.name, relationship.name]) {
            guard let other = schema.entity(named: relationship.destination) else { continue }
            let back = relationship.inverse.flatMap { other.relationship(named: $0) }
                .flatMap { $0.destination == entity.name ? $0 : nil }
            if let back { drawn.insert([other.name, back.name]) }
            let isSelf = back?.name == relationship.name && other.name == entity.name
            let label =
                back.map { isSelf ? relationship.name : "\(relationship.name) / \($0.name)" }
                ?? relationship.name
            diagram.associate(
                entity.name,
                (back.map(count) ?? "", count(relationship)),
                other.name,
                label: label,
                isMutual: back != nil
            )
        }
    }
    return diagram.text
}

/// Returns the attribute as a line such as `name: String?`; a required attribute has no question
/// mark.
private func member(_ attribute: Attribute) -> String {
    // Ignores the class name for all other types. The file may still contain the class name of
    // an earlier type.
    let named =
        switch attribute.type {
        case .transformable: attribute.customClass
        case .composite: attribute.compositeName
        default: String?.none
        }
    let type = named ?? attribute.type.rawValue
    let kind = attribute.isTransient ? " (transient)" : attribute.isDerived ? " (derived)" : ""
    return "\(attribute.name): \(type)\(attribute.isOptional ? "?" : "")\(kind)"
}

/// Returns the allowed number of related records, such as `0..1`, `1`, `0..*` or `2..5`.
private func count(_ relationship: Relationship) -> String {
    let least = relationship.isOptional ? 0 : max(relationship.minimumCount ?? 1, 1)
    if !relationship.isToMany { return least == 0 ? "0..1" : "1" }
    let most = relationship.maximumCount.map { $0 > 0 ? String($0) : "*" } ?? "*"
    return "\(least)..\(most)"
}
