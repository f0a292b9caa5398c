import Diagnostics
import QueryLanguage
import Testing

private func key(_ path: String...) -> ExpressionNode {
    ExpressionNode(.keyPath(path.map(PathKey.name)))
}

private func text(_ value: String) -> ExpressionNode { ExpressionNode(.literal(.string(value))) }
private func number(_ value: Int64) -> ExpressionNode { ExpressionNode(.literal(.integer(value))) }
private func variable(_ name: String) -> ExpressionNode { ExpressionNode(.variable(name)) }

private func real(_ value: Double) -> ExpressionNode { ExpressionNode(.literal(.real(value))) }
private let null = ExpressionNode(.literal(.null))

@Test(arguments: [
    ("name == 'a'", Comparison(key("name"), .equal, text("a"))),
    ("name = \"a\"", Comparison(key("name"), .equal, text("a"))),
    ("name <> nil", Comparison(key("name"), .notEqual, null)),
    ("age =< -3", Comparison(key("age"), .lessOrEqual, number(-3))),
    ("age => 0x1F", Comparison(key("age"), .greaterOrEqual, number(31))),
    ("age > 0b101", Comparison(key("age"), .greater, number(5))),
    ("age > 0o17", Comparison(key("age"), .greater, number(15))),
    ("age>-9223372036854775808", Comparison(key("age"), .greater, number(.min))),
    ("age < 1.5e2", Comparison(key("age"), .less, real(150))),
    ("age < .5", Comparison(key("age"), .less, real(0.5))),
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
        "name CONTAINS [dc] 'é'",
        Comparison(
            key("name"),
            .contains,
            text("é"),
            options: [.caseInsensitive, .diacriticInsensitive]
        )
    ),
    (
        "name MATCHES[nl] 'é'",
        Comparison(key("name"), .matches, text("é"), options: [.normalized, .localeSensitive])
    ),
    ("isOn == YES", Comparison(key("isOn"), .equal, ExpressionNode(.literal(.boolean(true))))),
    ("#in == 1", Comparison(key("in"), .equal, number(1))),
    ("first == size", Comparison(key("first"), .equal, key("size"))),
    ("cast == 1", Comparison(key("cast"), .equal, number(1))),
    (
        "age IN {1, $x}",
        Comparison(key("age"), .isIn, ExpressionNode(.aggregate([number(1), variable("x")])))
    ),
    (
        "some books.title LIKE '*x?'",
        Comparison(key("books", "title"), .like, text("*x?"), quantifier: .any)
    ),
    ("self == 1", Comparison(key(), .equal, number(1))),
    ("SELF.name == 1", Comparison(key("name"), .equal, number(1))),
    (
        #"name == 'it\'s \u00e9 \U0001F600 \ud83d\ude00'"#,
        Comparison(key("name"), .equal, text("it's é 😀 😀"))
    ),
    (#"name MATCHES '\d\\d'"#, Comparison(key("name"), .matches, text(#"\d\d"#))),
])
func readsComparisons(text: String, expected: Comparison) throws {
    #expect(try parsePredicate(text) == .comparison(expected))
}

@Test(arguments: [
    ("books.@count", ExpressionNode(.keyPath([.name("books"), .collection(.count)]))),
    (
        "books.@avg.price",
        ExpressionNode(.keyPath([.name("books"), .collection(.average), .name("price")]))
    ),
    ("$x.name", ExpressionNode(.path(variable("x"), [.name("name")]))),
    ("(a.b)[0]", ExpressionNode(.element(key("a", "b"), .value(number(0))))),
    ("a[SIZE]", ExpressionNode(.element(key("a"), .size))),
    ("a[#size]", ExpressionNode(.element(key("a"), .value(key("size"))))),
    (
        "a - b - c",
        ExpressionNode(
            .arithmetic(
                ExpressionNode(.arithmetic(key("a"), .subtract, key("b"))),
                .subtract,
                key("c")
            )
        )
    ),
    (
        "a ** b ** c",
        ExpressionNode(
            .arithmetic(
                key("a"),
                .power,
                ExpressionNode(.arithmetic(key("b"), .power, key("c")))
            )
        )
    ),
    (
        "a | b & c + d * -e",
        ExpressionNode(
            .arithmetic(
                key("a"),
                .bitwiseOr,
                ExpressionNode(
                    .arithmetic(
                        key("b"),
                        .bitwiseAnd,
                        ExpressionNode(
                            .arithmetic(
                                key("c"),
                                .add,
                                ExpressionNode(
                                    .arithmetic(
                                        key("d"),
                                        .multiply,
                                        ExpressionNode(.negative(key("e")))
                                    )
                                )
                            )
                        )
                    )
                )
            )
        )
    ),
    ("uppercase:(a)", ExpressionNode(.function(.uppercase, [key("a")]))),
    ("add:to:(1, 2)", ExpressionNode(.function(.add, [number(1), number(2)]))),
    ("now()", ExpressionNode(.function(.now, []))),
    (
        "FUNCTION(a, 'substringToIndex:', 2)",
        ExpressionNode(.selector(key("a"), .substringToIndex, [number(2)]))
    ),
    ("CAST(a, 'NSDate')", ExpressionNode(.cast(key("a"), .date))),
    (
        "TERNARY(a == 1 OR b == 2, a, b)",
        ExpressionNode(
            .ternary(
                .or([
                    .comparison(Comparison(key("a"), .equal, number(1))),
                    .comparison(Comparison(key("b"), .equal, number(2))),
                ]),
                key("a"),
                key("b")
            )
        )
    ),
    (
        "SUBQUERY(books, $b, $b.pages > 1).@count",
        ExpressionNode(
            .path(
                ExpressionNode(
                    .subquery(
                        key("books"),
                        "b",
                        .comparison(
                            Comparison(
                                ExpressionNode(.path(variable("b"), [.name("pages")])),
                                .greater,
                                number(1)
                            )
                        )
                    )
                ),
                [.collection(.count)]
            )
        )
    ),
])
func readsValues(text: String, expected: ExpressionNode) {
    #expect(readExpression(text).node == expected)
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

@Test func aParenthesisHoldsAPredicateOrAValue() throws {
    let value = try parsePredicate("((a) + (1)) == 1")
    #expect(value.text == "a + 1 == 1")
    let predicate = try parsePredicate("((a == 1) OR (b)==(2))")
    #expect(predicate.text == "a == 1 OR b == 2")
}

@Test func positionsCountLinesAndScalars() throws {
    let text = "a == 1\n  AND é ? 2"
    let error = try #require(throws: PredicateTextError.self) { try parsePredicate(text) }
    let diagnostic = error.diagnostic(in: text, file: "query")
    #expect(diagnostic.place == .init(file: "query", line: 2, column: 9))
}

@Test func placeholdersAreCountedAndReplacedInTheirOrder() throws {
    let reading = readPredicate("%K == %@ AND %K.%K BETWEEN {%d, %la} AND $x.%K != %lld")
    #expect(reading.placeholderCount == 8)
    let node = try #require(reading.node)
    let bound = try node.bound(to: [
        .string("a.in"), .list([.string("x"), .null]), .string("b"), .string("@count"),
        .integer(1), .integer(2), .string("c"), .boolean(true),
    ])
    #expect(
        bound.text
            == "a.#in == {\"x\", NIL} AND b.@count BETWEEN {1, 2.0} AND $x.c != TRUE"
    )
    #expect(node.text == "%K == %@ AND %K.%K BETWEEN {%d, %la} AND $x.%K != %lld")
}

@Test(arguments: [
    ("a == %@", [], "missing-argument", 6),
    ("%K == 1", [QueryValue.integer(1)], "argument-type", 1),
    ("a == %d", [QueryValue.string("1")], "argument-type", 6),
    ("a == %d", [QueryValue.real(1.5)], "argument-type", 6),
    ("a == %f", [QueryValue.string("1")], "argument-type", 6),
    ("%K == 1", [QueryValue.string("a OR b")], "bad-key-path", 1),
    ("%K == 1", [QueryValue.string("")], "bad-key-path", 1),
    ("a == %@", [QueryValue.object(KeyedValues([:]))], "argument-type", 6),
])
func argumentsThatDoNotFitAreNamed(
    text: String,
    arguments: [QueryValue],
    id: String,
    column: Int
) throws {
    let node = try parsePredicate(text)
    let error = try #require(throws: PredicateTextError.self) { try node.bound(to: arguments) }
    #expect(error.id == id)
    #expect(error.range.lineAndColumn(in: text).column == column)
}
