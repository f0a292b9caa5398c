package import Diagnostics
package import Foundation
package import ResultsStore

/// Converts a study's data to the formats of other programs.
package struct Exporter: Sendable {
    package enum Format: String, Sendable, CaseIterable {
        case csv
        case psychDS = "psych-ds"
        case progSnap2 = "progsnap2"
        case json
        case bundle
    }

    package struct File: Sendable, Hashable {
        /// Path relative to the export's folder, with `/` as the separator.
        package var path: String
        package var bytes: Data

        package init(path: String, bytes: Data) {
            self.path = path
            self.bytes = bytes
        }

        init(_ path: String, _ text: String) { self.init(path: path, bytes: Data(text.utf8)) }
    }

    let store: ResultsStore
    let study: String

    package init(store: ResultsStore, study: String) {
        self.store = store
        self.study = study
    }

    package func files(_ format: Format) throws(DiagnosticError) -> [File] {
        switch format {
        case .csv:
            let data = try ExportData(store: store, study: study, for: .own)
            let tables = data.tables + [data.codebook]
            return tables.map { File("\($0.name).csv", $0.csv) }
                + [File("codebook.md", Codebook.markdown(tables, of: data))]
        case .psychDS: return try psychDS(ExportData(store: store, study: study, for: .others))
        case .progSnap2: return try ProgSnap2(store: store, study: study).files
        case .json: return [File("export.json", try JSONData(store: store, study: study).text)]
        case .bundle: return try deposit().files
        }
    }

    func psychDS(_ data: ExportData) -> [File] {
        PsychDS(data: data, tables: data.tables + [data.codebook]).files
    }
}

/// A Markdown page that describes every column of every table.
enum Codebook {
    static func markdown(_ tables: [ExportTable], of data: ExportData) -> String {
        let parts = tables.map { table in
            let rows = table.columns.map { column in
                let kind = column.kind == .yesNo ? "yes or no" : column.kind.rawValue
                return "| `\(column.name)` | \(kind) | \(cell(column.meaning)) |"
            }
            return """
                ## \(table.name)

                One row is \(table.row).

                | column | kind | meaning |
                |---|---|---|
                \(rows.joined(separator: "\n"))
                """
        }
        return """
            # Codebook
            \(data.provenance.map { "\n**\($0)**\n" } ?? "")
            Tables are CSV in UTF-8 (RFC 4180). An apostrophe was added before each text that a
            spreadsheet would read as a formula, but not before numbers. A missing value is an
            empty cell.

            \(parts.joined(separator: "\n\n"))

            \(rules)

            """
    }

    /// Section of the page that states which rows of the tables count in a report.
    private static let rules = """
        ## What a report counts

        - Sessions: `pilot` is no, `excluded` is no, and `state` is `finished` or `ended`. Sessions
          with the `source` `script` or `simulated` count only if all other sessions of the study
          are pilots. If a later session that counts repeats a condition for the same
          participant, the earlier session does not count.
        - Runs: `practice` is no. If a task was run again in the same condition, its last run
          counts. Completed: `outcome` is `success` or `assisted-success`. Rates leave out
          `skipped`, `not-attempted` and `checker-error`.
        - Times: `seconds` of completed runs. Several imported observations of a task count as
          one run; its time is the geometric mean over the completed observations.
        - Scores of published questionnaires, such as SUS, are not in these tables: see
          `tables/scores.csv` of a report.
        """

    /// Escapes the text for a cell of a Markdown table. Texts from the study, such as the text of a
    /// consent option, may contain any character.
    private static func cell(_ text: String) -> String {
        text.replacing("\\", with: "\\\\").replacing("|", with: "\\|")
            .replacing("<", with: "&lt;").replacing("\n", with: " ")
    }
}

extension String {
    /// The text on one line of Markdown, escaped, so that none of it is markup.
    var inMarkdown: String {
        var result = ""
        for scalar in unicodeScalars {
            switch scalar {
            case "\n", "\r": result += " "
            case "<": result += "&lt;"
            case "&": result += "&amp;"
            case "\\", "`", "*", "_", "[", "]", "|", "~": result += "\\\(scalar)"
            default: result.unicodeScalars.append(scalar)
            }
        }
        return result
    }
}
