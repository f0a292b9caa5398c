/// Renders the tables of a document as LaTeX (`booktabs`, `longtable`), one file per table.
enum LaTeX {
    /// Returns the path and the text of each file.
    ///
    /// - Parameter codes: the participant codes. A table is left out if it contains any other text
    ///   written by participants or facilitators.
    static func tables(_ document: Document, codes: Set<String>) -> [(String, String)] {
        document.sections.flatMap(\.blocks).compactMap { block in
            guard case .table(let table) = block, table.words.isSubset(of: codes) else {
                return nil
            }
            return ("tables-latex/table-\(table.number).tex", text(table))
        }
    }

    private static func text(_ table: Table) -> String {
        let columns = table.columns.map { $0.kind == .figure ? "r" : "l" }.joined()
        let head = row(table.columns.map(\.heading))
        let rows = table.rows.map { cells in
            if table.isHeading(cells) {
                return
                    "\\multicolumn{\(table.columns.count)}{l}{\\textit{\(escape(cells[0].plain))}} \\\\"
            }
            return row(cells) + " \\\\"
        }
        let notes = table.notes.map { "% \($0.plain.harmless.replacing("\n", with: " "))" }
        return """
            % Needs \\usepackage{booktabs,longtable}
            % Text that is not in the Latin alphabet needs XeLaTeX or LuaLaTeX.
            \\begin{longtable}{\(columns)}
            \\caption{\(escape(table.caption.plain))}\\\\
            \\toprule
            \(head) \\\\
            \\midrule
            \\endhead
            \(rows.joined(separator: "\n"))
            \\bottomrule
            \\end{longtable}
            \(notes.joined(separator: "\n"))

            """
    }

    /// Returns the source of a row: the escaped cells, separated by `&`. Adds `{}` before a row
    /// that begins with `[` or `*`, because LaTeX would parse this character as an argument of the
    /// preceding `\\`.
    private static func row(_ cells: [Phrase]) -> String {
        let text = cells.map { escape($0.plain) }.joined(separator: " & ")
        let first = text.unicodeScalars.first
        return first == "[" || first == "*" ? "{}\(text)" : text
    }

    /// LaTeX commands that print symbols of the report, keyed by symbol. Without the command,
    /// pdfLaTeX rejects the symbol or, in its default font encoding, prints another character.
    private static let symbols: [Unicode.Scalar: String] = [
        "<": "$<$", ">": "$>$", "|": "$|$", "`": "\\textasciigrave{}",
        "α": "$\\alpha$", "δ": "$\\delta$", "ε": "$\\varepsilon$", "η": "$\\eta$",
        "κ": "$\\kappa$", "τ": "$\\tau$", "χ": "$\\chi$", "≤": "$\\leq$", "≥": "$\\geq$",
        "−": "$-$", "×": "$\\times$", "÷": "$\\div$", "±": "$\\pm$",
        "¹": "\\textsuperscript{1}", "²": "\\textsuperscript{2}", "½": "$\\frac{1}{2}$",
    ]

    private static func escape(_ text: String) -> String {
        let scalars = Array(text.harmless.unicodeScalars)
        var result = ""
        for (place, scalar) in scalars.enumerated() {
            switch scalar {
            case "\\": result += "\\textbackslash{}"
            case "{", "}", "$", "&", "#", "_", "%": result += "\\\(scalar)"
            case "~": result += "\\textasciitilde{}"
            case "^": result += "\\textasciicircum{}"
            case "\n": result += " "
            // LaTeX would print two hyphens as a dash.
            case "-" where result.hasSuffix("-"): result += "{}-"
            default:
                // A Greek letter next to another letter is part of a word, not a symbol.
                let isInWord =
                    scalar.properties.isAlphabetic
                    && [place - 1, place + 1].contains {
                        scalars.indices.contains($0) && scalars[$0].properties.isAlphabetic
                    }
                let symbol = isInWord ? nil : symbols[scalar]
                if let symbol { result += symbol } else { result.unicodeScalars.append(scalar) }
            }
        }
        return result
    }
}

extension Table {
    /// The table's texts that were written by participants or facilitators.
    fileprivate var words: Set<String> {
        let phrases = columns.map(\.heading) + rows.joined() + notes
        return Set(
            phrases.flatMap(\.parts).compactMap { part in
                if case .words(let text) = part { text } else { nil }
            }
        )
    }
}

/// Renders the figures of a document as separate SVG files, in the colors of the light mode. The
/// files have no CSS variables, because most programs other than browsers do not support them.
enum StandaloneFigure {
    private static let colours = [
        (Canvas.paper, "#fff"), (Canvas.ink, "#1b1f23"), (Canvas.soft, "#57606a"),
        (Canvas.line, "#d0d7de"), (Canvas.band, "#f6f8fa"),
    ]

    static func all(_ document: Document) -> [(String, String)] {
        document.sections.flatMap(\.blocks).compactMap { block in
            guard case .figure(let figure) = block, !figure.hasWords else { return nil }
            return ("figures/figure-\(figure.number).svg", text(figure))
        }
    }

    private static func text(_ figure: Figure) -> String {
        let style = "<style>svg { background: #fff; font-family: sans-serif; }</style>"
        let opening = "<svg xmlns=\"http://www.w3.org/2000/svg\" "
        // Only attributes contain quotation marks; in text, these are escaped.
        let svg = colours.reduce(figure.svg) { svg, colour in
            svg.replacing("\"\(colour.0)\"", with: "\"\(colour.1)\"")
        }
        return "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
            + svg.replacing("<svg ", with: opening, maxReplacements: 1)
            .replacing("</desc>\n", with: "</desc>\n\(style)\n", maxReplacements: 1)
    }
}
