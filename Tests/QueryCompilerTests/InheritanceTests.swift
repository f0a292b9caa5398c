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
            ]
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

private func query(_ entity: String, _ text: String) throws -> CompiledQuery {
    try compile(
        QueryRequest(
            entity: entity,
            predicate: try parsePredicate(text),
            sorts: [QueryRequest.Sort(path: ["name"])]
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

@Test(arguments: [
    ("City", "ANY visits.place == $place", "inherited-relationship"),
    ("City", "visits.@count > 2", "inherited-relationship"),
    ("Place", "name == 'a'", "abstract-entity"),
    ("Visit", "place.name == 'a'", "abstract-entity"),
    ("Country", "ANY places.name == 'a'", "abstract-entity"),
    ("City", "nam == 'a'", "unknown-key"),
])
func whatInheritanceKeepsFromSQLIsSaid(entity: String, text: String, id: String) throws {
    do {
        _ = try query(entity == "Visit" ? "Visit" : entity, text)
        Issue.record("\(text) compiled")
    } catch let error as DiagnosticError {
        #expect(error.diagnostics.first?.id == id, "\(error)")
    }
}

@Test func aQueryOfAParentSaysWhoseRecordsItLeavesOut() throws {
    let warnings = try query("City", "id == 3").warnings
    #expect(warnings.map(\.id) == ["children-left-out"])
    #expect(warnings.first?.problem.hasPrefix("records of Capital have") == true)
    #expect(try query("Capital", "id == 3").warnings.isEmpty)
}
