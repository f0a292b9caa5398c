import Diagnostics
import Generator
import Schema
import Testing

@Test func entitiesOfOneRootShareATable() throws {
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
                relationships: [Relationship(name: "country", destination: "Country")],
                uniquenessConstraints: [["id"]]
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
    #expect(result.context.entities.map(\.name) == ["Place", "City", "Country"])
    let city = try #require(result.context.entities.dropFirst().first)
    #expect(city.properties.map(\.name) == ["id", "name", "area", "country"])
    #expect(city.identity.property == "id")
    #expect(
        result.context.statements == [
            """
            CREATE TABLE "Place" (
                "_kind" TEXT NOT NULL,
                "id" INTEGER PRIMARY KEY,
                "name" TEXT,
                "country" INTEGER REFERENCES "Country" ("_id") ON DELETE SET NULL DEFERRABLE INITIALLY DEFERRED,
                "area" REAL
            )
            """,
            #"CREATE INDEX "Place.country" ON "Place" ("country")"#,
            """
            CREATE TABLE "Country" (
                "_id" INTEGER PRIMARY KEY,
                "code" TEXT
            )
            """,
            """
            CREATE VIEW "City" AS
            SELECT "id", "name", "area", "country"
            FROM "Place"
            WHERE "_kind" IN ('City')
            """,
        ]
    )
    #expect(result.diagnostics == [])
}

@Test(arguments: [false, true])
func theIndexesOfDescendantsAreCreated(_ isCompound: Bool) {
    var place = Entity(name: "Place", attributes: [Attribute(name: "name", type: .string)])
    if isCompound {
        place.compoundIndexes = [["name"]]
    } else {
        place.fetchIndexes = [FetchIndex(name: "byName", elements: [.init(property: "name")])]
    }
    var city = Entity(
        name: "City",
        parent: "Place",
        attributes: [Attribute(name: "area", type: .double)]
    )
    city.fetchIndexes = [FetchIndex(name: "byArea", elements: [.init(property: "area")])]
    var capital = Entity(
        name: "Capital",
        parent: "City",
        attributes: [Attribute(name: "founded", type: .date)]
    )
    capital.fetchIndexes = [FetchIndex(name: "byYear", elements: [.init(property: "founded")])]
    let schema = Schema(name: "Places", entities: [place, city, capital])
    let made = modelContext(for: schema, source: "Places.xcdatamodeld").context.statements
    #expect(
        made.filter { $0.hasPrefix("CREATE INDEX") } == [
            #"CREATE INDEX "Place#1" ON "Place" ("name")"#,
            #"CREATE INDEX "City#2" ON "Place" ("area")"#,
            #"CREATE INDEX "Capital#3" ON "Place" ("founded")"#,
        ]
    )
}
