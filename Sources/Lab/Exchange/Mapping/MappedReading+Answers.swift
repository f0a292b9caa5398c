import CSV
import Diagnostics
import ResultsStore
import StudyDefinition

extension MappedReading {
    mutating func readAnswers(
        _ row: [CSVTable.Cell],
        _ condition: String?,
        _ person: inout Person
    ) {
        let submitted = cell(mapping.submitted, row).flatMap { $0.text.isEmpty ? nil : $0.text }
        var found:
            [(
                questionnaire: String, item: Questionnaire.Item, cell: CSVTable.Cell,
                of: Mapping.Answer?
            )] = []
        for answer in mapping.answers ?? [] {
            guard let cell = cell(answer.column, row),
                let item = item(answer.questionnaire, answer.item)
            else { continue }
            found.append((answer.questionnaire, item, cell, answer))
        }
        if let long = mapping.long, let name = cell(long.item, row),
            let value = cell(long.value, row)
        {
            let text = folded(name.text)
            let known = study.questionnaires.flatMap { questionnaire in
                questionnaire.items.map { (questionnaire.id, $0) }
            }
            if let match = known.first(where: { $0.1.id == text || folded($0.1.text) == text }) {
                found.append((match.0, match.1, value, nil))
            } else {
                problems.append(
                    Diagnostic(
                        "unknown-item",
                        at: name.place,
                        "\"\(text)\" is no question of the study",
                        fix: suggestion(for: text, among: known.map(\.1.id))
                    )
                )
            }
        }
        for (questionnaire, item, cell, answer) in found {
            let perCondition =
                study.placedQuestionnaires.first { $0.questionnaire.id == questionnaire }?
                .perCondition ?? false
            let met = perCondition ? answer?.condition ?? condition : ""
            guard let met else {
                problems.append(
                    Diagnostic(
                        "several-conditions",
                        at: cell.place,
                        "the study has several conditions, and nothing says which this answer "
                            + "belongs to",
                        fix: "add `condition` to the mapping"
                    )
                )
                continue
            }
            if perCondition { meet(met, &person) }
            switch item.read(turned(cell, answer)) {
            case .success(var value):
                value.raw = cell.text
                person.answers.append(
                    Answered(
                        questionnaire: questionnaire,
                        item: item.id,
                        condition: met,
                        value: value,
                        submitted: submitted
                    )
                )
            case .failure(let refusal): problems += refusal.diagnostics
            }
        }
    }

    private func item(_ questionnaire: String, _ id: String) -> Questionnaire.Item? {
        study.questionnaires.first { $0.id == questionnaire }?.items.first { $0.id == id }
    }
}
