import QueryLanguage
package import Schema

/// The facts about a schema that are needed to rewrite a predicate.
package struct SchemaFormats: FormatModel {
    private let schema: Schema

    package init(_ schema: Schema) { self.schema = schema }

    package func destination(of key: String, in entity: String) -> String? {
        schema.entity(named: entity)?.relationship(named: key)?.destination
    }

    package func identityKey(of entity: String) -> String? {
        schema.entity(named: entity)?.identityAttribute?.name
    }

    package func isToMany(_ key: String, in entity: String) -> Bool {
        schema.entity(named: entity)?.relationship(named: key)?.isToMany == true
    }

    package func isRequired(_ key: String, in entity: String) -> Bool {
        let entity = schema.entity(named: entity)
        return entity?.attribute(named: key)?.isOptional == false
            || entity?.relationship(named: key)?.isOptional == false
    }

    package func isDate(_ key: String, in entity: String) -> Bool {
        schema.entity(named: entity)?.attribute(named: key)?.type == .date
    }

    package func isFloat(_ key: String, in entity: String) -> Bool {
        schema.entity(named: entity)?.attribute(named: key)?.type == .float
    }
}
