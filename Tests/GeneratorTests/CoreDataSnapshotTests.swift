import Foundation
import Generator
import QueryCompiler
import QueryLanguage
import SchemaReader
import Testing

private let tests = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent()

/// What the generator makes for Core Data is part of another target, which runs it.
@Test func theCodeForCoreDataIsUpToDate() throws {
    let folder = tests.appendingPathComponent("ManagedCodeTests/GeneratedLibrary")
    #expect(try differences(libraryFiles(.coredata) + shapes(), in: folder) == [])
}

/// Core Data cannot compare records: the SQL of a store compares their identities.
@Test func aQueryForCoreDataSortsARelationshipByItsIdentity() throws {
    let schema = try librarySchema()
    let query = try compile(
        QueryRequest(entity: "Book", sorts: [.init(path: ["author"], isDescending: true)]),
        in: schema,
        source: QuerySource(text: "", file: "--predicate")
    )
    let context = QueryContext(
        name: "byAuthor",
        query: query,
        schema: schema,
        source: librarySource,
        options: GenerationOptions(backend: .coredata)
    )
    let text = generate(context, QueryShape()).text
    #expect(text.contains("[.descending(\"author.id\"), .ascending(\"isbn\")]"))
}

/// A long format is broken into lines at its spaces, and a text can have several in a row.
@Test(arguments: 40...70)
func aLongFormatKeepsTheSpacesOfItsTexts(_ length: Int) throws {
    let long = String(repeating: "x", count: length)
    let text = "title == \"\(long)  e\" OR title == \"a second text of the book\""
    let schema = try librarySchema()
    let query = try compile(
        QueryRequest(entity: "Book", predicate: try parsePredicate(text)),
        in: schema,
        source: QuerySource(text: text, file: "--predicate")
    )
    let context = QueryContext(
        name: "spaced",
        query: query,
        schema: schema,
        source: librarySource,
        options: GenerationOptions(backend: .coredata)
    )
    let lineBreak = "\\\n" + String(repeating: " ", count: 16)
    let code = generate(context, QueryShape()).text.replacing(lineBreak, with: "")
    #expect(code.contains(text.replacing("\"", with: "\\\"")), "\(code)")
}

/// What a form asks for besides lists.
private func shapes() throws -> [GeneratedFile] {
    let schema = try librarySchema()
    func made(_ name: String, _ text: String, _ shape: QueryShape) throws -> GeneratedFile {
        let query = try compile(
            QueryRequest(entity: "Book", predicate: try parsePredicate(text)),
            in: schema,
            source: QuerySource(text: text, file: "--predicate")
        )
        let context = QueryContext(
            name: name,
            query: query,
            schema: schema,
            source: librarySource,
            options: GenerationOptions(backend: .coredata)
        )
        return generate(context, shape)
    }
    return [
        try made("firstUnread", "isRead == NO", QueryShape(.first)),
        try made("numberOfUnread", "isRead == NO", QueryShape(.count)),
        try made(
            "secondAndThirdTitle",
            "pages >= 0",
            QueryShape(.attribute("title"), limit: 2, offset: 1)
        ),
        try made("meanPages", "pages >= 0", QueryShape(.aggregate(.average, attribute: "pages"))),
        try made("totalPages", "pages >= 0", QueryShape(.aggregate(.sum, attribute: "pages"))),
        try made(
            "mostPages",
            "title LIKE $pattern",
            QueryShape(.aggregate(.maximum, attribute: "pages"))
        ),
        try made(
            "booksOnShelves",
            "shelf IN $shelves AND SUBQUERY(loans, $l, $l.due < $day).@count == 0",
            QueryShape(limit: 5)
        ),
        try made("bookLent", "ANY loans == $loan OR SELF == $book", QueryShape()),
    ]
}
