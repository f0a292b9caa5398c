import DataAccess
import Foundation
import ManagedStore
import Testing

private let key = "672E81B6-79D4-402D-AE2C-DADC3F44A601"
private let other = "672E81B6-79D4-402D-AE2C-DADC3F44A602"

@Test func valuesOfEveryTypeAreImported() async throws {
    let manager = try ValuesManager.inMemory(bundle: Models.bundle.get())
    let json = Data(
        """
        [{"key": "\(key)", "answer": 7, "bytes": "AQI=", "count": -3, "day": "2001-01-01T00:00:05Z",
          "isOpen": true, "large": 9007199254740993, "link": "https://example.org", "mark": 0.1,
          "price": 0.30, "ratio": 1e-3, "text": "É", "folded": "not imported",
          "next": {"key": "\(other)"}}]
        """.utf8
    )
    let report = try await manager.stack.importEntities(Sheet.self, json: json)
    #expect(report.items == .init(inserted: 1))
    #expect(report.nested == .init(inserted: 1))
    #expect(report.problems == [])
    let uuid = try #require(UUID(uuidString: key))
    let sheet = try #require(await manager.sheets.retrieve(.init(uuid)))
    #expect(sheet.answer == 7 && sheet.bytes == Data([1, 2]) && sheet.count == -3)
    #expect(sheet.day == Date(timeIntervalSinceReferenceDate: 5) && sheet.isOpen == true)
    #expect(sheet.large == 9_007_199_254_740_993)
    #expect(sheet.link == URL(string: "https://example.org"))
    #expect(sheet.mark == 0.1 && sheet.price == Decimal(string: "0.3") && sheet.ratio == 0.001)
    #expect(sheet.text == "É" && sheet.folded == "e")
    #expect(sheet.next?.value.uuidString == other)
    #expect(try await manager.sheets.list().map(\.answer).sorted() == [7, 42])
    let again = try await manager.stack.importEntities(Sheet.self, json: json)
    #expect(again.items == .init(unchanged: 1))
    #expect(again.nested == .init(unchanged: 1))
}

@Test func aNumberThatFloatOrDoubleCannotHoldIsReportedAndNotImported() async throws {
    let manager = try ValuesManager.inMemory(bundle: Models.bundle.get())
    let json = #"[{"key": "\#(key)", "mark": 1e39}, {"key": "\#(key)", "ratio": -1e309}]"#
    let report = try await manager.stack.importEntities(Sheet.self, json: Data(json.utf8))
    #expect(report.items == .init(skipped: 2))
    #expect(
        report.problems.map(\.description) == [
            "item 0, mark: expected a number, found a number that is out of range",
            "item 1, ratio: expected a number, found a number that is out of range",
        ]
    )
}

@Test func aTransformedValueIsImportedAsItsArchive() async throws {
    let manager = try ValuesManager.inMemory(bundle: Models.bundle.get())
    let archive = try NSKeyedArchiver.archivedData(
        withRootObject: ["a", "b"] as NSArray,
        requiringSecureCoding: false
    )
    let item: [String: Any] = ["key": key, "tags": archive]
    _ = try await manager.stack.importEntities(Sheet.self, from: [item])
    let tags = try #require(await manager.sheets.list().first?.tags)
    let classes: [AnyClass] = [NSArray.self, NSString.self]
    let list = try NSKeyedUnarchiver.unarchivedObject(ofClasses: classes, from: tags)
    #expect(list as? [String] == ["a", "b"])
}

/// A store keeps the identity of a record that is not there; an object has none.
@Test func aMissingRecordIsReportedUnderTheRuleNoActionToo() async throws {
    let manager = try ValuesManager.inMemory(bundle: Models.bundle.get())
    let report = try await manager.stack.importEntities(
        Sheet.self,
        from: [["key": key, "item": 5], ["key": other, "item": 6]]
    )
    #expect(report.items == .init(inserted: 2))
    #expect(
        report.problems.map(\.description)
            == (0...1).map {
                "item \($0), item: the related Item does not exist; the relationship is unchanged"
            }
    )
    let items = try await manager.stack.importEntities(
        Item.self,
        from: [["number": 5, "users": [key]]]
    )
    #expect(items.problems == [])
    let sheets = try await manager.sheets.list().sorted { $0.key.uuidString < $1.key.uuidString }
    #expect(sheets.map(\.item?.value) == [5, nil])
}

@Test func aFileIsImported() async throws {
    let manager = try LibraryManager.inMemory(.coreData)
    let file = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
    defer { try? FileManager.default.removeItem(at: file) }
    let books = (0..<300).map { #"{"isbn": "\#($0)", "title": "t", "author": "a"}"# }
    try Data(#"{"books": [\#(books.joined(separator: ","))]}"#.utf8).write(to: file)
    let report = try await manager.stack.importEntities(Book.self, jsonFile: file, at: "books")
    #expect(report.items == .init(inserted: 300))
    #expect(report.problems.count == 300)
    let authors = try await manager.stack.importEntities(
        Author.self,
        json: Data(#"[{"id": "a", "name": "Ada", "books": ["0", "299"]}]"#.utf8)
    )
    #expect(authors.problems == [])
    let related = try await manager.books(of: Author(id: "a", name: "Ada"))
    #expect(Set(related.map(\.isbn)) == ["0", "299"])
}

@Test func aClosedStackImportsNothing() async throws {
    let manager = try LibraryManager.inMemory(.coreData)
    try manager.close()
    await #expect(throws: StoreError.refused(reason: "the store is closed")) {
        try await manager.stack.importEntities(Book.self, json: Data("[]".utf8))
    }
}

@Test func aRecordOfAnotherModelIsNotImported() async throws {
    let manager = try LibraryManager.inMemory(.coreData)
    let refused = StoreError.badQuery("the model has no entity \"Sheet\"")
    await #expect(throws: refused) {
        try await manager.stack.importEntities(Sheet.self, json: Data("[]".utf8))
    }
}
