import JSON

/// The decimal mark and the thousands mark of a table's numbers, inferred from the cells.
struct NumberMarks {
    private(set) var decimal: Character?
    private(set) var thousands: Character?
    /// A question for the user if the marks are ambiguous or inconsistent; nil otherwise.
    private(set) var open: String?

    /// Whether any number contains a decimal or thousands mark.
    var isKnown: Bool { decimal != nil || open != nil }

    /// Infers the marks from the cells of `columns`. Ignores cells that cannot be numbers, such as
    /// IP addresses and dates.
    ///
    /// - Parameters:
    ///   - columns: columns that are read as numbers.
    ///   - isSeparatedByCommas: whether commas separate the cells. If so, the period in `1.234` is
    ///     read as a decimal mark, unless other cells suggest decimal commas.
    init(_ columns: [(name: String, cells: [String])], isSeparatedByCommas: Bool = false) {
        var styles = Style.all
        let mayGroupByPoint =
            !isSeparatedByCommas || columns.contains { $0.cells.contains(where: Style.hasComma) }
        if !mayGroupByPoint { styles.removeAll { $0.thousands == "." } }
        var marked: [String] = []
        var last: String?
        for column in columns {
            for cell in column.cells where !cell.allSatisfy(\.isNumber) {
                let readable = Style.all.filter { $0.number(cell) != nil }
                if readable.isEmpty || readable.count == Style.all.count { continue }
                let left = styles.filter { $0.number(cell) != nil }
                let place = "\(cell) in \(jsonText(column.name))"
                guard !left.isEmpty else {
                    let other = last.map { "\($0) and " } ?? ""
                    open =
                        "the decimal or thousands marks are inconsistent (\(other)\(place)): use the "
                        + "same marks in the whole table"
                    return
                }
                if left.count < styles.count || last == nil { last = place }
                styles = left
                marked.append(cell)
            }
        }
        styles = styles.filter { style in
            style.thousands == nil || marked.contains { $0.contains(where: style.isThousands) }
        }
        guard !marked.isEmpty, let first = styles.first else { return }
        let example = marked.first { cell in
            styles.contains { $0.number(cell) != first.number(cell) }
        }
        if let example {
            let (mark, other): (Character, Character) =
                example.contains(",") ? (",", ".") : (".", ",")
            open =
                "write \"\(mark)\" if the mark in \(example) is the decimal mark; if this mark separates "
                + "thousands, write \"\(other)\" and add the line `thousands: \"\(mark)\"`"
            return
        }
        (decimal, thousands) = (first.decimal, first.thousands)
    }

    var lines: [String] {
        if let open { return ["decimal: \"?\"  # \(open)"] }
        var lines: [String] = []
        if decimal == "," { lines.append("decimal: \",\"") }
        if let thousands { lines.append("thousands: \"\(thousands)\"") }
        return lines
    }

    /// Returns the number in a text; nil if the text is not a number.
    ///
    /// Uses the first combination of marks that fits the text. Combinations with the inferred
    /// decimal mark are tried first. If no combination fits, a comma is read as a decimal mark.
    func number(_ text: String) -> Double? {
        let preferred = Style.all.filter { $0.decimal == decimal }
        return preferred.lazy.compactMap { $0.number(text) }.first
            ?? NumberMarks.anyNumber(text) ?? Double(text.replacing(",", with: "."))
    }

    /// Returns the number in a text, read with the first combination of decimal and thousands marks
    /// that fits the text; nil if none fits.
    static func anyNumber(_ text: String) -> Double? {
        Style.all.lazy.compactMap { $0.number(text) }.first
    }

    /// Returns whether the text is a number with any combination of decimal and thousands marks.
    static func isNumber(_ text: String) -> Bool { Style.all.contains { $0.number(text) != nil } }

    /// A combination of decimal mark and thousands mark.
    private struct Style {
        var decimal: Character
        var thousands: Character?

        static let all: [Style] = [
            Style(decimal: "."), Style(decimal: ".", thousands: ","),
            Style(decimal: ".", thousands: " "), Style(decimal: ".", thousands: "'"),
            Style(decimal: ","), Style(decimal: ",", thousands: "."),
            Style(decimal: ",", thousands: " "), Style(decimal: ",", thousands: "'"),
        ]

        /// Returns whether the text suggests decimal commas: true for `1,5` and `1.234.567`, false
        /// for `1.234`, which may have a decimal point.
        static func hasComma(_ text: String) -> Bool {
            let fits = all.filter { $0.number(text) != nil }
            return fits.contains { $0.decimal == "," }
                && (text.contains(",") || !fits.contains { $0.decimal == "." })
        }

        func isThousands(_ character: Character) -> Bool {
            thousands == " " ? character.isWhitespace : character == thousands
        }

        /// Returns the number in a text; nil if the text is not a number with these marks.
        /// Thousands marks must be three digits apart.
        func number(_ text: String) -> Double? {
            let halves = text.trimmingPrefix("-").split(
                separator: decimal,
                omittingEmptySubsequences: false
            )
            guard halves.count <= 2, let whole = halves.first else { return nil }
            let groups = whole.split(omittingEmptySubsequences: false, whereSeparator: isThousands)
            let digits = groups + halves.dropFirst()
            guard
                digits.allSatisfy({ part in
                    !part.isEmpty && part.allSatisfy { $0.isASCII && $0.isNumber }
                })
            else { return nil }
            if groups.count > 1 {
                guard groups[0].count <= 3, groups[0].first != "0",
                    groups.dropFirst().allSatisfy({ $0.count == 3 })
                else { return nil }
            }
            let fraction = halves.count == 2 ? "." + halves[1] : ""
            return Double((text.first == "-" ? "-" : "") + groups.joined() + fraction)
        }
    }
}
