import CSV
package import Diagnostics
package import Foundation

/// The tables and facts of a paper, read from a folder of CSV files. `tables.csv` lists the tables,
/// `table-N.csv` contains the cells of one table, and `facts.csv` contains single values from the
/// text.
package struct PublishedTables: Sendable {
    /// A table of the paper; its first column contains the row headings.
    struct Listed: Sendable {
        var number: String
        var title: String
        var source: Source
        /// The reason why cells of the table may differ from the results file; empty if no
        /// difference is expected.
        var reason: String
        var cells: CSVTable
    }

    /// A value in the paper's text.
    struct Fact: Sendable {
        var section: String
        var name: String
        var published: String
        /// The value in the results with which the fact is compared; nil if the results contain no
        /// such value.
        var source: Source?
        var reason: String
    }

    /// The value in the results with which a table or fact is compared, and the value's condition.
    struct Source: Sendable {
        var measure: Measure
        /// The condition's id; empty if no condition is named.
        var condition: String
        /// The cell of the CSV file in which the measure is written.
        var cell: CSVTable.Cell
    }

    /// The value in a results file with which a table or fact is compared.
    enum Measure: Sendable, Hashable {
        case times
        case answers(questionnaire: String)
        case participants
        /// The number of participants who completed every task. If the `Choice` is not nil, only
        /// participants who chose that option are counted.
        case completed(Choice?)
        case chose(Choice)
        /// A property of the environment: `system`, `memory`, or the name of a tool.
        case environment(String)
    }

    struct Choice: Sendable, Hashable {
        var questionnaire: String
        var item: String
        var label: String
    }

    var tables: [Listed] = []
    var facts: [Fact] = []

    /// Reads the files in `folder`.
    ///
    /// - Parameter name: the folder as the user typed it, for messages.
    /// - Throws: an error with the location if a file or a measure cannot be read.
    package init(folder: URL, name: String) throws(DiagnosticError) {
        func read(_ file: String) throws(DiagnosticError) -> CSVTable {
            do throws(DiagnosticError) {
                return try CSVTable(url: folder.appending(path: file), name: "\(name)/\(file)")
            } catch {
                guard error.status == .noInput else { throw error }
                let diagnostics = error.diagnostics.map {
                    var diagnostic = $0
                    diagnostic.fix =
                        $0.fix ?? "give the folder with tables.csv and the tables listed there"
                    return diagnostic
                }
                throw DiagnosticError(diagnostics, status: error.status)
            }
        }
        let list = try read("tables.csv").records(["table", "title", "measure", "reason"])
        for (row, condition) in list {
            let measure = try Measure(row[2], ofTable: true)
            tables.append(
                .init(
                    number: row[0].text,
                    title: row[1].text,
                    source: Source(measure: measure, condition: condition, cell: row[2]),
                    reason: row[3].text,
                    cells: try read("table-\(row[0].text).csv")
                )
            )
        }
        guard FileManager.default.fileExists(atPath: folder.appending(path: "facts.csv").path)
        else { return }
        let columns = ["section", "fact", "published", "measure", "reason"]
        for (row, condition) in try read("facts.csv").records(columns) {
            let measure = row[3].text.isEmpty ? nil : try Measure(row[3], ofTable: false)
            facts.append(
                .init(
                    section: row[0].text,
                    name: row[1].text,
                    published: row[2].text,
                    source: measure.map {
                        Source(measure: $0, condition: condition, cell: row[3])
                    },
                    reason: row[4].text
                )
            )
        }
    }
}

extension PublishedTables.Measure {
    /// Parses a measure such as `answers background`, `times`, or `completed
    /// background/ios-language Swift`.
    fileprivate init(_ cell: CSVTable.Cell, ofTable: Bool) throws(DiagnosticError) {
        let words = cell.text.split(separator: " ", maxSplits: 1).map(String.init)
        let (kind, rest) = (words.first ?? "", words.count > 1 ? words[1] : "")
        let choice = PublishedTables.Choice(rest)
        let measure: Self? =
            switch (kind, ofTable) {
            case ("times", true) where rest.isEmpty: .times
            case ("answers", true) where !rest.isEmpty: .answers(questionnaire: rest)
            case ("participants", false) where rest.isEmpty: .participants
            case ("completed", false) where rest.isEmpty: .completed(nil)
            case ("completed", false): choice.map { .completed($0) }
            case ("answers", false): choice.map { .chose($0) }
            case ("environment", false) where !rest.isEmpty: .environment(rest)
            default: nil
            }
        guard let measure else {
            throw DiagnosticError(
                "unknown-measure",
                at: cell.place,
                "\"\(cell.text)\" is not a valid measure in \(ofTable ? "tables.csv" : "facts.csv")",
                expected: ofTable
                    ? "\"times\", or \"answers QUESTIONNAIRE\""
                    : """
                    "participants", "completed", "completed QUESTIONNAIRE/ITEM ANSWER", \
                    "answers QUESTIONNAIRE/ITEM ANSWER", "environment system", \
                    "environment memory", or "environment TOOL"
                    """
            )
        }
        self = measure
    }
}

extension PublishedTables.Choice {
    /// Parses `QUESTIONNAIRE/ITEM LABEL`; nil if the text has a different form.
    fileprivate init?(_ text: String) {
        let parts = text.split(separator: " ", maxSplits: 1).map(String.init)
        let names = parts.first?.split(separator: "/").map(String.init) ?? []
        guard parts.count == 2, names.count == 2 else { return nil }
        self.init(questionnaire: names[0], item: names[1], label: parts[1])
    }
}

extension CSVTable {
    /// Returns the cells of each row in the order of `columns`, and the row's text in the optional
    /// column `condition`.
    fileprivate func records(
        _ columns: [String]
    ) throws(DiagnosticError) -> [(cells: [Cell], condition: String)] {
        let places = try columns.map { column throws(DiagnosticError) in
            guard let place = header.firstIndex(where: { folded($0.text) == column }) else {
                throw DiagnosticError(
                    "csv-header",
                    at: .init(file: file),
                    "has no column \"\(column)\"",
                    expected: columns.joined(separator: ", ")
                )
            }
            return place
        }
        let condition = header.firstIndex { folded($0.text) == "condition" }
        return rows.map { row in
            (places.map { row[$0] }, condition.map { folded(row[$0].text) } ?? "")
        }
    }
}
