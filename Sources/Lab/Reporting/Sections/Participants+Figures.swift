import ResultsStore
import StudyDefinition

extension ReportAnalysis {
    /// Returns figures of the items with ordered levels; items with the same levels share a figure.
    /// The scores of published instruments have figures of their own.
    func scaleFigures(_ questionnaire: Questionnaire, _ part: Part) -> [Figure] {
        let rated = questionnaire.items.compactMap { item -> ([String], String, [Int])? in
            let values = part.group.answers(questionnaire, item).compactMap { $0?.value }
            return item.levelCounts(of: values).map {
                ($0.levels, questionnaire.heading(of: item), $0.counts)
            }
        }
        return rated.grouped(by: \.0).map { levels, items in
            let chart = DivergingBars(levels: levels, items: items.map { ($0.1, $0.2) })
            let isOdd = chart.levels.count % 2 == 1
            let middle = isOdd ? ", half of the middle level on each side" : ""
            return Figure(
                caption: title(
                    """
                    \(questionnaire.title): how often each level was chosen, lower levels to the \
                    left, higher to the right\(middle). The numbers are counts of participants.
                    """,
                    part
                ),
                name: "Answers: \(questionnaire.title)",
                description: chart.description,
                canvas: chart.canvas
            )
        }
    }
}

extension Questionnaire {
    /// Returns the heading of an item. For an instrument, this is the item's whole text.
    func heading(of item: Item) -> String { instrument == nil ? item.heading : item.text }
}

extension Questionnaire.Item {
    /// Returns the levels of a scale item, and how often each level was chosen. Nil if the item has
    /// no levels or more than 11, or if no level was chosen.
    func levelCounts(of values: [AnswerValue]) -> (levels: [String], counts: [Int])? {
        guard let levels = orderedLevels, levels.count <= 11,
            let counts = counts(of: values)?.map(\.count), counts.contains(where: { $0 > 0 })
        else { return nil }
        return (levels, counts)
    }

    /// Levels of a scale item, from the low end to the high end. Nil if the scale has more than 20
    /// levels, or if the item is not a scale item.
    private var orderedLevels: [String]? {
        guard case .scale(let min, let max, let low, let high) = kind, min < max, max - min < 20
        else { return nil }
        return (min...max).map { level in
            let words = level == min ? low : level == max ? high : nil
            return words.map { "\(level) \($0)" } ?? "\(level)"
        }
    }
}
