import CacheStore
import DataAccess

/// A model with the tables that its entities need.
func model(
    _ name: String = "Shop",
    _ version: ModelVersion? = nil,
    _ entities: [EntityDescription],
    indexes: [String] = []
) -> StoreModel {
    StoreModel(
        name: name,
        version: version,
        statements: entities.map { table($0, entities) } + pairTables(entities) + indexes,
        entities: entities
    )
}

func entity(
    _ name: String,
    _ attributes: [AttributeDescription],
    _ relationships: [RelationshipDescription] = [],
    was identifier: String? = nil
) -> EntityDescription {
    EntityDescription(
        name: name,
        identity: "id",
        attributes: [AttributeDescription("id", .integer64, isOptional: false)] + attributes,
        relationships: relationships,
        renamingIdentifier: identifier
    )
}

private func table(_ entity: EntityDescription, _ entities: [EntityDescription]) -> String {
    let attributes = entity.attributes.map { attribute -> String in
        if attribute.name == entity.identity { return "\"\(attribute.name)\" INTEGER PRIMARY KEY" }
        let type =
            switch attribute.kind {
            case .double, .float, .date: "REAL"
            case .string, .decimal, .uuid, .uri, .transformable: "TEXT"
            case .binary: "BLOB"
            default: "INTEGER"
            }
        return "\"\(attribute.name)\" \(type)\(attribute.isOptional ? "" : " NOT NULL")"
    }
    let columns = entity.relationships.filter(\.isColumn).map { relationship in
        let rule = relationship.whenDestinationIsDeleted == .cascade ? "CASCADE" : "SET NULL"
        let need = relationship.isOptional ? "" : " NOT NULL"
        let reference =
            relationship.whenDestinationIsDeleted == .noAction
            ? ""
            : " REFERENCES \"\(relationship.destination)\" (\"id\") ON DELETE \(rule) DEFERRABLE INITIALLY DEFERRED"
        return "\"\(relationship.name)\" INTEGER\(need)\(reference)"
    }
    let positions = entity.relationships.filter { isPlaced($0, of: entity, entities) }
        .map { "\"\($0.name).position\" INTEGER" }
    let all = attributes + columns + positions
    return "CREATE TABLE \"\(entity.name)\" (\(all.joined(separator: ", ")))"
}

/// Whether a column beside it holds the places of the records in the inverse's order.
private func isPlaced(
    _ relationship: RelationshipDescription,
    of entity: EntityDescription,
    _ entities: [EntityDescription]
) -> Bool {
    guard relationship.isColumn else { return false }
    return entities.first { $0.name == relationship.destination }?.relationships.contains {
        $0.isOrdered && $0.destination == entity.name && $0.storage == .inverse(relationship.name)
    } ?? false
}

private func pairTables(_ entities: [EntityDescription]) -> [String] {
    let sides = entities.flatMap { entity in
        entity.relationships.compactMap { relationship in
            relationship.join.map { (entity.name, relationship.destination, $0) }
        }
    }
    return Set(sides.map(\.2.table)).sorted().map { table in
        let here = sides.filter { $0.2.table == table }
        let (entity, destination, join) = here[0]
        let positions = Set(here.map(\.2).filter(\.isOrdered).map(\.positionColumn)).sorted()
            .map { ", \"\($0)\" INTEGER" }.joined()
        func column(_ name: String, _ entity: String) -> String {
            "\"\(name)\" INTEGER NOT NULL REFERENCES \"\(entity)\" (\"id\") ON DELETE CASCADE"
        }
        return """
            CREATE TABLE "\(table)" (\(column(join.own, entity)), \(column(join.other, destination))
            \(positions), PRIMARY KEY ("source", "target"))
            """
    }
}

/// Makes a store of `model` and runs `statements` in it.
func makeStore(_ path: String, _ model: StoreModel, _ statements: [String] = []) async throws {
    let store = try CacheStore(fileAt: path, model: model)
    try await store.write { connection in
        for statement in statements { try connection.execute(statement) }
    }
    try store.close()
}

/// The rows of `sql`, each as one text.
func texts(_ store: CacheStore, _ sql: String) async throws -> [String] {
    try await store.read { connection in
        try connection.rows(sql) { row in row.string(0) ?? "none" }
    }
}

func model(_ entities: [EntityDescription]) -> StoreModel { model("Shop", nil, entities) }
