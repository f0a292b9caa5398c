extension StringProtocol {
    /// The text with visible symbols in place of control characters (C0, DEL, C1) other than line
    /// breaks and tabs, and of characters that reorder text. A terminal therefore executes no
    /// escape sequences. These characters may come from a participant, a program under test or a
    /// file name.
    package var inert: String {
        if utf8.allSatisfy({ $0 >= 0x20 && $0 < 0x7f || $0 == 0x0a || $0 == 0x09 }) {
            return String(self)
        }
        var (scalars, isAfterReturn) = (String.UnicodeScalarView(), false)
        for scalar in unicodeScalars {
            defer { isAfterReturn = scalar == "\r" }
            if isAfterReturn, scalar != "\n" { scalars.append("\u{240d}") }
            switch scalar.value {
            case 0x09, 0x0a: scalars.append(scalar)
            // A carriage return becomes a visible symbol unless a line feed follows.
            case 0x0d: break
            case 0..<0x20: scalars.append(Unicode.Scalar(0x2400 + scalar.value) ?? "\u{fffd}")
            case 0x7f: scalars.append("\u{2421}")
            case 0x80..<0xa0: scalars.append("\u{fffd}")
            default: scalars.append(scalar.reordersText ? "\u{fffd}" : scalar)
            }
        }
        if isAfterReturn { scalars.append("\u{240d}") }
        return String(scalars)
    }
}

extension Unicode.Scalar {
    /// Whether the character is a directional embedding, override or isolate. It can reorder the
    /// text around it, so that a reader sees other words than a program.
    package var reordersText: Bool {
        (0x202a...0x202e).contains(value) || (0x2066...0x2069).contains(value)
    }
}
