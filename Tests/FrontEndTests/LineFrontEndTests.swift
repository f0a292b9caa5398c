import ResultsStore
import Synchronization
import Testing

@testable import FrontEnd
@testable import SessionEngine

@Suite struct LineFrontEndTests {
    private final class Sent: Sendable {
        let words = Mutex<[String]>([])

        func add(_ word: String) { words.withLock { $0.append(word) } }
    }

    /// Types "w" and ":leave" on a busy page with `keys`. Returns the keys that were sent.
    private func sent(on keys: [Screen.Key], at home: Seat) -> [String] {
        var screen = Screen(
            moment: .busy,
            left: "",
            right: "",
            title: "",
            body: "",
            participant: ParticipantPage(study: "")
        )
        screen.keys = keys
        let sent = Sent()
        let sink = KeySink(
            press: { key, _ in sent.add(key.words) },
            type: { _, _, _, _ in },
            leave: { _ in sent.add("leave") },
            tick: { _ in }
        )
        let frontEnd = LineFrontEnd(
            input: LineInput(),
            screens: AsyncStream { $0.finish() },
            keys: sink,
            clock: .system
        )
        for line in ["w", ":leave"] {
            var view = LineFrontEnd.View()
            (view.latest, view.home) = (screen, home)
            view.shown = screen.drawn(for: home, revealedBy: ":view")
            view.waiting = [LineInput.Line(text: line, at: SessionClock.system.now())]
            frontEnd.take(&view)
        }
        return sent.words.withLock { $0 }
    }

    /// The page that waits for the files of the participant's machine is busy and has a key.
    @Test(arguments: [Seat.facilitator, .shared])
    func aBusyPageWithAKeyTakesLines(at home: Seat) {
        let key = Screen.Key("w", "go on") { GoWithoutMachine(at: $0) }
        #expect(sent(on: [key], at: home) == ["go on", "leave"])
        #expect(sent(on: [], at: home) == [])
    }

    @Test func theParticipantHasNoKeysOnABusyPage() {
        let key = Screen.Key("w", "go on") { GoWithoutMachine(at: $0) }
        #expect(sent(on: [key], at: .participant) == [])
    }
}
