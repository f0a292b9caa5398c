extension Diagnostic.Place {
    /// Creates the position, as a line and a column, of the byte at `offset` in `text`.
    package init(file: String, offset: Int, in text: String) {
        let before = text.utf8.prefix(offset)
        let newline = UInt8(ascii: "\n")
        let start =
            before.lastIndex(of: newline).map { before.index(after: $0) } ?? before.startIndex
        self.init(
            file: file,
            line: before.count { $0 == newline } + 1,
            column: before[start...].count { $0 & 0xC0 != 0x80 } + 1
        )
    }
}
