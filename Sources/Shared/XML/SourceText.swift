package import Diagnostics

/// The text of an XML file in UTF-8. It converts byte offsets to lines and columns.
///
/// Lines end with LF, CR or both. Columns count Unicode scalars, except for a byte order mark.
package struct SourceText: Sendable {
    package let file: String
    /// The text as valid UTF-8 with only those characters that XML allows. If there is a ``fault``,
    /// the text ends before it.
    package let bytes: [UInt8]
    /// The error at which the text ends prematurely; nil if the text is complete.
    package let fault: XMLFault?
    /// Offsets of the beginnings of lines, in ascending order. The first is 0.
    private let lineStarts: [Int]
    /// The number of scalars before each block of bytes. It makes the computation of columns fast
    /// in very long lines. Empty if there are no such lines.
    private let blockCounts: [Int]

    package init(file: String, bytes: [UInt8], fault: XMLFault? = nil) {
        (self.file, self.bytes, self.fault) = (file, bytes, fault)
        lineStarts = SourceText.lineStarts(of: bytes)
        blockCounts = SourceText.blockCounts(of: bytes, lineStarts)
    }

    package func place(at offset: Int) -> Diagnostic.Place {
        let line = line(at: offset)
        let column = scalars(from: lineStarts[line], to: min(offset, bytes.count))
        return Diagnostic.Place(file: file, line: line + 1, column: column + 1)
    }

    private func scalars(from start: Int, to end: Int) -> Int {
        if end <= start { return 0 }
        if blockCounts.isEmpty { return SourceText.scalars(in: bytes[start..<end]) }
        func before(_ offset: Int) -> Int {
            let block = offset / SourceText.block
            return blockCounts[block]
                + SourceText.scalars(in: bytes[block * SourceText.block..<offset])
        }
        return before(end) - before(start)
    }

    private static let block = 1024

    private static func scalars(in bytes: ArraySlice<UInt8>) -> Int {
        bytes.reduce(0) { $1 & 0xC0 == 0x80 ? $0 : $0 + 1 }
    }

    private static func blockCounts(of bytes: [UInt8], _ lineStarts: [Int]) -> [Int] {
        let ends = lineStarts.dropFirst() + [bytes.count]
        guard zip(lineStarts, ends).contains(where: { $1 - $0 > 4 * block }) else { return [] }
        var counts = [0]
        for start in stride(from: 0, to: bytes.count, by: block) {
            let end = min(start + block, bytes.count)
            counts.append(counts[counts.count - 1] + scalars(in: bytes[start..<end]))
        }
        return counts
    }

    /// Returns the number of the line that contains `offset`, counted from 1.
    package func lineNumber(at offset: Int) -> Int { line(at: offset) + 1 }

    package func text(_ range: Range<Int>) -> String {
        String(decoding: bytes[range], as: UTF8.self)
    }

    /// Returns the index of the last line that begins at or before `offset`.
    private func line(at offset: Int) -> Int {
        var low = 0
        var high = lineStarts.count
        while high - low > 1 {
            let middle = (low + high) / 2
            if lineStarts[middle] <= offset { low = middle } else { high = middle }
        }
        return low
    }

    private static func lineStarts(of bytes: [UInt8]) -> [Int] {
        var starts = [0]
        bytes.withUnsafeBufferPointer { bytes in
            for index in bytes.indices where bytes[index] <= UInt8(ascii: "\r") {
                let isEnd =
                    bytes[index] == UInt8(ascii: "\n")
                    || bytes[index] == UInt8(ascii: "\r")
                        && (index + 1 == bytes.count || bytes[index + 1] != UInt8(ascii: "\n"))
                if isEnd { starts.append(index + 1) }
            }
        }
        return starts
    }
}
