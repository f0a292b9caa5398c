import ResultsStore
import Testing

/// In which encoding the code of a participant is recorded. Strings of several encodings are equal
/// in Swift, but not in SQLite.
@Suite struct ParticipantCodeTests {
    @Test(arguments: [
        ("\u{1100}\u{1161}", "\u{AC00}"), ("Zo\u{308}", "Z\u{F6}"), ("\u{212B}", "\u{C5}"),
    ])
    func aCodeIsEnteredInTheFormNFC(typed: String, recorded: String) {
        for code in [typed, recorded] {
            let entered = ParticipantCode.entered(code)
            #expect(Array(entered.unicodeScalars) == Array(recorded.unicodeScalars))
            #expect(ParticipantCode.problem(with: entered) == nil)
        }
    }

    /// Sessions of an earlier version may have another encoding.
    @Test func aStoredCodeKeepsItsEncoding() {
        let (composed, parts) = ("\u{AC00}", "\u{1100}\u{1161}")
        func entered(_ code: String, _ stored: [String]) -> Int {
            ParticipantCode.entered(code, among: stored).unicodeScalars.count
        }
        #expect(entered(composed, ["P1", parts]) == 2)
        #expect(entered(parts, ["P1", parts]) == 2)
        #expect(entered(parts, ["P1", composed]) == 1)
        #expect(entered(composed, [parts, composed]) == 1)
        #expect(entered(parts, [composed, parts]) == 2)
        #expect(ParticipantCode.problem(with: parts) == nil)
    }

    /// An import refuses these codes next to each other. A session names the other code.
    @Test func codesThatDifferInCaseOrLeadingZerosAreAlike() {
        let others = ["P1", "p1", "P01", "P10", "P1-1", "\u{FF30}\u{FF11}"]
        #expect(ParticipantCode.alike("P1", among: others) == ["p1", "P01", "\u{FF30}\u{FF11}"])
        #expect(ParticipantCode.alike("P010", among: others) == ["P10"])
        #expect(ParticipantCode.alike("P2", among: others) == [])
    }

    /// NFC has no single character for this letter; one of its parts is not a letter.
    @Test func aLetterThatNFCTakesApartCanBeEntered() {
        let entered = ParticipantCode.entered("\u{958}")
        #expect(Array(entered.unicodeScalars) == ["\u{958}"])
        #expect(ParticipantCode.problem(with: entered) == nil)
    }
}
