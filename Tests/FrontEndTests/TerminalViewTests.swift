import ResultsStore
import Terminal
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

    private func key(_ key: TerminalKey, at seconds: Int64) -> KeyPress<Stamp> {
        KeyPress(key: key, at: stamp(seconds))
    }

    private func question(_ title: String, refusal: String? = nil) -> Screen {
        var screen = page(title)
        screen.moment = .reading
        screen.line = .init(label: "reason", initial: "", confirms: false)
        (screen.notice, screen.isRefusal) = (refusal, refusal != nil)
        return screen
    }

    /// Ctrl-C, then "stay". A heartbeat shows the page again meanwhile.
    @Test func whoStaysContinuesTheTypedText() {
        var leaving = page("Leave the session?")
        leaving.moment = .leaving
        var view = TerminalView()
        view.show(question("Why?"), at: stamp(0))
        view.editor = LineEditor("half an answer")
        for second in 1...2 {
            view.show(leaving, at: stamp(Int64(second)))
            #expect(view.editor == nil)
        }
        view.show(question("Why?"), at: stamp(3))
        #expect(view.editor?.text == "half an answer")
        view.show(question("Where?"), at: stamp(4))
        #expect(view.editor?.text == "")
    }

    /// The facilitator types it for the participant, or the participant at a terminal of their own.
    @Test(arguments: [Seat.facilitator, .participant])
    func whoStaysContinuesTheTextOfAParticipant(home: Seat) {
        var asked = question("Why?")
        asked.ask()
        var leaving = page("Leave the session?")
        leaving.moment = .leaving
        var view = TerminalView(home: home)
        view.show(asked, at: stamp(0))
        view.answer(true)
        view.editor = LineEditor("half an answer")
        view.show(leaving, at: stamp(1))
        #expect(view.editor == nil)
        view.show(asked, at: stamp(2))
        #expect(view.editor?.text == "half an answer")
    }

    @Test func whoStaysContinuesTheCorrectionOfARefusedText() {
        var leaving = page("Leave the session?")
        leaving.moment = .leaving
        let refused = question("Why?", refusal: "too long")
        var view = TerminalView()
        view.show(question("Why?"), at: stamp(0))
        view.editor = LineEditor("refused")
        view.submit()
        view.send(at: stamp(1))
        view.show(refused, at: stamp(2))
        #expect(view.editor?.text == "refused")
        view.editor = LineEditor("corrected")
        view.show(leaving, at: stamp(3))
        view.show(refused, at: stamp(4))
        #expect(view.editor?.text == "corrected")
        // After an interruption between the answer and its refusal, nothing has been corrected.
        view.submit()
        view.show(leaving, at: stamp(5))
        view.show(refused, at: stamp(6))
        #expect(view.editor?.text == "corrected")
    }

    @Test func aKeyFromBeforeThePageIsNotForIt() {
        var view = TerminalView()
        view.show(page("one"), at: stamp(0))
        view.show(page("two"), at: stamp(5))
        #expect(!view.takes(key(.character("3"), at: 4)))
        #expect(view.takes(key(.character("3"), at: 5)))
        #expect(view.takes(key(.interrupt, at: 4)))
    }

    /// Both are "Tutorial": the study's own, and that of the condition.
    @Test func aSecondTutorialBeginsAtItsBeginning() {
        var (general, shell) = (page("Tutorial"), page("Tutorial"))
        (general.moment, general.prose) = (.reading, "General")
        (shell.moment, shell.prose) = (.reading, "Shell")
        var view = TerminalView()
        view.show(general, at: stamp(0))
        view.scroll = 40
        view.show(general, at: stamp(1))
        #expect(view.scroll == 40)
        view.show(shell, at: stamp(5))
        #expect(view.scroll == 0)
        #expect(!view.takes(key(.enter, at: 4)))
    }

    /// The event of the first is not on the disk yet.
    @Test func aSecondKeyWaitsForTheNextPage() {
        var view = TerminalView()
        view.show(question("one"), at: stamp(0))
        view.send(at: stamp(1))
        #expect(!view.takes(key(.enter, at: 2)))
        #expect(view.takes(key(.interrupt, at: 2)))
        #expect(!view.takes(key(.enter, at: 21)))
        #expect(view.takes(key(.enter, at: 22)))
        view.show(question("two"), at: stamp(3))
        #expect(view.takes(key(.enter, at: 4)))
        // Marks follow each other on one page.
        view.show(page("task"), at: stamp(5))
        view.send(at: stamp(6))
        #expect(view.takes(key(.character("m"), at: 6)))
    }

    private var wording: Screen {
        var wording = page("task", marks: ["0:01  note"])
        (wording.moment, wording.line) = (.wording, .init(label: "words"))
        return wording
    }

    /// Types `words` with one key a second, from second 2.
    ///
    /// - Returns: the number of kept keys.
    private func typeAhead(_ words: String, _ view: inout TerminalView) -> Int {
        var count = 0
        for (place, letter) in words.enumerated() {
            let typed: TerminalKey = letter == "\n" ? .enter : .character(letter)
            if view.keeps(key(typed, at: Int64(place) + 2)) { count += 1 }
        }
        return count
    }

    /// `d` stopped the clock, and `s` opened a shell. A heartbeat and the participant show the page
    /// again meanwhile.
    @Test func lettersTypedAheadOfAFieldBelongToIt() {
        var view = TerminalView()
        view.show(page("task"), at: stamp(0))
        view.send(at: stamp(1), opensField: true)
        let first = typeAhead("do", &view)
        view.show(page("task", marks: ["0:01  question"]), at: stamp(4))
        let early = view.takeDue()
        let then = typeAhead("ne\n", &view)
        #expect([first, early.count, then] == [2, 0, 3])
        // However late the session answers.
        view.show(wording, at: stamp(60))
        let (due, rest) = (view.takeDue(), view.takeDue())
        let letters = ["d", "o", "n", "e"].map { TerminalKey.character($0) }
        #expect(due.map(\.key) == letters + [.enter])
        #expect(due.first?.at == stamp(2))
        #expect(due.allSatisfy(view.takes))
        #expect(rest.isEmpty)
        let kept = typeAhead("x", &view)
        #expect(kept == 0)
    }

    /// The participant pressed "done" before the key had an effect.
    @Test func lettersTypedAheadOfALostFieldBecomeANote() {
        var failed = page("task")
        failed.moment = .failed
        var view = TerminalView()
        view.show(page("task"), at: stamp(0))
        view.send(at: stamp(1), opensField: true)
        let kept = typeAhead("do", &view)
        view.show(failed, at: stamp(9))
        let due = view.takeDue()
        #expect([kept, due.count] == [2, 2])
        #expect(view.note != nil)
        // The page only came before the answer, as after "pause" and a note in quick succession.
        view.note = LineEditor("do")
        view.show(wording, at: stamp(10))
        #expect(view.note == nil)
        #expect(view.editor?.text == "do")
    }

    /// `u` and `t` in quick succession: the only mark is undone when its text is asked for. All later
    /// keys were kept, and none had an effect.
    @Test func aRefusedKeyDoesNotAwaitAField() {
        var refused = page("task")
        refused.notice = "There is no mark in this task to undo or to describe."
        var view = TerminalView()
        view.show(page("task"), at: stamp(0))
        view.send(at: stamp(1), opensField: true)
        let kept = typeAhead("do", &view)
        view.show(refused, at: stamp(4))
        let due = view.takeDue()
        let later = typeAhead("ne", &view)
        #expect([kept, due.count, later] == [2, 2, 0])
        #expect(view.note != nil)
        // The notice was already there.
        view.note = nil
        view.send(at: stamp(5), opensField: true)
        view.show(refused, at: stamp(6))
        #expect(view.note == nil)
    }

    /// The key was pressed while "evalrun control" had no connection, and the page is the same
    /// afterwards.
    @Test func aLostKeyAwaitsAFieldForALimitedTime() {
        var view = TerminalView()
        view.show(page("task"), at: stamp(0))
        view.send(at: stamp(1), opensField: true)
        let kept = typeAhead("do", &view)
        view.endOverdueWait(at: stamp(21))
        #expect(view.note == nil)
        view.endOverdueWait(at: stamp(22))
        let due = view.takeDue()
        let later = typeAhead("ne", &view)
        #expect([kept, due.count, later] == [2, 2, 0])
        #expect(view.note != nil)
    }

    /// The second note's key is pressed before the first note is recorded.
    @Test func aNoteAfterANoteHasAField() {
        var task = page("task")
        (task.keys, task.takesNotes) = (Marked.Kind.keys, true)
        var view = TerminalView()
        view.show(wording, at: stamp(0))
        view.send(at: stamp(1))
        let kept = typeAhead("dndo", &view)
        view.show(task, at: stamp(9))
        let due = view.takeDue()
        #expect(kept == 4)
        #expect(due.map(\.key) == [.character("d"), .character("o")])
        #expect(view.note != nil)
        // Other keys were pressed before the page was shown.
        var other = TerminalView()
        other.show(wording, at: stamp(0))
        other.send(at: stamp(1))
        let dropped = typeAhead("dm", &other)
        #expect(other.slip(at: stamp(3)) == "The session has not answered yet.")
        other.show(task, at: stamp(9))
        let none = other.takeDue()
        #expect([dropped, none.count] == [2, 0])
        #expect(other.note == nil)
    }

    @Test func aNoteHasAFieldEvenIfAnotherKeyIsUnanswered() {
        var limit = page("task")
        (limit.moment, limit.keys, limit.takesNotes) = (.limit, Marked.Kind.keys, true)
        var view = TerminalView()
        view.show(limit, at: stamp(0))
        #expect(!view.ignoresStart(of: key(.character("n"), at: 1)))
        view.send(at: stamp(1))
        #expect(view.ignoresStart(of: key(.character("n"), at: 2)))
        #expect(!view.ignoresStart(of: key(.character("m"), at: 2)))
        // On a page with the answers "yes" and "no", the key is an answer.
        limit.keys = [.shared("n", "no") { Refuse(at: $0) }]
        view.show(limit, at: stamp(3))
        view.send(at: stamp(4))
        #expect(!view.ignoresStart(of: key(.character("n"), at: 5)))
    }

    @Test func controlCDropsTheKeysTypedAhead() {
        var view = TerminalView()
        view.show(page("task"), at: stamp(0))
        view.send(at: stamp(1), opensField: true)
        let kept = typeAhead("d", &view)
        let first = view.keeps(key(.interrupt, at: 5))
        let then = typeAhead("a", &view)
        view.show(wording, at: stamp(6))
        let due = view.takeDue()
        #expect(first)
        #expect([kept, then] == [1, 1])
        #expect(due.map(\.key) == [.character("a")])
        view.send(at: stamp(7), opensField: true)
        let second = view.keeps(key(.interrupt, at: 8))
        #expect(!second)
    }

    /// Over the connection of "evalrun control" too.
    @Test func theKeysThatOpenAFieldAreKnown() {
        var task = page("task")
        task.keys = Marked.Kind.keys
        for screen in [task, ControlWire.Page(task, turn: 1, command: "").screen] {
            #expect(screen.keys.filter(\.opensField).map(\.trigger) == ["n", "q"])
        }
    }

    /// The log named the last of them as the cause of all.
    @Test func keysThatAreReadTogetherHaveDifferentStamps() {
        let keys = ["a", "m"].map { key(.character($0), at: 1) }.inOrder
        #expect(keys.map(\.key) == [.character("a"), .character("m")])
        #expect(keys.map(\.at) == [stamp(1), stamp(1).advanced(by: 1)])
    }

    /// The session was killed and started again. It asks first whether to go on.
    @Test func theWordsOfAMarkAreKeptOverACrash() {
        var (again, held) = (page("Go on?"), page("task", marks: ["0:01  note"]))
        (again.moment, held.moment, held.takesNotes) = (.confirm, .held, true)
        var view = TerminalView()
        view.show(wording, at: stamp(0))
        view.editor = LineEditor("an observation")
        view.show(RemoteControl.waiting("closed", ""), at: stamp(1))
        view.show(again, at: stamp(2))
        view.show(held, at: stamp(3))
        #expect(view.slip(at: stamp(3))?.contains("is kept") == true)
        view.show(wording, at: stamp(4))
        #expect(view.editor?.text == "an observation")
        view.show(held, at: stamp(5))
        view.show(wording, at: stamp(6))
        #expect(view.editor?.text == "")
    }

    /// Enter is needed to go on, and belonged to the note for ever.
    @Test func aNoteThatCannotBeRecordedIsPutAside() {
        var view = TerminalView()
        view.show(RemoteControl.waiting("closed", ""), at: stamp(0))
        view.note = LineEditor("hesitates")
        view.putNoteAside()
        #expect(view.note == nil)
        view.startNote()
        #expect(view.note?.text == "hesitates")
        view.note = nil
        view.startNote()
        #expect(view.note?.text == "")
    }

    /// The task is no longer shown then, and the text was erased.
    @Test(arguments: [Seat.facilitator, .shared])
    func theTextOfAMarkStaysWhenTheTimeLimitIsReached(home: Seat) {
        var wording = page("task", marks: ["0:37  note"])
        (wording.moment, wording.prose) = (.wording, "Greet somebody.")
        wording.line = .init(label: "words")
        var limit = wording
        (limit.prose, limit.body) = ("", "The time limit is reached.")
        var view = TerminalView(home: home)
        view.show(wording, at: stamp(0))
        view.editor = LineEditor("typed at the limit")
        view.show(limit, at: stamp(1))
        #expect(view.editor?.text == "typed at the limit")
        // A letter that was typed just before the limit is part of the text.
        #expect(view.takes(key(.character("x"), at: 0)))
    }

    /// The second `y` of a double press agreed to a consent statement that nobody had read.
    @Test(arguments: [TerminalKey.character("y"), .enter])
    func aDoublePressDoesNotAnswerTheNextPage(twice: TerminalKey) {
        var view = TerminalView()
        view.show(page("one"), at: stamp(0))
        let first = view.repeats(twice, milliseconds: 1000)
        view.show(page("two"), at: stamp(1))
        let second = view.repeats(twice, milliseconds: 1120)
        // Further repetitions belong to the same press.
        let held = [1300, 1490, 1600].map { view.repeats(twice, milliseconds: $0) }
        let later = view.repeats(twice, milliseconds: 1900)
        #expect([first, second, later] == [false, true, false])
        #expect(held == [true, true, true])
        // Marks follow each other on one page.
        let mark = view.repeats(twice, milliseconds: 1950)
        // Ctrl-C is never in vain.
        view.show(page("three"), at: stamp(2))
        let leaving = [2000, 2010].map { view.repeats(.interrupt, milliseconds: $0) }
        #expect([mark] + leaving == [false, false, false])
    }

    @Test func aDoubleEnterAfterANoteDoesNotStartTheClock() {
        var view = TerminalView()
        view.show(page("task"), at: stamp(0))
        view.note = LineEditor("words")
        let first = view.repeats(.enter, milliseconds: 1000)
        view.note = nil
        let second = view.repeats(.enter, milliseconds: 1120)
        #expect([first, second] == [false, true])
    }

    /// `y` confirms "Answer for the participant?", and agrees to the statement that is then shown.
    @Test func aDoubleYesToAnsweringDoesNotAnswer() {
        var asked = page("Consent")
        asked.ask()
        var view = TerminalView(home: .facilitator)
        view.show(asked, at: stamp(0))
        let first = view.repeats(.character("y"), milliseconds: 1000)
        view.answer(true)
        let second = view.repeats(.character("y"), milliseconds: 1120)
        #expect([first, second] == [false, true])
    }

    /// `t` asks for a mark's text, which may begin with the same letter.
    @Test func theTextOfAMarkMayBeginWithTheKeyThatAskedForIt() {
        var wording = page("task")
        (wording.moment, wording.line) = (.wording, .init(label: "words"))
        var view = TerminalView()
        view.show(page("task"), at: stamp(0))
        let asked = view.repeats(.character("t"), milliseconds: 1000)
        view.show(wording, at: stamp(1))
        let typed = view.repeats(.character("t"), milliseconds: 1120)
        #expect([asked, typed] == [false, false])
    }

    /// As typed from paper. A double Enter would leave a question out without a word, so it counts
    /// once.
    @Test func equalAnswersToQuestionsAreTypedAsFastAsOneLikes() {
        func scale(_ item: String) -> Screen {
            var screen = page("About you")
            screen.moment = .question(
                .init(condition: "", questionnaire: "about", item: item, task: "")
            )
            screen.prose = item
            return screen
        }
        var view = TerminalView()
        view.show(scale("one"), at: stamp(0))
        let first = view.repeats(.character("4"), milliseconds: 1000)
        view.show(scale("two"), at: stamp(1))
        let second = view.repeats(.character("4"), milliseconds: 1120)
        view.show(scale("three"), at: stamp(1))
        let enter = view.repeats(.enter, milliseconds: 1240)
        view.show(scale("four"), at: stamp(1))
        let again = view.repeats(.enter, milliseconds: 1360)
        #expect([first, second, enter, again] == [false, false, false, true])
    }

    /// The participant has the question on a screen of their own, and may be typing.
    @Test func theFacilitatorAnswersForTheParticipantOnRequestOnly() {
        var asked = question("one")
        asked.options = ["yes", "no"]
        asked.keys = [
            .shared(.enter, "skip this question") { Continue(at: $0) },
            .init("v", "recording starts") { StartRecording(at: $0) },
        ]
        asked.participant.isAsked = true
        var view = TerminalView()
        view.show(asked, at: stamp(0))
        #expect(view.editor == nil && view.answerable?.options == [])
        #expect(view.answerable?.keys.map(\.trigger) == [.character("v")])
        #expect(view.screen?.body.hasSuffix("  yes\n  no") == true)
        view.answer(true)
        #expect(view.editor != nil && view.answerable?.keys.count == 2)
        view.show(page("task"), at: stamp(1))
        view.show(asked, at: stamp(2))
        #expect(view.editor == nil)
        // Over the connection of "evalrun control", keys keep whose they are.
        let sent = ControlWire.Page(asked, turn: 1, command: "").screen
        #expect(sent.answerable(for: .facilitator).keys.map(\.trigger) == [.character("v")])
    }

    /// Its name would otherwise be taken for the key "d".
    @Test func theKeyThatRemovesAnAnswerIsSentToAnotherTerminal() throws {
        var asked = question("one")
        asked.keys = [
            .shared(.delete, "remove the answer") { Continue(at: $0) },
            .shared(.enter, "keep it") { Continue(at: $0) },
            .shared("b", "back") { Back(at: $0) },
        ]
        let page = ControlWire.Page(asked, turn: 1, command: "")
        #expect(page.screen.keys.map(\.trigger) == [.delete, .enter, .character("b")])
        var screen = page.screen
        (screen.line, screen.options) = (nil, ["yes", "no"])
        let lines = ScreenLayout(screen: screen, columns: 80, rows: 16).frame(now: .unknown).lines
        #expect(lines.contains { $0.text.contains("Delete remove the answer") })
    }

    /// The line of keys has the short words already. Over the connection of "evalrun control" too.
    @Test func theListOfKeysExplainsThem() {
        var task = page("task")
        task.keys = Marked.Kind.keys + Marked.Kind.problem.gradeKeys
        task.keys += [.shared(.enter, "go on") { Continue(at: $0) }]
        for screen in [task, ControlWire.Page(task, turn: 1, command: "").screen] {
            let help = TerminalView().help(screen, extra: [], workspace: nil).body
            #expect(help.contains("u       undo the last mark\n"))
            #expect(help.contains("1       grade the last mark: problem, cosmetic\n"))
            #expect(help.contains("Enter   go on\n"))
        }
    }

    @Test func theListOfKeysNamesTheDigitsOfAScaleOnce() {
        var asked = page("scale")
        asked.scale = .init(min: 1, max: 2)
        asked.keys = (1...2).map { number in
            let digit = Screen.Key.Trigger.character(Character("\(number)"))
            return Screen.Key(digit, "\(number)", shared: "", isListed: false) {
                Continue(at: $0)
            }
        }
        let help = TerminalView().help(asked, extra: [], workspace: nil).body
        #expect(help.hasPrefix("1–2     answer\nCtrl-L"))
    }

    /// A note is typed here, so that the participant's page stays as it is.
    @Test func aNoteIsTypedWhereItsKeyIsFree() {
        var asked = question("one")
        asked.participant.isAsked = true
        asked.takesNotes = true
        var view = TerminalView()
        view.show(asked, at: stamp(0))
        #expect(view.offersNotes)
        // Over the connection of "evalrun control" too.
        let sent = ControlWire.Page(asked, turn: 1, command: "").screen
        view.show(sent, at: stamp(0))
        #expect(view.offersNotes)
        view.answer(true)
        #expect(!view.offersNotes)
        view.answer(false)
        view.note = LineEditor("hesitates")
        view.show(question("two"), at: stamp(1))
        #expect(view.note?.text == "hesitates")
        #expect(!view.takesNotes)
        for seat in [Seat.participant, .shared] {
            var other = TerminalView(home: seat)
            other.show(asked, at: stamp(0))
            #expect(!other.offersNotes)
        }
        var key = page("ending")
        (key.takesNotes, key.keys) = (true, [.shared("n", "no") { Refuse(at: $0) }])
        var ending = TerminalView()
        ending.show(key, at: stamp(0))
        #expect(!ending.offersNotes)
    }

    @Test func aNoteIsHiddenWhereBothLook() throws {
        var reading = page("Tutorial")
        (reading.moment, reading.takesNotes, reading.participant.isAsked) = (.reading, true, true)
        var view = TerminalView(home: .shared)
        view.show(reading, at: stamp(0))
        #expect(view.offersNotes)
        view.note = LineEditor("zimtzicke")
        let screen = view.notePage(try #require(view.screen))
        var layout = ScreenLayout(screen: screen, columns: 80, rows: 24)
        layout.editor = view.note
        let text = layout.frame(now: .unknown).lines.map(\.text).joined(separator: "\n")
        #expect(text.contains("facilitator> •••••••••"))
        #expect(!text.contains("zimtzicke"))
        view.note = nil
        reading.marks = ["note  zimtzicke"]
        view.show(reading, at: stamp(1))
        #expect(view.slip(at: stamp(1)) == "Recorded.")
        // The next page lists other marks, which are not new.
        var task = page("Task", marks: ["0:01  mistake"])
        view.show(task, at: stamp(5))
        task = page("Tutorial", marks: ["note  zimtzicke"])
        view.show(task, at: stamp(6))
        #expect(view.slip(at: stamp(6)) == nil)
    }

    /// The participant reads the list of keys or the tutorial when the time is up.
    @Test(arguments: [TerminalView.Aside.keys, .tutorial])
    func whatHidesAPageClosesWithIt(aside: TerminalView.Aside) {
        var task = page("task")
        (task.participant.title, task.participant.isAtWork) = ("task", true)
        var view = TerminalView(home: .participant)
        view.show(task, at: stamp(0))
        view.aside = aside
        view.show(task, at: stamp(1))
        #expect(view.aside == aside)
        (task.moment, task.participant.isAtWork) = (.limit, false)
        view.show(task, at: stamp(2))
        #expect(view.aside == nil)
    }

    /// The participant saw no question while it was asked, and no "time is up".
    @Test func aQuestionAboutTheFacilitatorsKeysClosesWithItsPage() {
        var task = page("task")
        (task.participant.title, task.participant.isAtWork) = ("task", true)
        var view = TerminalView(home: .participant)
        view.show(task, at: stamp(0))
        view.question = .keys
        view.show(task, at: stamp(1))
        #expect(view.question == .keys)
        (task.moment, task.participant.isAtWork) = (.limit, false)
        view.show(task, at: stamp(2))
        #expect(view.question == nil)
    }

    /// It was asked while the connection to the facilitator's terminal was lost.
    @Test func theFacilitatorsTerminalWithdrawsTheQuestionAboutItsKeys() {
        var view = TerminalView(home: .participant)
        view.show(page("one"), at: stamp(0))
        view.question = .keys
        view.sit(.participant, at: stamp(2))
        #expect(view.question == nil)
        #expect(!view.takes(key(.character("y"), at: 1)))
    }

    /// A text is continued, and a number is replaced.
    @Test(arguments: [(false, "57"), (true, "7")])
    func whatIsTypedContinuesOrReplacesTheEarlierAnswer(isReplaced: Bool, text: String) {
        var page = question("one")
        page.line = .init(label: "", initial: "5", isReplaced: isReplaced)
        var view = TerminalView()
        view.show(page, at: stamp(0))
        view.show(page, at: stamp(1))
        #expect(view.editor?.text == "5")
        view.editor?.apply(.character("7"))
        #expect(view.editor?.text == text)
    }

    @Test func aRefusedTextIsGivenBackOnce() {
        var view = TerminalView()
        view.show(question("one"), at: stamp(0))
        view.editor = LineEditor("bad")
        view.submit()
        view.send(at: stamp(0))
        view.show(question("one", refusal: "no"), at: stamp(1))
        #expect(view.editor?.text == "bad")
        view.editor = LineEditor("better")
        view.show(question("one", refusal: "no"), at: stamp(2))
        #expect(view.editor?.text == "better")
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

extension TerminalView {
    fileprivate mutating func repeats(_ key: TerminalKey, milliseconds: Int64) -> Bool {
        let stamp = Stamp(monotonic: milliseconds * 1_000_000, wall: 0, boot: "b")
        return repeats(KeyPress(key: key, at: stamp))
    }
}
