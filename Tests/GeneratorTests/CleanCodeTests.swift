import Generator
import QueryCompiler
import QueryLanguage
import Schema
import Testing

private let desks = Schema(
    name: "Desks",
    entities: [
        Entity(
            name: "Desk",
            attributes: [
                Attribute(name: "class", type: .string), Attribute(name: "title", type: .string),
            ],
            uniquenessConstraints: [["class", "title"]]
        )
    ]
)

/// `class `class`: String` has a warning of the compiler.
@Test func aKeyWithTheNameOfAKeywordIsNamedOnceInItsLookUp() throws {
    let files = generate(modelContext(for: desks, source: "Desks").context)
    let file = try #require(files.first { $0.name == "Desk.swift" })
    #expect(file.text.contains("retrieve(`class`: String, title: String)"))
}

/// The formatter has a comma after the last element of several, and none after a single one.
@Test(arguments: [
    ("title BETWEEN $range", ".list(range.map { .init($0) })\n"),
    ("title BETWEEN $range OR title == $n", "\"n\": .init(n),\n"),
])
func theLastVariableOfAQueryInMemoryHasTheCommaThatTheFormatterExpects(
    _ predicate: String,
    _ expected: String
) throws {
    let request = QueryRequest(entity: "Desk", predicate: try parsePredicate(predicate))
    let place = QuerySource(text: predicate, file: "test")
    let query = try compile(request, in: desks, source: place)
    let context = QueryContext(name: "found", query: query, schema: desks, source: "Desks")
    #expect(generate(context).text.contains(expected))
}

@Test func commentsNameEntitiesInSeparateWords() throws {
    let line = Entity(
        name: "OrderLine",
        relationships: [Relationship(name: "next", destination: "OrderLine")]
    )
    let owner = Entity(name: "Owner", attributes: [Attribute(name: "name", type: .string)])
    let schema = Schema(name: "Shop", entities: [line, owner])
    let files = generate(modelContext(for: schema, source: "Shop").context)
    func text(_ name: String) throws -> String {
        try #require(files.first { $0.name == "\(name).swift" }).text
    }
    #expect(try text("OrderLine").contains("/// An order line; `orderLines.save(…)` stores"))
    #expect(try text("Owner").contains("/// An owner; `owners.save(…)` stores its changes."))
    let manager = try text("ShopManager")
    #expect(manager.contains("/// The next of the order line, or nil when it has none.\n"))
    #expect(manager.contains("/// The next of each of the order lines, keyed by"))
}
