import QueryForm
import QueryLanguage
import Testing

private func holds(
    _ text: String,
    _ object: String = "{}",
    _ variables: [String: QueryValue] = [:]
) throws -> Bool {
    try parsePredicate(text).holds(for: try QueryValue(json: object), variables: variables)
}

private let city = """
    {"name": "Straße", "population": 3500000, "area": 891.5, "capital": true, "mayor": null,
     "country": {"name": "Deutschland", "code": "de"}, "tags": ["old", "big"],
     "districts": [{"name": "Mitte", "people": 100, "parks": [{"name": "A"}, {"name": "B"}]},
                   {"name": "Pankow", "people": 400, "parks": []}]}
    """

@Test(arguments: [
    "name ==[c] 'STRASSE'", "name BEGINSWITH 'Str'", "NOT name BEGINSWITH 'str'",
    "name ENDSWITH[cd] 'E'", "NOT name CONTAINS ''", "name LIKE 'Str*e'", "name MATCHES 'S.*'",
    "NOT name MATCHES 'S'", "population / 1000000 == 3", "area / 2 == 445.75", "capital == 1",
    "capital != NO", "mayor == nil", "NOT mayor > 3", "mayor != 3", "NOT mayor CONTAINS 'a'",
    "NOT mayor IN {1}", "mayor IN {1, nil}", "country.code == 'de'", "country.none.further == nil",
    "tags CONTAINS 'old'", "'big' IN tags", "NOT 'ol' IN tags", "ANY tags BEGINSWITH 'b'",
    "ALL districts.people >= 100", "NONE districts.name == 'Wedding'", "districts.@count == 2",
    "districts.@sum.people == 500", "districts.@avg.people == 250", "districts.@max.people == 400",
    "districts.@min.name == 'Mitte'", "districts.parks.name.@count == 2", "mayor.@count == 0",
    "ANY districts.parks.name == 'B'", "districts[0].name == 'Mitte'", "districts[LAST].people > 1",
    "tags[SIZE] == 2",
    "SUBQUERY(districts, $d, $d.people > 200 AND $d.parks.@count == 0)[SIZE] == 1",
    "SUBQUERY(districts, $d, SUBQUERY($d.parks, $p, $p.name == 'B').@count == 1).@count == 1",
    "TERNARY(mayor == nil, 1, 2) == 1", "uppercase(country.code) == 'DE'", "name.length == 6",
    "canonical('Éa') == 'ea'", "FUNCTION(name, 'substringToIndex:', 2) == 'St'",
    "sum({1, nil, 2}) == 3", "count(districts) == 2", "count(mayor.districts) == 0",
    "count({nil}) == 1", "CAST(area, 'NSString') == '891.5'",
    "CAST(area * 2, 'NSString') == '1783'",
    "max(3, 1) == 3", "median({1, 2, 4}) == 2", "modulus:by:(7, 4) == 3", "abs(-3) == 3",
    "sqrt(2) ** 2 < 2.1", "-7 / 2 == -3", "1 / 0 == nil", "6 & 3 == 2", "6 ^ 3 == 5", "~0 == -1",
    "1 << 4 == 16", "9223372036854775807 + 1 == 9223372036854775808.0",
    "CAST('12', 'NSNumber') == 12",
    "CAST(12, 'NSString') == '12'", "now() > CAST(0, 'NSDate')", "now() - 60 < now()",
    "population BETWEEN {1, 4000000}", "NOT mayor BETWEEN {1, 4000000}", "'b' < 'ä'", "'Z' < 'a'",
    "'a' <[c] 'B'", "{1, 2} == {1.0, 2}", "'1' != 1", "9007199254740993 != 9007199254740992.0",
])
func holdsForACity(text: String) throws {
    #expect(try holds(text, city))
}

@Test(arguments: [
    ("name > 3", "unlike-kinds"), ("population BEGINSWITH 'a'", "unlike-kinds"),
    ("ANY name == 'a'", "not-a-list"), ("name.@count == 1", "not-a-list"),
    ("population.length == 1", "unknown-key"), ("name + 1 == 2", "wrong-kind"),
    ("$x == 1", "unbound-variable"), ("population BETWEEN {1}", "no-range"),
    ("name MATCHES '('", "bad-pattern"), ("tags[2] == 1", "index-out-of-range"),
    ("area & 1 == 1", "wrong-kind"),
    ("FUNCTION(name, 'substringFromIndex:', -1) == 'a'", "wrong-kind"),
    ("FUNCTION(name, 'substringToIndex:', -9223372036854775808) == 'a'", "wrong-kind"),
])
func whatAValueCannotDoIsAnError(text: String, id: String) throws {
    let error = try #require(throws: PredicateTextError.self) { try holds(text, city) }
    #expect(error.id == id)
}

@Test(arguments: [
    "FUNCTION(9007199254740993, 'integerValue') == 9007199254740993",
    "FUNCTION(-9223372036854775808, 'integerValue') == -9223372036854775808",
    "FUNCTION(-2.9, 'integerValue') == -2", "FUNCTION(YES, 'integerValue') == 1",
    "FUNCTION('99999999999999999999 m', 'integerValue') == 9223372036854775807",
    "FUNCTION('-99999999999999999999', 'integerValue') == -9223372036854775808",
    "FUNCTION(' +12a', 'integerValue') == 12", "FUNCTION('-', 'integerValue') == 0",
    "FUNCTION('٣', 'integerValue') == 0", "FUNCTION('7\u{FE0F}\u{20E3} days', 'integerValue') == 7",
    "FUNCTION('\r\n+7\u{301}', 'integerValue') == 7", "FUNCTION('+-7', 'integerValue') == 0",
])
func anIntegerValueIsExactOrTheNearestOne(text: String) throws {
    #expect(try holds(text))
}

@Test func quantifiersOverNothing() throws {
    #expect(try holds("ALL {} > 1"))
    #expect(try holds("NONE {} > 1"))
    #expect(try holds("ANY {} > 1") == false)
    #expect(try holds("ALL missing > 1"))
}

@Test func aBareKeyInsideASubqueryIsTheObjectOutside() throws {
    let object = #"{"age": 3, "friends": [{"age": 2}, {"age": 5}]}"#
    #expect(try holds("SUBQUERY(friends, $f, $f.age > age).@count == 1", object))
}

@Test func variablesHoldAnything() throws {
    #expect(
        try holds(
            "$a.b IN $list",
            "{}",
            ["a": QueryValue(json: #"{"b": 1}"#), "list": QueryValue(json: "[1]")]
        )
    )
}

// MARK: - Patterns

@Test(
    arguments: [
        ("straße", "stra(ß|ss)e", [], true), ("STRASSE", "straße", .caseInsensitive, true),
        ("crème", "creme", .diacriticInsensitive, true), ("ab", "a|ab", [], true),
        ("a\n", "a", [], false), ("é", "e\u{301}", [], false),
        ("é", "e\u{301}", .caseInsensitive, true),
        ("a", "(?x)a # comment", [], true), ("القاهرة", "ال.*", [], true), ("1", #"\d"#, [], true),
    ] as [(String, String, ComparisonOptions, Bool)]
)
func matchesIsOfTheWholeText(
    text: String,
    pattern: String,
    options: ComparisonOptions,
    expected: Bool
) throws {
    #expect(try isWholeMatch(text, pattern, options) == expected)
}

@Test func aPatternThatWouldTakeForEverIsStopped() throws {
    let start = ContinuousClock.now
    let text = String(repeating: "a", count: 60)
    let error = try #require(throws: MatchError.self) {
        try isWholeMatch(text, "(a+)+b", limit: .milliseconds(100))
    }
    #expect(error.id == "match-took-too-long")
    #expect(ContinuousClock.now - start < .seconds(20))
}

@Test(arguments: ["a)(b", "(", "[", "*"])
func aPatternThatIsNoneIsAnError(pattern: String) {
    #expect(throws: MatchError.self) { try isWholeMatch("a", pattern) }
}

@Test func anIndexBeyondTheEndOfATextIsSaidToBeOutOfRange() throws {
    let error = try #require(throws: PredicateTextError.self) {
        try parsePredicate("FUNCTION('', 'substringToIndex:', 1) == 'a'").holds(for: .null)
    }
    #expect(error.id == "wrong-kind")
    #expect(error.problem.hasSuffix("has the wrong type or is out of range"))
}
