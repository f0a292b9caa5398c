import Diagnostics
import Testing

@Suite struct RenderingTests {
    private let place = Diagnostic.Place(file: "study.yaml", line: 41, column: 7)

    @Test func placeProblemExpectationAndFixStandInThisOrder() {
        let diagnostic = Diagnostic(
            "unknown-check",
            at: place,
            "task \"a\" names check \"delet\", which \"checks\" does not have",
            expected: "a check's id",
            fix: "did you mean \"delete\"?"
        )
        #expect(
            diagnostic.text == """
                study.yaml:41:7: task "a" names check "delet", which "checks" does not have
                  expected a check's id
                  did you mean "delete"?
                """
        )
    }

    @Test func onlyErrorsGoWithoutTheirSeverity() {
        let warning = Diagnostic("w", severity: .warning, at: place, "no task uses it")
        let note = Diagnostic("n", severity: .note, "nothing to do")
        #expect(warning.text == "study.yaml:41:7: warning: no task uses it")
        #expect(note.text == "note: nothing to do")
    }

    @Test(arguments: [
        (Diagnostic.Place(file: "a"), "a"), (.init(file: "a", line: 3), "a:3"),
        (.init(file: "a", line: 3, column: 9), "a:3:9"),
        (.init(file: "a", column: 9), "a"),
    ]) func aPlaceIsWrittenAsFarAsItIsKnown(place: Diagnostic.Place, text: String) {
        #expect(place.text == text)
    }

    @Test func severalStandBelowEachOther() {
        let diagnostics = [
            Diagnostic("a", "first", fix: "do this"), Diagnostic("b", "second"),
        ]
        #expect(render(diagnostics) == "first\n  do this\nsecond")
        #expect(render([]) == "")
    }

    @Test func anErrorIsAboutDataUnlessItSaysOtherwise() {
        #expect(DiagnosticError("a", "b").status == .data)
        #expect(DiagnosticError("a", "b", status: .noInput).status == .noInput)
        #expect(DiagnosticError("a", "b").diagnostics == [Diagnostic("a", "b")])
    }

    @Test func exitStatusesAreThoseOfSysexits() {
        #expect(ExitStatus.usage.rawValue == 64)
        #expect(ExitStatus.data.rawValue == 65)
        #expect(ExitStatus.noInput.rawValue == 66)
        #expect(ExitStatus.cannotCreate.rawValue == 73)
        #expect(ExitStatus.noPermission.rawValue == 77)
    }
}
