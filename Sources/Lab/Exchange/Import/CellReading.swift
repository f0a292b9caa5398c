import CSV
import Diagnostics
import StudyDefinition

extension Questionnaire.Item {
    /// Returns the answer in a cell of a form's export: chosen options, a number or a text. An
    /// option is found by its label or by one of its `aliases`. An empty cell is a missing answer.
    /// The answer's `raw` is the unchanged text of the cell.
    func read(_ cell: CSVTable.Cell) -> Result<AnswerValue, DiagnosticError> {
        let text = folded(cell.text)
        guard !text.isEmpty else { return .success(AnswerValue(raw: "", meaning: .missing)) }
        let meaning: AnswerValue.Meaning?
        switch kind {
        case .single(let options): meaning = options.named(text).map { .options([$0.id]) }
        case .multiple(let options):
            meaning = several(text, among: options).map { chosen in
                .options(options.map(\.id).filter(chosen.contains))
            }
        case .scale(let min, let max, _, _):
            meaning = Int(text).flatMap { $0 >= min && $0 <= max ? .number(Double($0)) : nil }
        case .number(let min, let max, _):
            meaning = number(text).flatMap {
                $0 >= min ?? $0 && $0 <= max ?? $0 ? .number($0) : nil
            }
        case .text: meaning = .text(cell.text)
        }
        guard let meaning else { return .failure(refusal(of: text, at: cell.place)) }
        return .success(AnswerValue(raw: cell.text, meaning: meaning))
    }

    /// Whether the item asks for a number of at most 1. If so, `85 %` means 0.85 instead of 85.
    var isProportion: Bool {
        if case .number(_, let max?, _) = kind { max <= 1 } else { false }
    }

    /// Returns the number in a text that may end with a percent sign; nil if the text is not a
    /// number.
    private func number(_ text: String) -> Double? {
        guard text.last == "%" else { return Double(decimal: text) }
        return Double(decimal: withoutPercentSign(text)).map {
            isProportion ? $0 / 100 : $0
        }
    }

    /// Returns whether the text is the label or an alias of an option, or the label of an end of
    /// the scale. Ignores case, so `none` matches the option `None`.
    func hasLabel(_ text: String) -> Bool {
        let labels: [String] =
            switch kind {
            case .single(let options), .multiple(let options):
                options.flatMap { [$0.label] + $0.aliases }
            case .scale(_, _, let minLabel, let maxLabel): [minLabel, maxLabel].compactMap(\.self)
            case .number, .text: []
            }
        return labels.contains { folded($0).lowercased() == text.lowercased() }
    }

    private func refusal(of text: String, at place: Diagnostic.Place) -> DiagnosticError {
        DiagnosticError(
            "unknown-answer",
            at: place,
            "\"\(text)\" is not an answer to item \"\(id)\"" + unknownOptions(in: text),
            expected: expectation,
            fix: hasLabels
                ? "correct the cell, or add this spelling to the `aliases` of an option in the "
                    + "questionnaire's file" : nil
        )
    }

    /// Returns the end of an error message about a cell's text: the names of up to three unknown
    /// options that the text lists. Returns an empty string if the item is not multiple-choice, if
    /// `text` is not a list, or if all options are known.
    private func unknownOptions(in text: String) -> String {
        guard case .multiple(let options) = kind else { return "" }
        func parts(_ text: String) -> [String] {
            text.split { $0 == "," || $0 == ";" }.map { folded(String($0)) }.filter { !$0.isEmpty }
        }
        let known = Set(options.flatMap { [$0.label] + $0.aliases }.flatMap(parts))
        let all = parts(text)
        let unknown = all.filter { !known.contains($0) }
        guard all.count > 1, !unknown.isEmpty else { return "" }
        let names = unknown.prefix(3).map { "\"\($0)\"" }.joined(separator: " or ")
        return ": no option is named \(names)"
    }

    private var hasLabels: Bool {
        switch kind {
        case .single, .multiple: true
        case .scale, .number, .text: false
        }
    }

    private var expectation: String {
        switch kind {
        case .single(let options):
            "one of " + options.map { "\"\($0.label)\"" }.joined(separator: ", ")
        case .multiple(let options):
            "some of " + options.map { "\"\($0.label)\"" }.joined(separator: ", ")
                + ", separated by commas"
        case .scale(let min, let max, _, _): "a whole number from \(min) to \(max)"
        case .number(let min, let max, _):
            "a number" + (min.map { " from \($0)" } ?? "") + (max.map { " up to \($0)" } ?? "")
        case .text: "text"
        }
    }

    /// Returns the ids of the options that `text` lists. Commas or semicolons separate the labels,
    /// but a label may also contain these characters. Returns nil if the text is not a list of
    /// labels.
    private func several(_ text: String, among options: [Questionnaire.Option]) -> Set<String>? {
        let ids = options.idsByLabel
        let longest = ids.keys.map(\.utf8.count).max() ?? 0
        let isSeparator: (Character) -> Bool = { $0 == "," || $0 == ";" }
        // Separators divide the text into parts. One or more adjacent parts form a label.
        let ends = text.indices.filter { isSeparator(text[$0]) } + [text.endIndex]
        let starts = [text.startIndex] + ends.dropLast().map { text.index(after: $0) }
        // For each part, the option ids in the text from this part to the end; nil if that text is
        // not a list of labels.
        var chosen: [Set<String>?] = Array(repeating: nil, count: starts.count) + [[]]
        for first in starts.indices.reversed() {
            func label(to last: Int) -> String? {
                let part = text[starts[first]..<ends[last]]
                // A text that is much longer than the longest label is not a label. The limit
                // allows for extra spaces and for decomposed characters.
                return part.utf8.count > 3 * longest + 64 ? nil : folded(String(part))
            }
            for last in [starts.count - 1] + Array(first..<starts.count - 1) {
                guard let label = label(to: last) else {
                    if last == starts.count - 1 { continue } else { break }
                }
                guard let id = ids[label], let others = chosen[last + 1] else { continue }
                chosen[first] = others.union([id])
                break
            }
        }
        return chosen[0]
    }
}

extension [Questionnaire.Option] {
    fileprivate func named(_ text: String) -> Questionnaire.Option? {
        first { ([$0.label] + $0.aliases).contains { folded($0) == text } }
    }

    /// The ids of the options, keyed by label and by alias. If several options have the same label,
    /// the label belongs to the first option.
    fileprivate var idsByLabel: [String: String] {
        Dictionary(
            flatMap { option in ([option.label] + option.aliases).map { (folded($0), option.id) } },
            uniquingKeysWith: { first, _ in first }
        )
    }
}
