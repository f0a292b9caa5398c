import Prose

/// Renders a document as one HTML file that loads no other resources.
struct HTML {
    private var body = ""

    static func render(_ document: Document) -> String {
        var html = HTML()
        let links = links(document)
        html.add("<header>\n<h1>\(text(document.title))</h1>\n\(foldedContents(links))")
        for notice in document.notices { html.add("<p class=\"notice\">\(text(notice))</p>\n") }
        html.add("</header>\n")
        for section in document.sections { html.add(section) }
        return """
            <!DOCTYPE html>
            <html lang="en">
            <head>
            <meta charset="utf-8">
            <meta name="viewport" content="width=device-width, initial-scale=1">
            <meta name="color-scheme" content="light dark">
            <meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
            <title>\(escape(document.title.plain))</title>
            <style>
            \(HTMLStyle.sheet)</style>
            </head>
            <body>
            <nav class="side" aria-label="Contents">
            \(links)</nav>
            <main>
            \(html.body)</main>
            </body>
            </html>

            """
    }

    private static func links(_ document: Document) -> String {
        let links = document.sections.map {
            "<li><a href=\"#\($0.id)\">\(text($0.title))</a></li>\n"
        }
        return "<ol>\n\(links.joined())</ol>\n"
    }

    /// Returns the contents list for pages that are too narrow for a list beside the text.
    private static func foldedContents(_ links: String) -> String {
        """
        <nav class="fold" aria-label="Contents">
        <details>
        <summary>Contents</summary>
        \(links)</details>
        </nav>

        """
    }

    private mutating func add(_ text: String) { body += text }

    private mutating func add(_ section: Section) {
        add("<section id=\"\(section.id)\">\n<h2>\(HTML.text(section.title))</h2>\n")
        for block in section.blocks { add(block) }
        add("</section>\n")
    }

    private mutating func add(_ block: Block) {
        switch block {
        case .heading(let phrase): add("<h3>\(HTML.text(phrase))</h3>\n")
        case .paragraph(let phrase): add("<p>\(HTML.text(phrase))</p>\n")
        case .list(let items):
            if items.isEmpty { return }
            let lines = Document.cut(items).map { "<li>\(HTML.text($0))</li>\n" }
            add("<ul>\n\(lines.joined())</ul>\n")
        case .keyFigures(let figures): add(HTML.cards(figures))
        case .table(let table): add(HTML.table(table))
        case .figure(let figure):
            add(
                "<figure>\n<div class=\"scroll\" tabindex=\"0\" role=\"group\" "
                    + "aria-label=\"Figure \(figure.number)\">\n\(figure.svg)</div>\n"
                    + "<figcaption><b>Figure \(figure.number).</b> \(HTML.text(figure.caption))"
                    + "</figcaption>\n</figure>\n"
            )
        case .prose(let source): add(Prose.html(source.withoutOverrides, demotedBy: 2) + "\n")
        }
    }

    private static func cards(_ figures: [KeyFigure]) -> String {
        let cards = figures.map { figure in
            let lines = figure.lines.map { line in
                let label = line.label.isEmpty ? "" : "<b>\(escape(line.label)):</b> "
                return "<dd>\(label)\(unbroken(text(line.words)))</dd>"
            }
            return """
                <dl class="card\(figure.isMain ? " main" : "")"><dt>\(text(figure.label))</dt>
                <dd class="value">\(text(figure.value))</dd>
                \(lines.joined(separator: "\n"))</dl>

                """
        }
        let style =
            figures.contains(where: \.isMain)
            ? "cards verdicts" : figures.count == 4 ? "cards four" : "cards"
        return "<div class=\"\(style)\">\n\(cards.joined())</div>\n"
    }

    /// Returns the text with no-break spaces between a number and its `%`, and between `p` and its
    /// value.
    private static func unbroken(_ text: String) -> String {
        text.withUnitsKept.replacing("p = ", with: "p\u{A0}=\u{A0}")
            .replacing("p &lt; ", with: "p\u{A0}&lt;\u{A0}")
    }

    private static func table(_ table: Table) -> String {
        let classes = table.columns.map { $0.kind == .figure ? " class=\"figure\"" : "" }
        let head = zip(table.columns, classes).map { column, style in
            "<th scope=\"col\"\(style)>\(text(column.heading))</th>"
        }
        let rows = table.rows.map { row in
            if table.isHeading(row) {
                return """
                    </tbody>
                    <tbody>
                    <tr class="head"><th class="group" scope="rowgroup" colspan="\(table.columns.count)">\
                    \(text(row[0]))</th></tr>

                    """
            }
            let cells = zip(row, classes).enumerated().map { index, cell in
                index == 0
                    ? "<th scope=\"row\"\(cell.1)>\(text(cell.0))</th>"
                    : "<td\(cell.1)>\(text(cell.0))</td>"
            }
            return "<tr>\(cells.joined())</tr>\n"
        }
        let notes = table.notes.map { "<p class=\"note\">\(text($0))</p>\n" }
        let styles =
            (table.columns.count > 9 ? ["wide"] : [])
            + (table.rows.count <= mostUnbroken ? ["short"] : [])
        let style = styles.isEmpty ? "" : " class=\"\(styles.joined(separator: " "))\""
        return """
            <div class="scroll" tabindex="0" role="group" aria-label="Table \(table.number)">
            <table\(style)>
            <caption><b>Table \(table.number).</b> \(text(table.caption))</caption>
            <thead>
            <tr>\(head.joined())</tr>
            </thead>
            \(body(rows))
            </table>
            </div>
            \(notes.joined())
            """
    }

    /// Maximum number of rows of a table that is printed without a page break.
    private static let mostUnbroken = 10

    /// Returns the rows, enclosed in `tbody`. Each group of rows has its own `tbody`. A row
    /// that begins a group ends the previous `tbody` and starts the next; an empty first `tbody` is
    /// removed.
    private static func body(_ rows: [String]) -> String {
        let body = "<tbody>\n\(rows.joined())</tbody>"
        return body.replacing("<tbody>\n</tbody>\n", with: "", maxReplacements: 1)
    }

    static func text(_ phrase: Phrase) -> String {
        phrase.parts.map { part in
            switch part {
            case .ours(let text): ours(text)
            case .words(let text): "<bdi>\(breakable(text))</bdi>"
            case .strong(let text): "<strong>\(ours(text))</strong>"
            }
        }
        .joined()
    }

    private static func ours(_ text: String) -> String {
        escape(text).withUnitsKept.isolatingRightToLeft("<bdi>", "</bdi>")
    }

    /// Returns the escaped text, with possible line breaks in words longer than ``longestWord``,
    /// such as addresses. Without these breaks, a printed table would extend beyond the page.
    private static func breakable(_ text: String) -> String {
        guard text.utf8.count > longestWord else { return escape(text) }
        var (pieces, length) = ([""], 0)
        for character in text {
            length = character.isWhitespace ? 0 : length + 1
            if length > longestWord {
                pieces.append("")
                length = 1
            }
            pieces[pieces.count - 1].append(character)
        }
        return pieces.map(escape).joined(separator: "<wbr>")
    }

    /// Maximum number of characters of a word that is not broken.
    private static let longestWord = 40

    /// Escapes text for HTML and SVG, and replaces line breaks with `<br>`. Works on Unicode
    /// scalars, because in Swift, `<` followed by a combining mark is one `Character`. In an SVG
    /// drawing, XML parsers still read this `<` as the start of a tag.
    static func escape(_ text: String) -> String {
        var result = ""
        for scalar in text.harmless.unicodeScalars {
            switch scalar {
            case "&": result += "&amp;"
            case "<": result += "&lt;"
            case ">": result += "&gt;"
            case "\"": result += "&quot;"
            case "'": result += "&#39;"
            case "\n": result += "<br>"
            default: result.unicodeScalars.append(scalar)
            }
        }
        return result
    }
}

extension String {
    /// The text with a no-break space between a number and its "%".
    fileprivate var withUnitsKept: String { replacing(" %", with: "\u{A0}%") }
}
