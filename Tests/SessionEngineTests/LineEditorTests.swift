import Testing

@testable import SessionEngine

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

    @Test func everyScriptArrivesWhole() {
        #expect(keys("aß中م😀") == ["a", "ß", "中", "م", "😀"].map { .character($0) })
    }

    @Test func aCharacterSplitBetweenReads() {
        var decoder = KeyDecoder()
        let bytes = Array("م".utf8)
        #expect(decoder.decode(bytes[..<1]).isEmpty)
        #expect(decoder.decode(bytes[1...]) == [.character("م")])
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
}
