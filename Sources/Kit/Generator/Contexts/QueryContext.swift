package import QueryCompiler
package import Schema

/// A query as generated code shows it: a method of the manager.
package struct QueryContext: Sendable, Hashable {
    package var name: String
    package var managerName: String
    package var source: String
    package var entity: EntityContext
    package var query: CompiledQuery

    package init(name: String, query: CompiledQuery, schema: Schema, source: String) {
        self.name = propertyName(name)
        self.managerName = "\(typeName(schema.name))Manager"
        self.source = source
        self.entity = EntityContext(query.entity, in: schema.withInheritedProperties)
        self.query = query
    }
}

/// The query as a file named after its method.
package func generate(_ query: QueryContext) -> GeneratedFile {
    GeneratedFile(name: "\(query.name.trimmingBackticks).swift", text: renderQuery(query))
}
