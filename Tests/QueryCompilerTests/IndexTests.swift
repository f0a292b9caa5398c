import Diagnostics
import QueryCompiler
import QueryLanguage
import Schema
import SeededRandom
import Testing

private let schema = Schema(
    name: "Places",
    entities: [
        Entity(
            name: "City",
            attributes: [
                Attribute(name: "id", type: .integer64), Attribute(name: "name", type: .string),
                Attribute(name: "area", type: .double),
            ],
            relationships: [Relationship(name: "twin", destination: "City")],
            uniquenessConstraints: [["id"]]
        )
    ]
)

private let indexes = [
    DeclaredIndex(entity: "City", attribute: "name"),
    DeclaredIndex(entity: "City", attribute: "name", folding: .caseInsensitive),
]

private func cities(
    _ text: String,
    _ indexes: [DeclaredIndex] = indexes
) throws -> CompiledQuery {
    try compile(
        QueryRequest(entity: "City", predicate: try parsePredicate(text)),
        in: schema,
        source: QuerySource(text: text, file: "--predicate"),
        indexes: indexes
    )
}

@Test(arguments: [
    "name == $text", "name BEGINSWITH $text", "name ==[c] $text", "name BEGINSWITH[c] $text",
    "name IN $texts", "name IN[c] {'a', 'b'}", "name BETWEEN {'a', 'b'} AND area > 3",
    "name <[c] 'b'", "$text == name", "name BEGINSWITH[c] 'a' AND area > 2",
])
func equalityRangesAndPrefixesSearchTheDeclaredIndex(text: String) throws {
    var numbers = SplitMix64(seed: 1)
    let database = try WorldDatabase(RandomWorld(schema, &numbers), indexes)
    let query = try cities(text)
    let plan = try database.plan(query)
    #expect(plan.contains { $0.hasPrefix("SEARCH t0 USING INDEX") }, "\(plan)")
    #expect(query.warnings.isEmpty)
}

@Test(arguments: [
    ("area == 3", "\"area\"", "declare a fetch index on \"area\" in the model"),
    (
        "name ==[cd] 'a'", "\"name\" that ignores case and diacritics",
        "declare a fetch index with the expression canonical:(name) in the model"
    ),
    (
        "name <[c] 'a'", "\"name\" that ignores case",
        "declare a fetch index with the expression lowercase:(name) in the model"
    ),
    (
        "name BEGINSWITH[d] 'a'", "\"name\" that ignores diacritics",
        "compare with [cd], and declare a fetch index with the expression canonical:(name) in the model"
    ),
    ("area > 3 AND area < 4", "\"area\"", "declare a fetch index on \"area\" in the model"),
])
func aScanThatAnIndexWouldSpareIsWarnedOf(text: String, missing: String, advice: String) throws {
    let warnings = try cities(text, [DeclaredIndex(entity: "City", attribute: "name")]).warnings
    #expect(warnings.map(\.id) == ["reads-every-record"])
    #expect(warnings.map(\.severity) == [.warning])
    #expect(warnings.first?.problem.hasSuffix("no index on \(missing)") == true)
    #expect(warnings.first?.fix == "if the store has many records, \(advice)")
}

@Test(arguments: ["id == 3", "twin == $city", "SELF == $city", "name CONTAINS 'a'", "id IN $ids"])
func whatNoIndexOrTheStoresOwnServesIsNot(text: String) throws {
    #expect(try cities(text, []).warnings.isEmpty)
}

/// The store has an index on the names and areas together.
@Test(arguments: [
    ("name == $text", true), ("name IN $texts AND area > 3", true), ("name > 'b'", true),
    ("area == 3", false), ("name ==[c] 'a'", false), ("name BEGINSWITH 'a'", false),
])
func aUniquenessConstraintServesItsFirstProperty(text: String, isServed: Bool) throws {
    var unique = schema
    unique.entities[0].uniquenessConstraints.append(["name", "area"])
    let query = try compile(
        QueryRequest(entity: "City", predicate: try parsePredicate(text)),
        in: unique,
        source: QuerySource(text: text, file: "--predicate")
    )
    #expect(query.warnings.isEmpty == isServed)
}

@Test func namesAndValuesOfHostileModelsStayNamesAndValues() throws {
    let name = "x\"; DROP TABLE \"City\"; --"
    let hostile = Schema(
        name: "Hostile",
        entities: [
            Entity(
                name: name,
                attributes: [
                    Attribute(name: "id", type: .integer64),
                    Attribute(name: "a\"b", type: .string),
                ],
                uniquenessConstraints: [["id"]]
            )
        ]
    )
    let key = ExpressionNode(.keyPath([.name("a\"b")]))
    let value = ExpressionNode(.literal(.string("'); DROP TABLE x; --")))
    let query = try compile(
        QueryRequest(entity: name, predicate: .comparison(Comparison(key, .equal, value))),
        in: hostile,
        source: QuerySource(text: "", file: "--predicate")
    )
    #expect(query.condition == "t0.\"a\"\"b\" IS ?1")
    #expect(query.source == "\"x\"\"; DROP TABLE \"\"City\"\"; --\" AS t0")
    var numbers = SplitMix64(seed: 1)
    let database = try WorldDatabase(RandomWorld(hostile, &numbers), [])
    #expect(try database.identities(query, [:], now: 0).isEmpty)
}

@Test func theIndexesOfAModelAreThoseThatTheStoreCanKeep() {
    var entity = schema.entities[0]
    entity.fetchIndexes = [
        FetchIndex(name: "byName", elements: [.init(property: "name"), .init(property: "area")]),
        FetchIndex(
            name: "folded",
            elements: [.init(property: nil, expression: "canonical:(name)")]
        ),
        FetchIndex(name: "lower", elements: [.init(property: nil, expression: "lowercase:(name)")]),
        FetchIndex(name: "place", elements: [.init(property: "area", kind: .rTree)]),
        FetchIndex(name: "some", elements: [.init(property: "area")], predicate: "area > 3"),
        FetchIndex(name: "odd", elements: [.init(property: nil, expression: "area + 1")]),
    ]
    entity.compoundIndexes = [["twin", "area"], ["nothing"]]
    entity.attributes[1].isIndexed = true
    let keys = entity.declaredIndexes(in: schema)
        .map { $0.map { "\($0.attribute)\($0.folding.text)" } }
    #expect(keys == [["name", "area"], ["name[cd]"], ["name[c]"], ["twin", "area"], ["name"]])
    let omissions = entity.fetchIndexes.map { entity.omission(of: $0, in: schema) }
    #expect(
        omissions == [
            nil, nil, nil, "is left out: \"area\" has the type RTree",
            "is left out: it has a predicate", "is left out: the store cannot index \"area + 1\"",
        ]
    )
}

/// The column of a one-to-one relationship is in the table of the entity that comes first. The
/// store could not be created.
@Test func anIndexOnARelationshipWithoutAColumnIsLeftOut() {
    func entity(_ name: String, _ relationship: Relationship) -> Entity {
        var entity = Entity(name: name, relationships: [relationship])
        entity.compoundIndexes = [[relationship.name]]
        return entity
    }
    let schema = Schema(
        name: "M",
        entities: [
            entity("Card", Relationship(name: "owner", destination: "Person", inverse: "card")),
            entity("Person", Relationship(name: "card", destination: "Card", inverse: "owner")),
        ]
    )
    let made = createStatements(for: schema).filter { $0.contains("#1") }
    #expect(made == [#"CREATE INDEX "Card#1" ON "Card" ("owner")"#])
}

@Test func theModelsOwnIndexesServeItsQueries() throws {
    var indexed = schema
    indexed.entities[0].fetchIndexes = [
        FetchIndex(name: "folded", elements: [.init(property: nil, expression: "canonical:(name)")])
    ]
    let query = try compile(
        QueryRequest(entity: "City", predicate: try parsePredicate("name ==[cd] $n")),
        in: indexed,
        source: QuerySource(text: "name ==[cd] $n", file: "--predicate")
    )
    #expect(query.warnings.isEmpty)
    #expect(query.condition == "store_fold_cd(t0.\"name\") IS store_fold_cd(?1)")
}
