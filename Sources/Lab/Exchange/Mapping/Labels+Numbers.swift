import CSV
import StudyDefinition

extension Labels {
    /// Returns the number in a label of a scale, such as `5 - Strongly agree`, `5 (agree)` or
    /// `agree (5)`. Returns nil for any other text, and for a bare number.
    ///
    /// Also returns nil in these cases:
    ///
    /// - The words name another number, as in `4 or 5` and `4 or five`.
    /// - The words turn the number into a range, as in `5 or more`, and the number is not an end of
    ///   the scale.
    /// - The words are the label of one end of the scale, but the number is not the number of that
    ///   end.
    /// - The words and the number form a date, as in `3 May`.
    ///
    /// - Parameter turned: a function that converts the number to the item's scale.
    static func number(
        in text: String,
        of item: Questionnaire.Item,
        turned: (Double) -> Double = { $0 }
    ) -> String? {
        guard case .scale(let min, let max, _, _) = item.kind, let (number, words) = parts(text),
            let value = Double(number).map(turned)
        else { return nil }
        let ends = ends(labelled: words, of: item)
        if !ends.isEmpty { return ends.contains(value) ? number : nil }
        let label = bare(words)
        if label.contains(where: \.isNumber) || months.contains(label) { return nil }
        let names = label.split { !$0.isLetter }.map(String.init)
        guard let first = names.first, conjunctions.contains(first) else { return number }
        // `5 or more` is the end of a scale.
        let isOpen = names.count > 1 && comparatives.contains(names[1])
        return isOpen && [Double(min), Double(max)].contains(value) ? number : nil
    }

    /// Returns whether a label has the words of one end of the item's scale, but a different
    /// number. In this case, the table and the study number the scale differently.
    static func isShifted(
        _ text: String,
        of item: Questionnaire.Item,
        turned: (Double) -> Double = { $0 }
    ) -> Bool {
        guard let (number, words) = parts(text), let value = Double(number).map(turned) else {
            return false
        }
        let ends = ends(labelled: words, of: item)
        return !ends.isEmpty && !ends.contains(value)
    }

    /// Returns the numbers of the ends of the item's scale that have the label `words`. Both ends
    /// may have the same label.
    private static func ends(labelled words: String, of item: Questionnaire.Item) -> [Double] {
        guard case .scale(let min, let max, let minLabel, let maxLabel) = item.kind else {
            return []
        }
        let label = bare(words)
        return [(min, minLabel), (max, maxLabel)].filter { $0.1.map(bare) == label }
            .map { Double($0.0) }
    }

    /// Splits a label into its number and its words; returns nil if it does not begin or end with a
    /// number.
    private static func parts(_ text: String) -> (number: String, words: String)? {
        // Most cells are bare numbers. For these cells, this check is fifty times as fast as
        // matching the regular expressions.
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

    /// Conjunctions that join two answers, as in `4 or five`.
    private static let conjunctions: Set<String> = ["or", "and", "oder", "und", "ou", "lub"]

    /// Words that follow a conjunction in the label of a scale's end, such as `5 or more`.
    private static let comparatives: Set<String> = [
        "more", "less", "fewer", "above", "below", "over", "under", "higher", "lower", "mehr",
        "weniger", "höher", "darüber", "darunter", "plus", "moins", "więcej", "mniej",
    ]

    /// Names of months. A spreadsheet program may read `3-5` as a date and write it as `3 May`.
    private static let months: Set<String> = [
        "jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "sept", "oct", "nov", "dec",
        "january", "february", "march", "april", "june", "july", "august", "september", "october",
        "november", "december", "mär", "mrz", "mai", "okt", "dez", "januar", "februar", "märz",
        "juni", "juli", "oktober", "dezember", "janv", "févr", "mars", "avr", "juin", "juil",
        "août", "déc", "ene", "abr", "ago", "dic", "sty", "lut", "kwi", "maj", "cze", "lip", "sie",
        "wrz", "paź", "lis", "gru",
    ]
}
