import QueryLanguage
import Testing

private func node(_ text: String) throws -> PredicateNode {
    try #require(readPredicate(text).node)
}

private let numbers = KeyedValues(["list": .list((0..<3_000).map { .integer(Int64($0)) })])

private let long = "SUBQUERY(list, $x, ANY list == -1).@count > 0"

@Test func anEvaluationStopsAtItsTimeLimit() throws {
    let session = EvaluationSession(limit: .milliseconds(30))
    let start = ContinuousClock.now
    #expect(throws: PredicateTextError.self) {
        try node(long).holds(for: .object(numbers), session: session)
    }
    #expect(ContinuousClock.now - start < .seconds(5))
    #expect(session.cut == .time)
    // What follows is stopped at once.
    #expect(throws: PredicateTextError.self) {
        try node("list.@count == 1").holds(for: .object(numbers), session: session)
    }
}

@Test func anEvaluationStopsWhereNobodyWaits() throws {
    let session = EvaluationSession(limit: .seconds(600)) { false }
    #expect(throws: PredicateTextError.self) {
        try node(long).holds(for: .object(numbers), session: session)
    }
    #expect(session.cut == .unwanted)
}

@Test func aPatternIsStoppedAtTheSessionsLimit() throws {
    let session = EvaluationSession(limit: .milliseconds(30))
    let text = "'\(String(repeating: "x", count: 40))' MATCHES '(x+x+)+y'"
    let start = ContinuousClock.now
    #expect(throws: PredicateTextError.self) {
        try node(text).holds(for: .object(numbers), matchLimit: .seconds(60), session: session)
    }
    #expect(ContinuousClock.now - start < .seconds(10))
    #expect(session.cut == .time)
}

/// An object that counts how often a key is asked of it.
// Used by one test on one thread; hence unchecked.
private final class Counting: QueryObject, @unchecked Sendable {
    private(set) var asked = 0
    let number: Int? = 7

    func value(forKey key: String) -> QueryValue? {
        asked += 1
        return key == "names" ? .list([.string("a"), .string("b")]) : .object(self)
    }

    func isEqual(to other: any QueryObject) -> Bool { other as? Counting === self }
}

@Test func aPathFromARecordOnTheWayIsFollowedOnce() throws {
    let object = Counting()
    let session = EvaluationSession(limit: .seconds(600))
    let predicate = try node("ANY owner.names == 'b'")
    for _ in 0..<3 {
        #expect(try predicate.holds(for: .object(object), session: session))
    }
    #expect(object.asked == 4)
}

@Test func containsIsLinear() throws {
    let (many, some) = (
        String(repeating: "a", count: 200_000), String(repeating: "a", count: 90_000)
    )
    let start = ContinuousClock.now
    #expect(try !node("'\(many)' CONTAINS '\(some)b'").holds(for: .null))
    #expect(try node("'\(many)ab' CONTAINS '\(some)b'").holds(for: .null))
    #expect(ContinuousClock.now - start < .seconds(20))
}

@Test(arguments: ["a", "b", "ab", "ba", "aab", "abaab", "ababb", "aaaaaaaaaaaa", "bb"])
func containsFindsWhatAPlainSearchFinds(part: String) throws {
    for text in ["", "a", "ab", "aab", "abaababb", "aabaaab", "babab"] {
        let found = text.indices.contains { text[$0...].hasPrefix(part) }
        #expect(try node("'\(text)' CONTAINS '\(part)'").holds(for: .null) == found)
    }
}
