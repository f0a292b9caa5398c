import Diagnostics

/// Text for a terminal, with parts in bold. All text on pages is converted to this type, which
/// replaces control characters (see ``inert``).
package struct StyledText: Hashable, Sendable, ExpressibleByStringInterpolation {
    package struct Cell: Hashable, Sendable {
        package var character: Character
        package var isBold: Bool
    }

    package var cells: [Cell]

    package init(_ text: some StringProtocol, isBold: Bool = false) {
        let text = text.inert.replacing("\t", with: "    ")
        // Every ASCII byte is one character, because `inert` leaves no carriage return.
        cells =
            text.utf8.allSatisfy { $0 < 0x80 }
            ? text.utf8.map { Cell(character: Character(Unicode.Scalar($0)), isBold: isBold) }
            : text.map { Cell(character: $0, isBold: isBold) }
    }

    package init(stringLiteral text: String) { self.init(text) }

    package init(cells: some Sequence<Cell>) { self.cells = Array(cells) }

    package var text: String { String(cells.map(\.character)) }

    /// Width of the text, in terminal columns.
    package var width: Int { cells.reduce(0) { $0 + TextWidth.of($1.character) } }

    package static func + (left: StyledText, right: StyledText) -> StyledText {
        StyledText(cells: left.cells + right.cells)
    }

    /// Returns the longest prefix that is at most `columns` wide.
    package func prefix(_ columns: Int) -> StyledText {
        var used = 0
        return StyledText(
            cells: cells.prefix { cell in
                used += TextWidth.of(cell.character)
                return used <= columns
            }
        )
    }

    /// The text with control sequences (ECMA-48 SGR) that turn bold on and off. Bold is off at the
    /// beginning and at the end.
    package var escaped: String {
        var result = ""
        var isBold = false
        for cell in cells {
            if cell.isBold != isBold { result += cell.isBold ? "\u{1b}[1m" : "\u{1b}[22m" }
            isBold = cell.isBold
            result.append(cell.character.isNewline ? " " : cell.character)
        }
        return isBold ? result + "\u{1b}[22m" : result
    }

    /// Divides the text into lines that are at most `columns` wide. Lines end at spaces and line
    /// breaks. A word that is longer than a line is split. Continuation lines are indented like the
    /// line that they continue. Several spaces within a line are kept.
    package func wrapped(_ columns: Int) -> [StyledText] {
        cells.split(omittingEmptySubsequences: false) { $0.character == "\n" }
            .flatMap { StyledText(cells: $0).wrappedLine(max(columns, 1)) }
    }

    private func wrappedLine(_ columns: Int) -> [StyledText] {
        guard width > columns else { return [self] }
        let indent = StyledText(cells: cells.prefix { $0.character == " " }).prefix(columns / 2)
        var lines: [StyledText] = []
        var current = indent
        var gap: StyledText = ""
        var rest = cells.drop { $0.character == " " }
        while !rest.isEmpty {
            var word = StyledText(cells: rest.prefix { $0.character != " " })
            rest = rest.dropFirst(word.cells.count)
            if current.width + gap.width + word.width <= columns {
                current = current + gap + word
            } else {
                if current != indent { lines.append(current) }
                while indent.width + word.width > columns {
                    let piece = word.prefix(columns - indent.width)
                    guard !piece.cells.isEmpty else { break }
                    lines.append(indent + piece)
                    word.cells.removeFirst(piece.cells.count)
                }
                current = indent + word
            }
            let spaces = rest.prefix { $0.character == " " }.count
            gap = StyledText(String(repeating: " ", count: spaces))
            rest = rest.dropFirst(spaces)
        }
        return lines + [current]
    }
}
