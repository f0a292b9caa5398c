import QueryLanguage
import Testing

@Test(arguments: [
    ("", 1, "empty-predicate"),
    ("  \n", 1, "empty-predicate"),
    ("name BEGINSWIHT 'a'", 6, "unexpected-token"),
    ("name == 'a", 9, "unclosed-string"),
    ("(name == 'a'", 1, "unclosed-parenthesis"),
    ("name == 'a')", 12, "unopened-parenthesis"),
    ("name ==", 8, "unexpected-token"),
    ("name", 5, "unexpected-token"),
    ("YES", 4, "unexpected-token"),
    ("? == 1", 1, "unknown-character"),
    ("name == “a”", 9, "unknown-character"),
    ("name\u{A0}== 1", 5, "unknown-character"),
    ("name ≥ 1", 6, "unknown-character"),
    ("é == 1 AND name ==[x] 'a'", 20, "unknown-option"),
    ("name == 'a' 'b'", 13, "unexpected-token"),
    ("$ == 1", 1, "no-name"),
    ("a == 1..2", 6, "bad-number"),
    ("a == 0xZ", 6, "bad-number"),
    ("a == 12abc", 6, "bad-number"),
    ("a == 12é", 6, "bad-number"),
    ("a == 9223372036854775808", 6, "bad-number"),
    ("a == 99999999999999999999", 6, "bad-number"),
    (#"a == '\u12'"#, 7, "bad-escape"),
    ("a == %s", 6, "unknown-placeholder"),
    ("%self IN {1}", 1, "unknown-placeholder"),
    ("a == @d", 6, "unknown-collection-operator"),
    ("a.@median > 1", 3, "unknown-collection-operator"),
    ("a.@count.b > 1", 10, "unexpected-token"),
    ("a NOT IN {1}", 3, "not-before-operator"),
    ("a IS nil", 3, "unexpected-token"),
    ("1 < a < 3", 7, "unexpected-token"),
    ("like == 1", 1, "unexpected-token"),
    ("random() > 1", 1, "unknown-function"),
    ("distanceToLocation:fromLocation:(a, b) < 1", 1, "unknown-function"),
    ("uppercase(a, b) == 'A'", 1, "argument-count"),
    ("a.contains(b)", 3, "unknown-function"),
    ("name == 'é' AND b.a.hasPrefix('x')", 21, "unknown-function"),
    ("FUNCTION(a, 'class') == 1", 13, "unknown-selector"),
    ("CAST(a, 'NSData') == 1", 9, "unknown-type"),
    ("FETCH(a, b, NO) == 1", 1, "unsupported-fetch"),
    ("a UTI-CONFORMS-TO 'b'", 3, "unsupported-operator"),
    ("(a == 1) == YES", 1, "condition-as-value"),
    ("a == 1 AND (b == 2) + 1 == 3", 12, "condition-as-value"),
    ("a IN {1, 2,}", 12, "unexpected-token"),
    ("a == 1 AND", 11, "unexpected-token"),
    ("a[0 == 1", 5, "unexpected-token"),
])
func errorsNameTheirPlace(text: String, column: Int, id: String) throws {
    let reading = readPredicate(text)
    #expect(reading.node == nil)
    #expect(reading.errors.map(\.id) == [id])
    #expect(reading.errors.first?.range.lineAndColumn(in: text).column == column)
}

@Test func everyErrorIsFoundInOneReading() {
    let text = "name BEGINSWIHT 'a' AND (age == %s OR ==) AND ok == 1 && x NOT IN {1}"
    let parts = readPredicate(text).errors.map { error in
        text.utf8.prefix(Int(error.range.end)).dropFirst(Int(error.range.start))
    }
    #expect(parts.map { String(Substring($0)) } == ["BEGINSWIHT", "%s", "==", "NOT IN"])
}

@Test(arguments: [
    ("name BEGINSWIHT 'a'", "did you mean BEGINSWITH?"),
    ("a NOT IN {1}", "write NOT (a IN …)"),
    ("a == @d", "write %d"),
    ("a > 9223372036854775808", "write the number with a decimal point: 9223372036854775808.0"),
    ("uppercas(a) == 'A'", "did you mean \"uppercase\"?"),
    ("isRead", "for a truth value, write isRead == YES"),
    ("isRead AND a == 1", "for a truth value, write isRead == YES"),
    ("NOT isRead || a == 1", "for a truth value, write isRead == YES"),
    ("a IN (1, 2)", "write a list in braces: {…, …}"),
    ("a IN ['x', 'y']", "write a list in braces: {…, …}"),
    ("a IN [Paris, Rome]", "write a list in braces, and each text in quotes: {\"…\", \"…\"}"),
    ("a IN [c, d]", "write a list in braces, and each text in quotes: {\"…\", \"…\"}"),
    ("a MATCHES [a-z]+", "write the pattern in quotes: \"…\""),
    ("a == New York", "for a string, use quotes: \"New York\""),
    ("a == New York City AND b == 1", "for a string, use quotes: \"New York City\""),
    ("a == 'O'Brien'", #"inside the string, write \' instead of '"#),
    ("a == \"6\"tall\"", #"inside the string, write \" instead of ""#),
    ("a == 'it''s'", #"inside the string, write \' instead of ''"#),
    ("a starts with 'x'", "use BEGINSWITH: text BEGINSWITH value"),
    ("a ends with 'x'", "use ENDSWITH: text ENDSWITH value"),
    ("a IS NULL", "write a == nil"),
    ("b.c is not nil AND d == 1", "write b.c != nil"),
    ("a is empty", "write a.@count == 0; for a string, write a == \"\""),
    ("a IS NOT EMPTY", "write a.@count > 0; for a string, write a != \"\""),
    ("a is 'x'", "write == or !="),
    ("a BETWEEN 1, 10", "write the bounds of BETWEEN in braces: {…, …}"),
    ("a BETWEEN 1,10", "write the bounds of BETWEEN in braces: {…, …}"),
    ("a BETWEEN 1 AND 10", "write the bounds of BETWEEN in braces: {…, …}"),
    ("a BETWEEN 1 AND 10 AND b == 2", "write the bounds of BETWEEN in braces: {…, …}"),
    ("a > 1,000", "write the number without a comma, such as 1000 or 9.99"),
    ("a > 9,99 AND b == 2", "write the number without a comma, such as 1000 or 9.99"),
    ("a % 2 == 0", "for a remainder, write modulus:by:(value, divisor)"),
    ("a %2 == 0", "for a remainder, write modulus:by:(value, divisor)"),
    ("a startsWith 'x'", "use BEGINSWITH: text BEGINSWITH value"),
    ("a.beginsWith('x')", "use BEGINSWITH: text BEGINSWITH value"),
    ("contains(a, 'x')", "use CONTAINS: list CONTAINS value"),
    ("a.b.count() > 3", "write list.@count"), ("a.size() > 3", "write list.@count"),
    ("a.sum() > 3", "write list.@sum.key"), ("a.length() > 3", "write length(text)"),
    ("a.uppercase() == 'X'", "write uppercase(value)"),
    ("date(a) > 1", "use a variable such as $date, or now() for the current time"),
    (
        "a > ANY b.c",
        "ANY must precede the left side: exchange the sides, as in ANY list < value"
    ),
    ("a == 1 AND b > any", "if this is a key, write #any"),
    ("contains == 1", "if this is a key, write #contains"),
    ("name == ‘a’", "use straight quotes: \" or '"),
    ("#a == 1 AND in == 2", "if this is a key, write #in"),
    ("name == \"a”", "use straight quotes: \" or '"),
    ("name == „a“", "use straight quotes: \" or '"),
    ("a > −1", "write -"),
    ("a ＝ 1", "write ="), ("a > ١٢", "use the digits 0 to 9"), ("a IN {1، 2}", "write ,"),
    ("a > 5\u{A0}AND b == 1", "use an ordinary space"), ("a > 5−3", "write -"),
    ("a.@count\u{A0}> 3", "use an ordinary space"), ("a > 0x1F\u{A0}", "use an ordinary space"),
    ("a\u{200B} == 1", "remove this invisible character"),
    ("\u{FEFF}a == 1", "remove this invisible character"),
    (
        "a == %1$@",
        "remove the position: placeholders take the arguments in the order of the text"
    ),
    (
        "ANY NOT a == 3",
        "negate the operator, as in ANY a != 3, or write SUBQUERY(records, $x, NOT …).@count > 0"
    ),
    (
        "ALL !(a == 3)",
        "negate the operator, as in ALL a != 3, or write SUBQUERY(records, $x, …).@count == 0"
    ),
    ("a == NOT b", "write NOT (…) around the whole comparison, or use !="),
    ("a == !b", "write NOT (…) around the whole comparison, or use !="),
    ("NOT contains(a, 'x')", "use CONTAINS: list CONTAINS value"),
    ("a == 1 // note", "remove the comment: a predicate cannot contain comments"),
    ("/* note */ a == 1", "remove the comment: a predicate cannot contain comments"),
    ("a == 1 /* note */ AND b == 2", "remove the comment: a predicate cannot contain comments"),
    ("ANY (b.c == 1)", "remove the parentheses: ANY b.c == 1"),
    (
        "NONE (b.c == 1 AND b.d == 2)",
        "for several conditions on one record, write SUBQUERY(records, $x, …).@count > 0"
    ),
    ("a IN []", "write a list in braces: {…, …}"), ("a == 1_000", "write 1000"),
    ("a == @\"b\"", "remove the @"), ("a EQUALS 'b'", "use ==: text == value"),
    ("a === 1", "write =="), ("a !== 1", "write !="), ("a = = 1", "write =="),
    ("a < = 1", "write <="),
    ("a DOES NOT CONTAIN 'b'", "to negate a comparison, write NOT (text CONTAINS value)"),
    ("a BETWEEN [$b, $c]", "write a list in braces: {…, …}"),
    ("\"a == 1\"", "remove the quotes around the predicate"),
    (
        "NSPredicate(format: 'a == 1')",
        "write only the text of the predicate, without NSPredicate(format: …)"
    ),
])
func errorsSayWhatToDo(text: String, fix: String) {
    #expect(readPredicate(text).errors.first?.fix == fix)
}

/// A quantifier or NOT before an operator got no hint, or the hint to mark the operator.
@Test(arguments: [
    "and", "or", "not", "any", "some", "all", "none", "in", "between", "contains", "beginswith",
    "endswith", "like", "matches", "truepredicate", "falsepredicate",
])
func aReservedWordInPlaceOfAKeyIsToldHowToBecomeOne(word: String) {
    for rest in ["> 1", "== 1", "IN {1, 2}", "LIKE 'x'", ".name == 1", "+ 1 == 2"] {
        for text in ["\(word) \(rest)", "a == 1 AND \(word) \(rest)"] {
            let found = readPredicate(text).errors.first
            #expect(found?.fix == "if this is a key, write #\(word)", "\(text)")
            #expect(found?.range.start == (text.hasPrefix("a == 1") ? 11 : 0), "\(text)")
            let marked = text.replacing("\(word) \(rest)", with: "#\(word) \(rest)")
            #expect(readPredicate(marked).errors.isEmpty, "\(marked)")
        }
    }
    #expect(readPredicate("a == \(word)").errors.first?.fix?.hasSuffix("#\(word)") == true)
}

@Test(arguments: [("NOT in == 1", "in"), ("ANY not == 3", "not"), ("ALL like > 'x'", "like")])
func aReservedWordAfterAnotherIsTheKeyIfASignFollowsIt(text: String, key: String) {
    #expect(readPredicate(text).errors.map(\.fix) == ["if this is a key, write #\(key)"])
}

@Test(arguments: [
    ("birthday > 3 days ago", "unexpected-token"), ("a > now() - 1 Day", "unexpected-token"),
    ("a == 1 AND b < 2 weeks", "unexpected-token"),
    ("a > FUNCTION(now(), 'dateByAddingTimeInterval:', -86400)", "unknown-selector"),
])
func aTimeSpanIsExplained(text: String, id: String) throws {
    let errors = readPredicate(text).errors
    #expect(errors.map(\.id) == [id])
    let fix = try #require(errors.first?.fix)
    #expect(fix.hasPrefix("write a variable such as $since, or"))
    let example = try #require(fix.ranges(of: "ago, write ").last).upperBound
    #expect(readPredicate("a > \(fix[example...])").node != nil)
}

@Test func anInvisibleCharacterIsNamedByItsCode() {
    let found = readPredicate("a == 1 AND b\u{200B} == 2").errors.first
    #expect(found?.problem == "the character U+200B is not part of the predicate language")
}

@Test(arguments: ["SELF", "NOT SELF", "a == 1_a"])
func whatHasNoFixGetsNone(text: String) {
    #expect(readPredicate(text).errors.map(\.fix) == [nil])
}

/// A quotient of quotients is no comment.
@Test func aSlashAfterASpaceIsADivision() {
    #expect(readPredicate("a / b / c == 1").node != nil)
    #expect(readPredicate("a == 4 / / 2").errors.first?.fix == nil)
}

/// The names after a key path are not a text if an operator follows them.
@Test(arguments: ["a == b adn c == 1", "a == b c BEGINSWITH 'x'"])
func namesBeforeAnOperatorAreNoText(text: String) {
    #expect(readPredicate(text).errors.first?.fix?.contains("quotes") != true)
}

@Test(arguments: ["a IN 1, 2", "TERNARY(a == 1, b, 2, 3) == 1"])
func aCommaBetweenValuesIsNoPartOfANumber(text: String) {
    #expect(readPredicate(text).errors.map(\.fix) == [nil])
}

/// Keys of a model may have these names.
@Test(arguments: ["year month == 3", "name == 'x' year > 3", "a day == 3"])
func aKeyWithTheNameOfATimeUnitIsNoTimeSpan(text: String) {
    #expect(readPredicate(text).errors.map(\.id) == ["unexpected-token"])
    #expect(readPredicate(text).errors.first?.fix == nil)
    #expect(readPredicate("year > 3 AND days == ago").node != nil)
}

@Test(arguments: ["name == '%@'", "name == \"%K\"", "name LIKE '*%@*'"])
func aPlaceholderInsideQuotesIsWarnedOf(text: String) {
    let reading = readPredicate(text)
    #expect(reading.errors.isEmpty)
    #expect(reading.warnings.map(\.id) == ["placeholder-in-string"])
}

@Test(arguments: ["name == '100%'", "name == '%'", "name == '5 % d'"])
func aPercentSignInsideQuotesIsText(text: String) {
    #expect(readPredicate(text).warnings.isEmpty)
}

@Test(arguments: [
    "(", "!", "{", "NOT ", "-", "~", "a[", "uppercase(", "a ** ", "SUBQUERY(a, $x, ",
    "TERNARY(", "a.b + (", "FUNCTION(", "CAST(",
])
func tenThousandLevelsAreOneError(opening: String) {
    let reading = readPredicate(String(repeating: opening, count: 10_000))
    #expect(reading.errors.map(\.id) == ["too-deep"])
}

@Test(arguments: [" + 1", "[0]", " & 1"])
func aChainOfTenThousandOperatorsIsOneError(link: String) {
    let text = "a" + String(repeating: link, count: 10_000) + " == 1"
    #expect(readPredicate(text).errors.map(\.id) == ["too-deep"])
}

@Test(arguments: ["a", "%K", "SELF"])
func aPathOfTenThousandKeysIsOneError(start: String) {
    let text = start + String(repeating: ".a", count: 10_000) + " == 1"
    #expect(readPredicate(text).errors.map(\.id) == ["too-deep"])
}

@Test func manyAlternativesAreNoNesting() throws {
    let parts = (0..<10_000).map { "a == \($0)" }
    let predicate = try parsePredicate(parts.joined(separator: " OR "))
    #expect(try predicate.holds(for: .object(KeyedValues(["a": .integer(9_999)]))))
    #expect(predicate.text == parts.joined(separator: " OR "))
}

@Test func aTreeOfTenThousandLevelsIsPrintedAndNotEvaluated() throws {
    var predicate = PredicateNode.constant(true)
    for _ in 0..<10_000 { predicate = .not(predicate) }
    #expect(predicate.text.hasSuffix("NOT NOT TRUEPREDICATE"))
    let error = try #require(throws: PredicateTextError.self) { try predicate.holds(for: .null) }
    #expect(error.id == "too-deep")
}

@Test(arguments: [
    ("avg", "average"), ("mean", "average"), ("Average", "average"), ("averge", "average"),
    ("maximum", "max"), ("minimum", "min"), ("total", "sum"), ("size", "count"), ("cnt", "count"),
    ("ceil", "ceiling"), ("truncate", "trunc"), ("absolute", "abs"), ("sqr", "sqrt"),
    ("upper", "uppercase"), ("uppercased", "uppercase"), ("toLower", "lowercase"),
    ("len", "length"), ("mod", "modulus:by:"), ("pow", "raise:toPower:"), ("add", "add:to:"),
    ("multiply:with:", "multiply:by:"), ("subtract", "from:subtract:"), ("std", "stddev"),
    ("log10", "log"), ("canonicalize", "canonical"), ("bitand", "bitwiseAnd:with:"),
    ("NOW", "now"),
])
func anUnknownFunctionIsToldTheOneThatWasMeant(name: String, meant: String) {
    let found = readPredicate("\(name)(a) == 1").errors.first
    #expect(found?.id == "unknown-function")
    #expect(found?.fix == "did you mean \"\(meant)\"?")
}

@Test func aFunctionAfterAPeriodIsNotCalledUnknown() {
    let found = readPredicate("a.count() > 3").errors.first
    #expect(found?.problem == "a call of the function \"count\" cannot follow a period")
}

/// The first `u` of `mulu` would skip the `d` of `modulus`.
@Test(arguments: ["frobnicate", "mulu"])
func aNameLikeNoFunctionGetsTheList(name: String) {
    let found = readPredicate("\(name)(a) == 1").errors.first
    #expect(found?.fix?.hasPrefix("the functions are sum, count") == true)
}

@Test(arguments: [
    ("average", "@avg"), ("mean", "@avg"), ("size", "@count"), ("maximum", "@max"), ("Sum", "@sum"),
])
func anUnknownCollectionOperatorIsToldTheOneThatWasMeant(name: String, meant: String) {
    #expect(readPredicate("a.@\(name).b > 1").errors.first?.fix == "did you mean \"\(meant)\"?")
}
