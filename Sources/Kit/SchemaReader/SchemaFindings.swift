import Diagnostics
import Schema

/// Names an entity, or one property of it.
struct PropertyPlace: Hashable {
    var entity: String
    var property: String?
}

/// What is wrong with a schema as a whole: names used twice, relationships that lead nowhere.
func findings(
    in schema: Schema,
    places: [PropertyPlace: Diagnostic.Place],
    file: String
) -> [Diagnostic] {
    duplicates(schema.entities.map(\.name)).map { name in
        Diagnostic(
            "duplicate-entity",
            at: places[PropertyPlace(entity: name)] ?? .init(file: file),
            "two entities are called \"\(name)\"",
            fix: "rename one of them"
        )
    }
        + schema.entities.flatMap { entity in
            duplicates(entity.propertyNames).map { name in
                Diagnostic(
                    "duplicate-property",
                    at: places[PropertyPlace(entity: entity.name, property: name)],
                    "the entity \"\(entity.name)\" has two properties \"\(name)\"",
                    fix: "rename one of them"
                )
            }
                + entity.relationships.compactMap { relationship in
                    finding(
                        on: relationship,
                        in: schema,
                        at: places[PropertyPlace(entity: entity.name, property: relationship.name)]
                    )
                }
        }
}

private func finding(
    on relationship: Relationship,
    in schema: Schema,
    at place: Diagnostic.Place?
) -> Diagnostic? {
    guard let destination = schema.entity(named: relationship.destination) else {
        return Diagnostic(
            "unknown-destination",
            at: place,
            "the relationship \"\(relationship.name)\" leads to the unknown entity \"\(relationship.destination)\"",
            fix: suggestion(for: relationship.destination, among: schema.entities.map(\.name))
        )
    }
    guard let inverse = relationship.inverse, destination.relationship(named: inverse) == nil else {
        return nil
    }
    return Diagnostic(
        "unknown-inverse",
        at: place,
        "the inverse \"\(inverse)\" of \"\(relationship.name)\" is not a relationship of \"\(destination.name)\"",
        fix: suggestion(for: inverse, among: destination.relationships.map(\.name))
    )
}

private func duplicates(_ names: [String]) -> [String] {
    var seen: Set<String> = []
    return names.filter { !$0.isEmpty && !seen.insert($0).inserted }
}
