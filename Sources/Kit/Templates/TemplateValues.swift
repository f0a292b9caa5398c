package import Generator
package import QueryCompiler
package import Schema

/// A model in the form in which templates read it.
package struct TemplateModel: Sendable {
    package var context: ModelContext
    package var entities: [TemplateEntity]
    package var queries: [TemplateQuery]

    /// Creates a model for templates.
    ///
    /// - Parameters:
    ///   - schema: the schema as read from the model file.
    ///   - queries: queries in addition to the model's own.
    package init(
        _ context: ModelContext,
        _ schema: Schema,
        queries: [(context: QueryContext, shape: QueryShape)] = []
    ) {
        self.context = context
        let whole = schema.withInheritedProperties
        entities = context.entities.map { entity in
            TemplateEntity(
                context: entity,
                entity: whole.entity(named: entity.name) ?? Entity(name: entity.name),
                declared: schema.entity(named: entity.name) ?? Entity(name: entity.name)
            )
        }
        self.queries =
            context.requests.map { TemplateQuery(context: $0, shape: QueryShape(limit: $0.limit)) }
            + queries.map { TemplateQuery(context: $0.context, shape: $0.shape) }
    }
}

package struct TemplateEntity: Sendable {
    package var context: EntityContext
    /// The entity, including the properties that it inherits.
    package var entity: Entity
    package var declared: Entity

    var properties: [TemplateProperty] {
        context.properties.map { property in
            TemplateProperty(
                context: property,
                attribute: property.destination == nil
                    ? entity.attribute(named: property.column) : nil,
                relationship: property.destination == nil
                    ? nil : entity.relationship(named: property.column),
                isIdentity: context.identity.property == property.name,
                isInherited: !declared.propertyNames.contains(property.column)
            )
        }
    }

    var relationships: [TemplateRelationship] {
        context.links.map {
            TemplateRelationship(context: $0, relationship: entity.relationship(named: $0.key))
        }
    }
}

package struct TemplateProperty: Sendable {
    var context: PropertyContext
    var attribute: Attribute?
    var relationship: Relationship?
    var isIdentity: Bool
    var isInherited: Bool
}

package struct TemplateRelationship: Sendable {
    var context: LinkContext
    var relationship: Relationship?

}

package struct TemplateQuery: Sendable {
    var context: QueryContext
    var shape: QueryShape

    /// The name of the generated file that contains the query's method, without the extension
    /// `.swift`.
    var file: String {
        let file = generate(context).name
        return file.hasSuffix(".swift") ? String(file.dropLast(6)) : file
    }
}

package typealias TemplateParameter = (name: String, type: String)
