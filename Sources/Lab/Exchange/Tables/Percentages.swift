import CSV

extension CSVTable.Cell {
    /// The percentage that a workbook shows for the number in the cell, such as 85 for 0.85; nil
    /// for any other cell.
    var shownPercentage: Double? { isPercent ? Double(text).map(percentage) : nil }

    /// The text of the cell. A number that the workbook displays as a percentage is written like
    /// `85 %`.
    var shownText: String { shownPercentage.map { "\(plainNumber($0)) %" } ?? text }
}

/// Returns the percentage that a workbook shows for a number. The result is rounded, because 0.57
/// times 100 is not exactly 57.
func percentage(_ number: Double) -> Double { (number * 1e12).rounded() / 1e10 }

/// Returns the text without a percent sign at its end.
func withoutPercentSign(_ text: String) -> String {
    text.last == "%" ? folded(String(text.dropLast())) : text
}
