import Foundation
import Generator
import Schema
import SchemaReader
import TestSupport
import Testing

private let tests = URL(fileURLWithPath: #filePath).deletingLastPathComponent()

/// Class diagrams for Mermaid, of plain and of odd models.
@Suite struct DiagramTests {
    private func read(_ model: String) throws -> Schema {
        try readSchema(at: tests.appendingPathComponent(model).path, version: nil)
            .withoutRepeatedEntities.schema
    }

    private func context(_ schema: Schema) -> ModelContext {
        modelContext(for: schema, source: "Model.xcdatamodeld").context
    }

    @Test func diagramsAreAsTheyWereRead() throws {
        var files: [(String, String)] = []
        for model in ["Odd", "Kin", "Rules"] {
            let schema = try read("Models/\(model).xcdatamodeld")
            files.append(("\(model)-schema.mmd", schemaDiagram(schema)))
            files.append(("\(model)-code.mmd", codeDiagram(context(schema))))
        }
        let folder = tests.appendingPathComponent("Diagrams")
        #expect(try Golden.differences(files, in: folder) == [])
    }

    /// The grammar of a class diagram, as far as ours use it, line by line.
    @Test(arguments: ["Odd", "Kin", "Rules", "Keys"]) func everyLineIsOfMermaidsGrammar(
        model: String
    ) throws {
        let schema = try read("Models/\(model).xcdatamodeld")
        for text in [schemaDiagram(schema), codeDiagram(context(schema))] {
            #expect(offences(text) == [])
        }
    }

    @Test func namesAndTextsOfAnyKindAreKeptOutOfTheGrammar() throws {
        let names = ["class", "note", "end", "a b", "a`b", "x;y", "国", "A{B", "", "Ok_1", "d~e"]
        let schema = Schema(
            name: "Odd names",
            entities: names.map { name in
                var attribute = Attribute(name: "v{1}~$", type: .transformable)
                attribute.customClass = "[String: [Int]]*"
                var entity = Entity(name: name, attributes: [attribute])
                entity.relationships = names.map {
                    Relationship(name: "to;\n\($0)", destination: $0, isToMany: true)
                }
                return entity
            }
        )
        let text = schemaDiagram(schema)
        #expect(offences(text) == [])
        #expect(text.contains("    class Ok_1 {"))
        #expect(text.contains("    class `class` {"))
        #expect(text.contains("    class `a b` {"))
    }

    @Test func aRelationshipAndItsInverseAreOneLine() {
        var author = Entity(name: "Author")
        var book = Entity(name: "Book")
        var books = Relationship(
            name: "books",
            destination: "Book",
            isToMany: true,
            inverse: "author"
        )
        books.maximumCount = 5
        author.relationships = [
            books,
            Relationship(name: "friend", destination: "Author", inverse: "friend"),
            Relationship(name: "first", destination: "Book"),
            Relationship(name: "lost", destination: "Nothing"),
        ]
        book.relationships = [
            Relationship(
                name: "author",
                destination: "Author",
                isOptional: false,
                inverse: "books"
            )
        ]
        #expect(
            schemaDiagram(Schema(name: "Library", entities: [author, book])) == """
                classDiagram
                    class Author
                    class Book
                    Author "1" -- "0..5" Book : books / author
                    Author "0..1" -- "0..1" Author : friend
                    Author --> "0..1" Book : first

                """
        )
    }

    @Test func theClassOfAFormerTypeIsNotShown() {
        var name = Attribute(name: "name", type: .string)
        name.customClass = "NSArray"
        name.compositeName = "Place"
        let schema = Schema(name: "Library", entities: [Entity(name: "Book", attributes: [name])])
        #expect(schemaDiagram(schema).contains("        name: String?\n"))
    }

    @Test func aModelWithoutEntitiesIsADiagram() {
        #expect(schemaDiagram(Schema(name: "Empty")) == "classDiagram\n")
    }

    private func offences(_ text: String) -> [String] {
        let name = "(?:[A-Z][A-Za-z0-9_]*|`[^`\\n]+`)"
        let outside = try? Regex(
            "classDiagram|    class \(name)(?: \\{)?|    \\}"
                + "|    \(name) <\\|-- \(name)|    \(name) \\.\\.> \(name) : [^;]+"
                + "|    \(name) (?:\"[^\"]+\" )?--?>? (?:\"[^\"]+\" )?\(name) : [^;]+"
        )
        let inside = try? Regex("        (?:<<[a-z]+>>|[^{}<>]*[^{}<>$*])")
        guard let outside, let inside else { return ["the grammar cannot be read"] }
        var isInside = false
        return text.split(separator: "\n").map(String.init).filter { line in
            if isInside, line != "    }" { return (try? inside.wholeMatch(in: line)) == nil }
            isInside = line.hasSuffix(" {")
            return (try? outside.wholeMatch(in: line)) == nil
        }
    }
}
