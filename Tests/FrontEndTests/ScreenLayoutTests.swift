import ResultsStore
import Terminal
import Testing

@testable import FrontEnd
@testable import SessionEngine

/// A text can be read whole, however small the window is and however much is marked.
@Suite struct ScreenLayoutTests {
    private func screen(lines: Int, marks: Int) -> Screen {
        var screen = Screen(
            moment: .running,
            left: "Study · P1",
            right: "task 1 of 2",
            title: "Task",
            body: (1...lines).map { "requirement \($0)." }.joined(separator: "\n"),
            participant: ParticipantPage(study: "")
        )
        screen.clock = .init(elapsed: 0, since: nil, limit: 600, word: "running")
        screen.marks = (0..<marks).map { "0:0\($0 % 10)  mistake" }
        screen.keys = Marked.Kind.keys
        return screen
    }

    @Test(arguments: [(60, 20), (60, 16), (80, 24), (132, 40), (60, 12)], [0, 1, 2, 4, 9, 100])
    func everyLineIsShownWhereSpaceTurnsThePage(_ size: (Int, Int), marks: Int) {
        for count in [1, 5, 6, 7, 8, 20, 60] {
            for hasLine in [false, true] {
                var layout = ScreenLayout(
                    screen: screen(lines: count, marks: marks),
                    columns: size.0,
                    rows: size.1
                )
                layout.editor = hasLine ? LineEditor("words") : nil
                var seen: Set<String> = []
                var last = -1
                while true {
                    let frame = layout.frame(now: .unknown)
                    #expect(frame.lines.count == size.1)
                    for line in frame.lines { seen.insert(line.text) }
                    guard frame.scroll != last else { break }
                    last = frame.scroll
                    layout.scroll = frame.scroll + frame.page
                }
                for number in 1...count {
                    #expect(seen.contains(" requirement \(number)."), "\(count), \(hasLine)")
                }
            }
        }
    }

    @Test func typedTextIsSeenBesideALongLabelInANarrowWindow() {
        for columns in 20...80 {
            var screen = screen(lines: 1, marks: 0)
            screen.line = .init(label: "numbers, separated by commas")
            var layout = ScreenLayout(screen: screen, columns: columns, rows: 16)
            layout.editor = LineEditor("1,2")
            let frame = layout.frame(now: .unknown)
            #expect(frame.lines.contains { $0.text.hasSuffix("> 1,2") }, "\(columns)")
            #expect(frame.cursorColumn < columns, "\(columns)")
        }
    }

    /// The window may become this small while a note is typed.
    @Test func typedTextIsSeenInASmallWindow() throws {
        for (columns, rows) in [(40, 8), (20, 6), (60, 7), (20, 8)] {
            var screen = screen(lines: 1, marks: 0)
            (screen.keys, screen.line) = ([], .init(label: "note", escape: "no note"))
            screen.notice = "A notice that needs several lines in a narrow window."
            var layout = ScreenLayout(screen: screen, columns: columns, rows: rows)
            layout.editor = LineEditor("words")
            let frame = layout.frame(now: .unknown)
            #expect(frame.lines.count == rows)
            let row = try #require(frame.cursorRow)
            #expect(frame.lines.indices.contains(row), "\(columns) × \(rows)")
            #expect(frame.lines[row].text.hasSuffix("> words"), "\(columns) × \(rows)")
        }
    }

    /// A command of an instruction, of which a part would be missing without a sign.
    @Test(arguments: [40, 60, 80, 200])
    func aLongLineOfCodeIsShownWhole(columns: Int) {
        let address = "https://example.org/" + String(repeating: "a", count: 70)
        let code = "curl --silent \(address) --output data.tgz"
        var screen = screen(lines: 1, marks: 0)
        screen.prose = "Run this:\n\n    \(code)\n    a   b\n"
        let lines = ScreenLayout(screen: screen, columns: columns, rows: 24).frame(now: .unknown)
            .lines.map(\.text)
        let shown = lines.joined().filter { $0 != " " }
        #expect(shown.contains(code.filter { $0 != " " }))
        #expect(lines.contains("     a   b"))
    }

    /// Before its clock runs, the title is all that is shown of a task.
    @Test(arguments: [50, 60, 80])
    func aLongTitleIsShownWhole(columns: Int) {
        var screen = screen(lines: 1, marks: 0)
        screen.title = "Write a greeting that is long enough to need more than one line here"
        for clock in [screen.clock, nil] {
            screen.clock = clock
            let lines = ScreenLayout(screen: screen, columns: columns, rows: 24)
                .frame(now: .unknown).lines.map(\.text)
            let body = lines.firstIndex(of: " requirement 1.") ?? 0
            let head = lines[2..<body].joined(separator: " ")
            let words = head.split(separator: " ").filter { screen.title.contains($0) }
            #expect(words.joined(separator: " ") == screen.title)
            #expect(clock != nil || lines[body - 1].allSatisfy { $0 == " " })
            #expect(lines.allSatisfy { TextWidth.of($0) < columns })
        }
    }

    /// The second line of an option was below its number.
    @Test func theLinesOfAnOptionAreBelowEachOther() {
        var screen = screen(lines: 1, marks: 0)
        screen.options = (1...10).map { "short \($0)" }
        screen.options[9] = "files, folders and services that never end"
        let lines = ScreenLayout(screen: screen, columns: 40, rows: 24).frame(now: .unknown)
            .lines.map(\.text)
        #expect(lines.contains("    9  short 9"))
        #expect(lines.contains("   10  files, folders and services"))
        #expect(lines.contains("       that never end"))
    }

    /// With "keep it", an answer that was given before could not be taken back.
    @Test(arguments: ["", "given before"], ["", "typed", "given before"])
    func enterSubmitsATextThatWasChangedOrRemoved(initial: String, typed: String) {
        var screen = screen(lines: 1, marks: 0)
        screen.line = .init(label: "", initial: initial, confirms: true)
        screen.keys = [.shared(.enter, "keep it") { Continue(at: $0) }]
        var layout = ScreenLayout(screen: screen, columns: 80, rows: 16)
        layout.editor = LineEditor(typed)
        let isSubmitted = typed != initial
        #expect(screen.submits(typed) == isSubmitted)
        let word = isSubmitted ? "Enter submit" : "Enter keep it"
        #expect(layout.frame(now: .unknown).lines.contains { $0.text.contains(word) })
    }

    @Test(arguments: [(1, "1 choose"), (3, "1–3 choose")])
    func theNumbersOfTheOptionsAreAmongTheKeys(count: Int, words: String) {
        var screen = screen(lines: 1, marks: 0)
        screen.options = (1...count).map { "Option \($0)" }
        let layout = ScreenLayout(screen: screen, columns: 80, rows: 16)
        let lines = layout.frame(now: .unknown).lines.map(\.text)
        #expect(lines.contains { $0.hasPrefix(" \(words)") }, "\(lines)")
    }

    @Test(arguments: [40, 80, 200], [true, false])
    func theKeyThatExplainsTheKeysIsAmongThem(columns: Int, explains: Bool) {
        var layout = ScreenLayout(screen: screen(lines: 1, marks: 0), columns: columns, rows: 16)
        layout.explainsKeys = explains
        let lines = layout.frame(now: .unknown).lines.map(\.text)
        #expect(lines.last?.hasSuffix("? all keys") == (explains || columns == 40), "\(lines)")
    }

    @Test func everyLineOfANoticeIsALineOfTheFoot() async throws {
        let feed = ScreenFeed()
        var marked = screen(lines: 1, marks: 1)
        marked.notice = "a grade"
        feed.show(marked)
        feed.show(RoomStatus(state: "", words: "", reminder: "a reminder", details: []))
        feed.finish()
        var shown: Screen?
        for await screen in feed.screens { shown = screen }
        let layout = ScreenLayout(screen: try #require(shown), columns: 60, rows: 20)
        let lines = layout.frame(now: .unknown).lines.map(\.text)
        #expect(lines.count == 20)
        #expect(lines.contains(" a grade") && lines.contains(" a reminder"))
    }

    /// The terminal has room for six marks, and a page in lines shows eight.
    @Test(arguments: [6, 7, 20]) func theMarksThatAreLeftOutAreCounted(count: Int) {
        let screen = screen(lines: 1, marks: count)
        let layout = ScreenLayout(screen: screen, columns: 80, rows: 24)
        let drawn = layout.frame(now: .unknown).lines.map(\.text)
        for (lines, shown) in [(drawn, 6), (LinePage(screen: screen).lines(now: .unknown), 8)] {
            let marks = lines.count(where: { $0.hasSuffix("  mistake") && $0.contains("0:0") })
            #expect(marks == min(count, shown))
            let earlier = lines.filter { $0.contains("earlier mark") }.map(\.trimmed)
            let words = ["… \(count - shown) earlier mark\(count - shown == 1 ? "" : "s")"]
            #expect(earlier == (count > shown ? words : []))
        }
    }

    @Test(arguments: [(0, 0), (1, 1), (1, 40), (200, 1), (30, 8)])
    func aTinyWindowShowsAPartOfTheScreen(_ window: (Int, Int)) {
        let size = RawTerminal.frameSize(window)
        for marks in [0, 9] {
            for hasLine in [false, true] {
                var layout = ScreenLayout(
                    screen: screen(lines: 8, marks: marks),
                    columns: size.columns,
                    rows: size.rows
                )
                layout.editor = hasLine ? LineEditor("words") : nil
                let frame = layout.frame(now: .unknown)
                #expect(frame.lines.count == size.rows)
                #expect(frame.lines.allSatisfy { $0.width <= size.columns })
            }
        }
    }

    @Test func turningBackShowsEveryLineToo() {
        var layout = ScreenLayout(screen: screen(lines: 40, marks: 4), columns: 60, rows: 20)
        layout.scroll = 100_000
        var seen: Set<String> = []
        while true {
            let frame = layout.frame(now: .unknown)
            for line in frame.lines { seen.insert(line.text) }
            if frame.scroll == 0 { break }
            layout.scroll = max(0, frame.scroll - frame.page)
        }
        #expect(seen.count(where: { $0.contains("requirement") }) == 40)
    }
}
