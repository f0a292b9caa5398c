package import Generator
package import QueryCompiler
import QueryLanguage
import Schema

/// The fields of a model, such as `model.name`.
package let modelFields: [TemplateField<TemplateModel>] = [
    .init("name", .text, "the model's name as a Swift type: `Library`") { $0.context.name },
    .init("manager", .text, "the type of the manager: `LibraryManager`") { $0.context.managerName },
    .init("source", .text, "the model's folder: `Library.xcdatamodeld`") { $0.context.source },
    .init("backend", .text, "the storage: `store` or `coredata`") { $0.context.backend.rawValue },
    .init(
        "version",
        .text,
        "the model version's name; absent if the only version has the model's name"
    ) {
        $0.context.version?.name
    },
    .init("entities", .entities, "every entity, in the order of the model") { model, faults in
        model.entities.map { record($0, faults) }
    },
    .init("queries", .queries, "fetch requests, fetched properties and the queries of `.cdgen.yml`")
    {
        model,
        faults in
        model.queries.map { record($0, faults) }
    },
    .init("statements", .texts, "the SQL that creates the tables of the store") {
        $0.context.statements
    },
]

/// The fields of an entity, such as `entity.type`.
package let entityFields: [TemplateField<TemplateEntity>] = [
    .init("type", .text, "the Swift type of the entity's records: `Book`") { $0.context.type },
    .init("name", .text, "the name in the model") { $0.context.name },
    .init("singular", .text, "the name of a variable for one record: `book`") {
        $0.context.singular
    },
    .init("plural", .text, "the manager's property for the entity's records: `books`") {
        $0.context.plural
    },
    .init("article", .text, "`a` or `an`") { $0.context.article },
    .init("isAbstract", .flag, "whether the entity is abstract") { $0.entity.isAbstract },
    .init("parent", .text, "the name of the parent entity; absent without a parent") {
        $0.declared.parent
    },
    .init("className", .text, "the class name in the model; absent if not set") {
        $0.declared.className
    },
    .init("identity", .identity, "the identity of the entity's records") { entity, faults in
        record("identity", entity.context.identity, identityFields, faults)
    },
    .init("properties", .properties, "attributes and to-one relationships") { entity, faults in
        entity.properties.map { record("property", $0, propertyFields, faults) }
    },
    .init("relationships", .relationships, "relationships with a method in the manager") {
        entity,
        faults in
        entity.relationships.map { record("relationship", $0, relationshipFields, faults) }
    },
    .init("unique", .texts, "the uniqueness constraints, each as keys separated by commas") {
        $0.context.uniqueness.map { $0.joined(separator: ", ") }
    },
    .init("userInfo", .notes, "the user info dictionary in the model") { $0.declared.userInfo },
]

/// The fields of an identity, such as `entity.identity.type`.
package let identityFields: [TemplateField<IdentityContext>] = [
    .init("type", .text, "the Swift type of the identity: `String`") { $0.type },
    .init(
        "property",
        .text,
        "the property that contains the identity; absent if the store assigns identities"
    ) {
        $0.property
    },
    .init(
        "column",
        .text,
        "the attribute's name in the model, or the column's name if the store assigns identities"
    ) {
        $0.column
    },
    .init("isAssigned", .flag, "whether the store assigns identities") { $0.property == nil },
    .init("isOptional", .flag, "whether the identity may be missing until the record is saved") {
        $0.isPropertyOptional
    },
]

/// The fields of a property, such as `property.name`.
package let propertyFields: [TemplateField<TemplateProperty>] = [
    .init("name", .text, "the Swift name, in backticks if Swift requires backticks") {
        $0.context.name
    },
    .init("member", .text, "the Swift name without backticks, as written after a period") {
        plain($0.context.name)
    },
    .init("key", .text, "the name in the model") { $0.context.column },
    .init("type", .text, "the Swift type without a question mark") { $0.context.type },
    .init("typeText", .text, "the Swift type as it is declared: `String?`") {
        $0.context.isOptional ? "\($0.context.type)?" : $0.context.type
    },
    .init("isOptional", .flag, "whether the property may be nil") { $0.context.isOptional },
    .init("initial", .text, "the initial value as Swift code; absent if the caller supplies it") {
        $0.context.initialValue
    },
    .init("attributeType", .text, "the type in the model: `Integer 32`; absent for a relationship")
    {
        $0.attribute?.type.rawValue
    },
    .init("isIdentity", .flag, "whether the property identifies the record") { $0.isIdentity },
    .init("isInherited", .flag, "whether the property is inherited") { $0.isInherited },
    .init("isDerived", .flag, "whether the attribute is derived in the model") {
        $0.attribute?.isDerived == true
    },
    .init("isRelationship", .flag, "whether the property stores the identity of a related record") {
        $0.context.destination != nil
    },
    .init("destination", .text, "the type of the related record") { $0.context.destination },
    .init("userInfo", .notes, "the user info dictionary in the model") {
        $0.attribute?.userInfo ?? $0.relationship?.userInfo ?? [:]
    },
]

/// The fields of a relationship, such as `relationship.destination`.
package let relationshipFields: [TemplateField<TemplateRelationship>] = [
    .init("name", .text, "the base name of the manager's method: `author` for `author(of:)`") {
        $0.context.name
    },
    .init("key", .text, "the name in the model") { $0.context.key },
    .init("destination", .text, "the type of the related records") { $0.context.destination },
    .init("destinationPlural", .text, "the manager's property for the related records") {
        $0.context.destinationPlural
    },
    .init("isToMany", .flag, "whether the relationship is to-many") { $0.context.isToMany },
    .init("isOrdered", .flag, "whether the relationship is ordered") { $0.context.isOrdered },
    .init("isSettable", .flag, "whether the manager has a method that sets the relationship") {
        $0.context.isSet
    },
    .init("isOptional", .flag, "whether the relationship is optional") {
        $0.relationship?.isOptional ?? true
    },
    .init("inverse", .text, "the name of the inverse relationship; absent without an inverse") {
        $0.relationship?.inverse
    },
    .init("deletionRule", .text, "the deletion rule in the model: `Cascade`") {
        $0.relationship?.deletionRule.rawValue
    },
    .init("userInfo", .notes, "the user info dictionary in the model") {
        $0.relationship?.userInfo ?? [:]
    },
]

/// The fields of a query, such as `query.sentence`.
package let queryFields: [TemplateField<TemplateQuery>] = [
    .init("name", .text, "the name of the method") { $0.context.name },
    .init("sentence", .text, "a description of the selected records") { $0.context.sentence },
    .init("type", .text, "the Swift type of the selected records") { $0.context.entity.type },
    .init("entity", .text, "the name of the entity in the model") { $0.context.entity.name },
    .init("parameters", .parameters, "the method's parameters, in order") {
        query,
        faults in
        parameters(of: query).map { record("parameter", $0, parameterFields, faults) }
    },
    .init("predicate", .text, "the canonical predicate; absent if every record is selected") {
        $0.context.query.request.predicate?.text
    },
    .init(
        "sorts",
        .sorts,
        "the sort keys, without the identity that the query adds as the last key"
    ) { query, faults in
        query.context.query.request.sorts.map { record("sort", $0, sortFields, faults) }
    },
    .init("sql", .text, "the SQL statement that the store executes") {
        Generator.sql($0.context, $0.shape)
    },
    .init("limit", .number, "maximum number of records; absent if unlimited") { $0.shape.limit },
    .init(
        "owner",
        .text,
        "for a fetched property, the Swift type of the records that have the property"
    ) {
        $0.context.owner?.type
    },
]

/// The fields of a parameter, such as `parameter.type`.
package let parameterFields: [TemplateField<TemplateParameter>] = [
    .init("name", .text, "the Swift name") { $0.name },
    .init("type", .text, "the Swift type: `[Int32]`") { $0.type },
]

/// The fields of a sort key, such as `sort.key`.
package let sortFields: [TemplateField<QueryRequest.Sort>] = [
    .init("key", .text, "the key path in the model") { $0.path.joined(separator: ".") },
    .init("isDescending", .flag, "whether the order is descending") { $0.isDescending },
]

// MARK: - Records

func record(_ value: TemplateModel, _ faults: TemplateFaults) -> Any {
    record("model", value, modelFields, faults)
}

func record(_ value: TemplateEntity, _ faults: TemplateFaults) -> Any {
    record("entity", value, entityFields, faults)
}

func record(_ value: TemplateQuery, _ faults: TemplateFaults) -> Any {
    record("query", value, queryFields, faults)
}

private func record<Value>(
    _ kind: String,
    _ value: Value,
    _ fields: [TemplateField<Value>],
    _ faults: TemplateFaults
) -> Any {
    TemplateRecord(kind: kind, value: value, fields: fields, faults: faults)
}

private func parameters(of query: TemplateQuery) -> [TemplateParameter] {
    query.context.owner == nil ? methodParameters(of: query.context.query) : []
}

func plain(_ name: String) -> String { name.filter { $0 != "`" } }
