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
            entity: entity.name,
            problem:
                "the user info of \"\(entity.name)\" names the attribute \"\(name)\" as the identity, but the entity has no such attribute",
            fix: suggestion(for: name, among: attributes.map(\.name))
        )
    }
    if attribute.canIdentify { return nil }
    return ModelProblem(
        id: "identity-type",
        entity: entity.name,
        property: name,
        problem:
            "the attribute \"\(name)\" of \"\(entity.name)\" cannot be the identity, because it is \(kind(of: attribute))",
        fix: "specify a stored attribute that is an integer, a string or a UUID"
    )
}

/// Returns a warning if the user info of a child entity specifies an identity attribute other than
/// that of the root entity, which identifies the child's records. Returns nil if the attribute has a
/// uniqueness constraint, or if the user info specifies no other attribute.
func identityRemark(on entity: Entity, in schema: Schema) -> ModelProblem? {
    let root = schema.root(of: entity)
    guard let name = entity.userInfo[IdentityRule.userInfoKey], root.name != entity.name,
        root.identityAttribute?.name != name, !entity.uniquenessConstraints.contains([name])
    else { return nil }
    return ModelProblem(
        id: "inherited-identity",
        severity: .warning,
        entity: entity.name,
        problem:
            "the user info of \"\(entity.name)\" names the attribute \"\(name)\" as the identity, but \"\(entity.name)\" inherits its identity from \"\(root.name)\"",
        fix: "add a uniqueness constraint on \"\(name)\""
    )
}

private func kind(of attribute: Attribute) -> String {
    if attribute.isTransient { return "transient" }
    return attribute.isDerived ? "derived" : "of the type \(attribute.type.rawValue)"
}
