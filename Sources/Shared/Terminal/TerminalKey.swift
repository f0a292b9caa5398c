/// A key that the terminal has sent.
package enum TerminalKey: Sendable, Hashable {
    case character(Character)
    case enter, backspace, delete, left, right, up, down, home, end, escape, tab
    case pageUp, pageDown
    case interrupt, clearLine, redraw, endOfFile
    case paste(String)
    case other
}

/// A key with the time at which it was read.
package struct KeyPress<Instant: Sendable>: Sendable {
    package var key: TerminalKey
    package var at: Instant

    package init(key: TerminalKey, at: Instant) { (self.key, self.at) = (key, at) }
}

/// A decoder that converts the bytes of a terminal in raw mode to keys. It decodes UTF-8
/// characters, CSI and SS3 sequences, and bracketed paste.
package struct KeyDecoder: Sendable {
    private var bytes: [UInt8] = []
    /// Number of bytes that have already been searched for the end of a paste. The next search
    /// begins after these bytes.
    private var searched = 0

    package init() {}

    /// Appends the bytes `new`, and returns the keys that are now complete.
    ///
    /// An Escape byte has one of three meanings:
    ///
    /// - If `[` or `O` follows it, it begins a sequence.
    /// - If another key follows in the same read, both together are one key with Alt, which is
    ///   ignored. Exceptions are a second Escape key, pasted text, Ctrl-C and Ctrl-D, which stay
    ///   separate keys.
    /// - Otherwise, it is the Escape key, even if it is the last byte.
    package mutating func decode(_ new: some Sequence<UInt8>) -> [TerminalKey] {
        bytes += new
        var keys: [TerminalKey] = []
        while let (key, length) = next() {
            bytes.removeFirst(length)
            keys.append(key)
        }
        return keys
    }

    private mutating func next() -> (TerminalKey, Int)? {
        guard let first = bytes.first else { return nil }
        switch first {
        case 0x1b: return escape()
        case 0x0d, 0x0a: return (.enter, 1)
        case 0x7f, 0x08: return (.backspace, 1)
        case 0x01: return (.home, 1)
        case 0x03: return (.interrupt, 1)
        case 0x04: return (.endOfFile, 1)
        case 0x05: return (.end, 1)
        case 0x09: return (.tab, 1)
        case 0x0c: return (.redraw, 1)
        case 0x15: return (.clearLine, 1)
        case 0..<0x20: return (.other, 1)
        default: return character(first)
        }
    }

    private func character(_ first: UInt8) -> (TerminalKey, Int)? {
        let length = first < 0x80 ? 1 : first < 0xe0 ? 2 : first < 0xf0 ? 3 : 4
        // An invalid or incomplete UTF-8 sequence must not consume the bytes of the next key.
        guard first < 0x80 || (0xc2..<0xf5).contains(first) else { return (.other, 1) }
        for index in 1..<max(length, 1) where index < bytes.count {
            guard bytes[index] & 0xc0 == 0x80 else { return (.other, index) }
        }
        guard bytes.count >= length else { return nil }
        let text = String(decoding: bytes.prefix(length), as: UTF8.self)
        return (text.first.map { .character($0) } ?? .other, length)
    }

    private mutating func escape() -> (TerminalKey, Int)? {
        guard bytes.count > 1 else { return (.escape, 1) }
        switch bytes[1] {
        case UInt8(ascii: "["): return sequence()
        case UInt8(ascii: "O"):
            guard bytes.count > 2 else { return (.other, 2) }
            return (named(bytes[2], parameter: ""), 3)
        case 0x1b where bytes.count == 2 || ![0x5b, 0x4f].contains(bytes[2]): return (.escape, 1)
        default: return withAlt()
        }
    }

    /// Reads an Escape byte and the key after it as one key with Alt. Terminals send a key with Alt
    /// in this form: `ESC b` is Option and the left arrow. If pasted text, Ctrl-C or Ctrl-D
    /// follows, reads only the Escape byte, so that the paste or key keeps its effect. Returns the
    /// key and the number of bytes read; nil if the key after the Escape byte is not complete yet.
    private func withAlt() -> (TerminalKey, Int)? {
        // The end of a long paste may arrive much later, so the Escape byte does not wait for it.
        if bytes.dropFirst().starts(with: Array("\u{1b}[200~".utf8)) { return (.escape, 1) }
        var rest = self
        rest.bytes.removeFirst()
        guard let (key, length) = rest.next() else { return nil }
        switch key {
        case .paste, .interrupt, .endOfFile: return (.escape, 1)
        default: return (.other, length + 1)
        }
    }

    /// Reads a CSI sequence: `ESC [`, then parameters, then a final byte. Returns the key and the
    /// number of bytes read; nil if the sequence is not complete yet.
    private mutating func sequence() -> (TerminalKey, Int)? {
        guard let end = bytes.dropFirst(2).firstIndex(where: { (0x40...0x7e).contains($0) }) else {
            return nil
        }
        let parameter = String(decoding: bytes[2..<end], as: UTF8.self)
        if bytes[end] == UInt8(ascii: "~"), parameter == "200" { return pasted(from: end + 1) }
        return (named(bytes[end], parameter: parameter), end + 1)
    }

    /// Reads pasted text, which ends at `ESC [ 201 ~`. Returns the text as a key, and the number of
    /// bytes read, including the sequences before and after the text; nil if the end has not
    /// arrived yet.
    private mutating func pasted(from start: Int) -> (TerminalKey, Int)? {
        let mark = Array("\u{1b}[201~".utf8)
        var at = max(start, searched)
        while at + mark.count <= bytes.count {
            if bytes[at] == 0x1b, bytes[at..<at + mark.count].elementsEqual(mark) {
                searched = 0
                let text = String(decoding: bytes[start..<at], as: UTF8.self)
                return (.paste(text), at + mark.count)
            }
            at += 1
        }
        searched = at
        return nil
    }

    private func named(_ final: UInt8, parameter: String) -> TerminalKey {
        switch (Character(UnicodeScalar(final)), parameter) {
        case ("A", _): .up
        case ("B", _): .down
        case ("C", _): .right
        case ("D", _): .left
        case ("H", _), ("~", "1"), ("~", "7"): .home
        case ("F", _), ("~", "4"), ("~", "8"): .end
        case ("~", "3"): .delete
        case ("~", "5"): .pageUp
        case ("~", "6"): .pageDown
        default: .other
        }
    }
}
