import CSV
import Diagnostics
import StudyDefinition

extension MappedReading {
    /// Returns the question that a cell names in a table with one answer in each row: the
    /// questionnaire's id and the item. Returns nil and adds a problem if no item or several items
    /// fit. Items of different questionnaires may have the same id or text.
    mutating func question(
        _ cell: CSVTable.Cell,
        _ long: Mapping.LongAnswers
    ) -> (String, Questionnaire.Item)? {
        let text = folded(cell.text)
        let name = long.items?[text] ?? text
        let named = study.questions(named: name)
        if named.count == 1 { return named[0] }
        let entry =
            text.isEmpty
            ? "fill in the cell" : "add \"\(text)\" to the `items` of `long` in the mapping"
        guard named.isEmpty else {
            let ids = named.map { "\($0.0)/\($0.1.id)" }.joined(separator: ", ")
            repeats.note(
                Diagnostic(
                    "ambiguous-item",
                    at: cell.place,
                    "\"\(name)\" matches \(named.count) questions of the study: \(ids)",
                    fix: "\(entry), with the id of the questionnaire and the item"
                ),
                cell: text
            )
            return nil
        }
        let known = suggestion(for: name, among: study.questionnaires.flatMap(\.items).map(\.id))
            .map { $0.hasSuffix("?") ? "\($0) Otherwise, " : "\($0); otherwise, " }
        repeats.note(
            Diagnostic(
                "unknown-item",
                at: cell.place,
                "\"\(name)\" is not a question of the study",
                expected: "the id or the text of a question",
                fix: (known ?? "") + entry
            ),
            cell: text
        )
        return nil
    }
}

extension Study {
    /// Returns the items with the given name, each with the id of its questionnaire. The name is an
    /// item's id, or the ids of a questionnaire and an item, such as `sus/1`. If no item has this
    /// id, returns the items whose text is `name`.
    func questions(named name: String) -> [(String, Questionnaire.Item)] {
        let all = questionnaires.flatMap { questionnaire in
            questionnaire.items.map { (questionnaire.id, $0) }
        }
        let isPath = name.contains("/")
        let named = all.filter { $1.id == name || isPath && "\($0)/\($1.id)" == name }
        return named.isEmpty ? all.filter { folded($1.text) == name } : named
    }

    func item(_ questionnaire: String, _ id: String) -> Questionnaire.Item? {
        questionnaires.first { $0.id == questionnaire }?.items.first { $0.id == id }
    }
}
