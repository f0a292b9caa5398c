import Scenarios
import Testing

/// Values that are compared in rehearsals.
@Suite(.timeLimit(.minutes(15))) struct ComparisonTests {
    private struct Size: Sendable { var length: Int }
    private struct Bag: GeneralState {
        var tags: Set<String>
        var sizes: [String: Size]

        init(_ words: [String], capacity: Int) {
            (tags, sizes) = (Set(minimumCapacity: capacity), Dictionary(minimumCapacity: capacity))
            for word in words {
                tags.insert(word)
                sizes[word] = Size(length: word.count)
            }
        }
    }
    private final class Account: Sendable {
        let name: String
        init(_ name: String) { self.name = name }
    }
    private struct Held: GeneralState {
        var account: Account
        var note: String?
    }
    private struct Secret: Sendable, Equatable, CustomStringConvertible {
        var value: String
        var description: String { "hidden" }
    }
    private struct Kept: GeneralState { var secrets: [Secret] }

    private func rehearsal(_ state: any GeneralState) -> Rehearsal {
        Rehearsal(repository: BaseRepository(state), processor: BaseActionProcessor())
    }

    @Test func equalSetsAndDictionariesMatchInAnyOrder() throws {
        let words = (1...50).map { "\($0)" }
        let rehearsal = rehearsal(Bag(words, capacity: 0))
        try rehearsal.start(from: Bag(words.reversed(), capacity: 5000))
        for other in [Array(words.dropFirst()), words.dropFirst() + ["fifty-one"]] {
            #expect(throws: Rehearsal.Mismatch.self) {
                try rehearsal.start(from: Bag(other, capacity: 0))
            }
        }
    }

    @Test func anotherObjectIsADifference() throws {
        let ada = Account("ada")
        let rehearsal = rehearsal(Held(account: ada))
        try rehearsal.start(from: Held(account: ada))
        let mismatch = #expect(throws: Rehearsal.Mismatch.self) {
            try rehearsal.start(from: Held(account: Account("charles")))
        }
        let words = mismatch?.description ?? ""
        #expect(words.contains("whose class is not Equatable"))
        #expect(throws: Rehearsal.Mismatch.self) {
            try rehearsal.start(from: Held(account: ada, note: ""))
        }
    }

    @Test func valuesThatPrintAlikeMayDiffer() throws {
        let rehearsal = rehearsal(Kept(secrets: [Secret(value: "a")]))
        try rehearsal.start(from: Kept(secrets: [Secret(value: "a")]))
        #expect(throws: Rehearsal.Mismatch.self) {
            try rehearsal.start(from: Kept(secrets: [Secret(value: "b")]))
        }
    }
}
