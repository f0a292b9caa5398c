import Diagnostics
import Foundation
import JSON
import QueryForm
import QueryLanguage
import Testing

private let rounds = ProcessInfo.processInfo.environment["FORM_CASES"].flatMap(Int.init) ?? 3_000

/// The form of a predicate text; nil for one without conditions.
private func conditions(_ text: String?) throws -> FormGroup {
    guard let text else { return FormGroup() }
    return try FormGroup(reading: try parsePredicate(text))
}

@Test func aFormThatIsMadeTextAndReadAgainIsTheSameForm() throws {
    var random = RandomForms(seed: 2020)
    var withConditions = 0
    for round in 0..<rounds {
        let form = random.form()
        let text = try form.tree()?.text
        #expect(try conditions(text) == form.normalized.conditions, "\(round): \(text ?? "none")")
        #expect(try form.normalized.tree() == form.tree(), "\(round)")
        #expect(form.normalized.normalized == form.normalized, "\(round)")
        if text != nil { withConditions += 1 }
    }
    #expect(withConditions > rounds / 2)
}

@Test func aTextThatIsMadeAFormAndPrintedAgainIsTheSameText() throws {
    var random = RandomForms(seed: 7)
    for _ in 0..<rounds {
        guard let text = try random.form().tree()?.text else { continue }
        var form = QueryForm(entity: "City")
        form.conditions = try conditions(text)
        #expect(try form.tree()?.text == text)
    }
}

@Test func aFormThatIsWrittenAsJSONAndReadAgainIsTheSameForm() throws {
    var random = RandomForms(seed: 11)
    for _ in 0..<rounds {
        let form = random.form()
        #expect(try FormFile(form.json.text, file: "form").form == form)
    }
}

private let integers: [(Int64, String)] = [
    (9_007_199_254_740_991, "9007199254740991"),
    (9_007_199_254_740_993, "{\"integer\":\"9007199254740993\"}"),
    (-9_007_199_254_740_993, "{\"integer\":\"-9007199254740993\"}"),
    (.min, "{\"integer\":\"-9223372036854775808\"}"),
]

@Test(arguments: integers)
func anIntegerThatJavaScriptRoundsIsWrittenAsAString(number: Int64, json: String) throws {
    var form = QueryForm(entity: "City")
    let comparison = FormComparison(["population"], .equal, .literal(.integer(number)))
    form.conditions = FormGroup([.comparison(comparison)])
    #expect(form.json.line.contains("\"value\":\(json)}"))
    #expect(try FormFile(form.json.text, file: "form").form == form)
}

/// Groups are no conditions: neither in a text nor in a form.
@Test func aFormOfAsManyConditionsAsATextMayHaveIsReadAgain() throws {
    var form = QueryForm(entity: "City")
    let texts = Array(repeating: "(a == 1 AND b == 1)", count: conditionLimit / 2)
    form.conditions = try conditions(texts.joined(separator: " OR "))
    #expect(try FormFile(form.json.text, file: "form").form == form)
    form.conditions.conditions.append(.code(FormCode("a > b * 2")))
    let error = #expect(throws: DiagnosticError.self) {
        try FormFile(form.json.text, file: "form")
    }
    #expect(error?.diagnostics.map(\.id) == ["too-large"])
}

@Test(arguments: [
    "name BEGINSWITH[c] $text",
    "NOT (name CONTAINS[cd] \"x\" OR size > 3) AND country.name == NIL",
    "ANY parts.size BETWEEN {1, $most}",
    "size > 2 * area AND (a == 1 AND b == 2)",
    "founded >= CAST(0, \"NSDate\")",
    "parts.@count > 3 OR NONE parts.name IN {\"a\", \"b\"}",
])
func theTextsOfPeopleSurviveTheForm(text: String) throws {
    var form = QueryForm(entity: "City")
    form.conditions = try conditions(text)
    #expect(try form.tree()?.text == text)
}

@Test func aGroupWithoutConditionsIsIgnored() throws {
    let comparison = FormCondition.comparison(FormComparison(["name"], .equal, .parameter("text")))
    for joining in FormGroup.Joining.allCases {
        let empty = FormCondition.group(FormGroup(joining, isNegated: true))
        let form = QueryForm(entity: "City", conditions: FormGroup(.any, [comparison, empty]))
        #expect(try form.tree()?.text == "name == $text")
    }
}

/// The group of all conditions does not count.
@Test func aFormWithEightNestedGroupsIsReadFromItsText() throws {
    var group = FormGroup(.all, [.code(FormCode("a > b * 2")), .code(FormCode("a > b * 3"))])
    for level in 1...groupLimit {
        let code = FormCondition.code(FormCode("a > b * 2"))
        group = FormGroup(level % 2 == 0 ? .all : .any, [code, .group(group)])
    }
    let form = QueryForm(entity: "City", conditions: group)
    #expect(try FormFile(form.json.text, file: "form").form == form)
    #expect(try conditions(form.tree()?.text) == group)
}

@Test(arguments: [
    ("a == 1 AND TRUEPREDICATE", "TRUEPREDICATE", "every record"),
    ("FALSEPREDICATE", "FALSEPREDICATE", "never holds"),
    ("b == 2 OR NOT NOT a == 1", "NOT NOT (a == 1)", "can be negated only once"),
    ("a == %@", "a == %@", "placeholders"),
    ("SUBQUERY(parts, $p, $p.size == %d).@count > 1", "SUBQUERY", "placeholders"),
    (
        String(repeating: "(a == 1 AND (b == 1 OR ", count: 5) + "c == 1"
            + String(repeating: "))", count: 5),
        "b == 1 OR c == 1", "deeper than 8"
    ),
    (
        Array(repeating: "a == 1", count: 201).joined(separator: " OR "), "a == 1",
        "at most 200 conditions"
    ),
])
func aTextWithoutFormSaysWhichPartAndWhy(text: String, part: String, reason: String) throws {
    do {
        _ = try conditions(text)
        Issue.record("\(text) has a form")
    } catch let error as NoForm {
        #expect(error.part.hasPrefix(part), "\(error.part)")
        #expect(error.message.hasPrefix("this text cannot be shown as a form, because "))
        #expect(error.message.contains(reason))
    }
}

@Test func whatNoFieldsCanHoldIsHeldAsCode() throws {
    let group = try conditions("size > 2 * area AND name == 'a'")
    #expect(group.conditions.first == .code(FormCode("size > 2 * area")))
    #expect(
        group.conditions.last
            == .comparison(FormComparison(["name"], .equal, .literal(.string("a"))))
    )
}

@Test func eachConditionKnowsItsPlaceInTheText() throws {
    let code = FormCode("size > 2 * area OR name == 'ö'")
    let last = FormComparison(["note"], .equal, .parameter("text"), isNegated: true)
    let form = QueryForm(
        entity: "City",
        conditions: FormGroup([.group(FormGroup(.any, [.code(code)])), .comparison(last)])
    )
    let text = try #require(try form.tree()?.text)
    #expect(text == "(size > 2 * area OR name == \"ö\") AND NOT (note == $text)")
    let parts = form.conditionRanges(in: text).map { range in
        String(Substring(text.utf8.prefix(Int(range.end)).dropFirst(Int(range.start))))
    }
    #expect(parts == ["size > 2 * area OR name == \"ö\"", "note == $text"])
}

extension FormGroup {
    fileprivate init(_ conditions: [FormCondition]) { self.init(.all, conditions) }
}
