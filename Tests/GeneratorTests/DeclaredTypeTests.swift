import Diagnostics
import Foundation
import Generator
import Schema
import SchemaReader
import Testing

private let tests = URL(fileURLWithPath: #filePath).deletingLastPathComponent()

private func attribute(
    _ type: AttributeType,
    optional: Bool,
    scalar: Bool? = nil,
    customClass: String? = nil
) -> Attribute {
    var attribute = Attribute(name: "a", type: type, isOptional: optional)
    attribute.usesScalar = scalar
    attribute.customClass = customClass
    return attribute
}

@Test func typesAreThoseThatXcodeDeclares() {
    let schema = Schema(name: "M", entities: [Entity(name: "City")])
    let table: [(Attribute, String)] = [
        (attribute(.string, optional: true), "String?"),
        (attribute(.string, optional: false), "String"),
        (attribute(.date, optional: true, scalar: false), "Date?"),
        (attribute(.binary, optional: false), "Data"),
        (attribute(.uuid, optional: true), "UUID?"),
        (attribute(.uri, optional: true), "URL?"),
        (attribute(.integer16, optional: false, scalar: true), "Int16"),
        (attribute(.integer32, optional: true, scalar: true), "Int32"),
        (attribute(.integer64, optional: true, scalar: false), "NSNumber?"),
        (attribute(.double, optional: true), "NSNumber?"),
        (attribute(.boolean, optional: true, scalar: true), "Bool"),
        (attribute(.decimal, optional: true), "NSDecimalNumber?"),
        (attribute(.transformable, optional: true), "NSObject?"),
        (attribute(.transformable, optional: true, customClass: "Core.Upload"), "Upload?"),
        (attribute(.transformable, optional: false, customClass: "[String]"), "[String]"),
    ]
    for (attribute, type) in table { #expect(schema.declaredType(of: attribute) == type) }
    var many = Relationship(name: "r", destination: "City", isToMany: true)
    #expect(schema.declaredType(of: many) == "Set<City>?")
    many.isOrdered = true
    #expect(schema.declaredType(of: many) == "NSOrderedSet?")
}

@Test func scalarsOfXcodeAreNeverAbsentInRecords() throws {
    let read = try librarySchema()
    var schema = read
    for index in schema.entities.indices {
        for place in schema.entities[index].attributes.indices {
            schema.entities[index].attributes[place].usesScalar = true
        }
    }
    let options = GenerationOptions(types: .xcode)
    let context = modelContext(for: schema, source: "M", options: options).context
    let book = try #require(context.entities.first { $0.name == "Book" })
    let types = Dictionary(uniqueKeysWithValues: book.properties.map { ($0.name, $0) })
    #expect(types["rating"]?.isOptional == false)
    #expect(types["rating"]?.initialValue == "0")
    #expect(types["`class`"]?.isOptional == true)
    // An identity that may be absent is what says that the record is new.
    let shelf = try #require(context.entities.first { $0.name == "Shelf" })
    #expect(shelf.properties.first { $0.name == "id" }?.isOptional == true)
}

/// 0 stands for an absent value, which breaks no rule.
@Test func anAbsentScalarOfXcodeBreaksNoRule() throws {
    var attribute = attribute(.integer16, optional: true, scalar: true)
    attribute.validation.minimum = "1"
    let schema = Schema(name: "M", entities: [Entity(name: "City", attributes: [attribute])])
    for (types, value) in [(GenerationOptions.Types.strict, "a"), (.xcode, "a == 0 ? nil : a")] {
        let options = GenerationOptions(types: types)
        let context = modelContext(for: schema, source: "M", options: options).context
        #expect(context.entities.first?.validations == [["\"a\"", value, "atLeast: 1"]])
    }
}

/// What people and Xcode declared for models of other projects, where the table is there.
@Test func typesAgreeWithWhatOthersDeclared() throws {
    let corpus = URL(
        fileURLWithPath: ProcessInfo.processInfo.environment["MODEL_CORPUS"]
            ?? tests.appendingPathComponent("../../../shared/corpus").standardized.path
    )
    let table = corpus.appendingPathComponent("declared-types.tsv")
    guard let text = try? String(contentsOf: table, encoding: .utf8) else {
        print("skipped: there is no declared-types.tsv beside the repository")
        return
    }
    let lines = text.split(separator: "\n").map {
        $0.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
    }
    let names = lines[0]
    var same = 0
    var agreeing = 0
    var exceptions: [String: [String]] = [:]
    // What the model says of a property, and what was declared: no rule can tell more.
    var declarations: [[String]: [String: Int]] = [:]
    for line in lines.dropFirst() {
        let row = Dictionary(zip(names, line)) { first, _ in first }
        let declared = row["swiftType"] ?? ""
        let made = try made(row, in: corpus)
        if made == declared { same += 1 }
        // What is unwrapped by itself is the same value of the same type.
        let plain = declared.hasSuffix("!") ? String(declared.dropLast()) : declared
        let facts = [
            "kind", "attributeType", "optional", "usesScalar", "customClass", "toMany", "ordered",
            "destination",
        ]
        declarations[facts.map { row[$0] ?? "" }, default: [:]][plain, default: 0] += 1
        if made == plain {
            agreeing += 1
        } else {
            let name = "\(row["entity"] ?? "").\(row["name"] ?? "")"
            let cause = cause(made, plain, isAttribute: row["kind"] == "attribute")
            exceptions[cause ?? "unexplained", default: []].append("\(name): \(made), \(declared)")
        }
    }
    let best = declarations.values.map { $0.values.max() ?? 0 }.reduce(0, +)
    print("declared types: \(same) the same, \(agreeing) agree, of \(lines.count - 1)")
    print("  the best that any rule could reach: \(best)")
    for (cause, found) in exceptions.sorted(by: { $0.key < $1.key }) {
        print("  \(cause): \(found.count)")
        for exception in found.sorted() { print("    \(exception)") }
    }
    #expect(exceptions["unexplained"] == nil)
    let page = try String(
        contentsOf: tests.appendingPathComponent(
            "../../Sources/Kit/Generator/Generator.docc/DeclaredTypes.md"
        ),
        encoding: .utf8
    )
    for (cause, found) in exceptions {
        let row = page.split(separator: "\n").first { $0.hasPrefix("| \(cause)") }
        #expect(row?.hasSuffix("| \(found.count) |") == true, "\(cause)")
    }
    #expect(agreeing >= 224)
}

/// Why a person's declaration is not what the model says; nil where nothing explains it. The page
/// DeclaredTypes has a line for each.
private func cause(_ made: String, _ declared: String, isAttribute: Bool) -> String? {
    let (ours, theirs) = (bare(made), bare(declared))
    switch (made.hasSuffix("?"), declared.hasSuffix("?")) {
    case _ where ours == "NSObject": return "the model names no class"
    case (false, true) where ours == theirs: return "required by the model, optional in code"
    case (true, false) where ours == theirs: return "optional in the model, required in code"
    case _ where theirs == "NSSet": return "a set without the type of its elements"
    case _ where !isAttribute && ours != theirs: return "the class of another version of the model"
    case _ where isAttribute && ours != theirs: return "a type of the application's choice"
    default: return nil
    }
}

private func bare(_ type: String) -> String { type.hasSuffix("?") ? String(type.dropLast()) : type }

private func made(_ row: [String: String], in corpus: URL) throws -> String {
    let folder = (row["repo"] ?? "").replacing("/", with: "+")
    let path = corpus.appendingPathComponent("models/\(folder)/\(row["model"] ?? "")")
    guard let data = try? Data(contentsOf: path) else { return "no model" }
    let schema = readSchema(contents: data, named: "M", file: "contents").schema
    let entity = schema.entity(named: row["entity"] ?? "")
    let name = row["name"] ?? ""
    if let attribute = entity?.attribute(named: name) { return schema.declaredType(of: attribute) }
    if let relationship = entity?.relationship(named: name) {
        return schema.declaredType(of: relationship)
    }
    let request = entity?.fetchedProperties.first { $0.name == name }?.request
    return request.map { "[\(schema.className(of: $0.entity))]" } ?? "no property"
}
