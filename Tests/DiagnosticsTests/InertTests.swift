import Diagnostics
import Testing

@Suite struct InertTests {
    @Test(arguments: [
        ("plain, żółw, مرحبا, 👩‍👩‍👧, a\tb\nc", "plain, żółw, مرحبا, 👩‍👩‍👧, a\tb\nc"),
        ("\u{1b}[2J\u{1b}]0;title\u{7}", "␛[2J␛]0;title␇"),
        ("\u{9b}2J\u{85}", "\u{fffd}2J\u{fffd}"),
        ("a\r\nb\rc\r", "a\nb␍c␍"),
        ("\u{0}\u{8}\u{7f}", "␀␈␡"),
        ("e\u{1b}\u{301}", "e␛\u{301}"),
        ("a\u{202e}b\u{2066}c\u{200f}", "a\u{fffd}b\u{fffd}c\u{200f}"),
    ]) func nothingThatATerminalObeysIsLeft(text: String, shown: String) {
        #expect(text.inert == shown)
        #expect(text.inert.inert == shown)
    }

    @Test func noControlCharacterGetsThrough() {
        for value in UInt32(0)...0x2ff {
            guard let scalar = Unicode.Scalar(value) else { continue }
            for scalar in "x\(Character(scalar))y".inert.unicodeScalars
            where scalar.properties.generalCategory == .control {
                #expect(["\n", "\t"].contains(scalar), "U+\(value)")
            }
        }
    }
}
