import Foundation
import GRDB
import Generator
import JSON
import QueryForm
import SchemaReader
import TestSupport
import TestTraits
import Testing

/// A store of one maker with 2,000 items.
private func crowdedStore(in folder: TemporaryFolder) throws -> String {
    let model = folder.path("Shop.xcdatamodeld/Shop.xcdatamodel")
    try FileManager.default.createDirectory(atPath: model, withIntermediateDirectories: true)
    try Data(shopModel.utf8).write(to: URL(fileURLWithPath: "\(model)/contents"))
    let schema = try readSchema(at: folder.path("Shop.xcdatamodeld")).schema
    let file = folder.path("shop.sqlite")
    try DatabaseQueue(path: file).write { database in
        for statement in modelContext(for: schema, source: "Shop").context.statements {
            try database.execute(sql: statement)
        }
        try database.execute(sql: #"INSERT INTO "Maker" ("_id", "name") VALUES (1, 'm')"#)
        for number in 0..<2_000 {
            try database.execute(
                sql: #"INSERT INTO "Item" ("name", "price", "maker") VALUES (?, ?, 1)"#,
                arguments: ["n\(number)", number]
            )
        }
    }
    return file
}

private let endless =
    "SUBQUERY(maker.items, $x, SUBQUERY(maker.items, $y, $y.price > $x.price).@count > 1).@count > 0"

@Test(
    .blocking,
    arguments: [
        endless, "NOT \(endless)", "maker.items.maker.items.maker.items.@count > 3",
        "ANY maker.items.maker.items.name == 'x'",
        "name MATCHES '(x+x+)+y' OR \(endless)",
    ]
)
func rowsThatTakeTooLongAreNotCounted(text: String) throws {
    let folder = try TemporaryFolder()
    let open = try OpenStudio(store: try crowdedStore(in: folder), rows: 0.25)
    let start = ContinuousClock.now
    let answer = try open.update(text: text)
    // A loaded machine may be slow; without a limit these take minutes.
    #expect(ContinuousClock.now - start < .seconds(10))
    let words = try #require(answer["uncounted"]?.string)
    #expect(words.hasPrefix("evaluation takes longer than 250 ms") || words.contains("memory"))
    for key in ["rows", "conditions", "groups"] { #expect(answer[key] == nil) }
    #expect(answer["swift"]?.string != nil)
}

@Test(.blocking) func aPathThroughOneRecordIsFollowedOnce() throws {
    let folder = try TemporaryFolder()
    let open = try OpenStudio(store: try crowdedStore(in: folder))
    let answer = try open.update(text: #"ANY maker.items.name == "n1""#)
    #expect(answer["rows"]?["givenCount"] == 2_000)
}

@Test(.blocking) func sampleDataHaveTheSameLimits() throws {
    let path = Array(repeating: "maker.items", count: 9).joined(separator: ".")
    let answer = try OpenStudio(rows: 0.25).update(text: "ANY \(path).name == 'x'")
    #expect(answer["uncounted"]?.string != nil)
    #expect(answer["rows"] == nil)
}

@Test func aTextWithoutEndIsRefusedUnread() throws {
    let text = Array(repeating: "name == 'x'", count: 5_000).joined(separator: " OR ")
    let answer = try OpenStudio().update(text: text)
    let problem = answer["findings"]?.elements.first?["problem"]?.string
    #expect(problem == "the text has \(text.utf8.count) bytes; the limit is 50000")
    #expect(answer["swift"] == nil)
}

@Test func findingsEndAtAHundred() throws {
    let text = (0..<300).map { "nme\($0) == 'x'" }.joined(separator: " OR ")
    let findings = try #require(try OpenStudio().update(text: text)["findings"]?.elements)
    #expect(findings.count == 101)
    #expect(findings.last?["problem"]?.string == "200 more findings not listed")
}

/// 120 records of 500,000 bytes are more than a page needs.
@Test(.blocking) func aStoreOfLargeRecordsIsReadInPart() throws {
    let folder = try TemporaryFolder()
    let file = try crowdedStore(in: folder)
    try DatabaseQueue(path: file).write { database in
        try database.execute(
            sql: """
                DELETE FROM "Item" WHERE "price" >= 120;
                UPDATE "Item" SET "name" = hex(zeroblob(250000));
                """
        )
    }
    let rows = try OpenStudio(store: file).update(text: "price >= 0")["rows"]
    #expect(rows?["isCut"] == true)
    let total = try #require(rows?["total"]?.integer)
    #expect((60...70).contains(total))
}

@Test(.blocking) func theTutorialNamesWhatThePageHas() throws {
    let tutorial = try String(
        contentsOf: Tool.root.appendingPathComponent("Tasks/countries-cities/studio/tutorial.md"),
        encoding: .utf8
    ).replacing("\n", with: " ")
    let folder = Tool.root.appendingPathComponent("Sources/Kit/Studio/Page")
    let page = try FileManager.default.contentsOfDirectory(atPath: folder.path).map {
        try String(contentsOf: folder.appendingPathComponent($0), encoding: .utf8)
    }.joined()
    let marked = tutorial.matches(of: /\*+([^*]+)\*+/).map { String($0.1) }
    #expect(marked.contains("Save into project"))
    for label in marked where label != "text" {
        #expect(page.contains(label), "the page has no \(label)")
    }
}

/// Limits of a model that are no usable numbers.
@Test(.blocking, arguments: ["1e300", "-1e300", "nan", "inf", "1e400", "x"])
func sampleDataOfAModelWithAnImpossibleLimit(limit: String) throws {
    for key in ["minValueString", "maxValueString"] {
        let price = "name=\"price\" optional=\"YES\" attributeType=\"Integer 32\""
        let studio = try OpenStudio(
            model: shopModel.replacing(price, with: "\(price) \(key)=\"\(limit)\"")
        )
        #expect(try studio.update(text: "name != nil")["rows"]?["total"] != 0)
    }
}

@Test(
    .blocking,
    arguments: [
        ("min", "1600000000000", "price >= 1600000000000"), ("max", "-5", "price <= -5"),
    ]
)
func sampleDataKeepTheLimitsOfTheModel(key: String, limit: String, kept: String) throws {
    let price = "name=\"price\" optional=\"YES\" attributeType="
    let studio = try OpenStudio(
        model: shopModel.replacing(
            price + "\"Integer 32\"",
            with: price + "\"Integer 64\" \(key)ValueString=\"\(limit)\""
        )
    )
    #expect(try studio.update(text: "price != nil AND NOT \(kept)")["rows"]?["givenCount"] == 0)
    #expect(try studio.update(text: kept)["rows"]?["givenCount"] != 0)
}
