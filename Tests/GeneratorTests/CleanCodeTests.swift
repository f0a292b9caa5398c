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

/// `ID` is an associated type of `Identifiable`, so a record's code would mean its own identity.
@Test func anEntityNamedLikeAnAssociatedTypeGetsAnotherType() {
    #expect(typeName("ID") == "IDRecord")
    #expect(typeName("Id") == "Id")
}

/// SwiftPM makes an executable of a target with a file `Main.swift`.
@Test func noEntityHasTheMainFile() {
    #expect(["Main", "main", "MAIN"].map(typeName) == ["MainRecord", "MainRecord", "MAINRecord"])
}

@Test func aPropertyThatAParameterHidesIsReachedThroughSelf() throws {
    let keys = [["newValue"], ["retrieve", "title"]]
    let entity = Entity(
        name: "Desk",
        attributes: ["newValue", "retrieve", "title"].map { Attribute(name: $0, type: .string) },
        uniquenessConstraints: keys
    )
    let schema = Schema(name: "M", entities: [entity])
    let files = generate(modelContext(for: schema, source: "M.xcdatamodeld").context)
    let text = try #require(files.first { $0.name == "Desk.swift" }).text
    #expect(text.contains("set { self.newValue = newValue?.value }"))
    #expect(text.contains("try await self.retrieve("))
}

/// The formatter breaks both, the list because it keeps a column free for a comma.
@Test func longTextsInListsAndFullListsAreBroken() throws {
    func text(_ attributes: [Attribute], _ keys: [[String]] = []) throws -> String {
        let desk = Entity(name: "Desk", attributes: attributes, uniquenessConstraints: keys)
        let schema = Schema(name: "M", entities: [desk])
        let files = generate(modelContext(for: schema, source: "M.xcdatamodeld").context)
        return try #require(files.first { $0.name == "Desk.swift" }).text
    }
    var noted = Attribute(name: "a", type: .string)
    let note = String(repeating: "x", count: 90)
    noted.userInfo = ["note": note]
    #expect(try text([noted]).contains("\"note\":\n                    \"\(note)\"\n"))

    // On one line, the list would end in column 100.
    let names = [String(repeating: "a", count: 10), String(repeating: "b", count: 11)]
    let elements = names.map { "                \"\($0)\": StoredValue(\($0)),\n" }
    let keyed = try text(names.map { Attribute(name: $0, type: .string) }, [names])
    #expect(keyed.contains("unique: [\n\(elements.joined())            ]\n"), "\(keyed)")
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
