import CacheStore
import Foundation
import Generator
import QueryCompiler
import QueryLanguage
import Schema
import SchemaReader
import Testing

private let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .appendingPathComponent("QueryShapes")

/// The files in `QueryShapes` are part of this test target, as those in `Generated` are.
private func shapeFiles() throws -> [GeneratedFile] {
    let schema = readSchema(
        contents: Data(libraryModel.utf8),
        named: "Library",
        file: "Library"
    ).schema
    let models = folder.deletingLastPathComponent().appendingPathComponent("Models")
    let odd = try readSchema(at: models.appendingPathComponent("Odd.xcdatamodeld").path).schema
    func file(
        _ name: String,
        _ predicate: String?,
        _ shape: QueryShape,
        sort: String? = nil,
        of entity: String = "Book"
    ) throws -> GeneratedFile {
        let schema = entity == "Book" ? schema : odd
        let request = QueryRequest(
            entity: entity,
            predicate: try predicate.map { try parsePredicate($0) },
            sorts: sort.map { [QueryRequest.Sort(path: [$0])] } ?? []
        )
        let query = try compile(
            request,
            in: schema,
            source: QuerySource(text: predicate ?? "", file: "test")
        )
        let context = QueryContext(
            name: name,
            query: query,
            schema: schema,
            source: "\(schema.name).xcdatamodeld"
        )
        return generate(context, shape)
    }
    func decimal(_ op: CollectionOperator) -> QueryShape {
        QueryShape(.aggregate(op, attribute: "decimal"))
    }
    let inMemory = "pages == CAST(class, \"NSNumber\")"
    return try [
        file("somePages", nil, QueryShape(.list, limit: 2, offset: 1), sort: "pages"),
        file("firstUnread", "isRead == NO", QueryShape(.first), sort: "title"),
        file("unreadCount", "isRead == NO", QueryShape(.count)),
        file("titlesOver", "pages > $pages", QueryShape(.attribute("title"), limit: 2)),
        file("pageCounts", nil, QueryShape(.attribute("pages"))),
        file("allPages", nil, QueryShape(.aggregate(.sum, attribute: "pages"))),
        file("meanRating", nil, QueryShape(.aggregate(.average, attribute: "rating"))),
        file("lastTitle", nil, QueryShape(.aggregate(.maximum, attribute: "title"))),
        file("fewestPages", "isRead == YES", QueryShape(.aggregate(.minimum, attribute: "pages"))),
        file("totalDecimal", "booleanRequired == YES", decimal(.sum), of: "Everything"),
        file("meanDecimal", nil, decimal(.average), of: "Everything"),
        file("highestDecimal", nil, decimal(.maximum), of: "Everything"),
        file("composed", inMemory, QueryShape(.list, limit: 1, offset: 1)),
        file("firstComposed", inMemory, QueryShape(.first)),
        file("composedCount", inMemory, QueryShape(.count)),
        file("composedTitles", inMemory, QueryShape(.attribute("title"), limit: 1)),
    ]
}

@Test func theGeneratorMakesTheFilesInQueryShapes() throws {
    let files = try shapeFiles()
    #expect(try differences(files, in: folder) == [])
}

/// Swift warns of a public import of a module whose types no declaration names.
@Test(arguments: GenerationOptions.Backend.allCases)
func theModuleOfTheRecordsIsImportedAsTheSignatureNeedsIt(
    _ backend: GenerationOptions.Backend
) throws {
    let schema = Schema(
        name: "M",
        entities: [Entity(name: "City", attributes: [Attribute(name: "name", type: .string)])]
    )
    let query = try compile(
        QueryRequest(entity: "City", predicate: nil, sorts: []),
        in: schema,
        source: QuerySource(text: "", file: "test")
    )
    let context = QueryContext(
        name: "cities",
        query: query,
        schema: schema,
        source: "M.xcdatamodeld",
        options: GenerationOptions(backend: backend, access: .public, interface: "Records")
    )
    func isPublic(_ shape: QueryShape) -> Bool {
        generate(context, shape).text.contains("\npublic import Records\n")
    }
    #expect(isPublic(QueryShape(.list)))
    #expect(isPublic(QueryShape(.first)))
    #expect(!isPublic(QueryShape(.count)))
    #expect(!isPublic(QueryShape(.attribute("name"))))
    #expect(!isPublic(QueryShape(.aggregate(.maximum, attribute: "name"))))
    #expect(generate(context, QueryShape(.count)).text.contains("\nimport Records\n"))
}

@Test func aQueryGivesWhatItsShapeSays() async throws {
    let manager = try LibraryManager.inMemory()
    #expect(try await manager.firstUnread() == nil)
    #expect(try await manager.allPages() == 0)
    #expect(try await manager.meanRating() == nil)
    let books = [
        Book(class: "30", isbn: "1", isRead: false, pages: 30, rating: 1, title: "ax"),
        Book(class: "0", isbn: "2", isRead: false, pages: 10, rating: 2, title: "b"),
        Book(class: "1", isbn: "3", isRead: true, pages: nil, rating: nil, title: "c"),
        Book(class: "20", isbn: "4", isRead: true, pages: 20, rating: 6, title: "ax"),
    ]
    try await manager.books.save(books)
    #expect(try await manager.somePages().map(\.isbn) == ["2", "4"])
    #expect(try await manager.firstUnread()?.isbn == "1")
    #expect(try await manager.unreadCount() == 2)
    #expect(try await manager.titlesOver(pages: 5) == ["ax", "b"])
    #expect(try await manager.pageCounts() == [30, 10, nil, 20])
    #expect(try await manager.allPages() == 60)
    #expect(try await manager.meanRating() == 3)
    #expect(try await manager.lastTitle() == "c")
    #expect(try await manager.fewestPages() == 20)
    #expect(try await manager.composed().map(\.isbn) == ["4"])
    #expect(try await manager.firstComposed()?.isbn == "1")
    #expect(try await manager.composedCount() == 2)
    #expect(try await manager.composedTitles() == ["ax"])
}

/// 1e400 is more than a `Double` can hold, and 5e-324 is the smallest positive one.
@Test(arguments: [
    ("1e400", "Double.infinity"), ("-1e400", "-Double.infinity"),
    ("5e-324", "Double(bitPattern: 1)"), ("2.5", "2.5"),
])
func aNumberOfAQueryIsASwiftExpression(_ number: String, _ expression: String) throws {
    let text = "rating > \(number)"
    let schema = readSchema(
        contents: Data(libraryModel.utf8),
        named: "Library",
        file: "Library"
    ).schema
    let query = try compile(
        QueryRequest(entity: "Book", predicate: try parsePredicate(text)),
        in: schema,
        source: QuerySource(text: text, file: "test")
    )
    let context = QueryContext(name: "rated", query: query, schema: schema, source: "Library")
    let code = generate(context, QueryShape()).text
    #expect(code.contains("try $0.bind(\(expression), at: 1)"), "\(code)")
}

@Test func sqlAndTheMethodUseTheSameTime() throws {
    let text = "born < now() AND (FUNCTION(name, 'integerValue') > $now OR born == now())"
    let schema = try librarySchema()
    let query = try compile(
        QueryRequest(entity: "Author", predicate: try parsePredicate(text)),
        in: schema,
        source: QuerySource(text: text, file: "test")
    )
    let context = QueryContext(name: "some", query: query, schema: schema, source: librarySource)
    for shape in [QueryShape(), QueryShape(.count)] {
        let code = generate(context, shape).text
        #expect(code.contains("        let currentTime = Date()\n        return try await store."))
        #expect(code.contains("try $0.bind(currentTime, at: 1)"))
        #expect(code.contains(" now: currentTime\n"))
    }
}

/// Children are read through views, whose columns have the names of the properties.
@Test func anAttributeOfAChildKeepsItsNameInTheQuery() throws {
    let schema = Schema(
        name: "Shapes",
        entities: [
            Entity(name: "Shape", attributes: [Attribute(name: "id", type: .integer64)]),
            Entity(
                name: "Circle",
                parent: "Shape",
                attributes: [Attribute(name: "size", type: .double)]
            ),
            Entity(
                name: "Square",
                parent: "Shape",
                attributes: [Attribute(name: "size", type: .integer64)]
            ),
        ]
    )
    let query = try compile(
        QueryRequest(entity: "Square"),
        in: schema,
        source: QuerySource(text: "", file: "test")
    )
    let context = QueryContext(name: "sizes", query: query, schema: schema, source: "Shapes")
    let sum = sql(context, QueryShape(.aggregate(.sum, attribute: "size")))
    #expect(sum.hasPrefix("SELECT sum(t0.\"size\")"), "\(sum)")
    let code = generate(context, QueryShape(.attribute("size"))).text
    #expect(code.contains("async throws -> [Int64"), "\(code)")
    #expect(!code.contains("Square.size"))
}

/// With `--transformable data`, the record has bytes.
@Test func anAttributeOfAQueryHasTheTypeOfTheRecordsProperty() throws {
    var tags = Attribute(name: "tags", type: .transformable)
    tags.customClass = "[String]"
    let schema = Schema(name: "M", entities: [Entity(name: "Thing", attributes: [tags])])
    let source = QuerySource(text: "", file: "test")
    let query = try compile(QueryRequest(entity: "Thing"), in: schema, source: source)
    for (transformables, type) in [
        (GenerationOptions.Transformables.typed, "[[String]?]"), (.data, "[Data?]"),
    ] {
        let options = GenerationOptions(transformables: transformables)
        let context = QueryContext(
            name: "tags",
            query: query,
            schema: schema,
            source: "M",
            options: options
        )
        let code = generate(context, QueryShape(.attribute("tags"))).text
        #expect(code.contains("async throws -> \(type) {"), "\(code)")
    }
}

/// Through `Double`, both values would be 12345678901234567168.
@Test func decimalsAreCombinedExactly() async throws {
    let manager = try OddManager.inMemory()
    #expect(try await manager.totalDecimal() == 0)
    #expect(try await manager.meanDecimal() == nil)
    #expect(try await manager.highestDecimal() == nil)
    for text in ["12345678901234567890.2", "12345678901234567890.1", nil] {
        var record = try everything()
        record.decimal = text.flatMap { Decimal(string: $0) }
        try await manager.everythings.save(record)
    }
    let (total, mean) = (try await manager.totalDecimal(), try await manager.meanDecimal())
    #expect(total == Decimal(string: "24691357802469135780.3"))
    #expect(mean == Decimal(string: "12345678901234567890.15"))
    #expect(try await manager.highestDecimal() == Decimal(string: "12345678901234567890.2"))
}

@Test func anAggregateOfDecimalsInCoreDataIsADecimal() throws {
    let price = Attribute(name: "price", type: .decimal)
    let schema = Schema(name: "M", entities: [Entity(name: "Thing", attributes: [price])])
    let source = QuerySource(text: "", file: "test")
    let query = try compile(QueryRequest(entity: "Thing"), in: schema, source: source)
    let context = QueryContext(
        name: "prices",
        query: query,
        schema: schema,
        source: "M",
        options: GenerationOptions(backend: .coredata)
    )
    for (op, type, value) in [
        (.sum, "Decimal", "values.reduce(0) { $0 + $1 }"), (.minimum, "Decimal?", "values.min()"),
        (.maximum, "Decimal?", "values.max()"),
        (
            .average, "Decimal?",
            "values.isEmpty\n            ? nil : values.reduce(0) { $0 + $1 } / Decimal(values.count)"
        ),
    ] as [(CollectionOperator, String, String)] {
        let code = generate(context, QueryShape(.aggregate(op, attribute: "price"))).text
        #expect(code.contains("async throws -> \(type) {"), "\(code)")
        #expect(code.contains("return \(value)\n"), "\(code)")
        #expect(code.contains("\nimport Foundation\n"))
    }
}
