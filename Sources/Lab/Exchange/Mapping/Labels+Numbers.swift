import CSV
import StudyDefinition

extension Labels {
    /// Returns the number in a label of a scale, such as `5 - Strongly agree`, `5 (agree)` or
    /// `agree (5)`. Returns nil for any other text, and for a bare number.
    ///
    /// The words have to fit the number. They must not contain another number, as in `4 or 5`, be
    /// the label of the scale's other end, or make a date, as in `3 May`.
    ///
    /// - Parameter turned: a function that converts the number to the item's scale.
    static func number(
        in text: String,
        of item: Questionnaire.Item,
        turned: (Double) -> Double = { $0 }
    ) -> String? {
        guard case .scale(let min, let max, let minLabel, let maxLabel) = item.kind,
            let (number, words) = parts(text)
        else { return nil }
        let label = bare(words)
        for (end, name) in [(min, minLabel), (max, maxLabel)] where name.map(bare) == label {
            return Double(number).map(turned) == Double(end) ? number : nil
        }
        let isOther =
            label.contains(where: \.isNumber) || months.contains(label)
            || conjunctions.contains(String(label.prefix { $0.isLetter }))
        return isOther ? nil : number
    }

    /// Splits a label into its number and its words; returns nil if it does not begin or end with a
    /// number.
    private static func parts(_ text: String) -> (number: String, words: String)? {
        // Most cells are bare numbers, and matching the expressions is fifty times as slow as this
        // check.
        guard text.contains(where: \.isLetter), text.contains(where: \.isNumber) else { return nil }
        let first = #/[(\[]?(-?[0-9]{1,3})(?:\s+|[)\]]?\s*[-–—=:.)\]]\s*)[(\[]?(\p{L}.*)/#
        if let match = text.wholeMatch(of: first) { return (String(match.1), String(match.2)) }
        let last = #/(.*\p{L}.*)[\[(](-?[0-9]{1,3})[\])]/#
        guard let match = text.wholeMatch(of: last) else { return nil }
        return (String(match.2), String(match.1))
    }

    /// Returns the label in lowercase, without brackets and periods.
    private static func bare(_ label: String) -> String {
        folded(label.lowercased().filter { !"()[].".contains($0) })
    }

    /// Words between two answers, such as `4 or five`.
    private static let conjunctions: Set<String> = ["or", "and", "oder", "und", "ou", "lub"]

    /// Months. A spreadsheet program that takes `3-5` for a date writes `3 May`.
    private static let months: Set<String> = [
        "jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "sept", "oct", "nov", "dec",
        "january", "february", "march", "april", "june", "july", "august", "september", "october",
        "november", "december", "mär", "mrz", "mai", "okt", "dez", "januar", "februar", "märz",
        "juni", "juli", "oktober", "dezember", "janv", "févr", "mars", "avr", "juin", "juil",
        "août", "déc", "ene", "abr", "ago", "dic", "sty", "lut", "kwi", "maj", "cze", "lip", "sie",
        "wrz", "paź", "lis", "gru",
    ]
}
