/// Range of a part in the text. All ranges are equal, so that equality of predicates ignores
/// positions.
package struct SourceRange: Sendable, Hashable {
    /// Bytes of UTF-8 before the part.
    package var start: Int32
    /// Bytes of UTF-8 up to its end.
    package var end: Int32

    package init(start: Int32 = 0, end: Int32 = 0) {
        self.start = start
        self.end = end
    }

    package static func == (left: SourceRange, right: SourceRange) -> Bool { true }
    package func hash(into hasher: inout Hasher) {}

    /// The line and column in `text`, both from 1; columns count Unicode scalars.
    package func lineAndColumn(in text: String) -> (line: Int, column: Int) {
        let before = text.utf8.prefix(Int(start))
        let newline = UInt8(ascii: "\n")
        let line = before.count { $0 == newline } + 1
        let start =
            before.lastIndex(of: newline).map { before.index(after: $0) } ?? before.startIndex
        // A byte that does not continue a scalar begins one.
        return (line, before[start...].count { $0 & 0xC0 != 0x80 } + 1)
    }

    /// The part itself.
    package func text(in text: String) -> String {
        let bytes = text.utf8.prefix(Int(end)).dropFirst(Int(start))
        return String(decoding: bytes, as: UTF8.self)
    }
}
