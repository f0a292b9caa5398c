import Diagnostics
import QueryCompiler
import QueryLanguage
import Schema
import Testing

@Test func aVariableIsBoundAndTypedByTheAttributeItMeets() throws {
    let query = try books("title BEGINSWITH[c] $text", sort: ["title"])
    #expect(
        query.condition
            == "instr(store_fold_c(t0.\"title\"), store_fold_c(?1)) = 1"
    )
    #expect(query.bindings == [.parameter("text")])
    #expect(query.parameters == [.init(name: "text", type: .attribute(.string))])
    #expect(query.order == "t0.\"title\", t0.\"isbn\"")
    #expect(query.source == "\"Book\" AS t0")
}

@Test func literalsAreBoundNeverWritten() throws {
    let query = try books("title == 'x'' OR 1=1' OR pages > 300".replacing("''", with: "\\'"))
    #expect(query.condition == "t0.\"title\" IS ?1 OR t0.\"pages\" > ?2")
    #expect(query.bindings == [.literal(.string("x' OR 1=1")), .literal(.integer(300))])
}

@Test func absentValuesAreComparedAsPredicatesDo() throws {
    #expect(try books("title == nil").condition == "t0.\"title\" IS NULL")
    #expect(try books("title != nil").condition == "t0.\"title\" IS NOT NULL")
    #expect(try books("NOT pages > 3").condition == "(t0.\"pages\" > ?1) IS NOT TRUE")
}

@Test func aToOneKeyPathJoinsOnce() throws {
    let query = try books("author.name CONTAINS $a AND author.name != $b")
    #expect(
        query.source
            == "\"Book\" AS t0\nLEFT JOIN \"Author\" AS t1 ON t1.\"id\" = t0.\"author\""
    )
    #expect(query.condition == "instr(t1.\"name\", ?1) > 0 AND t1.\"name\" IS NOT ?2")
}

@Test func aRecordIsComparedByIdentity() throws {
    let query = try books("author == $author")
    #expect(query.condition == "t0.\"author\" IS ?1")
    #expect(query.parameters.map(\.type) == [.identity(entity: "Author", .string)])
}

@Test func listsAndRangesBindEachValue() throws {
    #expect(
        try books("pages IN {1, $x, nil}").condition
            == "(t0.\"pages\" IN (?1, ?2) OR t0.\"pages\" IS NULL)"
    )
    #expect(try books("pages BETWEEN {$low, 9}").condition == "t0.\"pages\" BETWEEN ?1 AND ?2")
}

@Test(arguments: [
    ("titel == 'a'", 1, "unknown-key", "did you mean \"title\"?"),
    ("pages BEGINSWITH 'a'", 1, "not-a-string", nil),
    ("pages > 'a'", 9, "type-mismatch", nil),
    ("isRead < YES", 1, "not-ordered", nil),
    ("title == $x AND pages == $x", 26, "variable-type", "use two variables"),
    ("$a == $b", 4, "no-key-path", "known here: isbn, title, pages, isRead, bought, author"),
    ("title.length == 3", 1, "not-a-relationship", "write length(title)"),
    ("author.nam == 'x'", 1, "unknown-key", "did you mean \"name\"?"),
    ("bought > '2020'", 10, "type-mismatch", "give the value through a variable such as $value"),
    ("title == pages", 10, "type-mismatch", nil),
])
func whatDoesNotFitTheModelIsNamed(
    text: String,
    column: Int,
    id: String,
    fix: String?
) throws {
    let error = try #require(throws: DiagnosticError.self) { try books(text) }
    let found = try #require(error.diagnostics.first)
    #expect(found.id == id)
    #expect(found.place == .init(file: "--predicate", line: 1, column: column))
    #expect(found.fix == fix)
}

@Test func anUnknownEntityAndAnUnknownSortKeyAreNamed() throws {
    let request = QueryRequest(entity: "Bock")
    let source = QuerySource(text: "", file: "--predicate")
    let error = try #require(throws: DiagnosticError.self) {
        try compile(request, in: library, source: source)
    }
    #expect(error.diagnostics.map(\.fix) == ["did you mean \"Book\"?"])
    let sorted = try #require(throws: DiagnosticError.self) {
        try books("TRUEPREDICATE", sort: ["titel"])
    }
    #expect(sorted.diagnostics.map(\.place?.file) == ["--sort"])
}

@Test(arguments: [
    (
        "title BEGINSWITH[c] $text", ["title"],
        "Books whose title begins with *text*, ignoring case, by title."
    ),
    (
        "pages >= 100 AND NOT author.name CONTAINS 'x'", [],
        "Books whose pages is at least 100 and whose author's name does not contain “x”."
    ),
    (
        "author == nil OR isRead == YES", [],
        "Books whose author is missing or whose isRead is true."
    ),
    (
        "pages BETWEEN {1, $most}", ["pages", "title"],
        "Books whose pages is between 1 and *most*, by pages, then by title."
    ),
])
func theSentenceSaysWhatTheQueryAsks(text: String, sort: [String], expected: String) throws {
    #expect(try books(text, sort: sort).sentence == expected)
}
