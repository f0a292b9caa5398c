import CSV
import Diagnostics

/// Rows such as means and sums, which have a word such as `Mean` in place of a participant's code.
enum SummaryRow {
    /// Returns the words that mark summary rows among `cells`, a column of participant codes. The
    /// words are in lowercase.
    ///
    /// Words such as `SD` and `Max` may also be a person's initials or name. The result contains
    /// them only in two cases:
    ///
    /// - The column also contains an unmistakable word such as `Mean`.
    /// - Every code has a digit, and all codes precede these words in the column.
    static func words(in cells: [CSVTable.Cell]) -> Set<String> {
        let texts = cells.map(word).filter { !$0.isEmpty }
        let found = Set(texts).intersection(Guess.Words.summary)
        if !found.isDisjoint(with: Guess.Words.certainSummary) { return found }
        let codes = texts.prefix { !found.contains($0) }
        let isCertain =
            !codes.isEmpty && codes.allSatisfy { $0.contains(where: \.isNumber) }
            && texts.dropFirst(codes.count).allSatisfy(found.contains)
        return isCertain ? found : []
    }

    /// Returns the text of a cell in lowercase, without a colon or a period at its end.
    static func word(_ cell: CSVTable.Cell) -> String {
        var word = folded(cell.text).lowercased()
        while let last = word.last, ":.".contains(last) { word.removeLast() }
        return word
    }

    /// Returns the error about a cell whose text, such as `Mean`, marks a summary row.
    static func problem(_ cell: CSVTable.Cell, fix: String) -> Diagnostic {
        Diagnostic(
            "summary-row",
            at: cell.place,
            "\"\(folded(cell.text))\" seems to be the label of a summary row, such as means or sums",
            expected: "only rows with data of participants",
            fix: fix
        )
    }
}

extension CSVTable {
    /// Returns the indices of the summary rows, and adds a problem for each. A summary row has a
    /// word such as `Mean` in one of `columns`.
    func summaryRows(_ columns: [Int], problems: inout [Diagnostic]) -> Set<Int> {
        var places: Set<Int> = []
        for column in columns {
            let words = SummaryRow.words(in: rows.map { $0[column] })
            for (place, row) in rows.enumerated() {
                let cell = row[column]
                guard words.contains(SummaryRow.word(cell)) else { continue }
                places.insert(place)
                problems.append(
                    SummaryRow.problem(
                        cell,
                        fix: "delete the row, or import the table with --data FILE --mapping FILE "
                            + "and list the label under `leave_out`; if the label is a "
                            + "participant's code, give the participant another code"
                    )
                )
            }
        }
        return places
    }
}
