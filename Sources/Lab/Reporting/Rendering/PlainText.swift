import Terminal

/// Renders a report for a terminal: the notices, the key figures, the main tables, and the verdicts
/// of a comparison with another file.
struct PlainText {
    /// Maximum line width in columns. In a wider table, the text of the cells is wrapped.
    private let width: Int

    static func render(_ document: Document, width: Int = 100) -> String {
        PlainText(width: width).text(of: document)
    }

    private func text(of document: Document) -> String {
        var paragraphs = [text(document.title)] + document.notices.map { wrapped(text($0)) }
        for section in document.sections {
            if section.id == Document.otherFileID { paragraphs += verdicts(section) }
            for block in section.blocks {
                switch block {
                case .paragraph(let phrase) where section.id == Document.briefID:
                    paragraphs.append(wrapped(text(phrase)))
                case .list(let items) where section.id == Document.briefID:
                    paragraphs.append(list(items))
                case .heading(let phrase)
                where [Document.summaryID, Document.briefID].contains(section.id):
                    paragraphs.append(text(phrase))
                case .keyFigures(let figures):
                    paragraphs.append(figures.map(figure).joined(separator: "\n"))
                case .table(let table) where table.isMain: paragraphs += self.table(table)
                default: break
                }
            }
        }
        if leavesOutTables(document) { paragraphs.append("The other tables are in the report.") }
        return paragraphs.joined(separator: "\n\n") + "\n"
    }

    private func leavesOutTables(_ document: Document) -> Bool {
        document.sections.flatMap(\.blocks).contains { block in
            guard case .table(let table) = block else { return false }
            return !table.isMain
        }
    }

    /// Returns the section's title, followed by the heading of each comparison with the sentences
    /// above its tables.
    private func verdicts(_ section: Section) -> [String] {
        var isAboveTables = true
        return [text(section.title)]
            + section.blocks.compactMap { block in
                switch block {
                case .heading(let phrase):
                    isAboveTables = true
                    return wrapped(text(phrase))
                case .paragraph(let phrase) where isAboveTables: return wrapped(text(phrase))
                case .list(let items) where isAboveTables: return list(items)
                case .table:
                    isAboveTables = false
                    return nil
                default: return nil
                }
            }
    }

    private func list(_ items: [Phrase]) -> String {
        items.map { "- " + lines(of: text($0), width: width - 2).joined(separator: "\n  ") }
            .joined(separator: "\n")
    }

    private func figure(_ figure: KeyFigure) -> String {
        let words = figure.lines.flatMap { line in
            lines(of: text(line.text), width: width - 2).map { "  \($0)" }
        }
        let title = lines(of: "\(text(figure.label)): \(text(figure.value))", width: width - 2)
        return (title.prefix(1) + title.dropFirst().map { "  \($0)" } + words)
            .joined(separator: "\n")
    }

    private func table(_ table: Table) -> [String] {
        let notes = table.notes.map { wrapped(text($0)) }
        // The table of a brief document has neither a number nor a caption.
        let caption =
            table.caption.isEmpty
            ? [] : [wrapped("Table \(table.number). \(text(table.caption))")]
        return caption + [rows(table)] + (notes.isEmpty ? [] : [notes.joined(separator: "\n")])
    }

    private func text(_ phrase: Phrase) -> String {
        phrase.plain.harmless.replacing("\n", with: " ")
    }

    private func wrapped(_ text: String) -> String {
        lines(of: text, width: width).joined(separator: "\n")
    }

    private func rows(_ table: Table) -> String {
        let blank = Array(repeating: "", count: table.columns.count - 1)
        var cells =
            [table.columns.map { text($0.heading) }]
            + table.rows.map { table.isHeading($0) ? $0.map(text) + blank : $0.map(text) }
        var isFigure = table.columns.map { $0.kind == .figure }
        // A text table with more columns than rows, such as a table of answers, is transposed.
        if !isFigure.contains(true), cells[0].count > cells.count {
            cells = cells[0].indices.map { column in cells.map { $0[column] } }
            isFigure = cells[0].map { _ in false }
        }
        let widths = widths(of: cells)
        let rows = cells.flatMap { row in
            let wrapped = zip(row, widths).map { lines(of: $0, width: $1) }
            let height = wrapped.map(\.count).max() ?? 0
            return (0..<height).map { line in
                let parts = wrapped.indices.map { column in
                    let text = line < wrapped[column].count ? wrapped[column][line] : ""
                    return padded(text, widths[column], right: isFigure[column])
                }
                return parts.joined(separator: "  ").trimmedAtEnd
            }
        }
        return rows.joined(separator: "\n")
    }

    /// Returns the column widths. Each column starts with the width of its widest cell. If the
    /// total is too large, the widest columns shrink first. No column shrinks below the width of
    /// its longest word, or below 20 if the longest word is wider. The first column does not shrink
    /// below 28. Widths are in terminal columns.
    private func widths(of cells: [[String]]) -> [Int] {
        let columns = cells[0].indices.map { column in cells.map { $0[column] } }
        var widths = columns.map { texts in texts.map { TextWidth.of($0) }.max() ?? 0 }
        let floors = columns.enumerated().map { index, texts in
            let lengths = texts.flatMap { words(of: $0) }.map { TextWidth.of($0) }
            return max(index == 0 ? 28 : 0, min(lengths.max() ?? 0, 20))
        }
        let room = width - 2 * (widths.count - 1)
        while widths.reduce(0, +) > room {
            let free = widths.indices.filter { widths[$0] > floors[$0] }
            guard let widest = free.max(by: { widths[$0] < widths[$1] }) else { break }
            widths[widest] -= 1
        }
        return widths
    }

    private func padded(_ text: String, _ width: Int, right: Bool) -> String {
        let space = String(repeating: " ", count: max(0, width - TextWidth.of(text)))
        return right ? space + text : text + space
    }

    /// Returns the words of the text. A number and its `%` are one word.
    private func words(of text: String) -> [String] {
        text.split(separator: " ").reduce(into: []) { words, word in
            if word.hasPrefix("%"), let last = words.popLast() {
                words.append("\(last) \(word)")
            } else {
                words.append(String(word))
            }
        }
    }

    /// Breaks the text into lines, between words if possible. A word that is longer than a line is
    /// broken. The width is in terminal columns; an ideograph takes two.
    private func lines(of text: String, width: Int) -> [String] {
        var lines: [String] = [""]
        for word in words(of: text) {
            let last = lines[lines.count - 1]
            if !last.isEmpty, TextWidth.of(last) + 1 + TextWidth.of(word) <= width {
                lines[lines.count - 1] += " " + word
                continue
            }
            if !last.isEmpty { lines.append("") }
            var used = 0
            for character in word {
                let length = TextWidth.of(character)
                if used > 0, used + length > width {
                    lines.append("")
                    used = 0
                }
                lines[lines.count - 1].append(character)
                used += length
            }
        }
        return lines
    }
}
