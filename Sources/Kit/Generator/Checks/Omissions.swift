package import Diagnostics
import QueryCompiler
package import Schema

/// Returns a warning or note for each feature of the schema that generated code does not support.
func omissions(in schema: Schema) -> [ModelProblem] {
    let needsWhole = schema.entities.contains { entity in
        !entity.fetchIndexes.isEmpty || entity.attributes.contains { $0.isDerived }
    }
    let whole = needsWhole ? schema.withoutTransientAttributes.withInheritedProperties : schema
    return configurationRemark(on: schema)
        + schema.entities.flatMap { omissions(from: $0, in: schema, whole) }
}

/// Returns a note if the model has configurations. Only Core Data has them; it uses them to
/// distribute a model's entities to several stores.
private func configurationRemark(on schema: Schema) -> [ModelProblem] {
    if schema.configurations.isEmpty { return [] }
    let names = schema.configurations.map { "\"\($0.name)\"" }.joined(separator: ", ")
    return [
        ModelProblem(
            id: "configurations-ignored",
            severity: .note,
            part: .configuration(0),
            problem:
                "the model's configurations are ignored, because one store contains all entities: \(names)"
        )
    ]
}

/// Returns the remarks about one entity.
///
/// - Parameter whole: the schema with inherited properties and without transient attributes.
private func omissions(from entity: Entity, in schema: Schema, _ whole: Schema) -> [ModelProblem] {
    var found = [identityRemark(on: entity, in: schema)].compactMap { $0 }
    func add(
        _ id: String,
        _ severity: Diagnostic.Severity = .warning,
        to property: String,
        _ problem: String,
        fix: String? = nil
    ) {
        let part = ModelPart.property(property, of: entity.name)
        found.append(
            ModelProblem(id: id, severity: severity, part: part, problem: problem, fix: fix)
        )
    }
    for attribute in entity.attributes
    where !attribute.isTransient
        && (attribute.type == .composite || attribute.type == .undefined)
    {
        add(
            "untyped-attribute",
            to: attribute.name,
            "the attribute \"\(attribute.name)\" of \"\(entity.name)\" has the type \(attribute.type.rawValue), so its Swift type is Data",
            fix: "choose a type that the store supports, or encode the value as Data in your code"
        )
    }
    found += entity.attributes.compactMap { defaultRemark(on: $0, of: entity) }
    for attribute in entity.attributes where attribute.isTransient {
        add(
            "transient-attribute",
            .note,
            to: attribute.name,
            "the attribute \"\(attribute.name)\" of \"\(entity.name)\" is transient, so no property is generated for it",
            fix: "write a computed property in an extension of \(typeName(entity.name))"
        )
    }
    found += derivationRemarks(on: entity, in: whole)
    found += indexRemarks(on: entity, in: whole)
    found += constraintRemarks(on: entity, in: schema)
    for relationship in entity.relationships where relationship.isTransient {
        add(
            "stored-anyway",
            .note,
            to: relationship.name,
            "the relationship \"\(relationship.name)\" of \"\(entity.name)\" is transient in the model, but the store saves it like any other relationship"
        )
    }
    for relationship in entity.relationships {
        if case .none(let reason) = schema.storage(of: relationship, in: entity) {
            add(
                "relationship-left-out",
                to: relationship.name,
                "the relationship \"\(relationship.name)\" of \"\(entity.name)\" is left out: \(reason)"
            )
        }
    }
    return found
}

/// Returns a warning for each derived attribute that the store does not compute.
///
/// - Parameter schema: a schema without errors and without inherited properties.
package func derivationFindings(in schema: Schema, locate: ModelLocator) -> [Diagnostic] {
    let whole = schema.withoutTransientAttributes.withInheritedProperties
    return schema.entities.flatMap { derivationRemarks(on: $0, in: whole) }
        .map { $0.diagnostic(locate) }
}

/// Returns a warning for each derived attribute that the entity declares and the store does not
/// compute.
///
/// - Parameter whole: the schema with inherited properties and without transient attributes.
private func derivationRemarks(on entity: Entity, in whole: Schema) -> [ModelProblem] {
    guard let complete = whole.entity(named: entity.name) else { return [] }
    return entity.attributes.compactMap { attribute in
        guard attribute.isDerived, !attribute.isTransient,
            Derivation(attribute, of: complete, in: whole) == nil
        else { return nil }
        return ModelProblem(
            id: "derivation-not-computed",
            severity: .warning,
            part: .property(attribute.name, of: entity.name),
            problem:
                "the store cannot compute the derived attribute \"\(attribute.name)\" of \"\(entity.name)\", so the store saves the value that your code sets",
            fix: "set the value in your code before you save the record"
        )
    }
}

/// Returns a note for each fetch index that the store creates only in part or not at all.
///
/// - Parameter whole: the schema with inherited properties and without transient attributes.
private func indexRemarks(on entity: Entity, in whole: Schema) -> [ModelProblem] {
    guard let complete = whole.entity(named: entity.name) else { return [] }
    return entity.fetchIndexes.compactMap { index in
        complete.omission(of: index, in: whole).map { omission in
            ModelProblem(
                id: "index-left-out",
                severity: .note,
                part: .entity(entity.name),
                problem: "the fetch index \"\(index.name)\" of \"\(entity.name)\" \(omission)"
            )
        }
    }
}

/// Returns a warning for each uniqueness constraint that is left out because one of its properties
/// is not stored in a column of the entity. Unknown properties are not reported here, because the
/// model reader has already reported them.
private func constraintRemarks(on entity: Entity, in schema: Schema) -> [ModelProblem] {
    if entity.uniquenessConstraints.isEmpty { return [] }
    let line = [entity] + schema.ancestors(of: entity)
    let transient = line.flatMap(\.attributes).filter(\.isTransient).map(\.name)
    let elsewhere = line.flatMap(\.relationships)
        .filter { schema.storage(of: $0, in: entity) != .column }.map(\.name)
    return entity.uniquenessConstraints.compactMap { constraint in
        guard let name = constraint.first(where: (transient + elsewhere).contains) else {
            return nil
        }
        let names = constraint.map { "\"\($0)\"" }.joined(separator: ", ")
        return ModelProblem(
            id: "constraint-left-out",
            severity: .warning,
            part: .entity(entity.name),
            problem:
                "the uniqueness constraint on \(names) of \"\(entity.name)\" is left out, because \"\(name)\" is not stored with the records of this entity",
            fix: "remove \"\(name)\" from the constraint"
        )
    }
}

/// Returns a warning if the attribute's default value does not have the attribute's type and is
/// therefore ignored; otherwise nil.
private func defaultRemark(on attribute: Attribute, of entity: Entity) -> ModelProblem? {
    guard let text = attribute.defaultText, !text.isEmpty, !attribute.isTransient,
        initialValue(of: attribute).map({ $0 == "nil" }) ?? true
    else { return nil }
    return ModelProblem(
        id: "default-left-out",
        severity: .warning,
        part: .property(attribute.name, of: entity.name),
        problem:
            "the default value \"\(text)\" of the attribute \"\(attribute.name)\" of \"\(entity.name)\" is ignored, because it is not of the type \(attribute.type.rawValue)",
        fix: "correct or remove the default value in the model editor"
    )
}
