import Prose

/// Renders a document as Markdown: CommonMark, with tables in GitHub's syntax.
struct Markdown {
    private var lines: [String] = []

    static func render(_ document: Document) -> String {
        var markdown = Markdown()
        markdown.add("# \(text(document.title))")
        for notice in document.notices { markdown.add("> \(text(notice))") }
        for section in document.sections {
            markdown.add("## \(text(section.title))")
            for block in section.blocks { markdown.add(block) }
        }
        return markdown.lines.joined(separator: "\n\n") + "\n"
    }

    private mutating func add(_ line: String) { lines.append(line) }

    private mutating func add(_ block: Block) {
        switch block {
        case .heading(let phrase): add("### \(Markdown.text(phrase))")
        case .paragraph(let phrase): add(Markdown.paragraph(phrase))
        case .list(let items):
            if items.isEmpty { return }
            add(Document.cut(items).map { "- \(Markdown.paragraph($0))" }.joined(separator: "\n"))
        case .keyFigures(let figures): add(Markdown.table(of: figures))
        case .table(let table):
            add("**Table \(table.number).** \(Markdown.text(table.caption))")
            add(Markdown.rows(table))
            for note in table.notes { add(Markdown.paragraph(note)) }
        case .figure(let figure):
            add(
                "**Figure \(figure.number).** \(Markdown.text(figure.caption)) The drawing is in "
                    + "report.html; its numbers are in the tables next to this file."
            )
        case .prose(let source):
            let prose = Prose.commonMark(source.withoutOverrides, demotedBy: 2)
            if !prose.isEmpty { add(prose) }
        }
    }

    private static func table(of figures: [KeyFigure]) -> String {
        let header = "| What | Value | How sure |\n|:--|--:|:--|"
        return
            ([header]
            + figures.map {
                "| \(text($0.label)) | **\(text($0.value))** | \($0.lines.map { text($0.text) }.joined(separator: "<br>")) |"
            }).joined(separator: "\n")
    }

    private static func rows(_ table: Table) -> String {
        let header = table.columns.map { text($0.heading) }
        let rule = table.columns.map { $0.kind == .figure ? "--:" : ":--" }
        let rows =
            [header, rule]
            + table.rows.map { row in
                guard table.isHeading(row) else { return row.map(text) }
                return ["**\(text(row[0]))**"] + table.columns.dropFirst().map { _ in "" }
            }
        return rows.map { "| \($0.joined(separator: " | ")) |" }.joined(separator: "\n")
    }

    /// Returns the phrase as a Markdown paragraph or list item. Also escapes characters that are
    /// markup only at the beginning of a line.
    private static func paragraph(_ phrase: Phrase) -> String {
        let text = text(phrase)
        guard let first = text.first else { return text }
        let digits = text.prefix { $0.isASCII && $0.isNumber }
        if !digits.isEmpty, let mark = text.dropFirst(digits.count).first, ".)".contains(mark) {
            return "\(digits)\\\(text.dropFirst(digits.count))"
        }
        return "#+-=".contains(first) ? "\\\(text)" : text
    }

    static func text(_ phrase: Phrase) -> String {
        phrase.parts.map { part in
            switch part {
            case .ours(let text), .words(let text): escape(text)
            case .strong(let text): "**\(escape(text))**"
            }
        }
        .joined()
    }

    /// Escapes the characters that could begin markup, a link, a mention or a formula. Works on
    /// Unicode scalars, because in Swift, `*` followed by a combining mark is one `Character`. In
    /// Markdown, this `*` is still markup.
    static func escape(_ text: String) -> String {
        var result = ""
        let scalars = Array(text.harmless.unicodeScalars)
        var previous: Unicode.Scalar = " "
        for (place, scalar) in scalars.enumerated() {
            let rest = scalars[(place + 1)...]
            switch scalar {
            case "\n": result += "<br>"
            case "<": result += "&lt;"
            case ">": result += "&gt;"
            case "&": result += "&amp;"
            case "\\", "`", "*", "_", "[", "]", "|", "~", "$", "@": result += "\\\(scalar)"
            case "!" where rest.first == "[": result += "\\!"
            case ":" where rest.prefix(2).elementsEqual("//".unicodeScalars): result += "\\:"
            case "." where previous == "w" || previous == "W": result += "\\."
            default: result.unicodeScalars.append(scalar)
            }
            previous = scalar
        }
        return result
    }
}
