import CSV
import Diagnostics
import StudyDefinition

extension Questionnaire.Item {
    /// Returns the answer in a cell of a form's export: options, a number or text. An option is
    /// found by its label or by one of its `aliases`. An empty cell is a missing answer. The
    /// answer's `raw` is the unchanged text of the cell.
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
            meaning = Double(text).flatMap {
                $0.isFinite && $0 >= min ?? $0 && $0 <= max ?? $0 ? .number($0) : nil
            }
        case .text: meaning = .text(cell.text)
        }
        guard let meaning else { return .failure(refusal(of: text, at: cell.place)) }
        return .success(AnswerValue(raw: cell.text, meaning: meaning))
    }

    private func refusal(of text: String, at place: Diagnostic.Place) -> DiagnosticError {
        DiagnosticError(
            "unknown-answer",
            at: place,
            "\"\(text)\" is not an answer to item \"\(id)\"",
            expected: expectation,
            fix: hasLabels
                ? "correct the cell, or add this spelling as an alias of an option" : nil
        )
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

    /// Returns the ids of the options in `text`, a list of labels separated by commas or
    /// semicolons. Nil if a part of the list is not a label. Labels may contain separators
    /// themselves, so parts that span several separators are tried too.
    private func several(_ text: String, among options: [Questionnaire.Option]) -> Set<String>? {
        if let whole = options.named(text) { return [whole.id] }
        for index in text.indices where text[index] == "," || text[index] == ";" {
            guard let first = options.named(folded(String(text[..<index]))) else { continue }
            let rest = folded(String(text[text.index(after: index)...]))
            if let others = several(rest, among: options) { return others.union([first.id]) }
        }
        return nil
    }
}

extension [Questionnaire.Option] {
    fileprivate func named(_ text: String) -> Questionnaire.Option? {
        first { ([$0.label] + $0.aliases).contains { folded($0) == text } }
    }
}
