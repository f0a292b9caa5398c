import Generator
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
