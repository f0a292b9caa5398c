import CSV
import Diagnostics
import JSON
import StudyDefinition

/// Rows of a table that are not data: summaries, such as means, and a row of labels below the
/// headings.
struct Summary {
    /// Lowercase words, such as `mean`, that mark the summary rows of this table. A summary row
    /// begins with one of these words.
    var words: Set<String> = []
    /// Whether rows that look like summaries may be data. If so, the user must decide.
    var isOpen = false
    var hasLabels = false

    /// Returns a table without its summary rows, and a description of these rows. Rows that may be
    /// summaries are omitted too, so that their cells do not count as evidence of a column's
    /// contents.
    static func read(
        _ data: Importer.File,
        sheet: String?,
        study: Study
    ) throws(DiagnosticError) -> (CSVTable, Summary) {
        var layout = CSVTable.Layout()
        layout.findsHeadings = true
        layout.leaveOut = Guess.Words.summary
        var table = try TableFile.read(data, sheet: sheet, layout: layout)
        var summary = Summary()
        if !table.leftOut.isEmpty {
            layout.leaveOut = []
            // Nil if a summary row has fewer cells than the header.
            let whole = try? TableFile.read(data, sheet: sheet, layout: layout)
            let found = (whole?.rows ?? table.rows).map(first) + (whole == nil ? table.leftOut : [])
            summary = Summary(found.map { $0.lowercased() }, study: study)
            layout.leaveOut = summary.words
            table = try TableFile.read(data, sheet: sheet, layout: layout)
        }
        if let program = SurveyProgram(Guess.columns(table)), program.hasLabels(table) {
            let labels = table.rows.removeFirst()
            table.descriptions = labels.map { folded($0.text) }
            table.leftOut.insert(first(labels), at: 0)
            summary.hasLabels = true
        }
        return (table, summary)
    }

    init() {}

    /// Finds the words, such as `mean`, that mark summary rows. Normally, each of these words
    /// begins only one row, at the end of the table.
    ///
    /// The user must decide about:
    /// - single letters, which may be initials;
    /// - words such as `sd`, which may be codes, if no row at the end begins with a word such as
    ///   `mean`;
    /// - repeated words, which may name groups.
    ///
    /// - Parameter firsts: first cells of all rows, in lowercase.
    private init(_ firsts: [String], study: Study) {
        let named = study.taskAndConditionNames.map { folded($0).lowercased() }
        let known = Guess.Words.summary.subtracting(named)
        var counts: [String: Int] = [:]
        for word in firsts where known.contains(word) { counts[word, default: 0] += 1 }
        let atEnd = Set(firsts.reversed().prefix { counts[$0] != nil }).filter { counts[$0] == 1 }
        let isSummedUp = !atEnd.isDisjoint(with: Guess.Words.certainSummary)
        // If each group of rows is followed by its own summary rows, every kind of summary occurs
        // equally often.
        let repeated = counts.filter { Guess.Words.certainSummary.contains($0.key) }.values
        for (word, count) in counts.sorted(by: { $0.key < $1.key }) {
            let isCertain = Guess.Words.certainSummary.contains(word)
            if atEnd.contains(word) {
                words.insert(word)
                if word.count == 1 || !isCertain && !isSummedUp { isOpen = true }
            } else if word.count > 1, count * 4 <= firsts.count, repeated.contains(count) {
                words.insert(word)
                isOpen = true
            }
        }
    }

    private static func first(_ row: [CSVTable.Cell]) -> String {
        row.lazy.map { folded($0.text) }.first { !$0.isEmpty } ?? ""
    }

    /// Returns the line of the mapping that lists the omitted rows; nil if no rows were omitted.
    func line(_ table: CSVTable) -> String? {
        guard !table.leftOut.isEmpty else { return nil }
        let words = table.leftOut.reduce(into: [String]()) { list, word in
            if !list.contains(word) { list.append(word) }
        }
        .map(jsonText)
        let list = words.joined(separator: ", ")
        let labels = "the row below the headings holds labels"
        guard isOpen else { return "leave_out: [\(list)]" + (hasLabels ? "  # \(labels)" : "") }
        let use = "leave_out: \(FoundTime.open)  # use [\(list)] if the rows that begin with "
        guard hasLabels, words.count > 1 else {
            return use + "these words are summary rows; if the rows are data, delete this line"
        }
        // The row of labels is left out, whether or not the other rows are data.
        return use + words.dropFirst().joined(separator: ", ")
            + " are summary rows; if these rows are data, use [\(words[0])], which leaves out only "
            + "the row of labels below the headings"
    }
}
