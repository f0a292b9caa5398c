import Diagnostics
import Generator
import Schema
import Testing

@Test func aChildHasATableWithTheColumnsItInherits() throws {
    let schema = Schema(
        name: "Places",
        entities: [
            Entity(
                name: "Place",
                isAbstract: true,
                attributes: [
                    Attribute(name: "id", type: .integer64, isOptional: false),
                    Attribute(name: "name", type: .string),
                ],
                relationships: [Relationship(name: "country", destination: "Country")]
            ),
            Entity(
                name: "City",
                parent: "Place",
                attributes: [Attribute(name: "area", type: .double)]
            ),
            Entity(name: "Country", attributes: [Attribute(name: "code", type: .string)]),
        ]
    )
    let result = modelContext(for: schema, source: "Places.xcdatamodeld")
    #expect(result.context.entities.map(\.name) == ["City", "Country"])
    let city = try #require(result.context.entities.first)
    #expect(city.properties.map(\.name) == ["id", "name", "area", "country"])
    #expect(city.identity.property == "id")
    #expect(
        result.context.statements.first == """
            CREATE TABLE "City" (
                "id" INTEGER PRIMARY KEY,
                "name" TEXT,
                "area" REAL,
                "country" INTEGER REFERENCES "Country" ("_id") ON DELETE SET NULL DEFERRABLE INITIALLY DEFERRED
            )
            """
    )
    #expect(result.diagnostics.map(\.id) == ["inheritance", "inheritance"])
}
