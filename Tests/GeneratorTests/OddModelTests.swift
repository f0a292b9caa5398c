import CacheStore
import DataAccess
import Diagnostics
import Foundation
import QueryCompiler
import QueryLanguage
import Schema
import SchemaReader
import Testing

@testable import Generator

private let tests = URL(fileURLWithPath: #filePath).deletingLastPathComponent()

/// Entities called `String`, `Self` and `Data`, attributes called `init` and `hashValue`, every type
/// of attribute, names in other scripts: what the generator makes of them is part of this target,
/// so it compiles.
@Test func namesThatSwiftNeedsItselfAreGenerated() async throws {
    let manager = try OddManager.inMemory()
    let words = Words(self_: "self", identity_: "me", hashValue_: "hash", await: "wait")
    let saved = try await manager.words.save(words)
    #expect(try await manager.words.list() == [saved])
    let encoded = try JSONEncoder().encode(saved)
    #expect(try JSONDecoder().decode(Words.self, from: encoded) == saved)
    let data = try await manager.data.save(DataRecord(name: "d"))
    var switched = saved
    switched.switch = data.identity
    try await manager.words.save(switched)
    #expect(try await manager.case(of: data).map(\.identity_) == ["me"])
    // No script has to know capitals.
    let country = try await manager.国s.save(国Record(id: 1))
    let city = try await manager.都市s.save(都市Record(name: "n", 国: country.identity))
    #expect(try await manager.都市(of: country) == [city])
    #expect(try await manager.国(of: city) == country)
    let store = try await manager.stores.save(Store(name: "s", id: UUID()))
    #expect(try Shelved.blank().in.value != store.id)
    #expect(try await manager.stores.list().map(\.id) == [store.id])
    #expect(try await manager.strings.save(StringRecord(name: "x", id: UUID())).name == "x")
}

@Test func aRecordIsEncodedByTheNamesOfTheModel() throws {
    let words = Words(self_: "self", hashValue_: "hash", await: "wait")
    let data = try JSONEncoder().encode(words)
    let values = try JSONDecoder().decode([String: String].self, from: data)
    #expect(values == ["Self": "self", "hashValue": "hash", "await": "wait"])
    #expect(try JSONDecoder().decode(Words.self, from: data) == words)
}

@Test func everyTypeKeepsItsValuesAndDefaults() async throws {
    let manager = try OddManager.inMemory()
    let moment = Date(timeIntervalSinceReferenceDate: 1.5)
    let url = try #require(URL(string: "https://example.org/a?b=c"))
    let uuid = UUID()
    let record = Everything(
        integer16Required: -1,
        integer32Required: 2,
        integer64Required: .max,
        decimalRequired: Decimal(string: "12.345") ?? 0,
        doubleRequired: 0.1,
        floatRequired: 0.2,
        stringRequired: "\u{0}\"é🏙️",
        booleanRequired: true,
        dateRequired: moment,
        binaryRequired: Data([0, 255]),
        uuidRequired: uuid,
        uriRequired: url,
        transformableRequired: Data()
    )
    #expect(record.integer16Initial == -3)
    #expect(record.integer64Initial == 9_000_000_000)
    #expect(record.decimalInitial == Decimal(string: "1.25"))
    #expect(record.decimalExact == Decimal(string: "3.133"))
    #expect(record.decimalOptionalInitial == Decimal(string: "1234567890.123456789"))
    #expect(record.violations.isEmpty)
    #expect(record.stringInitial == "say \"\\(hi)\"")
    #expect(record.booleanInitial)
    #expect(record.dateInitial == Date(timeIntervalSinceReferenceDate: 0))
    #expect(record.uuidInitial.uuidString == "0F8FAD5B-D9CB-469F-A165-70867728950E")
    #expect(record.uuidOptionalInitial == record.uuidInitial)
    #expect(record.uriInitial.absoluteString == "https://example.org/?q=%22a%22")
    #expect(record.uriOptionalInitial?.absoluteString == "https://example.org")
    let saved = try await manager.everythings.save(record)
    let identity = try #require(saved.identity)
    #expect(try await manager.everythings.retrieve(identity) == saved)
    var expected = record
    expected.identity = identity
    #expect(saved == expected)
}

func everything() throws -> Everything {
    Everything(
        integer16Required: 0,
        integer32Required: 0,
        integer64Required: 0,
        decimalRequired: 0,
        doubleRequired: 0.2,
        floatRequired: 0.2,
        stringRequired: "",
        booleanRequired: true,
        dateRequired: Date(timeIntervalSinceReferenceDate: 0),
        binaryRequired: Data(),
        uuidRequired: UUID(),
        uriRequired: try #require(URL(string: "https://example.org")),
        transformableRequired: Data()
    )
}

/// As numbers of type `Double`, 0.2 is less than `Float(0.2)`.
@Test(arguments: [
    ("floatRequired == 0.2", true), ("0.2 == floatRequired", true), ("floatRequired > 0.2", false),
    ("floatRequired != 0.2", false), ("floatRequired IN {0.1, 0.2}", true),
    ("floatRequired BETWEEN {0.1, 0.2}", true), ("floatRequired <= $number", true),
    ("floatRequired IN $list", true),
    // Evaluated in memory.
    ("floatRequired == 0.2 OR FUNCTION(stringRequired, 'integerValue') == 7", true),
    ("floatRequired == $number OR FUNCTION(stringRequired, 'integerValue') == 7", true),
    // Only the attribute itself is a `Float`.
    ("floatRequired + 0 == 0.2", false), ("floatRequired + 0 == $number", false),
    ("doubleRequired == 0.2", true),
])
func aNumberThatIsComparedWithAFloatIsRounded(_ text: String, _ isFound: Bool) async throws {
    let record = try everything()
    let filter = DataQuery.Filter(text, ["number": 0.2, "list": .list([0.1, 0.2])])
    let memory = OddManager(memory: MemoryStore(OddModel.definition))
    for manager in [try OddManager.inMemory(), memory] {
        try await manager.everythings.save(record)
        let found = try await manager.everythings.list(DataQuery(filter: filter))
        #expect(found.count == (isFound ? 1 : 0))
    }
}

@Test(arguments: [AttributeType.uuid, .integer16, .date, .binary])
func aDefaultThatIsNotOfItsTypeIsNamedAndLeftOut(_ type: AttributeType) {
    let attribute = Attribute(name: "odd", type: type, isOptional: true, defaultText: "nonsense")
    let schema = Schema(name: "M", entities: [Entity(name: "Thing", attributes: [attribute])])
    let found = modelContext(for: schema, source: "M.xcdatamodeld").diagnostics
        .filter { $0.id == "default-left-out" }
    #expect(found.count == 1)
    #expect(found.first?.problem.contains("\"nonsense\"") == true)
}

@Test(arguments: [
    (AttributeType.integer16, "40000", "32767"), (.integer32, "-2147483649", "-2147483648"),
    (.integer64, "9223372036854775808", "9223372036854775807"), (.float, "1e39", "1e38"),
    (.decimal, "0x1A", "26"),
])
func aDefaultBeyondItsTypeIsNamedAndLeftOut(_ type: AttributeType, beyond: String, within: String) {
    for (text, count) in [(beyond, 1), (within, 0)] {
        let attribute = Attribute(name: "odd", type: type, isOptional: true, defaultText: text)
        let schema = Schema(name: "M", entities: [Entity(name: "Thing", attributes: [attribute])])
        let result = modelContext(for: schema, source: "M.xcdatamodeld")
        #expect(result.diagnostics.count { $0.id == "default-left-out" } == count)
        let initial = result.context.entities.first?.properties.first?.initialValue
        #expect((initial == "nil") == (count == 1))
    }
}

@Test(arguments: [
    ("YES", "true"), ("true", "true"), ("1", "true"), ("100", "true"), ("NO", "false"),
    ("False", "false"), ("0", "false"), ("0.0", "false"), ("perhaps", "nil"),
])
func aDefaultOfABooleanIsAWordOrANumber(_ text: String, code: String) {
    let attribute = Attribute(name: "odd", type: .boolean, defaultText: text)
    let schema = Schema(name: "M", entities: [Entity(name: "Thing", attributes: [attribute])])
    let result = modelContext(for: schema, source: "M.xcdatamodeld")
    #expect(result.context.entities.first?.properties.first?.initialValue == code)
    #expect(result.diagnostics.map(\.id) == (code == "nil" ? ["default-left-out"] : []))
    let model = StoreModel(schema, version: nil, statements: [], uniqueness: [:])
    let stored: StoredValue = code == "nil" ? .null : .integer(code == "true" ? 1 : 0)
    #expect(model.entities.first?.attributes.first?.initial == stored)
}

/// Swift warns of an integer literal that its type has to round.
@Test(arguments: [
    (AttributeType.float, "16777217", "16777216"), (.float, "999999999", "1000000000"),
    (.double, "9007199254740993", "9007199254740992"), (.float, "7", "7"),
    (.double, "9223372036854775807", "9.223372036854776e+18"), (.double, "-12.0", "-12"),
])
func aWholeNumberIsALiteralThatItsTypeCanHold(_ type: AttributeType, text: String, code: String) {
    expectLiteral(of: type, text, is: code)
}

/// Swift warns of a literal of a number below the least normal one of its type.
@Test(arguments: [
    (AttributeType.double, "5e-324", "1 * .leastNonzeroMagnitude"),
    (.double, "-1.5e-323", "-3 * .leastNonzeroMagnitude"), (.double, "1e-400", "0"),
    (.double, "3e-308", "3e-308"), (.float, "3e-45", "2 * .leastNonzeroMagnitude"),
    (.float, "1e-50", "0"), (.float, "0.1", "0.1"),
])
func theLeastNumbersOfATypeAreNoLiterals(_ type: AttributeType, text: String, code: String) {
    expectLiteral(of: type, text, is: code)
}

/// Checks the code of a default value and of a bound, which are both `text` in the model.
private func expectLiteral(of type: AttributeType, _ text: String, is code: String) {
    var attribute = Attribute(name: "odd", type: type, defaultText: text)
    attribute.validation.maximum = text
    let schema = Schema(name: "M", entities: [Entity(name: "Thing", attributes: [attribute])])
    let thing = modelContext(for: schema, source: "M.xcdatamodeld").context.entities.first
    #expect(thing?.properties.first?.initialValue == code)
    #expect(thing?.validations == [["\"odd\"", "odd", "atMost: \(code)"]])
}

@Test(arguments: [("User", "a"), ("Upload", "an"), ("Extension", "an"), ("Class", "a")])
func theCommentOfARecordHasTheArticleOfItsName(entity: String, article: String) {
    let schema = Schema(name: "M", entities: [Entity(name: entity)])
    let context = modelContext(for: schema, source: "M.xcdatamodeld").context
    #expect(context.entities.map(\.article) == [article])
}

/// Every type that a file is named after, and those of the same letters. The file `main.swift` would
/// make the target an executable.
@Test(arguments: ["Thing", "thingDAO", "storedThingDAO", "mModel", "MManager", "Main"])
func aFetchRequestNamedLikeATypeIsLeftOut(_ name: String) {
    var schema = Schema(name: "M", entities: [Entity(name: "Thing")])
    schema.fetchRequests = [FetchRequest(name: name, entity: "Thing")]
    let found = modelContext(for: schema, source: "M.xcdatamodeld").diagnostics
    #expect(found.map(\.id) == ["request-left-out"])
}

@Test func aFetchRequestThatDoesNotFitIsNamedAndLeftOut() throws {
    let path = "Models/Rules.xcdatamodeld/Rules.xcdatamodel/contents"
    let data = try Data(contentsOf: tests.appendingPathComponent(path))
    let read = readSchema(contents: data, named: "Rules", file: "contents")
    let result = modelContext(for: read.schema, source: "Rules.xcdatamodeld")
    #expect(result.diagnostics.map(\.id) == ["transient-attribute", "request-left-out"])
    #expect(result.diagnostics.last?.problem.contains("\"broken\"") == true)
}

@Test func aFetchRequestWithoutTheRecordsOfChildrenIsNamedAndLeftOut() {
    var item = Entity(name: "Item")
    item.parent = "Base"
    var request = FetchRequest(name: "some", entity: "Base")
    request.includesSubentities = false
    func problems(_ entities: [Entity]) -> [String] {
        var schema = Schema(name: "M", entities: entities)
        schema.fetchRequests = [request]
        return modelContext(for: schema, source: "M.xcdatamodeld").diagnostics.map(\.problem)
    }
    #expect(problems([Entity(name: "Base")]) == [])
    #expect(
        problems([Entity(name: "Base"), item]) == [
            "cdgen generates no method for the fetch request \"some\": the request excludes records of the child entity \"Item\", which the method would include"
        ]
    )
}

/// Foundation would raise an exception for these requests.
@Test(arguments: [
    ("parts[FIRST].number == 1", "\"parts\" is not ordered"),
    ("SUBQUERY(parts, $p, $p.whole.parts[0].number == 1).@count > 0", "is not ordered"),
    ("ANY parts.number BETWEEN $range", "the list $range"),
])
func aFetchRequestThatEndsCoreDataIsLeftOut(predicate: String, reason: String) {
    let parts = Relationship(name: "parts", destination: "Part", isToMany: true, inverse: "whole")
    var schema = Schema(
        name: "M",
        entities: [
            Entity(name: "Thing", relationships: [parts]),
            Entity(
                name: "Part",
                attributes: [Attribute(name: "number", type: .integer32)],
                relationships: [Relationship(name: "whole", destination: "Thing", inverse: "parts")]
            ),
        ]
    )
    schema.fetchRequests = [FetchRequest(name: "some", entity: "Thing", predicate: predicate)]
    func problems(_ backend: GenerationOptions.Backend) -> [String] {
        let options = GenerationOptions(backend: backend)
        return modelContext(for: schema, source: "M.xcdatamodeld", options: options).diagnostics
            .filter { $0.id == "request-left-out" }.map(\.problem)
    }
    #expect(problems(.store) == [])
    #expect(problems(.coredata).count == 1)
    #expect(problems(.coredata).first?.contains(reason) == true)
    schema.entities[0].relationships[0].isOrdered = true
    #expect(problems(.coredata).isEmpty == !predicate.contains("BETWEEN"))
}

@Test func theSourceOfAFetchedPropertyIsNotReplacedInAText() throws {
    var property = FetchedProperty(name: "similar", isOptional: true)
    property.request = FetchRequest(
        name: "similar",
        entity: "Thing",
        predicate: #"name == $FETCH_SOURCE.name AND name != 'it\'s $FETCH_SOURCE.name'"#
    )
    var thing = Entity(name: "Thing", attributes: [Attribute(name: "name", type: .string)])
    thing.fetchedProperties = [property]
    let result = modelContext(for: Schema(name: "M", entities: [thing]), source: "M.xcdatamodeld")
    #expect(result.diagnostics.map(\.problem) == [])
    let request = try #require(result.context.requests.first)
    #expect(
        request.query.bindings == [
            .parameter("FETCH_SOURCE_name"), .literal(.string("it's $FETCH_SOURCE.name")),
        ]
    )
    #expect(request.owner?.values == ["FETCH_SOURCE_name": "thing.name"])
}

@Test(arguments: [
    "name == $FETCH_SOURCE.name OR $FETCH_SOURCE.name == nil",
    "$FETCH_SOURCE.name == nil OR name == $FETCH_SOURCE.name",
    "$FETCH_SOURCE.name != nil",
])
func theSourceOfAFetchedPropertyIsComparedWithNil(predicate: String) throws {
    var property = FetchedProperty(name: "similar", isOptional: true)
    property.request = FetchRequest(name: "similar", entity: "Thing", predicate: predicate)
    var thing = Entity(name: "Thing", attributes: [Attribute(name: "name", type: .string)])
    thing.fetchedProperties = [property]
    let result = modelContext(for: Schema(name: "M", entities: [thing]), source: "M.xcdatamodeld")
    #expect(result.diagnostics.map(\.problem) == [])
    let request = try #require(result.context.requests.first)
    #expect(request.owner?.values == ["FETCH_SOURCE_name": "thing.name"])
}

@Test(arguments: [
    ("name == $FETCH_SOURCE.missing", "\"Thing\" has no property for $FETCH_SOURCE.missing"),
    (
        "name == $FETCH_SOURCE.name.first",
        "no key can follow $FETCH_SOURCE.name, because the variable's value is not known when the query is compiled"
    ),
])
func aFetchedPropertyThatIsLeftOutIsToldInItsOwnWords(predicate: String, reason: String) {
    var property = FetchedProperty(name: "similar", isOptional: true)
    property.request = FetchRequest(name: "similar", entity: "Thing", predicate: predicate)
    var thing = Entity(name: "Thing", attributes: [Attribute(name: "name", type: .string)])
    thing.fetchedProperties = [property]
    let result = modelContext(for: Schema(name: "M", entities: [thing]), source: "M.xcdatamodeld")
    let problem =
        "cdgen generates no method for the fetched property \"similar\" of \"Thing\": \(reason)"
    #expect(result.diagnostics.map(\.problem) == [problem])
}

@Test(arguments: [("nmae == $x", "did you mean \"name\"?"), ("name IS NULL", "write name == nil")])
func aFetchRequestThatIsLeftOutIsToldTheFix(predicate: String, fix: String) {
    var schema = Schema(
        name: "M",
        entities: [Entity(name: "Thing", attributes: [Attribute(name: "name", type: .string)])]
    )
    schema.fetchRequests = [FetchRequest(name: "found", entity: "Thing", predicate: predicate)]
    let result = modelContext(for: schema, source: "M.xcdatamodeld")
    #expect(result.diagnostics.map(\.fix) == [fix])
}

@Test(arguments: [("best_friend", "bestFriend"), ("Kids", "kids")])
func aFetchedPropertyThatMeetsAMethodOfTheManagerIsLeftOut(name: String, relationship: String) {
    var property = FetchedProperty(name: name, isOptional: true)
    property.request = FetchRequest(name: name, entity: "Thing")
    var other = Relationship(name: relationship, destination: "Thing", isToMany: true)
    other.maximumCount = 3
    var thing = Entity(name: "Thing", relationships: [other])
    thing.fetchedProperties = [property]
    var child = Entity(name: "Child", parent: "Thing")
    child.fetchedProperties = [property]
    let schema = Schema(name: "M", entities: [thing, child])
    let found = modelContext(for: schema, source: "M.xcdatamodeld").diagnostics.map(\.problem)
    let expected = ["Thing", "Child"].map {
        "cdgen generates no method for the fetched property \"\(name)\" of \"\($0)\": other generated code has the same name"
    }
    #expect(found == expected)
}

@Test(arguments: Backing.allCases)
func bytesAreFoundInAList(_ backing: Backing) async throws {
    let manager =
        switch backing {
        case .store: try OddManager.inMemory()
        case .memory: OddManager(memory: MemoryStore(OddModel.definition))
        }
    let covers = [Data([0, 255]), Data(), Data([7]), nil]
    try await manager.series.save(covers.enumerated().map { Series(id: Int64($0), cover: $1) })
    let list = DataQuery.Argument.list([.data(Data([0, 255])), .data(Data())])
    let query = DataQuery(filter: .init("cover IN $covers", ["covers": list]))
    #expect(try await manager.series.list(query).map(\.id).sorted() == [0, 1])
}

/// `any BookDAO` and `Book.Identity` are aliases of types of DataAccess. Swift warns of a package
/// import that only aliases need.
@Test func aPackageImportIsOfAModuleWhoseTypesAreNamed() {
    func imports(_ module: String, _ options: GenerationOptions, most: Int? = nil) -> [String] {
        var books = Relationship(name: "books", destination: "Book", isToMany: true)
        books.inverse = "author"
        books.maximumCount = most
        let author = Relationship(name: "author", destination: "Author", inverse: "books")
        var schema = Schema(name: "M", entities: [])
        schema.entities = [
            Entity(name: "Author", relationships: [books]),
            Entity(name: "Book", relationships: [author]),
        ]
        schema.fetchRequests = [
            FetchRequest(name: "booksOf", entity: "Book", predicate: "author == $author")
        ]
        let context = modelContext(for: schema, source: "M.xcdatamodeld", options: options).context
        let line = "\n\(options.access.rawValue) import \(module)\n"
        return (generate(context) + [generateInterface(context, [])])
            .filter { $0.text.contains(line) }.map(\.name)
            .filter { ["MManager.swift", "MRecords.swift", "booksOf.swift"].contains($0) }
    }
    func options(
        _ backend: GenerationOptions.Backend,
        _ access: GenerationOptions.Access
    ) -> GenerationOptions {
        GenerationOptions(backend: backend, access: access, interface: "Records")
    }
    let files = ["MManager.swift", "booksOf.swift", "MRecords.swift"]
    #expect(imports("DataAccess", options(.coredata, .public)) == files)
    #expect(imports("DataAccess", options(.coredata, .package)) == [])
    // The type of violations is named.
    let naming = imports("DataAccess", options(.coredata, .package), most: 3)
    #expect(naming == ["MManager.swift", "MRecords.swift"])
    #expect(imports("CacheStore", options(.store, .public)) == ["MManager.swift", "booksOf.swift"])
    #expect(imports("CacheStore", options(.store, .package)) == ["MManager.swift"])
}

/// `Notification` is also a type of Foundation, `StoreDAO` and `Presence` are also types of the
/// library. Foundation has a `Bundle`, too, which the manager for Core Data uses.
@Test(arguments: GenerationOptions.Backend.allCases)
func aRecordWithTheNameOfATypeOfAnotherModuleIsImportedByItself(
    _ backend: GenerationOptions.Backend
) {
    func imports(
        _ file: String,
        of entities: [String] = ["Notification", "Store", "Presence"],
        interface: String? = "Records"
    ) -> [String] {
        let sent = Attribute(name: "sent", type: .date)
        var schema = Schema(
            name: "M",
            entities: entities.map { Entity(name: $0, attributes: [sent]) }
        )
        schema.fetchRequests = [
            FetchRequest(name: "since", entity: entities[0], predicate: "sent > $date")
        ]
        let options = GenerationOptions(backend: backend, access: .public, interface: interface)
        let context = modelContext(for: schema, source: "M.xcdatamodeld", options: options).context
        let text = generate(context).first { $0.name == file }?.text ?? ""
        return text.split(separator: "\n").map(String.init).filter {
            $0.contains("import struct ") || $0.contains("import protocol ")
        }
    }
    let store = "public import protocol Records.StoreDAO"
    #expect(imports("MManager.swift") == ["public import struct Records.Presence", store])
    let level = backend == .store ? "public " : ""
    #expect(imports("MModel.swift") == ["\(level)import struct Records.Presence"])
    #expect(imports("since.swift") == ["public import struct Records.Notification"])
    let bundles = backend == .store ? [] : ["public import struct Records.Bundle"]
    #expect(imports("MManager.swift", of: ["Bundle"]) == bundles)
    #expect(imports("MManager.swift", interface: nil) == [])
    #expect(imports("since.swift", interface: nil) == [])
}

/// A record may have the name of such a type. If the records are a module of their own, the
/// generator must know it.
@Test func everyPublicTypeOfTheLibraryIsKnownToTheGenerator() throws {
    let kit = tests.deletingLastPathComponent().deletingLastPathComponent()
        .appendingPathComponent("Sources/Kit")
    let kinds: Set<Substring> = ["struct", "class", "enum", "protocol", "actor", "typealias"]
    /// The name of the public type that the line declares at the top level; nil if it declares none.
    func declared(_ line: Substring) -> String? {
        if [" ", "/"].contains(line.first) { return nil }
        let words = line.split(separator: " ")
        guard words.contains("public"), !words.contains("import"),
            let kind = words.firstIndex(where: kinds.contains), words.indices.contains(kind + 1)
        else { return nil }
        return String(words[kind + 1].prefix { $0.isLetter || $0.isNumber })
    }
    var unknown: [String] = []
    var count = 0
    for module in ["DataAccess", "CacheStore", "ManagedStore"] {
        let folder = kit.appendingPathComponent(module)
        let files = try FileManager.default.subpathsOfDirectory(atPath: folder.path)
        for file in files where file.hasSuffix(".swift") {
            let path = folder.appendingPathComponent(file)
            let text = try String(contentsOf: path, encoding: .utf8)
            let names = text.split(separator: "\n").compactMap(declared)
            count += names.count
            unknown += names.filter { !isTakenTypeName($0) && !isLibraryTypeName($0) }
        }
    }
    #expect(count > 60)
    #expect(unknown == [])
}

/// The store cannot derive a value from a related record.
@Test func theRecordsOfAnInterfaceAreTheSameForBothBackends() {
    var shown = Attribute(name: "shown", type: .string)
    shown.isDerived = true
    shown.derivation = "owner.name"
    let owner = Relationship(name: "owner", destination: "Thing")
    let name = Attribute(name: "name", type: .string)
    let thing = Entity(name: "Thing", attributes: [name, shown], relationships: [owner])
    func record(_ backend: GenerationOptions.Backend, _ interface: String?) -> String? {
        let options = GenerationOptions(backend: backend, access: .public, interface: interface)
        let schema = Schema(name: "M", entities: [thing])
        let result = modelContext(for: schema, source: "M.xcdatamodeld", options: options)
        return generate(result.context).first { $0.name == "Thing.swift" }?.text
    }
    let both = record(.store, "Records")
    #expect(both == record(.coredata, "Records"))
    #expect(both?.contains("/// Only Core Data derives it from `owner.name`: with") == true)
    #expect(record(.store, nil)?.contains("/// The store cannot derive it from") == true)
    #expect(record(.coredata, nil)?.contains("/// Derived by the store from") == true)
}

/// A double has no room for these.
@Test(arguments: ["9007199254740993.5", "1.00000000000000000001", "12", "-3.25"])
func aDecimalDefaultKeepsAllDigits(_ text: String) {
    let attribute = Attribute(name: "odd", type: .decimal, isOptional: true, defaultText: text)
    let schema = Schema(name: "M", entities: [Entity(name: "Thing", attributes: [attribute])])
    let thing = modelContext(for: schema, source: "M.xcdatamodeld").context.entities.first
    let code = text == "12" ? text : "Decimal(string: \"\(text)\")"
    #expect(thing?.properties.first?.initialValue == code)
    #expect(initialText(of: attribute) == (text == "12" ? nil : text))
}

/// A reader of generated code sees what the compiler reads.
@Test func charactersThatReorderTextAreNotInGeneratedCode() {
    let text = "a\u{202E}b\u{2066}c"
    #expect(swiftLiteral("\(text)\u{9B}") == #""a\u{202e}b\u{2066}c\u{9b}""#)
    #expect(sqlLiteral(text) == "\"\"\"\n" + #"a\u{202e}b\u{2066}c"# + "\n\"\"\"")
    #expect(comment("\(text)\u{9B}").text == "/// a\u{FFFD}b\u{FFFD}c\u{FFFD}")
    #expect(comment("a  →").text == "/// a  →")
}
