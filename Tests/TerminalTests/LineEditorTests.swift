import Testing

@testable import Terminal

@Suite struct LineEditorTests {
    @Test func editsInTheMiddle() {
        var line = LineEditor("Helo")
        line.apply(.left)
        line.apply(.character("l"))
        #expect(line.text == "Hello")
        line.apply(.home)
        line.apply(.delete)
        line.apply(.character("J"))
        line.apply(.end)
        line.apply(.backspace)
        #expect(line.text == "Jell")
    }

    /// After 5, typing 7 must not give 57.
    @Test func aSelectedTextIsReplacedByWhatIsTyped() {
        func text(_ keys: TerminalKey...) -> String {
            var line = LineEditor("5", isSelected: true)
            for key in keys { line.apply(key) }
            return line.text
        }
        #expect(text() == "5")
        #expect(text(.character("7"), .character("0")) == "70")
        #expect(text(.paste("12")) == "12")
        #expect(text(.backspace) == "")
        #expect(text(.end, .character("7")) == "57")
        #expect(text(.end, .backspace, .character("7")) == "7")
    }

    @Test func aPastedLineBreakIsASpaceAndControlsAreDropped() {
        var line = LineEditor()
        line.apply(.paste("one\ntwo\u{7}"))
        #expect(line.text == "one two")
    }

    @Test func aCombiningMarkJoinsTheCharacterBeforeIt() {
        var line = LineEditor()
        line.apply(.character("e"))
        line.apply(.character("\u{301}"))
        #expect(line.characters == ["é"])
        line.apply(.backspace)
        #expect(line.text.isEmpty)
    }

    @Test func whatIsTypedBetweenCharactersJoinsThemAsTheWholeLineWould() {
        let family = "👨\u{200d}👩\u{200d}👧"
        for text in ["abc", "مرحبا بك", "a🇩🇪🇫🇷b", family + "x" + family, "e\u{301}e\u{301}"] {
            for place in 0...text.count {
                for added in ["z", "\u{301}", "\u{200d}", "🇬🇷", "مم"] {
                    var line = LineEditor(text)
                    for _ in place..<text.count { line.apply(.left) }
                    line.apply(.paste(added))
                    let before = String(Array(text)[..<place]) + added
                    let whole = before + String(Array(text)[place...])
                    #expect(line.text == whole)
                    #expect(line.characters == Array(whole))
                }
            }
        }
    }

    @Test func aLongAnswerIsTypedAsFastAsAShortOne() {
        var line = LineEditor(String(repeating: "م", count: 100_000))
        let start = ContinuousClock.now
        for _ in 1...1000 { line.apply(.character("ح")) }
        #expect(line.characters.count == 101_000)
        #expect(ContinuousClock.now - start < .seconds(10))
    }
}

@Suite struct KeyDecoderTests {
    private func keys(_ text: String) -> [TerminalKey] {
        var decoder = KeyDecoder()
        return decoder.decode(Array(text.utf8))
    }

    @Test func sequencesOfDifferentTerminals() {
        #expect(
            keys("\u{1b}[D\u{1b}OC\u{1b}[1~\u{1b}[F\u{1b}[3~") == [
                .left, .right, .home, .end, .delete,
            ]
        )
    }

    /// Option and the left arrow, which terminals send as `ESC b` or with two Escape bytes.
    @Test func aKeyWithAltIsNotTheEscapeKey() {
        #expect(keys("\u{1b}bx") == [.other, .character("x")])
        #expect(keys("\u{1b}\u{1b}[Dx") == [.other, .character("x")])
        #expect(keys("\u{1b}\u{7f}") == [.other])
        #expect(keys("\u{1b}ü") == [.other])
        #expect(keys("\u{1b}") == [.escape])
        #expect(keys("\u{1b}\u{1b}") == [.escape, .escape])
        #expect(keys("\u{1b}\u{3}") == [.escape, .interrupt])
        #expect(keys("\u{1b}\u{1b}[200~d\u{1b}[201~") == [.escape, .paste("d")])
    }

    @Test func everyScriptArrivesWhole() {
        #expect(keys("aß中م😀") == ["a", "ß", "中", "م", "😀"].map { .character($0) })
    }

    @Test func aCharacterSplitBetweenReads() {
        var decoder = KeyDecoder()
        let bytes = Array("م".utf8)
        #expect(decoder.decode(bytes[..<1]).isEmpty)
        #expect(decoder.decode(bytes[1...]) == [.character("م")])
    }

    @Test func bytesThatAreNoUTF8TakeNoKeyWithThem() {
        var decoder = KeyDecoder()
        #expect(decoder.decode([0xe9, 0x6d]) == [.other, .character("m")])
        #expect(decoder.decode([0xff, 0x6d]) == [.other, .character("m")])
        #expect(decoder.decode([0x80, 0x6d]) == [.other, .character("m")])
        #expect(decoder.decode([0xf0, 0x9f, 0x6d]) == [.other, .character("m")])
    }

    @Test func aPasteThatComesInManyPiecesIsOneKeyAndReadOnce() {
        var decoder = KeyDecoder()
        let words = String(repeating: "مرحبا ", count: 20_000)
        let bytes = Array("\u{1b}[200~\(words)\u{1b}[201~u".utf8)
        let start = ContinuousClock.now
        var keys: [TerminalKey] = []
        for from in stride(from: 0, to: bytes.count, by: 1000) {
            keys += decoder.decode(bytes[from..<min(from + 1000, bytes.count)])
        }
        #expect(keys == [.paste(words), .character("u")])
        #expect(ContinuousClock.now - start < .seconds(10))
    }

    @Test func aPasteIsOneKey() {
        #expect(keys("\u{1b}[200~d\np\u{1b}[201~x") == [.paste("d\np"), .character("x")])
    }
}

@Suite struct TextWidthTests {
    @Test func wideAndCombining() {
        #expect(TextWidth.of("中a") == 3)
        #expect(TextWidth.of("e\u{301}") == 1)
    }

    @Test func wrapsAtSpacesAndCutsLongWords() {
        #expect(TextWidth.wrap("one two three", 7) == ["one two", "three"])
        #expect(TextWidth.wrap("abcdefgh", 3) == ["abc", "def", "gh"])
    }

    /// The columns of a table, or the text of a command.
    @Test func spacesWithinALineAreKept() {
        #expect(TextWidth.wrap("  a   b cd  ", 7) == ["  a   b", "  cd"])
        #expect(TextWidth.wrap("a    bc", 6) == ["a", "bc"])
    }
}
