/// Classes of characters in XML 1.0, fifth edition (productions 2, 4 and 4a).
enum XMLCharacters {
    static func isAllowed(_ scalar: UInt32) -> Bool {
        scalar >= 0x20 && scalar < 0xD800 || scalar == 0x9 || scalar == 0xA || scalar == 0xD
            || (0xE000...0xFFFD).contains(scalar) || (0x10000...0x10FFFF).contains(scalar)
    }

    static func isSpace(_ byte: UInt8) -> Bool {
        byte == 0x20 || byte == 0xA || byte == 0xD || byte == 0x9
    }

    /// Returns whether the byte is an ASCII letter. Most bytes in names are ASCII letters.
    static func isPlainLetter(_ byte: UInt8) -> Bool { (0x61...0x7A).contains(byte | 0x20) }

    static func startsName(_ scalar: UInt32) -> Bool {
        if scalar < 0x80 {
            return (0x61...0x7A).contains(scalar) || (0x41...0x5A).contains(scalar)
                || scalar == 0x5F || scalar == 0x3A
        }
        return nameStarts.contains { $0.contains(scalar) }
    }

    static func continuesName(_ scalar: UInt32) -> Bool {
        startsName(scalar) || (0x30...0x39).contains(scalar) || scalar == 0x2D || scalar == 0x2E
            || scalar == 0xB7 || (0x300...0x36F).contains(scalar)
            || (0x203F...0x2040).contains(scalar)
    }

    private static let nameStarts: [ClosedRange<UInt32>] = [
        0xC0...0xD6, 0xD8...0xF6, 0xF8...0x2FF, 0x370...0x37D, 0x37F...0x1FFF, 0x200C...0x200D,
        0x2070...0x218F, 0x2C00...0x2FEF, 0x3001...0xD7FF, 0xF900...0xFDCF, 0xFDF0...0xFFFD,
        0x10000...0xEFFFF,
    ]
}

/// Returns the scalar at `offset` in valid UTF-8, and its length in bytes.
func scalar(in bytes: [UInt8], at offset: Int) -> (value: UInt32, length: Int) {
    let first = UInt32(bytes[offset])
    let length = first < 0x80 ? 1 : first < 0xE0 ? 2 : first < 0xF0 ? 3 : 4
    let mask: UInt32 = length == 1 ? 0x7F : 0xFF >> UInt32(length + 1)
    var value = first & mask
    for index in 1..<max(length, 1) where offset + index < bytes.count {
        value = value << 6 | UInt32(bytes[offset + index] & 0x3F)
    }
    return (value, length)
}

/// Returns the first error in the bytes: invalid UTF-8, or a character that XML does not allow.
/// Returns nil if there is no error.
func firstFault(in bytes: [UInt8]) -> XMLFault? {
    var at = 0
    while at < bytes.count {
        let byte = bytes[at]
        if byte >= 0x20 && byte < 0x80 || byte == 0xA || byte == 0x9 || byte == 0xD {
            at += 1
            continue
        }
        guard let length = sequenceLength(in: bytes, at: at) else {
            return XMLFault(
                offset: at,
                problem: "the byte 0x\(hexadecimal(UInt32(byte), 2)) is not UTF-8",
                fix: "save the file as UTF-8, or name its encoding in the XML declaration"
            )
        }
        let value = scalar(in: bytes, at: at).value
        guard XMLCharacters.isAllowed(value) else {
            return XMLFault(
                offset: at,
                problem: "XML does not allow the character U+\(hexadecimal(value, 4))",
                fix: "remove it"
            )
        }
        at += length
    }
    return nil
}

/// Returns the length of the UTF-8 sequence at offset `at`. Returns nil if the sequence is not
/// well-formed (Unicode 15, table 3-7).
private func sequenceLength(in bytes: [UInt8], at: Int) -> Int? {
    let (length, second): (Int, ClosedRange<UInt8>)
    switch bytes[at] {
    case 0...0x7F: return 1
    case 0xC2...0xDF: (length, second) = (2, 0x80...0xBF)
    case 0xE0: (length, second) = (3, 0xA0...0xBF)
    case 0xED: (length, second) = (3, 0x80...0x9F)
    case 0xE1...0xEF: (length, second) = (3, 0x80...0xBF)
    case 0xF0: (length, second) = (4, 0x90...0xBF)
    case 0xF4: (length, second) = (4, 0x80...0x8F)
    case 0xF1...0xF3: (length, second) = (4, 0x80...0xBF)
    default: return nil
    }
    guard at + length <= bytes.count, second.contains(bytes[at + 1]) else { return nil }
    let rest = bytes[(at + 2)..<max(at + length, at + 2)]
    return rest.allSatisfy { $0 & 0xC0 == 0x80 } ? length : nil
}

package func hexadecimal(_ value: UInt32, _ digits: Int) -> String {
    let text = String(value, radix: 16, uppercase: true)
    return String(repeating: "0", count: max(0, digits - text.count)) + text
}
