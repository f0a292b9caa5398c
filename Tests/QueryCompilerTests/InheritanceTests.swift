import Diagnostics
import QueryCompiler
import QueryLanguage
import Schema
import Testing

private let schema = Schema(
    name: "Places",
    entities: [
        Entity(
            name: "Place",
            isAbstract: true,
            attributes: [
                Attribute(name: "id", type: .integer64), Attribute(name: "name", type: .string),
            ],
            relationships: [
                Relationship(name: "country", destination: "Country", inverse: "places"),
                Relationship(
                    name: "visits",
                    destination: "Visit",
                    isToMany: true,
                    inverse: "place"
                ),
            ],
            uniquenessConstraints: [["id"]]
        ),
        Entity(
            name: "City",
            parent: "Place",
            attributes: [Attribute(name: "area", type: .double)]
        ),
        Entity(name: "Capital", parent: "City"),
        Entity(
            name: "Country",
            attributes: [Attribute(name: "name", type: .string)],
            relationships: [
                Relationship(
                    name: "places",
                    destination: "Place",
                    isToMany: true,
                    inverse: "country"
                )
            ]
        ),
        Entity(
            name: "Visit",
            relationships: [Relationship(name: "place", destination: "Place", inverse: "visits")]
        ),
    ]
)

private func query(
    _ entity: String,
    _ text: String,
    sort: String? = "name"
) throws -> CompiledQuery {
    try compile(
        QueryRequest(
            entity: entity,
            predicate: try parsePredicate(text),
            sorts: sort.map { [QueryRequest.Sort(path: [$0])] } ?? []
        ),
        in: schema,
        source: QuerySource(text: text, file: "--predicate"),
        indexes: []
    )
}

@Test func inheritedAttributesAndToOneRelationshipsAreColumnsOfTheChild() throws {
    let found = try query("Capital", "id == 3 AND area > 2 AND country.name == 'Italy'")
    #expect(
        found.source
            == "\"Capital\" AS t0\nLEFT JOIN \"Country\" AS t1 ON t1.\"_id\" = t0.\"country\""
    )
    #expect(
        found.condition == "t0.\"id\" IS ?1 AND t0.\"area\" > ?2 AND t1.\"name\" IS ?3"
    )
    #expect(found.order == "t0.\"name\", t0.\"id\"")
    #expect(found.entity.attributes.map(\.name) == ["id", "name", "area"])
}

/// An entity is read by its own name: a root's table holds the records of its children, and a child
/// has a view of it.
@Test(arguments: [
    (
        "City", "ANY visits.place == $place",
        #"EXISTS (SELECT 1 FROM "Visit" AS t1 WHERE t1."place" = t0."id" AND (t1."place" IS ?1))"#
    ),
    // Entities of one hierarchy share a table, and so their identities.
    (
        "City", "ANY visits.place == SELF",
        #"EXISTS (SELECT 1 FROM "Visit" AS t1 WHERE t1."place" = t0."id" AND (t1."place" IS t0."id"))"#
    ),
    // A variable can have the identity of either entity.
    (
        "City", "SELF == $place OR ANY visits.place == $place",
        #"t0."id" IS ?1 OR EXISTS (SELECT 1 FROM "Visit" AS t1 WHERE t1."place" = t0."id" AND (t1."place" IS ?1))"#
    ),
    ("Place", "name == 'a'", #"t0."name" IS ?1"#),
    ("Visit", "place.name == 'a'", #"t1."name" IS ?1"#),
    (
        "Country", "ANY places.name == 'a'",
        #"EXISTS (SELECT 1 FROM "Place" AS t1 WHERE t1."country" = t0."_id" AND (t1."name" IS ?1))"#
    ),
])
func abstractEntitiesAndInheritedRelationshipsAreQueried(
    entity: String,
    text: String,
    condition: String
) throws {
    let found = try query(entity, text, sort: nil)
    #expect(found.condition == condition)
    #expect(found.warnings.filter { $0.id != "reads-every-record" } == [])
}

/// The entities of a store's model do not name their parents.
@Test func recordsOfOneTableAreCompared() throws {
    let flat = Schema(
        name: "Flat",
        entities: [
            Entity(name: "Camp", attributes: [Attribute(name: "id", type: .integer64)]),
            Entity(
                name: "Fort",
                attributes: [Attribute(name: "id", type: .integer64)],
                relationships: [Relationship(name: "base", destination: "Camp")]
            ),
        ]
    )
    func condition(_ tables: [String: String]) throws -> String? {
        let text = "base == SELF"
        let request = QueryRequest(entity: "Fort", predicate: try parsePredicate(text))
        let source = QuerySource(text: text, file: "-")
        return try compile(request, in: flat, source: source, tables: tables).condition
    }
    #expect(try condition(["Camp": "Camp", "Fort": "Camp"]) == #"t0."base" IS t0."_id""#)
    #expect(throws: DiagnosticError.self) { try condition(["Camp": "Camp", "Fort": "Fort"]) }
}

@Test func aKeyThatNoAncestorHasIsUnknown() throws {
    let error = try #require(throws: DiagnosticError.self) { try query("City", "nam == 'a'") }
    #expect(error.diagnostics.first?.id == "unknown-key")
}
