import Diagnostics
import Schema

/// Returns a problem for each entity whose user info specifies an identity attribute that does not
/// exist or cannot be an identity.
func ruleProblems(in schema: Schema) -> [ModelProblem] {
    schema.entities.compactMap { identityProblem($0, schema) }
}

private func identityProblem(_ entity: Entity, _ schema: Schema) -> ModelProblem? {
    guard let name = entity.userInfo[IdentityRule.userInfoKey] else { return nil }
    let attributes = entity.attributes + schema.ancestors(of: entity).flatMap(\.attributes)
    guard let attribute = attributes.first(where: { $0.name == name }) else {
        return ModelProblem(
            id: "unknown-identity",
            part: .entity(entity.name),
            problem:
                "the user info of \"\(entity.name)\" names the attribute \"\(name)\" as the identity, but the entity has no such attribute",
            fix: suggestion(for: name, among: attributes.map(\.name))
        )
    }
    if attribute.canIdentify { return nil }
    return ModelProblem(
        id: "identity-type",
        part: .property(name, of: entity.name),
        problem:
            "the attribute \"\(name)\" of \"\(entity.name)\" cannot be the identity, because it is \(kind(of: attribute))",
        fix: "specify a stored attribute that is an integer, a string or a UUID"
    )
}

/// Returns a warning if the user info of a child entity specifies an identity attribute other than
/// the root entity's identity attribute. The child inherits its identity from the root entity.
/// Returns nil if the attribute has a uniqueness constraint, or if the user info specifies no other
/// attribute.
func identityRemark(on entity: Entity, in schema: Schema) -> ModelProblem? {
    let root = schema.root(of: entity)
    guard let name = entity.userInfo[IdentityRule.userInfoKey], root.name != entity.name,
        root.identityAttribute?.name != name, !entity.uniquenessConstraints.contains([name])
    else { return nil }
    return ModelProblem(
        id: "inherited-identity",
        severity: .warning,
        part: .entity(entity.name),
        problem:
            "the user info of \"\(entity.name)\" names the attribute \"\(name)\" as the identity, but \"\(entity.name)\" inherits its identity from \"\(root.name)\"",
        fix: "add a uniqueness constraint on \"\(name)\""
    )
}

/// Returns a problem for each property that an ancestor declares with another type. An entity
/// shares its table with its ancestors, and the table has only one column for the property.
///
/// - Parameter schema: the schema without inherited properties and transient attributes.
func redeclarations(in schema: Schema) -> [ModelProblem] {
    if schema.entities.allSatisfy({ $0.parent == nil }) { return [] }
    let named = schema.entities.map { ($0.name, declaredTypes(of: $0, in: schema)) }
    let types = Dictionary(named) { first, _ in first }
    return schema.entities.flatMap { entity -> [ModelProblem] in
        let ancestors = schema.ancestors(of: entity)
        let own = types[entity.name] ?? [:]
        let fetched = entity.fetchedProperties.map(\.name)
        return (entity.propertyNames + fetched).compactMap { name -> ModelProblem? in
            let type = own[name] ?? DeclaredType(kind: "", words: "a fetched property")
            guard let parent = ancestors.first(where: { types[$0.name]?[name] != nil }),
                let inherited = types[parent.name]?[name], inherited.kind != type.kind
            else { return nil }
            return ModelProblem(
                id: "redeclared-type",
                part: .property(name, of: entity.name),
                problem:
                    "the property \"\(name)\" of \"\(entity.name)\" is declared as \(type.words), but \"\(entity.name)\" inherits it from \"\(parent.name)\" as \(inherited.words)",
                fix: "remove or rename the property in \"\(entity.name)\""
            )
        }
    }
}

private struct DeclaredType {
    /// An identifier of the type. Properties with the same identifier can share a column.
    var kind: String
    /// The type in words, for messages.
    var words: String
}

/// Returns the types of the attributes and relationships that the entity declares, keyed by name.
private func declaredTypes(of entity: Entity, in schema: Schema) -> [String: DeclaredType] {
    let attributes = entity.attributes.map { attribute in
        let type = attribute.collectionType ?? attribute.type.swiftType
        return (attribute.name, DeclaredType(kind: type, words: type))
    }
    let relationships = entity.relationships.map { relationship in
        let destination = schema.entity(named: relationship.destination)
        // Entities with the same root have identities of the same type.
        let root = destination.map { schema.root(of: $0).name } ?? relationship.destination
        let count = relationship.isToMany ? "to-many" : "to-one"
        let words = "a \(count) relationship to \"\(relationship.destination)\""
        return (relationship.name, DeclaredType(kind: "\(count) \(root)", words: words))
    }
    return Dictionary(attributes + relationships) { first, _ in first }
}

private func kind(of attribute: Attribute) -> String {
    if attribute.isTransient { return "transient" }
    return attribute.isDerived ? "derived" : "of the type \(attribute.type.rawValue)"
}
