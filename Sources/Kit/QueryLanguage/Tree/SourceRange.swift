import Diagnostics

/// A range in predicate text. All ranges compare as equal, so that comparisons of predicates ignore
/// positions.
package struct SourceRange: Sendable, Hashable {
    /// UTF-8 offset of the first byte in the range.
    package var start: Int32
    /// UTF-8 offset of the first byte after the range.
    package var end: Int32

    package init(start: Int32 = 0, end: Int32 = 0) {
        self.start = start
        self.end = end
    }

    package static func == (left: SourceRange, right: SourceRange) -> Bool { true }
    package func hash(into hasher: inout Hasher) {}

    /// Returns the line and column in `text` at which the range begins. Both are counted from 1,
    /// and a column is one Unicode scalar.
    package func lineAndColumn(in text: String) -> (line: Int, column: Int) {
        let place = Diagnostic.Place(file: "", offset: Int(start), in: text)
        return (place.line ?? 1, place.column ?? 1)
    }
}
