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

    private func page(_ moment: Screen.Moment) -> Screen {
        Screen(
            moment: moment,
            left: "",
            right: "",
            title: "",
            body: "",
            participant: ParticipantPage(study: "")
        )
    }

    private func frontEnd(_ sent: Sent, isTerminal: Bool = false) -> LineFrontEnd {
        let sink = KeySink(
            press: { key, _ in sent.add(key.words) },
            type: { text, _, _, _ in sent.add(text) },
            leave: { _ in sent.add("leave") },
            tick: { _ in },
            mark: { kind, words, _ in sent.add("\(kind): \(words)") }
        )
        return LineFrontEnd(
            input: LineInput(isTerminal: isTerminal),
            screens: AsyncStream { $0.finish() },
            keys: sink,
            clock: .system
        )
    }

    /// Types "w" and ":leave" on a busy page with `keys`. Returns the keys that were sent.
    private func sent(on keys: [Screen.Key], at home: Seat) -> [String] {
        var screen = page(.busy)
        screen.keys = keys
        let sent = Sent()
        let frontEnd = frontEnd(sent)
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
        let key = Screen.Key("w", "go on") { GoWithoutFiles(at: $0) }
        #expect(sent(on: [key], at: home) == ["go on", "leave"])
        #expect(sent(on: [], at: home) == [])
    }

    /// On a terminal, they would answer the next page.
    @Test(arguments: [Seat.facilitator, .shared, .participant], [true, false])
    func linesThatNothingAsksForAreKeptFromAPipeOnly(at home: Seat, isTerminal: Bool) {
        let sent = Sent()
        let frontEnd = frontEnd(sent, isTerminal: isTerminal)
        var view = LineFrontEnd.View()
        (view.latest, view.home) = (page(.busy), home)
        view.shown = view.drawn
        view.waiting = ["3", ""].map { LineInput.Line(text: $0, at: SessionClock.system.now()) }
        frontEnd.take(&view)
        #expect(view.waiting.count == (isTerminal ? 0 : 2))
        var question = page(.reading)
        question.keys = [.shared(.enter, "go on") { Continue(at: $0) }]
        question.participant.isAsked = true
        (view.latest, view.home) = (question, .shared)
        view.shown = view.drawn
        frontEnd.take(&view)
        #expect(sent.words.withLock { $0 } == (isTerminal ? [] : ["go on"]))
    }

    @Test func aFacilitatorLeavesABusyPageOfATerminal() {
        let sent = Sent()
        var view = LineFrontEnd.View()
        view.latest = page(.busy)
        view.shown = view.drawn
        view.waiting = [LineInput.Line(text: ":leave", at: SessionClock.system.now())]
        frontEnd(sent, isTerminal: true).take(&view)
        #expect(sent.words.withLock { $0 } == ["leave"])
    }

    /// The facilitator's own terminal was closed, and the participant's page has no keys.
    @Test(arguments: [("y", Seat.shared), ("", Seat.participant)])
    func theParticipantsTerminalGetsTheFacilitatorsKeysBack(answer: String, home: Seat) {
        var screen = page(.reading)
        screen.keys = [Screen.Key("d", "done") { Continue(at: $0) }]
        let sent = Sent()
        let frontEnd = frontEnd(sent, isTerminal: true)
        var view = LineFrontEnd.View()
        (view.latest, view.home) = (screen, .shared)
        view.shown = view.drawn
        _ = frontEnd.take(.joined, &view)
        #expect(view.home == .participant)
        func type(_ lines: [String]) {
            for line in lines {
                view.waiting = [LineInput.Line(text: line, at: SessionClock.system.now())]
                frontEnd.take(&view)
            }
        }
        // Not while the facilitator's terminal is connected.
        type([":leave", "y", "d"])
        #expect(view.home == .participant)
        _ = frontEnd.take(.left, &view)
        #expect(view.home == .participant)
        type([":leave", answer, "d"])
        #expect(view.home == home)
        #expect(sent.words.withLock { $0 } == (answer == "y" ? ["done"] : []))
    }

    @Test func theFacilitatorAnswersForTheParticipantOnRequestOnly() {
        var screen = page(.reading)
        screen.line = Screen.Line(label: "")
        screen.keys = [.shared(.enter, "skip this question") { Continue(at: $0) }]
        screen.participant.isAsked = true
        let sent = Sent()
        var view = LineFrontEnd.View()
        view.latest = screen
        view.shown = view.drawn
        view.waiting = ["", "n", ":answer", "words"].map {
            LineInput.Line(text: $0, at: SessionClock.system.now())
        }
        frontEnd(sent).take(&view)
        #expect(sent.words.withLock { $0 } == ["words"])
    }

    @Test func anEmptyLineKeepsTheTextOfAMark() {
        var screen = page(.wording)
        screen.line = .words(of: "asked for the key")
        #expect(sent([""], on: screen, at: .facilitator) == ["asked for the key"])
    }

    /// Where nothing can be removed, it is a text that begins with a colon.
    @Test func aLineRemovesTheOldText() {
        var screen = page(.wording)
        screen.line = .words(of: "asked Ada")
        #expect(LinePage(screen: screen).lines(now: .unknown).last?.contains("[:remove]") == true)
        #expect(sent([":remove"], on: screen, at: .facilitator) == [""])
        screen.line = .words(of: "")
        #expect(LinePage(screen: screen).lines(now: .unknown).last?.contains("[:remove]") == false)
        #expect(sent([":remove"], on: screen, at: .facilitator) == [":remove"])
        // A question whose earlier answer Enter keeps.
        screen.line = Screen.Line(label: "years", initial: "5")
        screen.keys = [.shared(.enter, "keep it") { Continue(at: $0) }]
        #expect(sent(["", ":remove"], on: screen, at: .shared) == ["keep it", ""])
    }

    /// On a page without an input field, a key takes the answer back.
    @Test func aLineRemovesAChosenOption() {
        var screen = page(.reading)
        screen.options = ["yes", "no"]
        screen.keys = [.shared(.delete, "remove the answer") { Continue(at: $0) }]
        let keys = LinePage(screen: screen).lines(now: .unknown).last
        #expect(keys?.contains("[:remove] remove the answer") == true)
        #expect(sent([":remove"], on: screen, at: .shared) == ["remove the answer"])
    }

    /// Types lines on a page, one after the other is answered.
    private func sent(_ lines: [String], on screen: Screen, at home: Seat) -> [String] {
        let sent = Sent()
        var view = LineFrontEnd.View()
        (view.latest, view.home) = (screen, home)
        view.shown = view.drawn
        for line in lines {
            view.waiting = [LineInput.Line(text: line, at: SessionClock.system.now())]
            view.settles = nil
            frontEnd(sent).take(&view)
        }
        return sent.words.withLock { $0 }
    }

    /// The text "d" would stop the clock.
    @Test(arguments: [Screen.Moment.wording, .failed])
    func aLineAfterAKeyThatOpensAFieldIsText(answer: Screen.Moment) {
        var (task, next) = (page(.running), page(answer))
        task.keys = Marked.Kind.keys + [.shared("d", "done") { Done(at: $0) }]
        (next.keys, next.takesNotes) = (task.keys, true)
        if answer == .wording { (next.keys, next.line) = ([], .words(of: "")) }
        let sent = Sent()
        var view = LineFrontEnd.View()
        view.latest = task
        view.shown = view.drawn
        view.waiting = ["n", "d"].map { LineInput.Line(text: $0, at: SessionClock.system.now()) }
        frontEnd(sent).take(&view)
        view.settle(task)
        frontEnd(sent).take(&view)
        #expect(view.waiting.count == 1 && view.settles != nil && view.awaitsField)
        view.settle(next)
        view.shown = view.drawn
        frontEnd(sent).take(&view)
        #expect(sent.words.withLock { $0 } == ["note", answer == .wording ? "d" : "note: d"])
    }

    /// The last mark was undone when its text was asked for, and the lines waited for ever.
    @Test func aLineAfterARefusedKeyDoesNotWait() {
        var view = LineFrontEnd.View()
        (view.latest, view.settles, view.awaitsField) = (page(.running), .unknown, true)
        var refused = page(.running)
        refused.notice = "There is no mark in this task to undo or to describe."
        view.settle(refused)
        #expect(view.settles == nil && view.isNoting)
    }

    @Test func aNoteIsTheLineAfterItsKey() {
        var screen = page(.reading)
        (screen.participant.isAsked, screen.takesNotes) = (true, true)
        screen.keys = [.shared(.enter, "go on") { Continue(at: $0) }]
        let lines = ["n", "looks away", "n", ""]
        #expect(sent(lines, on: screen, at: .facilitator) == ["note: looks away"])
        #expect(sent(lines, on: screen, at: .shared) == ["note: looks away"])
        // Where an answer is typed, "n" is a part of it.
        screen.line = Screen.Line(label: "")
        let typed = sent(["n", ":n", "looks away"], on: screen, at: .shared)
        #expect(typed == ["n", "note: looks away"])
        screen.takesNotes = false
        #expect(sent([":n"], on: screen, at: .shared) == [":n"])
    }

    /// As on a terminal with pages: it may state how the last task ended.
    @Test func theFacilitatorsPageIsNotOfferedWhileTheParticipantAnswers() {
        var screen = page(.reading)
        screen.notice = "“Greet one person”: passed after 1:10."
        var view = LineFrontEnd.View()
        (view.latest, view.home) = (screen, .shared)
        #expect(view.offersFacilitatorPage)
        view.latest?.participant.isAsked = true
        #expect(!view.offersFacilitatorPage)
        #expect(sent([":view"], on: view.latest ?? screen, at: .shared) == [])
    }

    @Test func theParticipantHasNoKeysOnABusyPage() {
        let key = Screen.Key("w", "go on") { GoWithoutFiles(at: $0) }
        #expect(sent(on: [key], at: .participant) == [])
    }
}
