import DataAccess
import Foundation
import Testing

/// Transformable attributes of collections, on each backend.
@Test(arguments: Backing.allCases)
func aCollectionComesBackAsItWas(_ backing: Backing) async throws {
    let manager = try RulesManager.inMemory(backing)
    let basket = Basket(
        bytes: Data([1, 2]),
        counts: ["a/b": [.max, .min], "": []],
        numbers: [0.1, 2, -1e300],
        words: ["", "\"é\" \\ /", "\u{0}", "e\u{301}"]
    )
    var saved = try await manager.baskets.save(basket)
    let identity = try #require(saved.identity)
    #expect(try await manager.baskets.retrieve(identity) == saved)
    saved.words = nil
    saved.numbers = []
    try await manager.baskets.save(saved)
    let found = try #require(try await manager.baskets.retrieve(identity))
    #expect(found.words == nil && found.numbers == [] && found.counts == basket.counts)
    #expect(try await manager.baskets.count(DataQuery(filter: "words == nil")) == 1)
    let data = try JSONEncoder().encode(found)
    #expect(try JSONDecoder().decode(Basket.self, from: data) == found)
}

/// Swift's strings are equal here, the texts are not.
@Test(arguments: Backing.allCases)
func aCollectionThatDiffersInItsFormAloneIsSaved(_ backing: Backing) async throws {
    let manager = try RulesManager.inMemory(backing)
    var saved = try await manager.baskets.save(Basket(counts: [:], words: ["\u{e9}"]))
    saved.words = ["e\u{301}"]
    try await manager.baskets.save(saved)
    let word = try #require(try await manager.baskets.list()[0].words?.first)
    #expect(word.utf8.elementsEqual("e\u{301}".utf8))
}

@Test(arguments: Backing.allCases)
func aNumberThatIsNoneIsKeptInACollection(_ backing: Backing) async throws {
    let manager = try RulesManager.inMemory(backing)
    try await manager.baskets.save(Basket(counts: [:], numbers: [.nan, .infinity, 1]))
    let numbers = try #require(try await manager.baskets.list()[0].numbers)
    #expect(numbers[0].isNaN && numbers[1...] == [.infinity, 1])
}

@Test(arguments: Backing.allCases)
func typedQueriesKnowThePropertiesNextToCollections(_ backing: Backing) async throws {
    let manager = try RulesManager.inMemory(backing)
    let saved = try await manager.baskets.save(Basket(bytes: Data([1]), counts: ["a": [1]]))
    try await manager.baskets.save(Basket(counts: [:]))
    #expect(try await manager.baskets.list(.where { $0.bytes == Data([1]) }) == [saved])
    let identity = try #require(saved.identity)
    #expect(try await manager.baskets.list(.where { $0.identity == identity }) == [saved])
}

/// A required collection begins empty.
@Test func aBlankRecordHasEmptyCollections() throws {
    let basket = try Basket.blank()
    #expect(basket.counts == [:] && basket.words == nil)
}

@Test func aTextThatIsNoSuchCollectionIsRefused() throws {
    var row = Basket(counts: ["a": [1]]).columnValues
    for text in ["[\"a\"]", "{\"a\": [\"b\"]}", "{", ""] {
        row.values[2] = .text(text)
        #expect(throws: StoreError.unexpectedValue(column: 2)) { try Basket(columnValues: row) }
    }
}

/// The backends keep collections in different forms.
@Test(arguments: Backing.allCases)
func aCollectionIsComparedWithNilAlone(_ backing: Backing) async throws {
    let manager = try RulesManager.inMemory(backing)
    try await manager.baskets.save(Basket(counts: [:], words: ["a"]))
    let text = DataQuery.Argument.text("[\"a\"]")
    let data = DataQuery.Argument.data(Data("[\"a\"]".utf8))
    let filters: [DataQuery.Filter] = [
        .init("words == $x", ["x": text]), .init("words == $x", ["x": data]),
        .init("$x != words", ["x": data]), .init("words IN $x", ["x": .list([text])]),
        "NOT words == '[\"a\"]'", "words CONTAINS 'a'", "'a' IN words", "words == counts",
        "words != nil AND words > 'a'", "length(words) > 1",
    ]
    for filter in filters {
        let error = await #expect(throws: StoreError.self, "\(filter.text)") {
            try await manager.baskets.count(DataQuery(filter: filter))
        }
        guard case .badQuery(let reason)? = error else {
            Issue.record("\(filter.text): \(String(describing: error))")
            continue
        }
        #expect(reason.contains("words") || reason.contains("a collection"))
    }
    #expect(try await manager.baskets.count(DataQuery(filter: "nil != words")) == 1)
    #expect(try await manager.baskets.count(DataQuery(filter: "NOT words == nil")) == 1)
}
