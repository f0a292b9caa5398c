package import Diagnostics
package import Schema

/// Everything the templates need to know of a model, already decided and named: templates only put
/// it into text.
package struct ModelContext: Sendable, Hashable {
    /// `Sample`
    package var name: String
    /// `SampleManager`
    package var managerName: String
    /// `Sample.xcdatamodeld`, as the head of generated files names it.
    package var source: String
    package var entities: [EntityContext]
    /// Makes the tables and their indexes.
    package var statements: [String]
}

/// A context and what had to be left out of it.
package struct ContextResult: Sendable {
    package var context: ModelContext
    package var diagnostics: [Diagnostic]
}

/// Decides names, columns and statements for `schema`.
package func modelContext(for schema: Schema, source: String) -> ContextResult {
    let concrete = schema.entities.filter { !$0.isAbstract }
    let entities = concrete.map { EntityContext($0, in: schema) }
    let type = typeName(schema.name)
    let context = ModelContext(
        name: type,
        managerName: "\(type)Manager",
        source: source,
        entities: entities,
        statements: entities.flatMap(\.tableStatements)
    )
    return ContextResult(context: context, diagnostics: omissions(in: schema))
}

/// What the generator does not make yet, each thing named.
private func omissions(in schema: Schema) -> [Diagnostic] {
    schema.entities.flatMap { entity in
        var found: [Diagnostic] = []
        if entity.isAbstract || entity.parent != nil {
            found.append(
                Diagnostic(
                    "inheritance",
                    severity: .warning,
                    "the entity \"\(entity.name)\" takes part in inheritance, which is not generated yet",
                    fix: "only its own properties are generated, and nothing for an abstract entity"
                )
            )
        }
        for attribute in entity.attributes
        where attribute.type == .composite || attribute.type == .undefined {
            found.append(
                Diagnostic(
                    "untyped-attribute",
                    severity: .warning,
                    "the attribute \"\(attribute.name)\" of \"\(entity.name)\" is of the type \(attribute.type.rawValue), which is generated as bytes",
                    fix: "give it a type that the store knows, or encode it yourself"
                )
            )
        }
        for relationship in entity.relationships {
            if case .none(let reason) = schema.storage(of: relationship, in: entity) {
                found.append(
                    Diagnostic(
                        "relationship-left-out",
                        severity: .warning,
                        "the relationship \"\(relationship.name)\" of \"\(entity.name)\" is left out: \(reason)"
                    )
                )
            }
            if !relationship.isToMany,
                relationship.deletionRule == .cascade || relationship.deletionRule == .deny
            {
                found.append(
                    Diagnostic(
                        "deletion-rule-left-out",
                        severity: .warning,
                        "the deletion rule \(relationship.deletionRule.rawValue) of \"\(relationship.name)\" in \"\(entity.name)\" has no effect yet",
                        fix: "deletion rules work on to-many relationships"
                    )
                )
            }
        }
        return found
    }
}
