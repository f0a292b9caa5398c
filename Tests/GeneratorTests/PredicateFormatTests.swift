import QueryLanguage
import Testing

private struct Model: FormatModel {
    func destination(of key: String, in entity: String) -> String? {
        ["author": "Author", "books": "Book", "loans": "Loan", "book": "Book"][key]
    }

    func identityKey(of entity: String) -> String? {
        ["Author": "id", "Book": "isbn"][entity]
    }

    func isToMany(_ key: String, in entity: String) -> Bool { ["books", "loans"].contains(key) }

    func isRequired(_ key: String, in entity: String) -> Bool {
        ["title", "isbn", "id", "author"].contains(key)
    }

    func isDate(_ key: String, in entity: String) -> Bool { ["born", "due"].contains(key) }

    func isFloat(_ key: String, in entity: String) -> Bool { key == "weight" }
}

/// What Apple's NSPredicate is given: the canonical text with placeholders, in their order.
@Test(arguments: [
    ("title == $t", "title == %@", ["t"]),
    ("title ==[c] $t and pages < 3", "title ==[c] %@ AND pages < 3", ["t"]),
    ("author == $a", "author.id == %@", ["a.id"]),
    ("$a == author", "%@ == author.id", ["a.id"]),
    ("author IN {$a, $b}", "author.id IN {%@, %@}", ["a.id", "b.id"]),
    ("ANY loans == $l", "ANY loans == %@", ["l of Loan"]),
    ("loans.book.author.born > $d", "loans.book.author.born > %@", ["d"]),
    ("SELF == $b", "isbn == %@", ["b.isbn"]),
    ("loans[0] == $l", "loans[0] == %@", ["l of Loan"]),
    ("books[FIRST] == $b", "books[FIRST].isbn == %@", ["b.isbn"]),
    ("books[LAST].author == $a", "books[LAST].author.id == %@", ["a.id"]),
    ("books[$i] == $b", "books[%@].isbn == %@", ["i", "b.isbn"]),
    ("$b IN {books[0], books[LAST]}", "%@ IN {books[0].isbn, books[LAST].isbn}", ["b.isbn"]),
    (
        "SUBQUERY(books, $x, $x.pages > 1)[0] == $b",
        "SUBQUERY(books, $x, $x.pages > 1)[0].isbn == %@", ["b.isbn"]
    ),
    ("author[$key] == $n", "author[%@] == %@", ["key", "n"]),
    ("author['name'] == $n", "author[\"name\"] == %@", ["n"]),
    ("author == nil", "author == NIL", []),
    ("author.name == \"50%\"", "author.name == %@", ["'50%'"]),
    ("title == 'it\\'s' OR title == 'its'", "title == %@ OR title == \"its\"", ["'it's'"]),
    (
        "SUBQUERY(books, $x, $x.author == $a AND $x.title == $t).@count > $n",
        "SUBQUERY(books, $x, $x.author.id == %@ AND $x.title == %@).@count > %@",
        ["a.id", "t", "n"]
    ),
    // The elements are values, not records.
    (
        "SUBQUERY(books.isbn, $x, $x == $i).@count > 0",
        "SUBQUERY(books.isbn, $x, $x == %@).@count > 0", ["i"]
    ),
    (
        "SUBQUERY(books.title, $x, $x IN $t).@count == 1",
        "SUBQUERY(books.title, $x, $x IN %@).@count == 1", ["t"]
    ),
    (
        "TERNARY(pages > $n, $y, $z) == title", "TERNARY(pages > %@, %@, %@) == title",
        ["n", "y", "z"]
    ),
    // Foundation forbids selectors that return numbers.
    ("FUNCTION(title, 'length') > $n", "title.length > %@", ["n"]),
    ("FUNCTION($t, 'integerValue') == author.id", "%@.integerValue == author.id", ["t"]),
    ("FUNCTION(title, 'uppercaseString') == 'A'", "uppercase(title) == \"A\"", []),
    // Foundation reserves these words, and reads no letters beyond ASCII in a key.
    (
        "size > $n AND author.last == $t", "%K > %@ AND %K == %@",
        ["'size'", "n", "'author.last'", "t"]
    ),
    (
        "ANY books.First == $t AND #in.size == 1", "ANY %K == %@ AND %K == 1",
        ["'books.First'", "t", "'in.size'"]
    ),
    ("straße == $t", "%K == %@", ["'straße'", "t"]),
    (
        "SUBQUERY(books, $x, $x.size > $n).@count > 0",
        "SUBQUERY(books, $x, $x.%K > %@).@count > 0", ["'size'", "n"]
    ),
    ("title MATCHES $p AND #in == 1", "title MATCHES %@ AND #in == 1", ["pattern p"]),
    // Foundation raises an exception for an empty regular expression, and for arithmetic with dates.
    ("title MATCHES[c] '' OR title LIKE ''", "title MATCHES[c] \"(?:)\" OR title LIKE \"\"", []),
    (
        "SUBQUERY(books, $x, $x.title MATCHES $p).@count > 0",
        "SUBQUERY(books, $x, $x.title MATCHES %@).@count > 0", ["pattern p"]
    ),
    (
        "author.born + 60 > now() - 0.5",
        "CAST(CAST(author.born, \"NSNumber\") + 60, \"NSDate\") > %@", ["now-0.5"]
    ),
    (
        "$d - author.born == 1 + pages",
        "CAST(%@, \"NSNumber\") - CAST(author.born, \"NSNumber\") == 1 + pages", ["d"]
    ),
    (
        "60 + loans.@max.due > $d",
        "CAST(60 + CAST(loans.@max.due, \"NSNumber\"), \"NSDate\") > %@", ["d"]
    ),
    (
        "from:subtract:(author.born, 60) < now()",
        "CAST(from:subtract:(CAST(author.born, \"NSNumber\"), 60), \"NSDate\") < %@", ["now+0.0"]
    ),
    (
        "SUBQUERY(loans, $x, $x.due - 60 < $n).@count > 0",
        "SUBQUERY(loans, $x, CAST(CAST($x.due, \"NSNumber\") - 60, \"NSDate\") < %@).@count > 0",
        ["n"]
    ),
    (
        "CAST(CAST(now(), 'NSNumber') - 60, 'NSDate') < author.born AND CAST(90, 'NSDate') > author.born",
        "%@ < author.born AND %@ > author.born", ["now-60.0", "90.0"]
    ),
])
func aPredicateBecomesAFormat(_ text: String, _ format: String, _ arguments: [String]) throws {
    let made = try parsePredicate(text).format(of: "Book", in: Model(), dates: ["d"])
    #expect(made.text == format)
    let words = made.arguments.map { argument in
        switch argument {
        case .variable(let name), .typed(let name, _, _): name
        case .identity(let name, _, let key): "\(name).\(key)"
        case .record(let name, let entity): "\(name) of \(entity)"
        case .text(let text): "'\(text)'"
        case .pattern(let name): "pattern \(name)"
        case .time(let time):
            !time.isFromNow
                ? "\(time.seconds)" : "now\(time.seconds < 0 ? "" : "+")\(time.seconds)"
        }
    }
    #expect(words == arguments)
}

@Test(arguments: [
    ("weight == 0.1", "weight == 0.10000000149011612"), ("weight == -0.5", "weight == -0.5"),
    ("16777217 < weight", "16777216.0 < weight"), ("weight < 1e39", "weight < 1e+39"),
    ("pages == 0.1", "pages == 0.1"), ("weight * 2 == 0.1", "weight * 2 == 0.1"),
    ("books.@max.weight == 0.1", "books.@max.weight == 0.10000000149011612"),
    (
        "SUBQUERY(books, $x, $x.weight IN {0.1, 3}).@count > 0.1",
        "SUBQUERY(books, $x, $x.weight IN {0.10000000149011612, 3}).@count > 0.1"
    ),
])
func aLiteralThatIsComparedWithAFloatIsRounded(_ text: String, _ rounded: String) throws {
    #expect(try parsePredicate(text).roundingFloats(of: "Book", in: Model()).text == rounded)
}

@Test(
    arguments: [
        ("title == 'a'", "title == \"a\"", nil),
        ("length(title) > 3", nil, "length(title) > 3"),
        ("title == 'a' AND length(title) > 3", "title == \"a\"", "length(title) > 3"),
        ("title == 'a' OR length(title) > 3", nil, "title == \"a\" OR length(title) > 3"),
        (
            "ANY books.title LIKE 'a*' AND ALL books.pages > 3",
            """
            ANY books.title LIKE "a*" AND SUBQUERY(books, $each1, NOT ($each1.pages > 3) OR \
            $each1.pages == NIL).@count <= 0
            """, nil
        ),
        ("books.@count > 3 AND books.@sum.pages > 3", "books.@count > 3", "books.@sum.pages > 3"),
        ("born < now() AND 1 == 1", "born < now()", "1 == 1"),
        ("born > now() - 60 AND born - 60 < $d", "born > now() - 60", "born - 60 < $d"),
        (
            "born IN {CAST(60, 'NSDate'), $d}", "born IN {CAST(60, \"NSDate\"), $d}", nil
        ),
        ("1 == 1 AND TRUEPREDICATE", "TRUEPREDICATE", "1 == 1"),
        // "multiple to-many keys not allowed here"
        (
            "ANY author.books.loans.due < $d", nil,
            """
            SUBQUERY(author.books, $each1, SUBQUERY($each1.loans, $each2, $each2.due < $d).@count > 0)\
            .@count > 0
            """
        ),
        (
            "ANY books.loans.@count > 1", nil,
            "SUBQUERY(books, $each1, $each1.loans.@count > 1).@count > 0"
        ),
        // "Keypath containing KVC aggregate where there shouldn't be one"
        ("author.books.@count > 2", nil, "author.books.@count > 2"),
        // A join finds who has another one, too.
        ("NONE loans.due < $d", "SUBQUERY(loans, $each1, $each1.due < $d).@count <= 0", nil),
        ("NOT (ANY loans == $l)", "SUBQUERY(loans, $each1, $each1 == $l).@count <= 0", nil),
        ("ANY loans.due == nil", "SUBQUERY(loans, $each1, $each1.due == NIL).@count > 0", nil),
        ("NOT (NONE loans.due < $d)", "SUBQUERY(loans, $each1, $each1.due < $d).@count > 0", nil),
        (
            "ANY books.title == $absent",
            "SUBQUERY(books, $each1, $each1.title == $absent).@count > 0", nil
        ),
        (
            "SUBQUERY(loans, $l, $l.due < $d AND NOT ($l.fee > 3)).@count == $n",
            "SUBQUERY(loans, $l, $l.due < $d AND (NOT ($l.fee > 3) OR $l.fee == NIL)).@count == $n",
            nil
        ),
        (
            "NOT (SUBQUERY(books, $b, $b.author == $a OR $b.pages IN {1, 2}).@count > 0)",
            "SUBQUERY(books, $b, $b.author == $a OR $b.pages IN {1, 2}).@count <= 0", nil
        ),
        // Whose "pages" is differs from reader to reader.
        (
            "SUBQUERY(books, $b, $b.pages > pages).@count > 0", nil,
            "SUBQUERY(books, $b, $b.pages > pages).@count > 0"
        ),
        (
            "SUBQUERY(books, $b, SUBQUERY($b.loans, $l, $l.due < $d).@count > 0).@count > 0", nil,
            "SUBQUERY(books, $b, SUBQUERY($b.loans, $l, $l.due < $d).@count > 0).@count > 0"
        ),
        (
            "SUBQUERY(author.books, $b, $b.pages > 3).@count > 0", nil,
            "SUBQUERY(author.books, $b, $b.pages > 3).@count > 0"
        ),
        (
            "SUBQUERY(books, $b, $b.pages > 3).@count == books.@count", nil,
            "SUBQUERY(books, $b, $b.pages > 3).@count == books.@count"
        ),
        // In SQL neither is true of an absent value.
        ("NOT (pages > 5)", "NOT (pages > 5) OR pages == NIL", nil),
        (
            "NOT (pages > 5 AND title == 'a')",
            "NOT (pages > 5) OR pages == NIL OR NOT (title == \"a\")", nil
        ),
        ("NOT NOT (pages > 5)", "pages > 5", nil),
        ("NOT (author.born > $d)", nil, "NOT (author.born > $d)"),
        ("pages == copies", nil, "pages == copies"),
        ("pages != $absent", nil, "pages != $absent"),
        ("NOT (pages == $absent)", nil, "NOT (pages == $absent)"),
        ("5 != pages", "5 != pages OR pages == NIL", nil),
        ("pages & 4 != 0", "pages & 4 != 0 OR pages == NIL", nil),
        ("pages & $m == $m", "pages & $m == $m", nil),
        ("pages & copies == 1", nil, "pages & copies == 1"),
        ("NOT (title BEGINSWITH 'b')", "NOT (title BEGINSWITH \"b\")", nil),
        ("NOT (pages == nil)", "NOT (pages == NIL)", nil),
        ("pages != 5", "pages != 5 OR pages == NIL", nil),
        (
            "title == 'a' AND (pages != 5 OR pages == 6)",
            "title == \"a\" AND (pages != 5 OR pages == NIL OR pages == 6)", nil
        ),
        ("NOT (pages != 5)", "NOT (pages != 5)", nil),
        ("pages != pages", nil, "pages != pages"),
        ("pages != nil AND title != 'b'", "pages != NIL AND title != \"b\"", nil),
        ("author != $a AND book != $b", "author != $a", "book != $b"),
        // "illegal comparison with NULL", "can't use NULL on left hand side"
        ("pages > nil", nil, "pages > NIL"),
        ("nil == pages", nil, "NIL == pages"),
        ("pages < $absent AND pages == $absent", "pages == $absent", "pages < $absent"),
        ("title LIKE $absent", nil, "title LIKE $absent"),
        // The store asks the elements of an array what only expressions answer.
        ("pages BETWEEN $range", nil, "pages BETWEEN $range"),
        ("pages BETWEEN {1, $n}", "pages BETWEEN {1, $n}", nil),
        (
            "ANY books.pages BETWEEN {1, 2}",
            "SUBQUERY(books, $each1, $each1.pages BETWEEN {1, 2}).@count > 0", nil
        ),
        // "LHS and RHS both keypaths"; a text on the left would be searched for in each.
        ("title IN author.books.title", nil, "title IN author.books.title"),
        ("'a' IN books.title", "ANY books.title == \"a\"", nil),
        // A record with an identifying attribute is compared by it, as a whole.
        ("$b IN books", "ANY books == $b", nil),
        ("books CONTAINS $b", "ANY books == $b", nil),
        ("$l IN loans", "loans CONTAINS $l", nil),
        ("NOT ($b IN books)", "SUBQUERY(books, $each1, $each1 == $b).@count <= 0", nil),
        ("ANY books CONTAINS $b", "ANY books == $b", nil),
        ("NONE books CONTAINS $b", "SUBQUERY(books, $each1, $each1 == $b).@count <= 0", nil),
        ("books.title CONTAINS 'a'", nil, "books.title CONTAINS \"a\""),
        ("loans CONTAINS $l", "loans CONTAINS $l", nil),
        ("title CONTAINS 5", nil, "title CONTAINS 5"),
        // "to-many key not allowed here"
        ("loans.due < $d", nil, "loans.due < $d"),
    ] as [(String, String?, String?)]
)
func onlyWhatAnSQLiteStoreKnowsIsFetched(_ text: String, _ fetched: String?, _ rest: String?) throws
{
    let parts = try parsePredicate(text)
        .dividedForFetching(of: "Book", in: Model(), nullable: ["absent"])
    #expect(parts.fetched?.text == fetched)
    #expect(parts.rest?.text == rest)
}

/// `books.isbn CONTAINS %@` would be a search for a part of the text.
@Test(arguments: ["$b IN books", "books CONTAINS $b", "ANY books CONTAINS $b"])
func aRecordOfAListIsComparedAsAWhole(_ text: String) throws {
    let parts = try parsePredicate(text).dividedForFetching(of: "Book", in: Model())
    #expect(parts.fetched?.format(of: "Book", in: Model()).text == "ANY books.isbn == %@")
    #expect(parts.rest == nil)
}
