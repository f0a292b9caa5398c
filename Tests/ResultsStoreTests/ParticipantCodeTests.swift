import Diagnostics
import ResultsStore
import Testing

/// Which codes name a participant.
@Suite struct ParticipantCodeTests {
    /// Both encodings of a code look alike. Strings of both are equal in Swift, but not in SQLite.
    @Test(arguments: [
        ("\u{AC00}", "\u{1100}\u{1161}"), ("Zo\u{308}", "Z\u{F6}"), ("\u{C5}", "\u{212B}"),
    ])
    func aCodeHasOneEncoding(one: String, other: String) {
        let problems = [one, other].map { ParticipantCode.problem(with: $0) }
        #expect(problems.count { $0 == nil } == 1)
        #expect(problems.contains { $0?.id == "decomposed-code" })
    }
}
