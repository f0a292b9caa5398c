import CSV
import Diagnostics
import StudyDefinition

extension Guess {
    /// The questionnaire items to which a column may hold answers.
    struct Fit {
        var items: [(questionnaire: Questionnaire, item: Questionnaire.Item)] = []
        /// Whether the column certainly contains answers to the first of ``items``.
        var isCertain = false
        /// The reason why the user has to choose the item, as text for a comment in the draft.
        var remark = ""
    }

    func fit(_ column: Column) -> Fit {
        let texts = Set(column.questions.map(straightened))
        let exact = study.questionnaires.flatMap { questionnaire in
            questionnaire.items.filter { item in
                texts.contains(straightened(item.header ?? item.text))
                    || texts.contains(straightened(item.text))
                    || column.name == item.id && !isShifted(Guess.numbered(column.low)?.stem)
            }
            .map { (questionnaire: questionnaire, item: $0) }
        }
        guard exact.isEmpty else { return Fit(items: exact, isCertain: exact.count == 1) }
        guard let (stem, number) = Guess.numbered(column.low) else { return Fit() }
        return fit(number, of: stem)
    }

    /// Returns the items that a heading such as `sus_3` may mean. The heading consists of `stem`
    /// and `number`, the possible position of an item in a questionnaire. The match is certain if
    /// two conditions hold:
    ///
    /// - `stem` names exactly one instrument, which has n items;
    /// - the headings with this stem are numbered 1 to n or 0 to n − 1.
    private func fit(_ number: Int, of stem: String) -> Fit {
        let run = runs[stem] ?? [number]
        let named = study.questionnaires.filter { isNamed($0, stem) }
        let isGeneral = ["question", "q", "item", "frage"].contains(stem.filter { $0.isLetter })
        let candidates =
            named.isEmpty && isGeneral
            ? study.questionnaires.filter { $0.instrument != nil && !$0.items.isEmpty } : named
        var (fit, isComplete) = (Fit(), true)
        for questionnaire in candidates {
            let count = questionnaire.numberedCount
            let places: [Int]
            if run == Array(1...count) {
                places = [number - 1]
            } else if run == Array(0..<count) {
                places = [number]
            } else {
                isComplete = false
                // If a heading has the number `count`, the numbers cannot begin at 0.
                places = run.contains(count) ? [number - 1] : [number - 1, number]
                fit.remark =
                    "\(counted(run.count, "column")) headed \"\(stem)\", numbered \(run[0]) to "
                    + "\(run[run.count - 1]), but questionnaire \(questionnaire.id) has "
                    + counted(count, "item")
            }
            fit.items += places.filter { (0..<count).contains($0) }.map {
                (questionnaire: questionnaire, item: questionnaire.items[$0])
            }
        }
        fit.isCertain =
            isComplete && !named.isEmpty && fit.items.count == 1 && named[0].instrument != nil
        if isComplete || named.isEmpty { fit.remark = "" }
        return fit
    }

    private func isNamed(_ questionnaire: Questionnaire, _ stem: String) -> Bool {
        guard !questionnaire.items.isEmpty else { return false }
        if let instrument = questionnaire.instrument,
            [questionnaire.id, instrument.id].contains(stem)
        {
            return true
        }
        return isShifted(stem)
            && questionnaire.items.contains { Guess.numbered($0.id.lowercased())?.stem == stem }
    }

    /// Returns whether the number in a heading with `stem` is one less than the item's number: the
    /// heading `q1` means the item `q2`. This is the case if these conditions hold:
    ///
    /// - The headings with this stem are numbered from 0.
    /// - No item with this stem has the number 0.
    /// - No heading has the number of the last item. Otherwise, headings and items have the same
    ///   numbers, and the heading numbered 0 is an additional question.
    private func isShifted(_ stem: String?) -> Bool {
        guard let stem, runs[stem]?.first == 0 else { return false }
        let ids = study.questionnaires.flatMap(\.items).map { $0.id.lowercased() }
        let numbers = ids.compactMap(Guess.numbered).filter { $0.stem == stem }.map(\.number)
        guard let last = numbers.max() else { return true }
        return !numbers.contains(0) && runs[stem]?.contains(last) != true
    }

    /// Groups the headings that end in a number by the text before the number. Returns the numbers
    /// of each group in ascending order.
    static func runs(_ columns: [Column]) -> [String: [Int]] {
        columns.compactMap { numbered($0.low) }.reduce(into: [:]) { runs, heading in
            runs[heading.stem, default: []].append(heading.number)
        }
        .mapValues { $0.sorted() }
    }

    /// Splits a heading into text and final number: `SUS_3` and `SUS[SQ003]` give `sus` and 3.
    /// Returns nil if there is no final number.
    static func numbered(_ low: String) -> (stem: String, number: Int)? {
        var text = low[...]
        if text.last == "]", let open = text.lastIndex(of: "[") {
            let code = text[text.index(after: open)...].dropLast()
            text = text[..<open] + "_" + String(code.drop { $0.isLetter })
        }
        let digits = text.reversed().prefix { $0.isASCII && $0.isNumber }
        guard let number = Int(String(digits.reversed())) else { return nil }
        var stem = text.dropLast(digits.count)
        while let last = stem.last, " _-.".contains(last) { stem.removeLast() }
        return (String(stem), number)
    }
}

extension Questionnaire {
    /// Number of items in the questionnaire. If some items come from a published instrument, counts
    /// only those items.
    fileprivate var numberedCount: Int {
        guard let instrument else { return items.count }
        let own = items.count { $0.id.hasPrefix("\(instrument.id)-") }
        return own == 0 ? items.count : own
    }
}

extension Guess.Column {
    /// Possible wordings of the question: the whole heading, the part in brackets at its end (as in
    /// grids), and the part after a code such as `Q1. `. Includes the same parts of the column's
    /// description.
    fileprivate var questions: Set<String> {
        var texts: Set<String> = []
        for (text, marks) in [(name, [". ", " - "]), (description, [". ", " - ", ": "])]
        where !text.isEmpty {
            texts.insert(text)
            if text.last == "]", let open = text.lastIndex(of: "[") {
                texts.insert(folded(String(text[text.index(after: open)...].dropLast())))
            }
            for mark in marks {
                for range in text.ranges(of: mark) {
                    texts.insert(folded(String(text[range.upperBound...])))
                }
            }
        }
        return texts
    }
}
