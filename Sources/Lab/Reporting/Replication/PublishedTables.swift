import CSV
package import Diagnostics
package import Foundation

/// The tables and facts that a paper prints, as a folder of CSV files: `tables.csv` lists the tables,
/// `table-N.csv` holds the cells of one, and `facts.csv` has single values of the text.
package struct PublishedTables: Sendable {
    /// A table of the paper; the first column holds the rows' headings.
    struct Listed: Sendable {
        var number: String
        var title: String
        var measure: Measure
        /// Reason for cells that differ. Empty if none may.
        var reason: String
        var cells: CSVTable
    }

    /// A value in the paper's text.
    struct Fact: Sendable {
        var section: String
        var name: String
        var published: String
        /// Nil if nothing is recorded of it.
        var measure: Measure?
        var reason: String
    }

    /// The value of a results file that a table or fact is compared with.
    enum Measure: Sendable, Hashable {
        case times
        case answers(questionnaire: String)
        case participants
        /// How many completed every task, of all or of those who chose an option.
        case completed(Choice?)
        case chose(Choice)
        /// `system`, `memory`, or a tool.
        case environment(String)
    }

    struct Choice: Sendable, Hashable {
        var questionnaire: String
        var item: String
        var label: String
    }

    var tables: [Listed] = []
    var facts: [Fact] = []

    /// - Parameter name: the folder as the user typed it, for messages.
    /// - Throws: every problem of the files, with its place.
    package init(folder: URL, name: String) throws(DiagnosticError) {
        func read(_ file: String) throws(DiagnosticError) -> CSVTable {
            try CSVTable(url: folder.appending(path: file), name: "\(name)/\(file)")
        }
        let list = try read("tables.csv").records(["table", "title", "measure", "reason"])
        for row in list {
            tables.append(
                .init(
                    number: row[0].text,
                    title: row[1].text,
                    measure: try Measure(row[2], ofTable: true),
                    reason: row[3].text,
                    cells: try read("table-\(row[0].text).csv")
                )
            )
        }
        guard FileManager.default.fileExists(atPath: folder.appending(path: "facts.csv").path)
        else { return }
        let columns = ["section", "fact", "published", "measure", "reason"]
        for row in try read("facts.csv").records(columns) {
            let measure = row[3].text.isEmpty ? nil : try Measure(row[3], ofTable: false)
            facts.append(
                .init(
                    section: row[0].text,
                    name: row[1].text,
                    published: row[2].text,
                    measure: measure,
                    reason: row[4].text
                )
            )
        }
    }
}

extension PublishedTables.Measure {
    /// Reads `answers background`, `times`, `completed background/ios-language Swift`, ….
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
                "\"\(cell.text)\" is no measure of a \(ofTable ? "table" : "fact")",
                expected: ofTable
                    ? "times, or answers and a questionnaire"
                    : """
                    participants, completed, answers or environment, and then \
                    QUESTIONNAIRE/ITEM ANSWER or a tool
                    """
            )
        }
        self = measure
    }
}

extension PublishedTables.Choice {
    /// Reads `QUESTIONNAIRE/ITEM LABEL`.
    fileprivate init?(_ text: String) {
        let parts = text.split(separator: " ", maxSplits: 1).map(String.init)
        let names = parts.first?.split(separator: "/").map(String.init) ?? []
        guard parts.count == 2, names.count == 2 else { return nil }
        self.init(questionnaire: names[0], item: names[1], label: parts[1])
    }
}

extension CSVTable {
    /// The rows' cells in the order of `columns`.
    fileprivate func records(_ columns: [String]) throws(DiagnosticError) -> [[Cell]] {
        var places: [Int] = []
        for column in columns {
            guard let place = header.firstIndex(where: { folded($0.text) == column }) else {
                throw DiagnosticError(
                    "csv-header",
                    at: .init(file: file),
                    "has no column \"\(column)\"",
                    expected: columns.joined(separator: ", ")
                )
            }
            places.append(place)
        }
        return rows.map { row in places.map { row[$0] } }
    }
}
