import QueryLanguage
import Testing

private struct Model: FormatModel {
    func destination(of key: String, in entity: String) -> String? {
        ["author": "Author", "books": "Book", "loans": "Loan", "book": "Book"][key]
    }

    func identityKey(of entity: String) -> String? {
        ["Author": "id", "Book": "isbn"][entity]
    }
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
    ("author == nil", "author == NIL", []),
    ("author.name == \"50%\"", "author.name == %@", ["'50%'"]),
    ("title == 'it\\'s' OR title == 'its'", "title == %@ OR title == \"its\"", ["'it's'"]),
    (
        "SUBQUERY(books, $x, $x.author == $a AND $x.title == $t).@count > $n",
        "SUBQUERY(books, $x, $x.author.id == %@ AND $x.title == %@).@count > %@",
        ["a.id", "t", "n"]
    ),
    (
        "TERNARY(pages > $n, $y, $z) == title", "TERNARY(pages > %@, %@, %@) == title",
        ["n", "y", "z"]
    ),
    ("title MATCHES $p AND #in == 1", "title MATCHES %@ AND #in == 1", ["p", "pattern p"]),
])
func aPredicateBecomesAFormat(_ text: String, _ format: String, _ arguments: [String]) throws {
    let made = try parsePredicate(text).format(of: "Book", in: Model())
    #expect(made.text == format)
    let words = made.arguments.map { argument in
        switch argument {
        case .variable(let name), .typed(let name, _, _): name
        case .identity(let name, _, let key): "\(name).\(key)"
        case .record(let name, let entity): "\(name) of \(entity)"
        case .text(let text): "'\(text)'"
        }
    }
    #expect(words + made.patterns.map { "pattern \($0)" } == arguments)
}

@Test(
    arguments: [
        ("title == 'a'", "title == \"a\"", nil),
        ("length(title) > 3", nil, "length(title) > 3"),
        ("title == 'a' AND length(title) > 3", "title == \"a\"", "length(title) > 3"),
        ("title == 'a' OR length(title) > 3", nil, "title == \"a\" OR length(title) > 3"),
        (
            "ANY books.title LIKE 'a*' AND ALL books.pages > 3", "ANY books.title LIKE \"a*\"",
            "ALL books.pages > 3"
        ),
        ("books.@count > 3 AND books.@sum.pages > 3", "books.@count > 3", "books.@sum.pages > 3"),
        ("born < now() AND NOT (a == b)", "born < now() AND NOT (a == b)", nil),
        ("1 == 1 AND TRUEPREDICATE", "TRUEPREDICATE", "1 == 1"),
    ] as [(String, String?, String?)]
)
func onlyWhatAnSQLiteStoreKnowsIsFetched(_ text: String, _ fetched: String?, _ rest: String?) throws
{
    let parts = try parsePredicate(text).dividedForFetching
    #expect(parts.fetched?.text == fetched)
    #expect(parts.rest?.text == rest)
}
