/// A range in predicate text. Any two ranges compare as equal, so that equality of predicates
/// ignores positions.
package struct SourceRange: Sendable, Hashable {
    /// UTF-8 offset of the first byte.
    package var start: Int32
    /// UTF-8 offset after the last byte.
    package var end: Int32

    package init(start: Int32 = 0, end: Int32 = 0) {
        self.start = start
        self.end = end
    }

    package static func == (left: SourceRange, right: SourceRange) -> Bool { true }
    package func hash(into hasher: inout Hasher) {}

    /// The line and column of the start in `text`, both counted from 1; a column is one Unicode
    /// scalar.
    package func lineAndColumn(in text: String) -> (line: Int, column: Int) {
        let before = text.utf8.prefix(Int(start))
        let newline = UInt8(ascii: "\n")
        let line = before.count { $0 == newline } + 1
        let start =
            before.lastIndex(of: newline).map { before.index(after: $0) } ?? before.startIndex
        // Every byte that is not a UTF-8 continuation byte begins a scalar.
        return (line, before[start...].count { $0 & 0xC0 != 0x80 } + 1)
    }
}
