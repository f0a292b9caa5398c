import Testing

@testable import Diagnostics

@Suite struct NewDiagnosticsTests {
    private func warning(_ problem: String) -> Diagnostic {
        Diagnostic("w", severity: .warning, problem)
    }

    @Test func aDiagnosticOfTheRoundBeforeIsNotPrintedAgain() {
        var found = NewDiagnostics()
        #expect(found.add([warning("read-only")]) == [warning("read-only")])
        found.endRound(isWhole: true)
        #expect(found.add([warning("read-only"), warning("other")]) == [warning("other")])
        found.endRound(isWhole: true)
        // It is gone for a round, and is back.
        #expect(found.add([warning("other")]) == [])
        found.endRound(isWhole: true)
        #expect(found.add([warning("read-only")]) == [warning("read-only")])
    }

    /// A round that the hub ends early finds only that the hub is away.
    @Test func aRoundThatEndsEarlyForgetsNothing() {
        var found = NewDiagnostics()
        _ = found.add([warning("read-only")])
        found.endRound(isWhole: true)
        #expect(found.add([warning("away")]) == [warning("away")])
        found.endRound(isWhole: false)
        #expect(found.add([warning("away")]) == [])
        found.endRound(isWhole: false)
        #expect(found.add([warning("read-only")]) == [])
        found.endRound(isWhole: true)
        #expect(found.add([warning("away")]) == [warning("away")])
    }
}
