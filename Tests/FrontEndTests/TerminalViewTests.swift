import ResultsStore
import Testing

@testable import FrontEnd
@testable import SessionEngine

@Suite struct TerminalViewTests {
    private func page(_ title: String, marks: [String] = []) -> Screen {
        var screen = Screen(
            moment: .running,
            left: "",
            right: "",
            title: title,
            body: "",
            participant: ParticipantPage(study: "")
        )
        screen.marks = marks
        return screen
    }

    private func stamp(_ seconds: Int64) -> Stamp {
        Stamp(monotonic: seconds * 1_000_000_000, wall: 0, boot: "b")
    }

    @Test func aWordStaysForTwoSecondsWhileTheSamePageIsMadeAgain() {
        var view = TerminalView()
        view.show(page("one"), at: stamp(0))
        view.say("“z” does nothing here", at: stamp(1))
        view.show(page("one"), at: stamp(2))
        #expect(view.slip(at: stamp(2)) == "“z” does nothing here")
        #expect(view.slip(at: stamp(3)) == nil)
    }

    @Test func aWordGoesWithItsPageAndWhereSomethingWasRecorded() {
        var view = TerminalView()
        view.show(page("one"), at: stamp(0))
        view.say("“z” does nothing here", at: stamp(1))
        view.show(page("one", marks: ["0:01  note"]), at: stamp(1))
        #expect(view.slip(at: stamp(1)) == nil)
        view.say("“z” does nothing here", at: stamp(1))
        view.show(page("two"), at: stamp(1))
        #expect(view.slip(at: stamp(1)) == nil)
    }
}
