import Diagnostics
import Foundation
import Generator
import QueryCompiler
import QueryLanguage
import Schema
import SchemaReader
import Testing

/// A model with every kind of identity, required and optional values, a keyword for a name, and
/// the three deletion rules that act.
let libraryModel = """
    <?xml version="1.0" encoding="UTF-8" standalone="yes"?>
    <model type="com.apple.IDECoreDataModeler.DataModel">
        <entity name="Author" representedClassName="Author">
            <attribute name="born" optional="YES" attributeType="Date"/>
            <attribute name="id" optional="YES" attributeType="String"/>
            <attribute name="name" attributeType="String" defaultValueString=""/>
            <relationship name="books" optional="YES" toMany="YES" deletionRule="Cascade" destinationEntity="Book" inverseName="author" inverseEntity="Book"/>
            <uniquenessConstraints>
                <uniquenessConstraint><constraint value="id"/></uniquenessConstraint>
            </uniquenessConstraints>
        </entity>
        <entity name="Book" representedClassName="Book">
            <attribute name="class" optional="YES" attributeType="String"/>
            <attribute name="isbn" attributeType="String"/>
            <attribute name="isRead" attributeType="Boolean" defaultValueString="NO"/>
            <attribute name="pages" optional="YES" attributeType="Integer 32" defaultValueString="0"/>
            <attribute name="rating" optional="YES" attributeType="Double"/>
            <attribute name="title" attributeType="String"/>
            <relationship name="author" optional="YES" maxCount="1" deletionRule="Nullify" destinationEntity="Author" inverseName="books" inverseEntity="Author"/>
            <relationship name="loans" optional="YES" toMany="YES" deletionRule="Deny" destinationEntity="Loan" inverseName="book" inverseEntity="Loan"/>
            <relationship name="shelf" optional="YES" maxCount="1" deletionRule="Nullify" destinationEntity="Shelf" inverseName="books" inverseEntity="Shelf"/>
            <uniquenessConstraints>
                <uniquenessConstraint><constraint value="isbn"/></uniquenessConstraint>
            </uniquenessConstraints>
        </entity>
        <entity name="Loan" representedClassName="Loan">
            <attribute name="due" optional="YES" attributeType="Date"/>
            <relationship name="book" maxCount="1" deletionRule="Nullify" destinationEntity="Book" inverseName="loans" inverseEntity="Book"/>
        </entity>
        <entity name="Shelf" representedClassName="Shelf">
            <attribute name="id" optional="YES" attributeType="Integer 64"/>
            <attribute name="room" optional="YES" attributeType="String" defaultValueString="hall &quot;A&quot;"/>
            <relationship name="books" optional="YES" toMany="YES" deletionRule="Nullify" destinationEntity="Book" inverseName="shelf" inverseEntity="Book"/>
            <uniquenessConstraints>
                <uniquenessConstraint><constraint value="id"/></uniquenessConstraint>
            </uniquenessConstraints>
        </entity>
    </model>
    """

let librarySource = "Library.xcdatamodeld"

func librarySchema() throws -> Schema {
    let read = readSchema(
        contents: Data(libraryModel.utf8),
        named: "Library",
        file: "contents"
    )
    try #require(read.diagnostics == [])
    return read.schema
}

/// Everything that stands in `Generated`, made anew.
func libraryFiles(_ backend: GenerationOptions.Backend = .store) throws -> [GeneratedFile] {
    let schema = try librarySchema()
    let options = GenerationOptions(backend: backend)
    let model = modelContext(for: schema, source: librarySource, options: options)
    // Of its property `class`, which Swift needs a mark for.
    let remarks = backend == .coredata ? ["name-of-core-data"] : []
    try #require(model.diagnostics.map(\.id) == remarks)
    return generate(model.context) + [
        try query(
            "booksStartingWith",
            "title BEGINSWITH[c] $text",
            sort: "title",
            in: schema,
            backend
        ),
        try query(
            "unreadBooks",
            "isRead == NO AND (pages BETWEEN {1, $most} OR author.name == 'Ursula') AND class != nil",
            sort: "pages",
            in: schema,
            backend
        ),
        try query("booksOf", "author == $author", sort: "title", in: schema, backend),
        // Parameters may be called what the method's body needs.
        try query(
            "booksCalled",
            "title IN {$store, $connection}",
            sort: "title",
            in: schema,
            backend
        ),
        try query(
            "booksAmong",
            "(isbn IN[c] $isbns OR author IN $authors OR pages IN $pages)"
                + " AND (author == nil OR author.born < now()) AND NOT title MATCHES[c] $pattern"
                + " AND loans.@count == 0",
            sort: "title",
            in: schema,
            backend
        ),
        // A part that SQL has no form of is evaluated on the records found.
        try query(
            "booksNumbered",
            "pages > 0 AND FUNCTION(isbn, 'integerValue') > $least"
                + " AND (author.name == $found OR FUNCTION(title, 'length') IN $lengths"
                + " OR ANY loans.due < $day AND FUNCTION(title, 'doubleValue') > 0)",
            sort: "title",
            in: schema,
            backend
        ),
    ]
}

private func query(
    _ name: String,
    _ text: String,
    sort: String,
    in schema: Schema,
    _ backend: GenerationOptions.Backend
) throws -> GeneratedFile {
    let request = QueryRequest(
        entity: "Book",
        predicate: try parsePredicate(text),
        sorts: [QueryRequest.Sort(path: [sort])]
    )
    let query = try compile(
        request,
        in: schema,
        source: QuerySource(text: text, file: "--predicate")
    )
    return generate(
        QueryContext(
            name: name,
            query: query,
            schema: schema,
            source: librarySource,
            options: GenerationOptions(backend: backend)
        )
    )
}
