import Diagnostics
import Schema

/// What the generator does not make yet, each thing named.
func omissions(in schema: Schema) -> [ModelProblem] {
    schema.entities.flatMap { entity in
        var found: [ModelProblem] = []
        for attribute in entity.attributes
        where attribute.type == .composite || attribute.type == .undefined {
            found.append(
                ModelProblem(
                    id: "untyped-attribute",
                    severity: .warning,
                    entity: entity.name,
                    problem:
                        "the attribute \"\(attribute.name)\" of \"\(entity.name)\" is of the type \(attribute.type.rawValue), which is generated as bytes",
                    fix: "give it a type that the store knows, or encode it yourself"
                )
            )
        }
        for attribute in entity.attributes where attribute.isTransient || attribute.isDerived {
            found.append(
                ModelProblem(
                    id: attribute.isTransient ? "transient-attribute" : "stored-anyway",
                    severity: .warning,
                    entity: entity.name,
                    problem:
                        "the attribute \"\(attribute.name)\" of \"\(entity.name)\" is \(attribute.isTransient ? "transient: no property is generated" : "derived, which is not generated yet: it is stored as any other")",
                    fix: attribute.isTransient
                        ? "write a computed property in an extension of \(typeName(entity.name))"
                        : "set it in your code"
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
