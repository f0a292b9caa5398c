import Diagnostics
import QueryLanguage
import Testing

private func key(_ path: String...) -> Expression { Expression(.keyPath(path)) }
private func text(_ value: String) -> Expression { Expression(.literal(.string(value))) }
private func number(_ value: Int64) -> Expression { Expression(.literal(.integer(value))) }
private func variable(_ name: String) -> Expression { Expression(.variable(name)) }

@Test(arguments: [
    ("name == 'a'", Comparison(key("name"), .equal, text("a"))),
    ("name = \"a\"", Comparison(key("name"), .equal, text("a"))),
    ("name <> nil", Comparison(key("name"), .notEqual, Expression(.literal(.null)))),
    ("age =< -3", Comparison(key("age"), .lessOrEqual, number(-3))),
    ("age => 0x1F", Comparison(key("age"), .greaterOrEqual, number(31))),
    ("age < 1.5e2", Comparison(key("age"), .less, Expression(.literal(.real(150))))),
    (
        "country.name beginswith[c] $text",
        Comparison(
            key("country", "name"),
            .beginsWith,
            variable("text"),
            options: .caseInsensitive
        )
    ),
    (
        "name CONTAINS[dc] 'é'",
        Comparison(
            key("name"),
            .contains,
            text("é"),
            options: [.caseInsensitive, .diacriticInsensitive]
        )
    ),
    ("isOn == YES", Comparison(key("isOn"), .equal, Expression(.literal(.boolean(true))))),
    ("#in == 1", Comparison(key("in"), .equal, number(1))),
    (
        "age IN {1, $x}",
        Comparison(key("age"), .isIn, Expression(.aggregate([number(1), variable("x")])))
    ),
    (
        "ANY books.title LIKE '*x?'",
        Comparison(key("books", "title"), .like, text("*x?"), quantifier: .any)
    ),
    ("SELF == 1", Comparison(key(), .equal, number(1))),
    (#"name == 'it\'s \u00e9'"#, Comparison(key("name"), .equal, text("it's é"))),
])
func readsComparisons(text: String, expected: Comparison) throws {
    #expect(try parsePredicate(text) == .comparison(expected))
}

@Test func andBindsTighterThanOrAndNotTighterThanBoth() throws {
    let predicate = try parsePredicate("a == 1 OR NOT b == 2 && c == 3")
    let (a, b, c) = (
        Comparison(key("a"), .equal, number(1)), Comparison(key("b"), .equal, number(2)),
        Comparison(key("c"), .equal, number(3))
    )
    #expect(
        predicate
            == .or([.comparison(a), .and([.not(.comparison(b)), .comparison(c)])])
    )
}

@Test(arguments: [
    "name == \"a\"", "a == 1 AND (b == 2 OR c == 3)", "NOT (a == 1)", "NOT (a == 1 AND b == 2)",
    "name BEGINSWITH[cd] $text", "age BETWEEN {1, 2}", "#and.#Self == NIL", "TRUEPREDICATE",
    "NONE a.b IN {\"x\\\\y\", \"q\\\"\", \"line\\nbreak\"}", "a == 1 OR (b == 2 OR c == 3)",
    "ΑΒ == \"Straße\"", "a == -1.5", "NOT NOT (a == TRUE)",
])
func printsWhatItReads(text: String) throws {
    let predicate = try parsePredicate(text)
    #expect(predicate.text == text)
    #expect(try parsePredicate(predicate.text) == predicate)
}

@Test(arguments: [
    ("", 1, "empty-predicate"),
    ("name BEGINSWIHT 'a'", 6, "unexpected-token"),
    ("name == 'a", 9, "unclosed-string"),
    ("(name == 'a'", 1, "unclosed-parenthesis"),
    ("name ==", 8, "unexpected-token"),
    ("name == %@", 9, "unknown-character"),
    ("é == 1 AND name ==[x] 'a'", 20, "unknown-option"),
    ("name == 'a' 'b'", 13, "unexpected-token"),
    ("$ == 1", 1, "no-name"),
    ("a == 1..2", 6, "bad-number"),
])
func errorsNameTheColumn(text: String, column: Int, id: String) throws {
    let error = try #require(throws: PredicateTextError.self) { try parsePredicate(text) }
    #expect(error.id == id)
    #expect(error.position.lineAndColumn(in: text).column == column)
}

@Test func aMisspeltOperatorIsRecognised() throws {
    let error = try #require(throws: PredicateTextError.self) {
        try parsePredicate("name BEGINSWIHT 'a'")
    }
    #expect(error.fix == "did you mean BEGINSWITH?")
}

@Test func positionsCountLinesAndScalars() throws {
    let text = "a == 1\n  AND é ~ 2"
    let error = try #require(throws: PredicateTextError.self) { try parsePredicate(text) }
    let diagnostic = error.diagnostic(in: text, file: "query")
    #expect(diagnostic.place == .init(file: "query", line: 2, column: 9))
}

@Test(arguments: ["(", "!", "a IN {"])
func deepNestingIsRefusedNotACrash(opening: String) {
    let text = String(repeating: opening, count: 100_000)
    #expect(throws: PredicateTextError.self) { try parsePredicate(text) }
}
