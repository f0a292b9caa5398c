package import Diagnostics
import Foundation

/// The code that identifies a participant in files and tables.
package enum ParticipantCode {
    /// Returns the codes in `others` that look like `code`: they differ from it, but have the same
    /// ``likeness(_:)``. For example, `p1`, `P01` and `Ｐ１`, which is in full-width characters, look
    /// like `P1`.
    package static func alike(_ code: String, among others: [String]) -> [String] {
        let key = likeness(code)
        // Unicode scalars are compared, because a results file treats two encodings of one
        // character as different codes.
        return others.filter {
            !$0.unicodeScalars.elementsEqual(code.unicodeScalars) && likeness($0) == key
        }
    }

    /// Returns a key that is the same for codes that differ only in case, in leading zeros, or in
    /// ways that NFKC normalization removes: `P01` and `p1` have the same key.
    package static func likeness(_ code: String) -> String {
        // The value of a chunk without a 64-bit number is `UInt64.max`.
        chunks(folded(code)).map { $0.value == .max ? String($0.text) : "\($0.value)" }.joined()
    }

    private static func folded(_ code: String) -> String {
        code.precomposedStringWithCompatibilityMapping.lowercased()
    }

    /// Returns whether `one` precedes `other` in reports. Digits are compared as numbers: P2
    /// precedes P10.
    package static func precedes(_ one: String, _ other: String) -> Bool {
        let (left, right) = (chunks(one), chunks(other))
        for (left, right) in zip(left, right) where left != right {
            if left.value != right.value { return left.value < right.value }
            return left.text.utf8.lexicographicallyPrecedes(right.text.utf8)
        }
        if left.count != right.count { return left.count < right.count }
        return one.utf8.lexicographicallyPrecedes(other.utf8)
    }

    /// A maximal run of digits, or of other characters, in a participant code.
    private struct Chunk: Equatable {
        var text: Substring
        /// The number that the digits represent. `UInt64.max` if the chunk has no digits or the
        /// number does not fit in 64 bits; such a chunk is sorted after numbers.
        var value: UInt64
    }

    private static func chunks(_ code: String) -> [Chunk] {
        let isDigit = { (byte: UInt8) in (0x30...0x39).contains(byte) }
        var chunks: [Chunk] = []
        var rest = code[...]
        while let first = rest.utf8.first {
            let digits = isDigit(first)
            let end = rest.utf8.firstIndex { isDigit($0) != digits } ?? rest.endIndex
            let text = rest[..<end]
            chunks.append(Chunk(text: text, value: digits ? UInt64(text) ?? .max : .max))
            rest = rest[end...]
        }
        return chunks
    }

    /// Converts a code that was typed or read from a table to the Unicode normalization form in
    /// which the code is recorded. If `stored` contains the same code, returns the code in the
    /// stored form. Otherwise, returns the code in NFC.
    ///
    /// A results file compares bytes, and would treat `가` in another form as a different
    /// participant. A report compares Swift strings, and would treat both forms as the same
    /// participant.
    package static func entered(_ code: String, among stored: [String] = []) -> String {
        guard !isASCII(code) else { return code }
        let equal = stored.filter { $0 == code }
        if let first = equal.first {
            let isStored = equal.contains { $0.unicodeScalars.elementsEqual(code.unicodeScalars) }
            return isStored ? code : first
        }
        let composed = code.precomposedStringWithCanonicalMapping
        // NFC decomposes a few letters, such as U+0958, into characters that a code cannot contain.
        return problem(with: composed) == nil ? composed : code
    }

    /// Returns a typed code in the Unicode normalization form in which the results file contains
    /// it. If the file does not exist or does not contain the code, returns the code in NFC.
    package static func entered(
        _ code: String,
        results: String
    ) throws(DiagnosticError) -> String {
        guard !isASCII(code), FileManager.default.fileExists(atPath: results) else {
            return entered(code)
        }
        let store = try ResultsStore(path: results, access: .read)
        defer { store.close() }
        return entered(code, among: try store.participants())
    }

    private static func isASCII(_ code: String) -> Bool { code.utf8.allSatisfy { $0 < 0x80 } }

    /// Returns the error about an invalid participant code; nil if the code is valid.
    package static func problem(
        with code: String,
        at place: Diagnostic.Place? = nil
    ) -> Diagnostic? {
        let allowed = code.unicodeScalars.allSatisfy {
            $0.properties.isAlphabetic || $0.properties.numericType != nil
                || "-_.".unicodeScalars.contains($0)
        }
        guard
            code.isEmpty || code.count > 40 || !allowed || code.hasPrefix(".")
                || code.hasPrefix("-")
        else { return nil }
        let shown = code.unicodeScalars.map {
            $0.properties.generalCategory == .control
                ? "\\u{\(String($0.value, radix: 16))}" : String($0)
        }.joined()
        return Diagnostic(
            "participant-code",
            at: place,
            "\"\(shown)\" cannot be a participant's code",
            expected:
                "1 to 40 letters, digits, \"-\", \"_\" or \".\", not beginning with \"-\" or \".\"",
            fix: "choose a code that does not identify the person, such as P1"
        )
    }
}
