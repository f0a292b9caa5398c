import CSV
import Diagnostics
import StudyDefinition

/// Assignment of items to the columns of a form's export, according to each item's `header` or
/// text.
struct HeaderMatcher {
    struct PlacedItem {
        var item: Questionnaire.Item
        var questionnaire: String
        var perCondition: Bool

        var key: String { "\(questionnaire)/\(item.id)" }
        /// The expected heading of the item's column in a form's export.
        var heading: String { folded(item.header ?? item.text) }
    }

    enum Column {
        case participant, submitted
        case item(PlacedItem)

        var item: PlacedItem? {
            if case .item(let item) = self { item } else { nil }
        }
    }

    let items: [PlacedItem]

    init(_ study: Study) {
        items = study.placedQuestionnaires.flatMap { questionnaire, perCondition in
            questionnaire.items.map {
                PlacedItem(item: $0, questionnaire: questionnaire.id, perCondition: perCondition)
            }
        }
    }

    func column(for cell: CSVTable.Cell, problems: inout [Diagnostic]) -> Column? {
        let heading = folded(cell.text)
        let found = items.filter {
            [$0.heading, $0.item.text].map(straightened).contains(straightened(heading))
        }
        if let item = found.first {
            guard found.count > 1 else { return .item(item) }
            problems.add(
                "ambiguous-heading",
                at: cell.place,
                "the heading \"\(heading)\" matches \(found.count) items: "
                    + found.map(\.key).joined(separator: ", "),
                fix: "give each item a different `header` in the questionnaire's file"
            )
            return nil
        }
        switch heading.lowercased() {
        case "participant": return .participant
        case "timestamp", "submitted": return .submitted
        default: break
        }
        problems.add(
            "unknown-heading",
            at: cell.place,
            "no item of the study has the heading \"\(heading)\"",
            expected: "the text or the `header` of an item",
            fix: suggestion(for: heading, among: items.map(\.heading))
        )
        return nil
    }
}

/// Returns the text with straight quotation marks and apostrophes. Forms and word processors often
/// replace these with typographic ones. Also normalizes whitespace with ``folded(_:)``.
func straightened(_ text: String) -> String {
    let plain = folded(text)
    // Typographic marks are not ASCII.
    guard plain.utf8.contains(where: { $0 > 0x7F }) else { return plain }
    return String(
        plain.map { character -> Character in
            switch character {
            case "’", "‘", "ʼ", "´": "'"
            case "“", "”", "„", "«", "»": "\""
            default: character
            }
        }
    )
}
