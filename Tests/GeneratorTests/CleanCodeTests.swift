import Generator
import QueryCompiler
import QueryLanguage
import Schema
import Testing

/// `class `class`: String` has a warning of the compiler.
@Test func aKeyWithTheNameOfAKeywordIsNamedOnceInItsLookUp() throws {
    let schema = Schema(
        name: "Desks",
        entities: [
            Entity(
                name: "Desk",
                attributes: [
                    Attribute(name: "class", type: .string),
                    Attribute(name: "row", type: .integer16),
                ],
                uniquenessConstraints: [["class", "row"]]
            )
        ]
    )
    let files = generate(modelContext(for: schema, source: "Desks").context)
    let file = try #require(files.first { $0.name == "Desk.swift" })
    #expect(file.text.contains("`class`: String"))
    #expect(!file.text.contains("class `class`"))
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
    let schema = Schema(
        name: "Notes",
        entities: [Entity(name: "Note", attributes: [Attribute(name: "title", type: .string)])]
    )
    let request = QueryRequest(entity: "Note", predicate: try parsePredicate(predicate), sorts: [])
    let query = try compile(
        request,
        in: schema,
        source: QuerySource(text: predicate, file: "test")
    )
    let context = QueryContext(name: "found", query: query, schema: schema, source: "Notes")
    #expect(generate(context).text.contains(expected))
}
