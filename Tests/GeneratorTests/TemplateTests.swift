import DataAccess
import Diagnostics
import Foundation
import Generator
import SchemaReader
import Templates
import TestSupport
import Testing

private let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent()

/// A folder of templates that lasts as long as the test.
private final class Folder {
    let path: String

    init(_ templates: [String: String]) throws {
        let folder = FileManager.default.temporaryDirectory
            .appendingPathComponent("templates-\(UUID().uuidString)")
        path = folder.path
        for (name, text) in templates {
            let file = folder.appendingPathComponent(name)
            try FileManager.default.createDirectory(
                at: file.deletingLastPathComponent(),
                withIntermediateDirectories: true
            )
            try Data(text.utf8).write(to: file)
        }
    }

    deinit { try? FileManager.default.removeItem(atPath: path) }

    /// What the templates add to nothing, by name.
    func rendered() throws -> [String: String] {
        let files = try TemplateSet(folder: path).applied(to: [], of: libraryTemplateModel())
        return Dictionary(uniqueKeysWithValues: files.map { ($0.name, $0.text) })
    }

    /// What is said of them, without the folder.
    func refusal() throws -> [String] {
        do {
            _ = try rendered()
            return []
        } catch let error as DiagnosticError {
            return error.diagnostics.map { $0.text.replacing("\(path)/", with: "") }
        }
    }
}

private func libraryTemplateModel() throws -> TemplateModel {
    let schema = try librarySchema()
    return TemplateModel(modelContext(for: schema, source: librarySource).context, schema)
}

/// The files in `FromTemplates` are part of this test target, so what the shipped templates make
/// compiles.
@Test func theShippedTemplatesMakeTheFilesInFromTemplates() throws {
    let set = try TemplateSet(folder: root.appendingPathComponent("Templates/samples").path)
    let files = try set.applied(to: [], of: libraryTemplateModel())
    let tests = root.appendingPathComponent("Tests/GeneratorTests")
    for (folder, isSwift) in [("FromTemplates", true), ("Snapshots", false)] {
        let made = files.filter { $0.name.hasSuffix(".swift") == isSwift }
        #expect(try differences(made, in: tests.appendingPathComponent(folder)) == [])
    }
}

/// An archive made on macOS has a binary file `._NAME` for each file.
@Test func hiddenCopiesOfTemplatesAreNotTemplates() throws {
    let folder = try Folder(["all.txt.stencil": "{{ model.name }}"])
    for name in ["._all.txt.stencil", ".#all.txt.stencil"] {
        try Data([0, 5, 22, 7, 255]).write(to: URL(fileURLWithPath: "\(folder.path)/\(name)"))
    }
    #expect(try folder.rendered() == ["all.txt": "Library\n"])
}

/// An ordered relationship to many that the other side holds has a method, like one in a table of
/// pairs.
@Test func aRelationshipIsSettableIfTheManagerHasAMethod() throws {
    let path = "Tests/GeneratorTests/Models/Keys.xcdatamodeld/Keys.xcdatamodel/contents"
    let contents = try Data(contentsOf: root.appendingPathComponent(path))
    let schema = readSchema(contents: contents, named: "Keys", file: "contents").schema
    let context = modelContext(for: schema, source: "Keys.xcdatamodeld").context
    let template = """
        {% for link in entity.relationships %}{% if link.isSettable %}{{ link.name }} {% endif %}\
        {% endfor %}
        """
    let folder = try Folder(["{entity}.txt.stencil": template])
    let files = try TemplateSet(folder: folder.path).applied(
        to: [],
        of: TemplateModel(context, schema)
    )
    let settable = files.first { $0.name == "Order.txt" }?.text ?? ""
    #expect(settable.split(separator: " ").contains { $0.hasPrefix("items") })
}

@Test func whatTheShippedTemplatesMakeRuns() async throws {
    let manager = try LibraryManager.inMemory()
    try await manager.books.save([try .sample(1), try .sample(2)])
    try await manager.shelves.save(try .sample())
    let inventory = try await manager.inventory()
    #expect(inventory == ["Author": 0, "Book": 2, "Loan": 0, "Shelf": 1])
    #expect(try await manager.books.list().map(\.title) == ["title 1", "title 2"])
}

/// The tables of the page Templates are those of the code.
@Test func thePageListsEveryField() throws {
    let folder = root.appendingPathComponent("Sources/Kit/Templates/Templates.docc")
    let page = folder.appendingPathComponent("Templates.md")
    var parts = try String(contentsOf: page, encoding: .utf8).components(separatedBy: "\n### ")
    for (index, part) in parts.enumerated().dropFirst() {
        let title = part.prefix { $0 != "\n" }
        let section = try #require(templateSections.first { $0.title == title })
        let table = ["| field | kind | what |", "|---|---|---|"] + section.rows
        let rest = part.components(separatedBy: "\n## ").dropFirst().map { "\n## \($0)" }.joined()
        parts[index] = "\(title)\n\n\(table.joined(separator: "\n"))\n\(rest)"
    }
    #expect(parts.count - 1 == templateSections.count)
    let file = (name: "Templates.md", text: parts.joined(separator: "\n### "))
    #expect(try Golden.differences([file], in: folder, isWhole: false) == [])
}

@Test func aTemplateReplacesAFileOfItsName() throws {
    let folder = try Folder([
        "{entity}.swift.stencil": "struct {{ entity.type }} {}",
        "notes/Readme.stencil": "only for others",
    ])
    let files = try TemplateSet(folder: folder.path).applied(
        to: [
            GeneratedFile(name: "Book.swift", text: "ours"),
            GeneratedFile(name: "Other.swift", text: "ours"),
        ],
        of: libraryTemplateModel()
    )
    let texts = Dictionary(uniqueKeysWithValues: files.map { ($0.name, $0.text) })
    #expect(texts["Other.swift"] == "ours")
    #expect(
        texts["Book.swift"]
            == "// Made by cdgen from \(librarySource). Edits are lost when cdgen runs again.\n\nstruct Book {}\n"
    )
    #expect(
        Set(texts.keys)
            == ["Author.swift", "Book.swift", "Loan.swift", "Other.swift", "Shelf.swift"]
    )
}

@Test func everyFieldCanBeRendered() throws {
    let loop = { (path: String, fields: [String], one: String) in
        "{% for \(one) in \(path) %}"
            + fields.map { "{{ \(one).\($0) }}" }.joined(separator: " ") + "{% endfor %}"
    }
    let entity =
        entityFields.filter { $0.name != "identity" }.map { "{{ entity.\($0.name) }}" }
        + identityFields.map { "{{ entity.identity.\($0.name) }}" }
        + [
            loop("entity.properties", propertyFields.map(\.name), "property"),
            loop("entity.relationships", relationshipFields.map(\.name), "relationship"),
        ]
    let folder = try Folder([
        "{entity}.txt.stencil": entity.joined(separator: "\n"),
        "{query}.txt.stencil": queryFields.map { "{{ query.\($0.name) }}" }.joined(separator: "\n")
            + loop("query.parameters", parameterFields.map(\.name), "parameter")
            + loop("query.sorts", sortFields.map(\.name), "sort"),
        "All.txt.stencil": modelFields.map { "{{ model.\($0.name) }}" }.joined(separator: "\n"),
    ])
    let texts = try folder.rendered()
    #expect(texts["Book.txt"]?.contains("Book") == true)
    #expect(texts["All.txt"]?.contains("LibraryManager") == true)
}

@Test(
    arguments: [
        (
            "{{ entity.tpye }}",
            "1:1: \"tpye\" is not a template field of an entity\n  did you mean \"type\"?"
        ),
        (
            "a\n  {{ enttiy.type }}",
            "2:3: \"enttiy\" is not a template value\n  did you mean \"entity\"?"
        ),
        ("a\n}\n}\n{% if x %}\n}", "4:1: `endif` was not found."),
        ("{{ entity.type|shout }}", "1:1: Unknown filter 'shout'. Found similar filters:"),
        ("\n{% nonsense %}", "2:1: Unknown template tag 'nonsense'"),
        ("é {{ entity.type", "1:3: this tag is not closed"),
        ("{{ }}", "1:1: this tag is empty"),
        ("{% %}", "1:1: this tag is empty"),
        (
            "{{ entity.properties.last.name }}",
            "1:1: a template cannot read the last element of a list"
        ),
        (
            "{% include \"_prat.stencil\" %}",
            "1:1: the folder contains no template \"_prat.stencil\""
        ),
        ("{% include \"_self.stencil\" %}", nil),
        ("{% include entity.type %}", "1:1: the folder contains no template \"Author\""),
        (
            "{% for p in entity.properties %}{{ p.nmae }}{% endfor %}",
            "1:33: \"nmae\" is not a template field of a property"
        ),
        ("{{ entity.type|indent:-5 }}", "1:1: the width of \"indent\" is -5; use 0 to 1000"),
        ("{% filter indent:9999 %}x{% endfilter %}", "1:1: the width of \"indent\" is 9999;"),
        (
            "{% for f in \"filter:$0\"|split:\",\" %}\n{{ f|filter:f }}{% endfor %}",
            "2:1: \"filter\" cannot apply itself; use other filters"
        ),
        (
            "\n{% if \(String(repeating: "( ", count: 3000))x\(String(repeating: " )", count: 3000)) %}{% endif %}",
            "2:1: this tag has more than 50 opening brackets or 500 words"
        ),
        (
            "{% if \(String(repeating: "not ", count: 3000))x %}{% endif %}",
            "1:1: this tag has more than 50 opening brackets or 500 words"
        ),
        (
            "{% for i in 1...9999999999 %}{% endfor %}",
            "1:1: a range must begin and end between -1000000 and 1000000"
        ),
        ("{% extends entity.type %}", "1:1: \"extends\" needs the name of a template as a literal"),
    ] as [(String, String?)]
)
func whatIsWrongWithATemplateIsSaidWithItsPlace(_ text: String, _ problem: String?) throws {
    let name = "{entity}X.swift.stencil"
    var templates = [name: text, "_part.stencil": "x"]
    if problem == nil { templates["_self.stencil"] = text }
    let folder = try Folder(templates)
    let refusal = try folder.refusal()
    let expected =
        problem.map { "\(name):\($0)" } ?? "_self.stencil:1:1: this template includes itself"
    #expect(refusal.contains { $0.hasPrefix(expected) }, "\(refusal)")
}

@Test func aTemplateThatIncludesItselfIsFoundByAnyName() throws {
    let spaced = try Folder([
        "X.swift.stencil": "{% include \"_a b.stencil\" %}",
        "_a b.stencil": "{% include '_a b.stencil' %}",
    ])
    #expect(
        try spaced.refusal().first?.hasPrefix("_a b.stencil:1:1: this template includes itself")
            == true
    )
    let computed = "x\n{% for name in \"_a.stencil\"|split:\",\" %}{% include name %}{% endfor %}"
    let deep = try Folder([
        "X.swift.stencil": "{% include \"_a.stencil\" %}", "_a.stencil": computed,
    ])
    #expect(
        try deep.refusal() == [
            "_a.stencil:2:41: templates include each other more than 50 levels deep"
        ]
    )
}

@Test func replacedFiltersDoWhatStencilsDo() throws {
    let folder = try Folder([
        "X.txt.stencil": """
        {{ "a"|indent }},{{ "b"|indent:2,"-",true }},{% filter indent:3 %}c
        d{% endfilter %},{{ "EF"|filter:"lowerFirst" }},{{ query.name|indent }}
        """
    ])
    #expect(try folder.rendered()["X.txt"] == "a,--b,c\n   d,eF,\n")
}

@Test func aMistakeInAnIncludedTemplateIsSaidThere() throws {
    let folder = try Folder([
        "{entity}X.swift.stencil": "{% include \"_part.stencil\" %}",
        "_part.stencil": "fine\n{{ entity.type|nothing }}",
    ])
    #expect(try folder.refusal().first?.hasPrefix("_part.stencil:2:1: Unknown filter") == true)
}

@Test(arguments: ["{entty}.swift.stencil", "{entity}{query}.swift.stencil", "{}.stencil"])
func aNameThatSaysNothingIsRefused(_ name: String) throws {
    let folder = try Folder([name: "x"])
    #expect(try folder.refusal().first?.contains("contains an unknown placeholder") == true)
}

@Test func aFolderWithoutTemplatesIsRefused() throws {
    #expect(try Folder(["Readme.md": "x"]).refusal().count == 1)
    #expect(throws: DiagnosticError.self) { try TemplateSet(folder: "/nowhere/at/all") }
}
