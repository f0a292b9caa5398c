/// The decimal mark and the mark of thousands in a table's numbers, as far as the cells tell.
struct NumberMarks {
    private(set) var decimal: Character?
    private(set) var thousands: Character?
    /// A number that is either a fraction or has thousands.
    private(set) var open: String?

    init(_ cells: [String]) {
        var ambiguous: String?
        for cell in cells {
            let text = cell.trimmingPrefix("-")
            guard
                text.allSatisfy({ $0.isASCII && $0.isNumber || ",.'\u{A0}\u{202F} ".contains($0) }),
                text.first?.isNumber == true, text.last?.isNumber == true
            else { continue }
            let marks = text.filter { !$0.isNumber }
            guard let last = marks.last else { continue }
            let tail = text.split(separator: last).last?.count ?? 0
            let head = text.prefix { $0.isNumber }
            if marks.contains(where: { $0 != last }) {
                (thousands, decimal) = (marks.first, last)
            } else if marks.count > 1 || last.isWhitespace || last == "'" {
                if tail == 3 { thousands = last.isWhitespace ? " " : last }
            } else if last == "," {
                if tail != 3 || head.count > 3 || head == "0" {
                    decimal = ","
                } else {
                    ambiguous = ambiguous ?? cell
                }
            }
        }
        open = decimal == nil && thousands == nil ? ambiguous : nil
    }

    var lines: [String] {
        var lines: [String] = []
        if decimal == "," { lines.append("decimal: \",\"") }
        if let thousands { lines.append("thousands: \"\(thousands)\"") }
        if let open {
            lines.append(
                "decimal: \"?\"  # \",\" where \(open) is a fraction; "
                    + "otherwise \".\", and add thousands: \",\""
            )
        }
        return lines
    }

    /// Nil if the text is no number with these marks.
    func number(_ text: String) -> Double? {
        var plain = text
        if let thousands {
            plain.removeAll { thousands == " " ? $0.isWhitespace : $0 == thousands }
        }
        return Double(plain.replacing(",", with: "."))
    }
}
