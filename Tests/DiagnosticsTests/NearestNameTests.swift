import Diagnostics
import Testing

@Suite struct NearestNameTests {
    @Test(arguments: [
        ("delet", "delete"), ("deltee", "delete"), ("ddelete", "delete"), ("DELETE", "delete"),
        ("qurey", "query"), ("delete", "delete"),
    ]) func aTypingMistakeFindsItsName(typed: String, meant: String) {
        #expect(nearestName(to: typed, among: ["query", "delete", "list"]) == meant)
    }

    @Test(arguments: ["generate", "x", ""]) func somethingElseFindsNothing(typed: String) {
        #expect(nearestName(to: typed, among: ["query", "delete", "list"]) == nil)
    }

    @Test func ofEquallyNearNamesTheFirstInTheAlphabet() {
        #expect(nearestName(to: "cat", among: ["hat", "bat", "rat"]) == "bat")
    }

    @Test func nothingToChooseFrom() {
        #expect(nearestName(to: "a", among: [String]()) == nil)
        #expect(suggestion(for: "a", among: [String]()) == nil)
        let long = String(repeating: "b", count: 100_000)
        #expect(nearestName(to: long, among: [long + "c"]) == nil)
        #expect(nearestName(to: "query", among: [long, "quer"]) == "quer")
    }

    @Test func aSuggestionOffersTheNearestOrAll() {
        #expect(suggestion(for: "lst", among: ["query", "list"]) == "did you mean \"list\"?")
        #expect(
            suggestion(for: "count", among: ["query", "list"]) == "known here: \"list\", \"query\""
        )
        let repeated = ["query", "list", "query"]
        #expect(suggestion(for: "count", among: repeated) == "known here: \"list\", \"query\"")
    }

    @Test func aLongListIsCut() {
        let names = (10..<30).map { "name-\($0)-of-many" }
        let text = suggestion(for: "completely different", among: names)
        #expect(text?.hasSuffix("\"name-21-of-many\", …") == true)
    }
}
