import Diagnostics
import QueryCompiler
import QueryLanguage
import QueryWords
import Schema
import Testing

@Test func aVariableIsBoundAndTypedByTheAttributeItMeets() throws {
    let query = try books("title BEGINSWITH[c] $text", sort: ["title"])
    #expect(
        query.condition
            == "instr(store_fold_c(t0.\"title\"), nullif(store_fold_c(?1), '')) = 1"
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
    #expect(query.condition == "instr(t1.\"name\", nullif(?1, '')) > 0 AND t1.\"name\" IS NOT ?2")
}

/// A collection is stored as text, so that a value bound for it would find nothing.
@Test func aCollectionIsComparedWithNilAlone() throws {
    var words = Attribute(name: "words", type: .transformable)
    words.customClass = "[String]"
    let bytes = Attribute(name: "bytes", type: .transformable)
    let schema = Schema(
        name: "Library",
        entities: [Entity(name: "Book", attributes: [words, bytes])]
    )
    func condition(_ text: String) throws -> String? {
        let request = QueryRequest(entity: "Book", predicate: try parsePredicate(text))
        return try compile(request, in: schema, source: QuerySource(text: text, file: "-"))
            .condition
    }
    #expect(try condition("words != nil") == "t0.\"words\" IS NOT NULL")
    #expect(try condition("bytes == $x") == "t0.\"bytes\" IS ?1")
    for text in ["words == $x", "$x == words", "words IN $x", "words IN {$x}", "words != $x"] {
        let error = try #require(throws: DiagnosticError.self) { try condition(text) }
        #expect(error.diagnostics.map(\.id) == ["not-comparable"])
    }
    let error = try #require(throws: DiagnosticError.self) { try condition("words CONTAINS $x") }
    #expect(error.diagnostics.map(\.id) == ["not-a-string"])
    #expect(
        error.diagnostics.map(\.fix) == ["to search the elements, store them as related records"]
    )
}

@Test(arguments: [
    ("[String]", "[String]"), ("Array<Int64>", "[Int64]"),
    ("[ String : [Double] ]", "[String: [Double]]"),
    ("Dictionary<String, Array<Bool>>", "[String: [Bool]]"), ("[[String: Int]]", "[[String: Int]]"),
    ("[Int: String]", nil), ("[Date]", nil), ("NSArray", nil), ("String", nil), ("[]", nil),
    ("[String", nil), ("Array<>", nil), ("[String?]", nil), ("[:]", nil),
    ("[String:\u{301}Int]", nil),
])
func aCollectionHasPlainElements(name: String, type: String?) {
    #expect(Schema.collectionType(named: name) == type)
}

@Test func aCollectionHasAtMostSixteenLevels() {
    func type(levels: Int) -> String {
        String(repeating: "[", count: levels) + "Int" + String(repeating: "]", count: levels)
    }
    #expect(Schema.collectionType(named: type(levels: 16)) == type(levels: 16))
    #expect(Schema.collectionType(named: type(levels: 17)) == nil)
    #expect(Schema.collectionType(named: type(levels: 30_000)) == nil)
}

@Test func aStringHasKeys() throws {
    #expect(try books("title.length > $n").condition == "store_length(t0.\"title\") > ?1")
    #expect(try books("author.name.length == 3").condition == "store_length(t1.\"name\") IS ?1")
    let upper = try books("title.uppercaseString == 'A'").condition
    #expect(upper == "store_upper(t0.\"title\") IS ?1")
    #expect(try authors("ANY books.title.length > 3").condition?.contains("store_length") == true)
    #expect(try books("isbn.integerValue > 3").remainder != nil)
    let sorted = try #require(throws: DiagnosticError.self) {
        try compile(
            QueryRequest(entity: "Book", sorts: [.init(path: ["title", "length"])]),
            in: library,
            source: QuerySource(text: "", file: "-")
        )
    }
    #expect(sorted.diagnostics.map(\.id) == ["not-a-relationship"])
}

@Test func aTruthValueThatIsComparedWithANumberIsANumber() throws {
    let query = try books("pages == YES AND NO < pages AND pages IN {YES, 3}")
    #expect(
        query.condition == "t0.\"pages\" IS ?1 AND ?2 < t0.\"pages\" AND t0.\"pages\" IN (?3, ?4)"
    )
    let numbers: [CompiledQuery.Binding] = [1, 0, 1, 3].map { .literal(.integer($0)) }
    #expect(query.bindings == numbers)
    #expect(throws: DiagnosticError.self) { try books("title == YES") }
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
    ("title == Emma", 10, "unknown-key", "for a string, use quotes: \"Emma\""),
    ("title == ttle", 10, "unknown-key", "did you mean \"title\"?"),
    (
        "author.name CONTAINS Austen", 22, "unknown-key",
        "for a string, use quotes: \"Austen\""
    ),
    (
        "objectID IN $some", 1, "unknown-key",
        "to compare records, write SELF or the relationship without \"objectID\""
    ),
    (
        "author.objectID == $some", 1, "unknown-key",
        "to compare records, write SELF or the relationship without \"objectID\""
    ),
    ("pages BEGINSWITH 'a'", 1, "not-a-string", nil),
    ("pages > 'a'", 9, "type-mismatch", nil),
    ("isRead < YES", 1, "not-ordered", nil),
    (
        "title MATCHES 'a['", 15, "bad-pattern",
        "write each backslash twice, and escape literal brackets"
    ),
    (
        "pages == 1 OR NOT author.name MATCHES[c] '(a'", 42, "bad-pattern",
        "write each backslash twice, and escape literal brackets"
    ),
    ("title == $x AND pages == $x", 26, "variable-type", "use a separate variable for each type"),
    (
        "$a == $b", 4, "no-key-path",
        "the keys of \"Book\" are isbn, title, pages, isRead, bought, author"
    ),
    (
        "$a == nil OR title == $a", 4, "no-key-path",
        "if there may be no value, write a second query without the condition"
    ),
    ("title.size == 3", 1, "not-a-relationship", nil),
    ("pages.length == 3", 1, "not-a-relationship", nil),
    ("title.length.length == 3", 1, "not-a-relationship", nil),
    ("author.nam == 'x'", 1, "unknown-key", "did you mean \"name\"?"),
    ("pages > '300'", 9, "type-mismatch", "write 300 without quotes"),
    ("pages > '1,000,000'", 9, "type-mismatch", "write 1000000"),
    ("pages > '9,99'", 9, "type-mismatch", "write 9.99"),
    ("pages > '1,2,3'", 9, "type-mismatch", nil), ("pages > '1.5,000'", 9, "type-mismatch", nil),
    ("pages > '0,125'", 9, "type-mismatch", "write 0.125"),
    (
        "bought > '2020'", 10, "type-mismatch",
        "use a variable such as $date, or CAST(seconds since 2001-01-01, \"NSDate\")"
    ),
    (
        "bought > '2020-01-31'", 10, "type-mismatch",
        "write CAST(602121600, \"NSDate\") for this date, or use a variable such as $date"
    ),
    ("title == pages", 10, "type-mismatch", nil),
    ("title == 1984", 10, "type-mismatch", "for a string, use quotes: \"1984\""),
    ("author.books.count > 3", 1, "to-many-key", "write author.books.@count"),
    (
        "author.books.pages > 3", 1, "to-many-key",
        "write ANY author.books.pages, ALL author.books.pages or author.books.@count"
    ),
    (
        "author == 'x'", 11, "type-mismatch",
        "compare an attribute of \"Author\", or use a variable such as $value for the record"
    ),
    ("author == bought", 11, "type-mismatch", nil), ("isRead == pages", 11, "type-mismatch", nil),
    ("isRead == 'YES'", 11, "type-mismatch", "write YES or NO"),
    (
        "author IN {3}", 12, "type-mismatch",
        "compare an attribute of \"Author\", or use a variable such as $value for the record"
    ),
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

@Test func aVariableThatHasAValueIsComparedWithNil() throws {
    let text = "$a == nil OR title == $a"
    let query = try compile(
        QueryRequest(entity: "Book", predicate: try parsePredicate(text)),
        in: library,
        source: QuerySource(text: text, file: "filter"),
        hasValues: true
    )
    #expect(query.condition == "?1 IS NULL OR t0.\"title\" IS ?1")
    #expect(query.parameters.map(\.name) == ["a"])
}

/// SQLite compares the names of columns by their bytes.
@Test func aColumnHasTheSpellingOfTheModel() throws {
    let schema = Schema(
        name: "Café",
        entities: [
            Entity(name: "Item", attributes: [Attribute(name: "caf\u{E9}", type: .string)])
        ]
    )
    let text = "cafe\u{301} == 'a'"
    let query = try compile(
        QueryRequest(entity: "Item", predicate: try parsePredicate(text)),
        in: schema,
        source: QuerySource(text: text, file: "-")
    )
    let condition = try #require(query.condition)
    #expect(condition.utf8.elementsEqual("t0.\"caf\u{E9}\" IS ?1".utf8))
}

@Test func aTransientAttributeIsNamedAsSuch() throws {
    var draft = Attribute(name: "draft", type: .string)
    draft.isTransient = true
    let declared = Schema(
        name: "Library",
        entities: [
            Entity(name: "Item", attributes: [draft]), Entity(name: "Book", parent: "Item"),
        ]
    )
    let schema = declared.withoutTransientAttributes
    let text = "draft == 'a'"
    let request = QueryRequest(entity: "Book", predicate: try parsePredicate(text))
    let error = try #require(throws: DiagnosticError.self) {
        try compile(request, in: schema, source: QuerySource(text: text, file: "-"))
    }
    #expect(
        error.diagnostics.map(\.problem) == [
            "the attribute \"draft\" of \"Book\" is transient, so the store has no values of it"
        ]
    )
}

@Test func aRelationshipThatIsNotStoredIsNamedWithWhatToDescribe() throws {
    var changed = library
    changed.entities[1].relationships[0].storage = RelationshipStorage.none("it is a test")
    let schema = changed
    let text = "ANY books.title == 'a'"
    let request = QueryRequest(entity: "Author", predicate: try parsePredicate(text))
    let error = try #require(throws: DiagnosticError.self) {
        try compile(request, in: schema, source: QuerySource(text: text, file: "--predicate"))
    }
    #expect(
        error.diagnostics.map(\.problem)
            == ["\"books\" of \"Author\" is not stored, because it is a test"]
    )
    #expect(
        error.diagnostics.map(\.fix)
            == [
                "specify a column with `by:` or a join table with `in:` in the relationship's description"
            ]
    )
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
    let many = try #require(throws: DiagnosticError.self) {
        try compile(
            QueryRequest(entity: "Author", sorts: [.init(path: ["books", "@count"])]),
            in: library,
            source: QuerySource(text: "", file: "filter", sorts: "orderBy")
        )
    }
    #expect(many.diagnostics.map(\.place?.file) == ["orderBy"])
    #expect(
        many.diagnostics.map(\.problem)
            == ["\"books\" is to-many, but a sort key needs one value for each record"]
    )
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
        "Books whose pages is from 1 to *most*, by pages, then by title."
    ),
])
func theSentenceSaysWhatTheQueryAsks(text: String, sort: [String], expected: String) throws {
    #expect(try sentence(for: books(text, sort: sort).request, in: library) == expected)
}

@Test func aSignBeforeASignIsNoComment() throws {
    #expect(try books("abs(-pages) == --1").condition?.contains("--") == false)
}

@Test func listsOfTheCallerAreOneParameter() throws {
    let query = try books("pages IN $numbers AND author IN $authors")
    #expect(
        query.condition
            == "t0.\"pages\" IN (SELECT value FROM json_each(?1)) AND t0.\"author\" IN (SELECT store_element(value) FROM json_each(?2))"
    )
    #expect(query.parameters.map(\.isList) == [true, true])
}

/// The query for authors that match `text`.
private func authors(_ text: String) throws -> CompiledQuery {
    try compile(
        QueryRequest(entity: "Author", predicate: try parsePredicate(text)),
        in: library,
        source: QuerySource(text: text, file: "--predicate")
    )
}

@Test func toManyKeysBecomeSubqueries() throws {
    #expect(
        try authors("ANY books.pages > 3").condition
            == "EXISTS (SELECT 1 FROM \"Book\" AS t1 WHERE t1.\"author\" = t0.\"id\" AND (t1.\"pages\" > ?1))"
    )
    #expect(
        try authors("ALL books.pages > 3").condition
            == "NOT EXISTS (SELECT 1 FROM \"Book\" AS t1 WHERE t1.\"author\" = t0.\"id\" AND ((t1.\"pages\" > ?1) IS NOT TRUE))"
    )
    #expect(
        try authors("books.@count == 0").condition
            == "(SELECT count(*) FROM \"Book\" AS t1 WHERE t1.\"author\" = t0.\"id\") IS ?1"
    )
    #expect(
        try authors("SUBQUERY(books, $b, $b.isRead == YES AND $b.title == name).@count > 1")
            .condition
            == "(SELECT count(*) FROM \"Book\" AS t1 WHERE t1.\"author\" = t0.\"id\" AND (t1.\"isRead\" IS ?1 AND t1.\"title\" IS t0.\"name\")) > ?2"
    )
}

/// It compared the string without a word.
@Test func aKeyInQuotesIsNamed() throws {
    for text in ["'title' == 'A'", "'title' == $a", "pages > 1 OR 'title' IN {'A', 'B'}"] {
        let warning = try books(text).warnings.first { $0.id == "quoted-key" }
        #expect(warning?.place?.column == (text.hasPrefix("'") ? 1 : 14), "\(text)")
    }
    for text in ["'A' == title", "title == 'pages'", "'other' == 'A'"] {
        #expect(!(try books(text).warnings.contains { $0.id == "quoted-key" }), "\(text)")
    }
}

/// It compared the truth value or nil without a word.
@Test func aReservedWordWithTheNameOfAKeyIsNamed() throws {
    let names = ["true", "No", "nil", "self"]
    let schema = Schema(
        name: "Library",
        entities: [
            Entity(name: "Book", attributes: names.map { Attribute(name: $0, type: .integer16) })
        ]
    )
    func book(_ text: String) throws -> CompiledQuery {
        let request = QueryRequest(entity: "Book", predicate: try parsePredicate(text))
        return try compile(request, in: schema, source: QuerySource(text: text, file: "-"))
    }
    for (text, name) in [("true == 1", "true"), ("no IN {1}", "No"), ("NULL > 1", "nil")] {
        let warning = try book(text).warnings.first { $0.id == "reserved-key" }
        #expect(warning?.place?.column == 1, "\(text)")
        #expect(warning?.fix == "for the key, write #\(name)", "\(text)")
    }
    for text in ["#true == 1", "1 == #No", "FALSE == #No"] {
        #expect(!(try book(text).warnings.contains { $0.id == "reserved-key" }), "\(text)")
    }
    for (text, name) in [("true > 1", "true"), ("self > 1", "self"), ("NO LIKE 'x'", "No")] {
        let error = try #require(throws: DiagnosticError.self) { try book(text) }
        #expect(error.diagnostics.first?.fix == "for the key, write #\(name)", "\(text)")
    }
}

@Test func whatSQLCannotSayIsLeftToMemoryAndSaidSo() throws {
    let query = try books(
        "pages > 3 AND FUNCTION(isbn, 'integerValue') > $least AND isbn == 'a'"
    )
    #expect(query.condition == "t0.\"pages\" > ?1 AND t0.\"isbn\" IS ?2")
    #expect(query.bindings == [.literal(.integer(3)), .literal(.string("a"))])
    #expect(query.remainder?.text == "FUNCTION(isbn, \"integerValue\") > $least")
    #expect(query.remainderVariables == ["least"])
    #expect(query.warnings.map(\.id) == ["evaluated-in-memory"])
    #expect(query.warnings.first?.place?.column == 15)
    let whole = try books(
        "FUNCTION(isbn, 'length') + FUNCTION(isbn, 'doubleValue') > 2 OR pages == 1"
    )
    #expect(whole.condition == nil)
    #expect(whole.remainder != nil)
}

/// Each `now()` was a value of its own.
@Test func theCurrentTimeIsBoundOnce() throws {
    let query = try books("bought > now() AND (bought < now() - 60 OR title == 'a')")
    #expect(
        query.condition
            == "t0.\"bought\" > ?1 AND (t0.\"bought\" < (?1 - ?2) OR t0.\"title\" IS ?3)"
    )
    #expect(query.bindings.first == .now && query.bindings.count == 3)
    // A part that is evaluated in memory binds nothing.
    let part = try books("(bought > now() OR isbn.integerValue > 3) AND bought < now()")
    #expect(part.bindings == [.now])
    #expect(part.condition == "t0.\"bought\" < ?1")
}

@Test func aVariableThatContainsANumberIsAList() throws {
    let query = try books("$v CONTAINS pages")
    #expect(query.condition == "t0.\"pages\" IN (SELECT value FROM json_each(?1))")
    let list = CompiledQuery.Parameter(name: "v", type: .attribute(.integer32), isList: true)
    #expect(query.parameters == [list])
    #expect(try books("$v CONTAINS author").parameters.first?.isList == true)
    // A text may contain a text.
    #expect(try books("$v CONTAINS title").parameters.first?.isList == false)
    let rest = try books("$v CONTAINS FUNCTION(title, 'integerValue')")
    #expect(rest.remainder != nil)
    #expect(rest.parameters.map(\.isList) == [true])
}

@Test func aLiteralInAListOfKeysAdoptsTheirType() throws {
    #expect(try books("1 IN {isRead}").bindings == [.literal(.boolean(true))])
    #expect(try books("1 == isRead").bindings == [.literal(.boolean(true))])
    #expect(try books("3 IN {4, pages}").condition == "(?1 IS ?2 OR ?1 IS t0.\"pages\")")
}

@Test(arguments: [
    "'x' IN FUNCTION(title, 'stringByAppendingString:', 'x')", "'1' IN CAST(pages, 'NSString')",
    "'B' IN author.books[FIRST].title", "3 IN author.books[FIRST].author.books.pages",
])
func aListOrStringWithoutSQLIsSearchedInMemory(text: String) throws {
    let query = try books(text)
    #expect(query.condition == nil)
    #expect(query.remainder == (try parsePredicate(text)))
}

@Test(arguments: [
    ("FUNCTION(isbn, 'integerValue') > $v", ValueType.attribute(.integer64), false),
    ("FUNCTION($v, 'doubleValue') > pages", .attribute(.string), false),
    ("FUNCTION(isbn, 'substringToIndex:', $v) == 'a'", .attribute(.integer64), false),
    ("FUNCTION(isbn, 'substringToIndex:', 2) BEGINSWITH $v", .attribute(.string), false),
    (
        "FUNCTION(isbn, 'length') + FUNCTION(isbn, 'doubleValue') > 2 OR pages IN $v",
        .attribute(.integer32), true
    ),
    ("pages BETWEEN $v", .attribute(.integer32), true),
    (
        "FUNCTION(isbn, 'doubleValue') > 2 OR author == $v", .identity(entity: "Author", .string),
        false
    ),
    (
        "FUNCTION(isbn, 'doubleValue') > 2 OR ANY author.books.title == $v", .attribute(.string),
        false
    ),
    (
        "SUBQUERY(author.books, $b, $b.pages < $v AND FUNCTION(title, 'doubleValue') > 0).@count > 0",
        .attribute(.integer32), false
    ),
    ("author.books[0] == $v", .identity(entity: "Book", .string), false),
    ("$v == author.books[LAST]", .identity(entity: "Book", .string), false),
    ("author.books[FIRST] IN $v", .identity(entity: "Book", .string), true),
    ("$v IN {author.books[0], author.books[LAST]}", .identity(entity: "Book", .string), false),
    (
        "SUBQUERY(author.books, $b, $b.pages > 1)[0] == $v", .identity(entity: "Book", .string),
        false
    ),
    ("author.books[0].pages > $v", .attribute(.integer32), false),
    ("author.books[$v].pages > 3", .attribute(.integer64), false),
    ("title.integerValue > $v", .attribute(.integer64), false),
    ("author.name.doubleValue IN $v", .attribute(.double), true),
    ("author.books[0].title.integerValue == $v", .attribute(.integer64), false),
    ("CAST($v, 'NSDate') < bought", .attribute(.double), false),
    ("CAST($v, 'NSNumber') < pages", .attribute(.string), false),
    ("ANY $v == pages", .attribute(.integer32), true),
    ("ALL $v IN author.books.title", .attribute(.string), true),
    ("NONE $v BEGINSWITH title", .attribute(.string), true),
    ("SUBQUERY(author.books.pages, $p, $p > $v).@count > 0", .attribute(.integer32), false),
    ("SUBQUERY(author.books.title, $t, $t IN $v).@count == 2", .attribute(.string), true),
    (
        "SUBQUERY(author.books.title, $t, $t == 'a' AND pages == $v).@count > 0",
        .attribute(.integer32), false
    ),
])
func aVariableLeftToMemoryHasTheTypeOfWhatItIsComparedWith(
    text: String,
    type: ValueType,
    isList: Bool
) throws {
    let query = try books(text)
    #expect(query.remainder != nil)
    #expect(
        query.parameters == [CompiledQuery.Parameter(name: "v", type: type, isList: isList)]
    )
    #expect(query.remainderVariables == ["v"])
}

@Test func decimalsAreComparedAndOrderedAsNumbers() throws {
    let schema = Schema(
        name: "Shop",
        entities: [
            Entity(
                name: "Item",
                attributes: [
                    Attribute(name: "id", type: .string), Attribute(name: "price", type: .decimal),
                ],
                uniquenessConstraints: [["id"]]
            )
        ]
    )
    let query = try compile(
        QueryRequest(
            entity: "Item",
            predicate: try parsePredicate("price > $least AND price * 2 <= 9.5"),
            sorts: [.init(path: ["price"], isDescending: true)]
        ),
        in: schema,
        source: QuerySource(text: "", file: "query")
    )
    #expect(
        query.condition
            == "store_real(t0.\"price\") > store_real(?1) AND (store_real(t0.\"price\") * ?2) <= ?3"
    )
    #expect(query.order == "store_real(t0.\"price\") DESC, t0.\"id\"")
    #expect(
        query.parameters == [CompiledQuery.Parameter(name: "least", type: .attribute(.decimal))]
    )
}

@Test(arguments: [
    ("books.title == 'a'", 1, "to-many-key"), ("ANY name == 'a'", 5, "not-to-many"),
    ("name == %@", 9, "missing-argument"), ("%K == 1", 1, "missing-argument"),
    ("$x.name == 'a'", 1, "variable-path"), ("name[0] == 'a'", 1, "not-to-many"),
    ("SUBQUERY(books, $b, $b.pages > 1) == $x", 1, "subquery-as-value"),
    ("books.@sum.title > 1", 1, "not-a-number"), ("name & 1 == 1", 1, "not-a-number"),
    ("-name == 1", 2, "not-a-number"), ("uppercase(books.@count) == 'A'", 11, "not-a-string"),
    ("SUBQUERY(books, $b, $b.nothing == 1).@count > 0", 21, "unknown-key"),
    ("ANY books.pages > 'a'", 19, "type-mismatch"), ("name IN 3", 9, "not-a-list"),
    ("TERNARY(name == 3, 1, 2) == 1", 17, "type-mismatch"),
])
func whatDoesNotFitAToManyModelIsNamed(text: String, column: Int, id: String) throws {
    let error = try #require(throws: DiagnosticError.self) { try authors(text) }
    #expect(error.diagnostics.map(\.id) == [id])
    #expect(error.diagnostics.first?.place?.column == column)
}

@Test(arguments: [
    ("ANY boks.title == 'a'", 5, "did you mean \"books\"?"),
    ("boks.@count > 1", 1, "did you mean \"books\"?"),
    ("SUBQUERY(boks, $b, $b.pages > 1).@count > 0", 10, "did you mean \"books\"?"),
    ("ANY books.author.boks.pages > 1", 5, "did you mean \"books\"?"),
    ("SUBQUERY(books, $b, ANY $b.titel == 'a').@count > 0", 25, "did you mean \"title\"?"),
    ("SUBQUERY(books, $b, $b.title == nmae).@count > 0", 33, "did you mean \"name\"?"),
    ("SUBQUERY(books, $b, title == 'a').@count > 0", 21, "write $b.title"),
    ("SUBQUERY(books, $b, $b.title == isbn).@count > 0", 33, "write $b.isbn"),
])
func anUnknownKeyIsNamedWhereAListIsNeeded(text: String, column: Int, fix: String) throws {
    let error = try #require(throws: DiagnosticError.self) { try authors(text) }
    #expect(error.diagnostics.map(\.id) == ["unknown-key"])
    #expect(error.diagnostics.first?.place?.column == column)
    #expect(error.diagnostics.first?.fix == fix)
}

@Test(arguments: [
    ("author.books[0].titel == 'a'", 1), ("author.boks[FIRST].title == 'a'", 1),
    ("author.books[FIRST].author.nam == 'a'", 1), ("author.books[page].title == 'a'", 14),
    ("SUBQUERY(author.books, $b, $b.page > 1)[0].title == 'a'", 28),
    ("SUBQUERY(author.books, $b, $b.pages > 1)[0].titel == 'a'", 1),
    ("ANY SUBQUERY(author.books, $b, $b.pages > page) == $v", 43),
    ("SUBQUERY(author.books.pages, $p, $p > page).@count > 0", 39),
    ("sum(author.books.page) > 1", 5), ("max({pages, page}) > 1", 13),
    ("ANY $v == page", 11), ("title.integerValue BETWEEN {1, page}", 32),
    ("FUNCTION(title, 'stringByAppendingString:', titel) == 'a'", 45),
    ("TERNARY(title.integerValue > 3, 1, 2) == page", 42),
])
func anUnknownKeyInThePartForMemoryIsNamed(text: String, column: Int) throws {
    let error = try #require(throws: DiagnosticError.self) { try books(text) }
    #expect(error.diagnostics.map(\.id) == ["unknown-key"])
    #expect(error.diagnostics.first?.place?.column == column)
}

@Test(arguments: [
    ("sum(author.books.title) > 3", 5, "not-a-number", nil),
    ("average({pages, title}) > 3", 17, "not-a-number", nil),
    ("pages == 1 OR abs(sum(author.books.bought)) > 3", 23, "not-a-number", nil),
    (
        "author.books[0].title == 3", 26, "type-mismatch",
        "for a string, use quotes: \"3\""
    ),
    (
        "3 == author.books[0].title", 1, "type-mismatch",
        "for a string, use quotes: \"3\""
    ),
    ("author.books[0].pages IN {1, 'a'}", 30, "type-mismatch", nil),
    ("sum(author.books.pages) == title", 28, "type-mismatch", nil),
    ("title.integerValue == 'a'", 23, "type-mismatch", nil),
    (
        "max(author.books.title) > 3", 27, "type-mismatch",
        "for a string, use quotes: \"3\""
    ),
    (
        "SUBQUERY(author.books, $b, $b.title.integerValue == 'x').@count > 0", 53, "type-mismatch",
        nil
    ),
    (
        "SUBQUERY(author.books, $b, sum($b.author.books.title) > 1)[SIZE] > 0", 32, "not-a-number",
        nil
    ),
    (
        "SUBQUERY(author.books, $b, $b['title'] == 'x').@count > 0", 31, "not-a-position",
        "to read a key of a record, write $b.title"
    ),
    (
        "author.books[LAST] == 'a'", 23, "type-mismatch",
        "compare an attribute of \"Book\", or use a variable such as $value for the record"
    ),
])
func aTypeThatDoesNotFitInThePartForMemoryIsNamed(
    text: String,
    column: Int,
    id: String,
    fix: String?
) throws {
    let error = try #require(throws: DiagnosticError.self) { try books(text) }
    #expect(error.diagnostics.map(\.id) == [id])
    #expect(error.diagnostics.first?.place?.column == column)
    #expect(error.diagnostics.first?.fix == fix)
}

@Test(arguments: [
    "sum(author.books.pages) == YES", "max(author.books.title) == 'a'",
    "author.books[0].isRead == 1", "author.books[0].bought < now()",
    "TERNARY(title.integerValue > 3, title, 2) == 2", "sum(author.books.pages) == nil",
    "CAST(FUNCTION(title, 'integerValue'), 'NSDate') < bought", "count(author.books.title) > 3",
    "SUBQUERY(author.books, $b, $b.title.integerValue == $b.pages AND $b == $x)[SIZE] > 0",
    "author.books[0].bought < $day - 3600", "author.books[0].bought < now() - 3600",
])
func typesThatFitInThePartForMemoryAreAccepted(text: String) throws {
    #expect(try books(text).remainder != nil)
}

@Test func anIndexAfterATextIsRefusedBeforeAKeyToo() throws {
    let error = try #require(throws: DiagnosticError.self) { try books("title[0].length == 1") }
    #expect(error.diagnostics.map(\.id) == ["not-to-many"])
}

@Test(arguments: [
    ("author.books.pages > 1", "ANY author.books.pages, ALL author.books.pages", "author.books"),
    (
        "SUBQUERY(author.books, $b, $b.author.books.pages > 1).@count > 0",
        "ANY $b.author.books.pages, ALL $b.author.books.pages", "$b.author.books"
    ),
])
func theFixForAToManyKeyRepeatsTheWholePath(text: String, quantified: String, list: String) throws {
    let error = try #require(throws: DiagnosticError.self) { try books(text) }
    #expect(error.diagnostics.map(\.id) == ["to-many-key"])
    #expect(error.diagnostics.first?.fix == "write \(quantified) or \(list).@count")
}

@Test(arguments: [
    ("ANY books.@count > 2", "remove ANY"), ("ALL books.@max.pages > 2", "remove ALL"),
    ("NONE books.@count > 2", "write NOT in place of NONE"),
    ("SUBQUERY(books, $b, ANY $b.author.books.@count > 2).@count > 0", "remove ANY"),
])
func aQuantifierOfACombinedValueIsToBeRemoved(text: String, fix: String) throws {
    let error = try #require(throws: DiagnosticError.self) { try authors(text) }
    #expect(error.diagnostics.map(\.id) == ["not-to-many"])
    #expect(error.diagnostics.first?.fix == fix)
}

@Test func aQuantifierOfTheRecordItselfNamesSELF() throws {
    let error = try #require(throws: DiagnosticError.self) { try books("NONE SELF IN $some") }
    #expect(error.diagnostics.first?.problem == "\"SELF\" contains no to-many relationship")
}

@Test(arguments: [
    ("bought > CAST('2020-01-01', 'NSDate')", 15, "a string", "NSDate"),
    ("CAST(title, 'NSDate') == bought", 6, "a string", "NSDate"),
    ("CAST(bought, 'NSString') == 'a'", 6, "a date", "NSString"),
    ("CAST(pages, 'NSUUID') == nil", 6, "a number", "NSUUID"),
    ("CAST(author, 'NSNumber') == 1", 6, "a record of \"Author\"", "NSNumber"),
])
func aCastThatFailsForEveryValueIsRefused(
    text: String,
    column: Int,
    from: String,
    to: String
) throws {
    let error = try #require(throws: DiagnosticError.self) { try books(text) }
    #expect(error.diagnostics.map(\.id) == ["type-mismatch"])
    #expect(error.diagnostics.first?.place?.column == column)
    #expect(error.diagnostics.first?.problem == "CAST cannot convert \(from) to \"\(to)\"")
}

@Test(arguments: [
    ("modulus:by:(pages / 2.5, 2) == 1", "modulus:by:() cannot be applied to a number (Double)"),
    ("pages & 1.5 == 1", "a bitwise operator cannot be applied to a number (Double)"),
    ("title & 1 == 1", "a bitwise operator cannot be applied to a string"),
])
func theOperationThatNeedsAnIntegerIsNamed(text: String, problem: String) throws {
    let error = try #require(throws: DiagnosticError.self) { try books(text) }
    #expect(error.diagnostics.map(\.problem) == [problem])
}

@Test func errorsAreInTheOrderOfTheText() throws {
    let text = "titel == 'a' OR (pgaes == 1 AND (isred == YES OR autor == nil))"
    let error = try #require(throws: DiagnosticError.self) { try books(text) }
    #expect(error.diagnostics.compactMap { $0.place?.column } == [1, 18, 34, 50])
}

@Test func twoNumericTypesOfOneVariableAreNamed() throws {
    let error = try #require(throws: DiagnosticError.self) {
        try books("pages == $n AND length(title) == $n")
    }
    #expect(error.diagnostics.map(\.id) == ["variable-type"])
    #expect(
        error.diagnostics.first?.problem == "$n is compared with values of two types, "
            + "a number (Integer 32) and a number (Integer 64)"
    )
}

@Test(arguments: [
    ("$n == 0 OR pages == $n", "pages == $n OR $n == 0"),
    ("$n > -1 AND pages > $n", "pages > $n AND $n > -1"),
    ("$n IN {1, 2} OR pages == $n", "pages == $n OR $n IN {1, 2}"),
    ("3 IN $n OR pages IN $n", "pages IN $n OR 3 IN $n"),
    ("($n == 0 AND isRead == YES) OR NOT pages == $n", "pages == $n OR $n == 0"),
    ("$m == 0 AND $n == $m OR pages == $n", "pages == $n AND $m == $n"),
])
func aKeyDeterminesTheTypeOfAVariableNotALiteral(text: String, other: String) throws {
    let query = try books(text)
    let types = Set(query.parameters.map(\.type))
    #expect(types == [.attribute(.integer32)])
    #expect(try Set(books(other).parameters.map(\.type)) == types)
}

@Test func aLiteralThatDoesNotFitTheKeyOfTheVariableIsNamed() throws {
    let error = try #require(throws: DiagnosticError.self) { try books("$n == 'a' OR pages == $n") }
    #expect(error.diagnostics.map(\.id) == ["type-mismatch"])
    #expect(error.diagnostics.first?.place?.column == 7)
}

@Test(arguments: [
    "title == $a OR $a == nil", "$a == nil OR title == $a", "nil != $a AND title == $a",
])
func aParameterIsNotComparedWithNil(text: String) throws {
    let error = try #require(throws: DiagnosticError.self) { try books(text) }
    #expect(error.diagnostics.map(\.id) == ["no-key-path"])
    #expect(
        error.diagnostics.first?.problem
            == "$a is never nil, because each parameter of a method has a value"
    )
}

@Test func everyPartThatDoesNotFitIsNamed() throws {
    let error = try #require(throws: DiagnosticError.self) {
        try books("titel == 'a' AND pages > 'x' AND (isRead == 3 OR bought < 2)")
    }
    #expect(
        error.diagnostics.map(\.id)
            == ["unknown-key", "type-mismatch", "type-mismatch", "type-mismatch"]
    )
}

@Test func aTypeCheckOfDeepConditionsIsNotExponential() throws {
    var text = "1"
    for _ in 0..<40 { text = "TERNARY(pages == \(text), pages, 2)" }
    #expect(try books("pages == \(text)").condition != nil)
}

@Test func tenThousandAlternativesFitIntoSQLite() throws {
    let text = (0..<10_000).map { "pages == \($0)" }.joined(separator: " OR ")
    let condition = try #require(try books(text).condition)
    #expect(condition.hasPrefix("((((("))
}

@Test(arguments: [
    ("abs(", ")", 80), ("pages ^ (", ")", 80),
    ("TERNARY(title ENDSWITH TERNARY(", ", 'a', 'b'), 1, 2)", 1),
])
func nestingDoesNotMultiplyTheSQL(opening: String, closing: String, levels: Int) throws {
    let text =
        String(repeating: opening, count: levels)
        + (levels == 1 ? "pages == 1" : "pages") + String(repeating: closing, count: levels)
    #expect(try #require(try books("pages == \(text)").condition).utf8.count < 20_000)
}

@Test func endingsOfEndingsDoNotMultiplyTheSQL() throws {
    var text = "title"
    for _ in 0..<45 { text = "TERNARY(title ENDSWITH \(text), title, 'b')" }
    let condition = try #require(try books("title ENDSWITH \(text)").condition)
    #expect(condition.utf8.count < 200_000)
}

@Test func quantifiersOnListsAreStopped() throws {
    var text = "pages"
    for _ in 0..<45 { text = "TERNARY(ANY {pages, 1, 2} == \(text), pages, 1)" }
    let error = try #require(throws: DiagnosticError.self) { try books("pages == \(text)") }
    #expect(error.diagnostics.map(\.id) == ["too-large"])
}

/// Both the tasks and their owners' projects have an owner.
@Test func theVariableOfALongPathIsItsLastRecord() throws {
    let tasks = Relationship(name: "tasks", destination: "Task", isToMany: true, inverse: "team")
    let projects = Relationship(
        name: "projects",
        destination: "Project",
        isToMany: true,
        inverse: "lead"
    )
    let owner = Relationship(name: "owner", destination: "User")
    let schema = Schema(
        name: "Work",
        entities: [
            Entity(name: "Team", relationships: [tasks]),
            Entity(
                name: "Task",
                relationships: [
                    Relationship(name: "team", destination: "Team", inverse: "tasks"), owner,
                ]
            ),
            Entity(
                name: "User",
                attributes: [Attribute(name: "name", type: .string)],
                relationships: [projects]
            ),
            Entity(
                name: "Project",
                relationships: [
                    Relationship(name: "lead", destination: "User", inverse: "projects"), owner,
                ]
            ),
        ]
    )
    let text = "SUBQUERY(tasks.owner.projects, $p, $p.owner.name == 'Ann').@count > 0"
    let query = try compile(
        QueryRequest(entity: "Team", predicate: try parsePredicate(text)),
        in: schema,
        source: QuerySource(text: text, file: "-")
    )
    let condition = try #require(query.condition)
    #expect(condition.contains("\"Project\" AS t3"), "\(condition)")
    #expect(condition.contains("ON t4.\"_id\" = t3.\"owner\""), "\(condition)")
    #expect(condition.contains("t4.\"name\""), "\(condition)")
}

/// A member and the member's boss are records of one entity.
@Test(arguments: [
    ("SUBQUERY(members.boss, $b, $b.name == 'Ann').@count > 0", "t2.\"name\" IS ?1"),
    ("SUBQUERY(members.boss, $b, $b.boss.name == 'Ann').@count > 0", "t3.\"name\" IS ?1"),
    ("SUBQUERY(members.boss, $b, $b == $person).@count > 0", "t2.\"_id\" IS ?1"),
    ("SUBQUERY(members.boss, $b, $b.pay > 1).@sum.pay > 9", "sum(t2.\"pay\")"),
    (
        "SUBQUERY(members.boss, $b, ANY $b.staff.pay > 1).@count > 0",
        "t3.\"boss\" = t2.\"_id\""
    ),
])
func aVariableAfterAToOneKeyIsTheRecordAtTheEndOfThePath(text: String, expected: String) throws {
    let boss = Relationship(name: "boss", destination: "Person", inverse: "staff")
    let staff = Relationship(name: "staff", destination: "Person", isToMany: true, inverse: "boss")
    let team = Relationship(name: "team", destination: "Team", inverse: "members")
    let members = Relationship(
        name: "members",
        destination: "Person",
        isToMany: true,
        inverse: "team"
    )
    let schema = Schema(
        name: "Work",
        entities: [
            Entity(name: "Team", relationships: [members]),
            Entity(
                name: "Person",
                attributes: [
                    Attribute(name: "name", type: .string),
                    Attribute(name: "pay", type: .integer64),
                ],
                relationships: [team, boss, staff]
            ),
        ]
    )
    let query = try compile(
        QueryRequest(entity: "Team", predicate: try parsePredicate(text)),
        in: schema,
        source: QuerySource(text: text, file: "-")
    )
    let condition = try #require(query.condition)
    #expect(condition.contains(expected), "\(condition)")
    #expect(
        condition.contains("LEFT JOIN \"Person\" AS t2 ON t2.\"_id\" = t1.\"boss\""),
        "\(condition)"
    )
}

@Test(arguments: ["floor", "ceiling", "trunc"])
func aRealBranchOfATernaryIsRounded(function: String) throws {
    for branches in ["pages, 2.5", "2.5, pages", "1, 2.5"] {
        let text = "\(function)(TERNARY(title == 'a', \(branches))) == 2"
        let condition = try #require(try books(text).condition)
        #expect(condition.hasPrefix("store_\(function)(CASE WHEN"), "\(condition)")
    }
    let whole = try books("\(function)(TERNARY(title == 'a', pages, 2)) == 2")
    #expect(whole.condition?.hasPrefix("CASE WHEN") == true)
}

@Test(arguments: [
    (
        "(CAST(pages, 'NSDate') - CAST(0, 'NSDate')) / 60 > 1.5",
        "((CAST(t0.\"pages\" AS REAL) - ?1) / ?2) > ?3"
    ),
    (
        "CAST(CAST(pages, 'NSDate'), 'NSNumber') / 60 > 1.5",
        "(CAST(t0.\"pages\" AS REAL) / ?1) > ?2"
    ),
    ("(bought - CAST(0, 'NSDate')) / 60 > 1.5", "((t0.\"bought\" - ?1) / ?2) > ?3"),
])
func secondsBetweenDatesAreARealNumber(text: String, expected: String) throws {
    #expect(try books(text).condition == expected)
}

/// A literal is bound as the value that a `Float` attribute stores.
@Test func aLiteralThatIsComparedWithAFloatIsRounded() throws {
    var schema = library
    schema.entities[0].attributes.append(Attribute(name: "weight", type: .float))
    let text = "weight == 0.1 AND weight + $more > 0.1 AND weight < $limit"
    let query = try compile(
        QueryRequest(entity: "Book", predicate: try parsePredicate(text)),
        in: schema,
        source: QuerySource(text: text, file: "--predicate")
    )
    #expect(query.bindings.first == .literal(.real(Double(Float(0.1)))))
    #expect(query.bindings.contains(.literal(.real(0.1))))
    #expect(query.parameters.map(\.type) == [.attribute(.double), .attribute(.float)])
}
