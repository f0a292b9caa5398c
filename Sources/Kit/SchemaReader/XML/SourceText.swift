package import Diagnostics

/// The text of a model file in UTF-8, and the way from its bytes to lines and columns.
///
/// Lines end with LF, CR or both; columns count Unicode scalars and a byte order mark counts none.
package struct SourceText: Sendable {
    package let file: String
    /// Valid UTF-8, of characters that XML allows, up to ``fault``.
    let bytes: [UInt8]
    /// What ended the text before the end of the file.
    let fault: XMLFault?
    /// Where lines begin, ascending; the first is 0.
    private let lineStarts: [Int]

    init(file: String, bytes: [UInt8], fault: XMLFault? = nil) {
        self.file = file
        self.bytes = bytes
        self.fault = fault
        lineStarts = SourceText.lineStarts(of: bytes)
    }

    package func place(at offset: Int) -> Diagnostic.Place {
        let line = line(at: offset)
        let passed = bytes[lineStarts[line]..<min(max(offset, lineStarts[line]), bytes.count)]
        let column = passed.reduce(0) { $1 & 0xC0 == 0x80 ? $0 : $0 + 1 }
        return Diagnostic.Place(file: file, line: line + 1, column: column + 1)
    }

    /// Counted from 1.
    func lineNumber(at offset: Int) -> Int { line(at: offset) + 1 }

    func text(_ range: Range<Int>) -> String { String(decoding: bytes[range], as: UTF8.self) }

    /// The index of the last line that begins at `offset` or before it.
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
        for index in bytes.indices {
            let isEnd =
                bytes[index] == UInt8(ascii: "\n")
                || bytes[index] == UInt8(ascii: "\r")
                    && (index + 1 == bytes.count || bytes[index + 1] != UInt8(ascii: "\n"))
            if isEnd { starts.append(index + 1) }
        }
        return starts
    }
}
