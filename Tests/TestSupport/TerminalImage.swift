/// What a terminal would show of the bytes that it was sent: as much of one as evalrun's pages use.
package struct TerminalImage {
    package private(set) var rows: Int
    package private(set) var columns: Int
    /// Something was written beyond the last column, where a terminal would break the line; until
    /// all is drawn anew, for what was on its way when the size changed is not the page's fault.
    package private(set) var isOverflown = false
    private var cells: [[String]] = []
    private var (row, column) = (0, 0)
    private var bytes: [UInt8] = []

    package init(columns: Int, rows: Int) {
        (self.rows, self.columns) = (rows, columns)
        clear()
    }

    /// Line by line, without white space at the ends.
    package var lines: [String] {
        cells.map { cells in
            var line = cells.joined()
            while line.last == " " { line.removeLast() }
            return line
        }
    }

    package var text: String { lines.joined(separator: "\n") }

    /// Another size; what was shown is kept where there is room, as terminals do.
    package mutating func resize(columns: Int, rows: Int) {
        (self.columns, self.rows) = (columns, rows)
        isOverflown = false
        cells = (0..<rows).map { row in
            let old = row < cells.count ? Array(cells[row].prefix(columns)) : []
            return old + Array(repeating: " ", count: columns - old.count)
        }
        (row, column) = (min(row, rows - 1), min(column, columns))
    }

    package mutating func take(_ new: some Sequence<UInt8>) {
        bytes += new
        var at = 0
        while at < bytes.count, let length = step(from: at) { at += length }
        bytes.removeFirst(at)
    }

    private mutating func clear() {
        cells = Array(repeating: Array(repeating: " ", count: columns), count: rows)
    }

    /// Bytes that were understood; nil where more must come first.
    private mutating func step(from at: Int) -> Int? {
        switch bytes[at] {
        case 0x1b:
            guard bytes.count > at + 1 else { return nil }
            guard bytes[at + 1] == UInt8(ascii: "[") else { return 2 }
            let rest = bytes[(at + 2)...]
            guard let end = rest.firstIndex(where: { (0x40...0x7e).contains($0) }) else {
                return nil
            }
            control(String(decoding: bytes[(at + 2)..<end], as: UTF8.self), bytes[end])
            return end - at + 1
        case 0x0d: column = 0
        case 0x0a: row = min(row + 1, rows - 1)
        case ..<0x20: break
        case let first:
            let length = first < 0x80 ? 1 : first < 0xe0 ? 2 : first < 0xf0 ? 3 : 4
            guard bytes.count >= at + length else { return nil }
            put(String(decoding: bytes[at..<at + length], as: UTF8.self))
            return length
        }
        return 1
    }

    private mutating func control(_ parameters: String, _ final: UInt8) {
        let numbers = parameters.split(separator: ";").compactMap { Int($0) }
        switch Character(UnicodeScalar(final)) {
        case "H":
            row = min(max((numbers.first ?? 1) - 1, 0), rows - 1)
            column = min(max((numbers.count > 1 ? numbers[1] : 1) - 1, 0), columns)
        case "J":
            clear()
            isOverflown = false
        case "K":
            for place in min(column, columns)..<columns { cells[row][place] = " " }
        default: break
        }
    }

    private mutating func put(_ text: String) {
        guard let scalar = text.unicodeScalars.first else { return }
        switch scalar.properties.generalCategory {
        case .nonspacingMark, .enclosingMark, .format:
            if column > 0, column <= columns { cells[row][column - 1] += text }
            return
        default: break
        }
        let width =
            (0x1100...0x115f).contains(scalar.value) || (0x2e80...0xd7a3).contains(scalar.value)
                || (0xf900...0xfaff).contains(scalar.value)
                || (0xff00...0xff60).contains(scalar.value)
                || (0x1f300...0x1faff).contains(scalar.value) ? 2 : 1
        guard column + width <= columns else { return isOverflown = true }
        cells[row][column] = text
        if width == 2 { cells[row][column + 1] = "" }
        column += width
    }
}
