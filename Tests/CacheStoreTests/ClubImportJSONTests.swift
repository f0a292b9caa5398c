import DataAccess
import Foundation
import Testing

private func json(_ text: String) -> Data { Data(text.utf8) }

@Test(arguments: [
    (
        "[{\"personID\": \"1\", \"fullName\": \"A\"}, {]",
        "1:39: the JSON is malformed (expected a key in double quotes); nothing was imported"
    ),
    (
        "[{\"personID\": \"1\", \"fullName\": \"A\"}",
        "1:36: the JSON is malformed (expected \",\" or \"]\"); nothing was imported"
    ),
    (
        "[\n1,\n01]",
        "3:1: the JSON is malformed (expected a string, a number, true, false, null, a list or an "
            + "object); nothing was imported"
    ),
    ("[] x", "1:4: the JSON is malformed (expected the end of the text); nothing was imported"),
    (
        "[{\"\\ud800\": 1}]",
        "1:4: the JSON is malformed (expected both halves of a surrogate pair); nothing was imported"
    ),
    ("7", "the JSON is neither an object nor an array of objects; nothing was imported"),
])
func malformedJSONSaysWhereAndImportsNothing(_ text: String, _ message: String) async throws {
    let store = try ClubStore()
    let error = try await #require(throws: ImportError.self) {
        try await store.importEntities(Person.self, json: json(text))
    }
    #expect(error.description == message)
    #expect(try await store.count(Person.self) == 0)
}

/// A JavaScript server that cuts a text writes half of a pair. The list was never imported again.
@Test func halfOfASurrogatePairSkipsOnlyItsObject() async throws {
    let store = try ClubStore()
    let text = """
        {"title": "\\ud83d", "list": [
          {"personID": "1", "fullName": "done \\ud83d"}, "\\udc00",
          {"personID": "2", "fullName": "B \\ud83d\\ude00", "other": "\\ud83d"}
        ], "note": "\\ud83d"}
        """
    let report = try await store.importEntities(Person.self, json: json(text), at: "list")
    #expect(report.items == .init(inserted: 1, skipped: 2))
    #expect(
        report.problems.map(\.description) == [
            "item 0, fullName: expected a string, found a string with half of a surrogate pair",
            "item 1: expected an object, found a string with half of a surrogate pair",
        ]
    )
    #expect(try await store.fetch(Person.self).map(\.name) == ["B 😀"])
}

@Test func deepNestingIsRefusedNotFollowed() async throws {
    let store = try ClubStore()
    let text = String(repeating: "[", count: 100_000)
    await #expect(throws: ImportError.self) {
        try await store.importEntities(Person.self, json: json(text))
    }
}

@Test func theArrayMayStandUnderAKeyPath() async throws {
    let store = try ClubStore()
    let text = json(#"{"meta": [{"a": 1}], "data": {"items": [{"id": 3, "name": "T"}]}}"#)
    let report = try await store.importEntities(
        Team.self,
        json: text,
        at: "data.items"
    )
    #expect(report.items == .init(inserted: 1))
    await #expect(throws: ImportError.noItems(keyPath: "data.none")) {
        try await store.importEntities(Team.self, json: text, at: "data.none")
    }
}

/// The rest of the text was not read.
@Test(arguments: [
    #"{"data": {"items": [{"id": 3, "name": "T"}]"#,
    #"{"data": {"items": [{"id": 3, "name": "T"}]}} x"#,
    #"{"data": {"items": [{"id": 3, "name": "T"}], "next": 01}}"#,
    #"{"data": {"items": {"id": 3, "name": "T"}, "more": [{}]}, "next": {"a": [1]"#,
])
func textAfterTheArrayOfAKeyPathMustBeJSON(_ text: String) async throws {
    let store = try ClubStore()
    let error = try await #require(throws: ImportError.self) {
        try await store.importEntities(Team.self, json: json(text), at: "data.items")
    }
    #expect(error.description.contains("the JSON is malformed"))
    #expect(try await store.count(Team.self) == 0)
    let whole = #"{"data": {"items": [{"id": 3, "name": "T"}], "a": {"b": [1]}}, "c": 2} "#
    let report = try await store.importEntities(Team.self, json: json(whole), at: "data.items")
    #expect(report.items == .init(inserted: 1))
}

@Test func anImportIsOneTransactionWithOneChange() async throws {
    let store = try ClubStore()
    var changes = store.changes.makeAsyncIterator()
    _ = try await store.importEntities(
        Person.self,
        from: (0..<500).map {
            ["personID": "\($0)", "fullName": "n", "team": ["id": 1, "name": "T"]]
        }
    )
    #expect(await changes.next() == StoreChange(number: 1, entities: ["Person", "Team"]))
    try await store.save(Team(id: 2, name: "next"))
    #expect(await changes.next() == StoreChange(number: 2, entities: ["Team"]))
}

/// Every value that JSON can write is read as Foundation reads it.
@Test func numbersAndTextsAreReadAsFoundationReadsThem() async throws {
    let numbers = [
        "0", "-0", "1.5", "-1e3", "1E-2", "9223372036854775807", "-9223372036854775808",
        "12345678901234567890", "0.1", "1e308",
    ]
    let store = try ClubStore()
    for (index, number) in numbers.enumerated() {
        let text = json(
            #"{"personID": "\#(index)", "fullName": "\u00e9\n\/", "stats": {"score": \#(number)}}"#
        )
        let report = try await store.importEntities(Person.self, json: text)
        #expect(report.problems == [], "\(number)")
        let expected = try JSONDecoder().decode([Double].self, from: json("[\(number)]"))
        let found = try await store.retrieve(
            Person.self,
            Person.Identity("\(index)")
        )
        #expect(found?.score == expected.first)
        #expect(found?.name == "é\n/")
    }
}
