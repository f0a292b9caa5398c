import Diagnostics
import Schema

/// What the generator does not make yet, each thing named.
func omissions(in schema: Schema) -> [ModelProblem] {
    schema.entities.flatMap { entity in
        var found: [ModelProblem] = []
        if entity.isAbstract || entity.parent != nil {
            found.append(
                ModelProblem(
                    id: "inheritance",
                    severity: .warning,
                    entity: entity.name,
                    problem: "the entity \"\(entity.name)\" takes part in inheritance, which is generated as tables of their own",
                    fix:
                        "ask for records by their own entity: a parent's do not include its children's, and an abstract entity has none"
                )
            )
        }
        for attribute in entity.attributes
        where attribute.type == .composite || attribute.type == .undefined {
            found.append(
                ModelProblem(
                    id: "untyped-attribute",
                    severity: .warning,
                    entity: entity.name,
                    problem: "the attribute \"\(attribute.name)\" of \"\(entity.name)\" is of the type \(attribute.type.rawValue), which is generated as bytes",
                    fix: "give it a type that the store knows, or encode it yourself"
                )
            )
        }
        for attribute in entity.attributes where attribute.isTransient || attribute.isDerived {
            found.append(
                ModelProblem(
                    id: "stored-anyway",
                    severity: .warning,
                    entity: entity.name,
                    problem: "the attribute \"\(attribute.name)\" of \"\(entity.name)\" is \(attribute.isDerived ? "derived" : "transient"), which is not generated yet",
                    fix: "it is stored as any other, and set by your code"
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
                        problem: "the relationship \"\(relationship.name)\" of \"\(entity.name)\" is left out: \(reason)"
                    )
                )
            }
            if !relationship.isToMany,
                relationship.deletionRule == .cascade || relationship.deletionRule == .deny
            {
                found.append(
                    ModelProblem(
                        id: "deletion-rule-left-out",
                        severity: .warning,
                        entity: entity.name,
                        problem: "the deletion rule \(relationship.deletionRule.rawValue) of \"\(relationship.name)\" in \"\(entity.name)\" has no effect yet",
                        fix: "deletion rules work on to-many relationships"
                    )
                )
            }
        }
        return found
    }
}
