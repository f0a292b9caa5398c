extension StringProtocol {
    /// The text without anything that a terminal executes. Control characters (C0, DEL, C1) become
    /// visible symbols, so that escape sequences from a participant, a checked program or a file
    /// name have no effect. Line breaks and tabs remain.
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
            // Becomes a visible sign unless it is part of a line break.
            case 0x0d: break
            case 0..<0x20: scalars.append(Unicode.Scalar(0x2400 + scalar.value) ?? "\u{fffd}")
            case 0x7f: scalars.append("\u{2421}")
            case 0x80..<0xa0: scalars.append("\u{fffd}")
            default: scalars.append(scalar)
            }
        }
        if isAfterReturn { scalars.append("\u{240d}") }
        return String(scalars)
    }
}
