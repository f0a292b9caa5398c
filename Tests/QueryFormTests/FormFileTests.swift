import Diagnostics
import Foundation
import QueryCompiler
import QueryForm
import QueryLanguage
import Schema
import TestSupport
import Testing

private let shop = Schema(
    name: "Shop",
    entities: [
        Entity(
            name: "Item",
            attributes: [
                Attribute(name: "name", type: .string), Attribute(name: "price", type: .decimal),
                Attribute(name: "sold", type: .date), Attribute(name: "photo", type: .binary),
            ]
        )
    ]
)

private let makers = Schema(
    name: "Makers",
    entities: [
        Entity(
            name: "Maker",
            attributes: [Attribute(name: "isOpen", type: .boolean)],
            relationships: [
                Relationship(name: "items", destination: "Item", isToMany: true, inverse: "maker")
            ]
        ),
        Entity(
            name: "Item",
            attributes: [Attribute(name: "price", type: .decimal)],
            relationships: [Relationship(name: "maker", destination: "Maker", inverse: "items")]
        ),
    ]
)

private func findings(_ json: String, in schema: Schema = shop) -> [String] {
    do {
        _ = try FormFile(json, file: "f.json").compiled(in: schema)
        return []
    } catch let error as DiagnosticError {
        return error.diagnostics.map(\.text)
    } catch {
        return ["\(error)"]
    }
}

@Test func theExamplesOfThePageMakeThePredicatesThatItSays() throws {
    let page = try String(
        contentsOf: Tool.root.appendingPathComponent(
            "Sources/Kit/QueryForm/QueryForm.docc/FormFile.md"
        ),
        encoding: .utf8
    )
    let blocks = page.components(separatedBy: "```json\n").dropFirst()
    #expect(blocks.count >= 8)
    for block in blocks {
        let parts = block.components(separatedBy: "```\n→ ")
        try #require(parts.count == 2)
        let form = try FormFile(parts[0], file: "page").form
        let line = try #require(parts[1].split(separator: "\n").first)
        #expect(try form.tree().map { "`\($0.text)`" } ?? "no condition" == line)
    }
}

@Test(arguments: [
    ("{\"entity\": \"Item\", \"limt\": 3}", "f.json:1:20: \"limt\" is not a key of a form"),
    ("{\"entity\": \"Item\",\n \"limit\": -1}", "f.json:2:11: \"limit\" is -1"),
    ("{\"entity\": \"Item\" \"limit\": 1}", "f.json:1:19: \"\"\" is not allowed here in JSON"),
    ("", "f.json:1:1: the JSON ends too early"),
    ("[1]", "f.json:1:1: a form cannot be a list"),
    (
        "{\"entity\": \"Item\", \"entity\": \"Item\"}",
        "f.json:1:20: the key \"entity\" is given twice"
    ),
    ("{\"where\": {\"code\": \"a == 1\"}}", "f.json:1:1: the form has no key \"entity\""),
    ("{\"entity\": \"Itm\"}", "f.json:1:2: the model \"Shop\" has no entity \"Itm\""),
    (
        "{\"entity\": \"Item\", \"where\":\n {\"attribute\": \"nme\", \"compare\": \"==\", \"value\": 1}}",
        "f.json:2:2: \"Item\" has no \"nme\""
    ),
    (
        "{\"entity\": \"Item\", \"where\": {\"all\": [\n {\"attribute\": \"nme\", \"compare\": \"==\", \"value\": 1},\n {\"code\": \"TRUEPREDICATE\"}]}}",
        "f.json:2:2: \"Item\" has no \"nme\""
    ),
    (
        "{\"entity\": \"Item\", \"where\": {\"attribute\": \"name\", \"compare\": \"BEGINS\", \"value\": 1}}",
        "f.json:1:62: \"BEGINS\" is not a comparison operator"
    ),
    (
        "{\"entity\": \"Item\", \"where\": {\"attribute\": \"sold\", \"compare\": \">\", \"daysFromNow\": -9223372036854775808}}",
        "f.json:1:82: \"daysFromNow\" is -9223372036854775808"
    ),
    (
        "{\"entity\": \"Item\", \"where\": {\"attribute\": \"sold\", \"compare\": \">\", \"daysFromNow\": 3652501}}",
        "f.json:1:82: \"daysFromNow\" is 3652501"
    ),
    (
        "{\"entity\": \"Item\", \"where\": {\"attribute\": \"name\", \"compare\": \"==\"}}",
        "f.json:1:29: the condition has no value to compare with"
    ),
    (
        "{\"entity\": \"Item\", \"where\": {\"all\": [], \"any\": []}}",
        "f.json:1:29: a condition has \"all\" or \"any\", not both"
    ),
    (
        "{\"entity\": \"Item\", \"where\": {\"attribute\": \"na me\", \"compare\": \"==\", \"value\": 1}}",
        "f.json:1:43: \"na me\" is not an attribute"
    ),
    (
        "{\"entity\": \"Item\", \"where\": {\"attribute\": \"sold\", \"compare\": \"==\", \"date\": \"soon\"}}",
        "f.json:1:76: \"soon\" is not a date"
    ),
    (
        "{\"entity\": \"Item\", \"where\": {\"attribute\": \"sold\", \"compare\": \"==\", \"date\": \"2021-02-29\"}}",
        "f.json:1:76: \"2021-02-29\" is not a date"
    ),
    (
        "{\"entity\": \"Item\", \"where\": {\"attribute\": \"sold\", \"compare\": \"==\", \"date\": \"2020-01-31T25:61:61Z\"}}",
        "f.json:1:76: \"2020-01-31T25:61:61Z\" is not a date"
    ),
    (
        "{\"entity\": \"Item\", \"where\": {\"attribute\": \"sold\", \"compare\": \"==\", \"date\": \"2020-01-31T12:00:00.5Z\"}}",
        "f.json:1:76: \"2020-01-31T12:00:00.5Z\" is not a date"
    ),
    (
        "{\"entity\": \"Item\", \"where\": {\"code\": \"name == \"}}",
        "f.json:1:29: the text ends too early"
    ),
    ("{\"entity\": \"Item\", \"sort\": [\"nme\"]}", "f.json:1:20: \"Item\" has no \"nme\""),
    (
        "{\"entity\": \"Item\", \"result\": \"count\", \"limit\": 3}",
        "f.json:1:39: a limit or an offset cannot be used with a count or an aggregate"
    ),
    (
        "{\"entity\": \"Item\", \"result\": {\"sum\": \"name\"}}",
        "f.json:1:20: \"name\" is of the type String, which does not support \"sum\""
    ),
    (
        "{\"entity\": \"Item\", \"result\": {\"attribute\": \"pric\"}}",
        "f.json:1:20: \"Item\" has no attribute \"pric\""
    ),
])
func aWrongFormIsRefusedAtItsPlace(json: String, message: String) {
    let found = findings(json)
    #expect(found.count == 1, "\(found)")
    #expect(found.first?.hasPrefix(message) == true, "\(found)")
}

@Test(arguments: [
    "2020-02-29T11:00:00Z", "2020-02-29T12:00:00+01:00", "2020-02-29T06:30:00-0430",
    "2020-02-29T11:00:00.000Z", "2020-02-29T11:00:00z", "2020-02-29T12:00:00.0+01",
])
func aDateMayHaveAnOffsetAndZerosAfterTheSeconds(date: String) throws {
    let form = try FormFile(
        "{\"entity\": \"Item\", \"where\": {\"attribute\": \"sold\", \"compare\": \"==\", \"date\": \"\(date)\"}}",
        file: "f.json"
    ).form
    // 19 years with 4 leap days, 31 + 28 days and 11 hours after 2001-01-01.
    let seconds = (19 * 365 + 4 + 31 + 28) * 86_400 + 11 * 3_600
    #expect(try form.tree()?.text == "sold == CAST(\(seconds), \"NSDate\")")
}

@Test func aConditionThatDoesNotFitIsNamedAmongSeveral() {
    let found = findings(
        """
        {"entity": "Item", "where": {"all": [{"code": "name == 'a' OR name == 'b'"},
         {"attribute": "name", "compare": "==", "value": "c"},
         {"code": "price > 2 AND prise < 1"},
         {"attribute": "name", "compare": "==", "value": 3}]}}
        """
    )
    #expect(found.count == 2, "\(found)")
    #expect(found.contains { $0.hasPrefix("f.json:3:2: \"Item\" has no \"prise\"") }, "\(found)")
    #expect(found.contains { $0.hasPrefix("f.json:4:2: ") }, "\(found)")
}

@Test func everythingThatIsWrongIsSaidAtOnce() {
    let found = findings(
        """
        {"entity": "Item", "limit": "x", "result": 3,
         "where": {"all": [{"code": 1}, {"nothing": 2}]}}
        """
    )
    #expect(found.count == 4, "\(found)")
}

@Test(arguments: [
    (
        #""attribute": "sold", "compare": ">", "value": "2020-01-31""#,
        #"write "date": "2020-01-31" in place of "value""#
    ),
    (
        #""attribute": "sold", "compare": "IN", "list": ["2020-01-31"]"#,
        #"write a date such as {"date": "2020-01-31"}"#
    ),
    (
        #""attribute": "name", "compare": "==", "otherAttribute": "Emma""#,
        #"for a string, write "value": "Emma""#
    ),
    (
        #""attribute": "price", "compare": "BETWEEN", "value": 3"#,
        #"expected "list" with two values"#
    ),
    (
        #""attribute": "price", "compare": "IN", "value": 3"#,
        #"expected "list", or "parameter" for a list"#
    ),
    (
        #""attribute": "name", "compare": "==", "value": "a", "quantifier": "any""#,
        #"remove "quantifier""#
    ),
    (#""attribute": "name", "compare": "==", "list": ["a"]"#, #"use "list" with IN or BETWEEN"#),
])
func theAdviceOfAConditionIsInTheWordsOfForms(condition: String, advice: String) {
    let found = findings("{\"entity\": \"Item\", \"where\": {\(condition)}}")
    #expect(found.count == 1, "\(found)")
    #expect(found.first?.hasSuffix("\n  \(advice)") == true, "\(found)")
}

/// The advice was about the other side of the condition, or in the words of predicates.
@Test(arguments: [
    (
        #""attribute": "items.price", "quantifier": "any", "compare": "==", "otherAttribute": "items.price""#,
        "compare with an attribute of one record"
    ),
    (
        #""attribute": "items.price", "compare": "==", "value": 3"#,
        #"add "quantifier": "any", "all" or "none", or write @count after the relationship"#
    ),
    (#""attribute": "items.count", "compare": "==", "value": 3"#, "write items.@count"),
    (
        #""attribute": "isOpen", "compare": "==", "date": "2020-01-31""#,
        #"write "parameter": "NAME" for the value"#
    ),
])
func theAdviceIsAboutTheSideWithTheError(condition: String, advice: String) {
    let found = findings("{\"entity\": \"Maker\", \"where\": {\(condition)}}", in: makers)
    #expect(found.count == 1, "\(found)")
    #expect(found.first?.hasSuffix("\n  \(advice)") == true, "\(found)")
}

@Test func nestingWithoutEndIsRefused() {
    let deep = String(repeating: "[", count: 100_000)
    #expect(findings(deep).first?.contains("nested deeper than 256 levels") == true)
    let groups =
        String(repeating: "{\"all\": [", count: 12) + String(repeating: "]}", count: 12)
    #expect(
        findings("{\"entity\": \"Item\", \"where\": \(groups)}").first?.contains(
            "deeper than 8 levels"
        ) == true
    )
}

@Test func decimalsAreSummedAndBytesAreNot() {
    #expect(findings("{\"entity\": \"Item\", \"result\": {\"sum\": \"price\"}}").isEmpty)
    #expect(findings("{\"entity\": \"Item\", \"result\": {\"max\": \"sold\"}}").isEmpty)
    #expect(findings("{\"entity\": \"Item\", \"result\": {\"min\": \"photo\"}}").count == 1)
}
