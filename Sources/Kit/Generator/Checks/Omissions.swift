import Diagnostics
import QueryCompiler
import Schema

/// Returns a warning or note for each feature of the schema that generated code does not support.
func omissions(in schema: Schema) -> [ModelProblem] {
    schema.entities.flatMap { entity in
        var found: [ModelProblem] = []
        for attribute in entity.attributes
        where !attribute.isTransient
            && (attribute.type == .composite || attribute.type == .undefined)
        {
            found.append(
                ModelProblem(
                    id: "untyped-attribute",
                    severity: .warning,
                    entity: entity.name,
                    problem:
                        "the attribute \"\(attribute.name)\" of \"\(entity.name)\" has the type \(attribute.type.rawValue), so its Swift type is Data",
                    fix: "choose a type that the store supports, or encode the value yourself"
                )
            )
        }
        found += entity.attributes.compactMap { defaultRemark(on: $0, of: entity) }
        for attribute in entity.attributes where attribute.isTransient {
            found.append(
                ModelProblem(
                    id: "transient-attribute",
                    severity: .note,
                    entity: entity.name,
                    property: attribute.name,
                    problem:
                        "the attribute \"\(attribute.name)\" of \"\(entity.name)\" is transient: no property is generated",
                    fix: "write a computed property in an extension of \(typeName(entity.name))"
                )
            )
        }
        for attribute in entity.attributes where attribute.isDerived && !attribute.isTransient {
            let whole = schema.withoutTransientAttributes.withInheritedProperties
            guard let complete = whole.entity(named: entity.name),
                Derivation(attribute, of: complete, in: whole) == nil
            else { continue }
            found.append(
                ModelProblem(
                    id: "stored-anyway",
                    severity: .warning,
                    entity: entity.name,
                    property: attribute.name,
                    problem:
                        "the attribute \"\(attribute.name)\" of \"\(entity.name)\" has a derivation that the store cannot compute, so the attribute is stored like any other",
                    fix: "set its value in your code"
                )
            )
        }
        for relationship in entity.relationships {
            if case .none(let reason) = schema.storage(of: relationship, in: entity) {
                found.append(
                    ModelProblem(
                        id: "relationship-left-out",
                        severity: .warning,
                        entity: entity.name,
                        problem:
                            "the relationship \"\(relationship.name)\" of \"\(entity.name)\" is left out: \(reason)"
                    )
                )
            }
        }
        return found
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
        entity: entity.name,
        property: attribute.name,
        problem:
            "the default \"\(text)\" of the attribute \"\(attribute.name)\" of \"\(entity.name)\" is not of the type \(attribute.type.rawValue) and is ignored",
        fix: "correct it in the model editor, or remove it"
    )
}
