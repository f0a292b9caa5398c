import ResultsStore
import StudyDefinition

extension ReportAnalysis {
    /// Returns figures of the items with ordered levels; items with the same levels share a figure.
    /// The scores of published instruments have figures of their own.
    func scaleFigures(_ questionnaire: Questionnaire, _ part: Part) -> [Figure] {
        let rated = questionnaire.items.compactMap { item -> ([String], String, [Int])? in
            guard let levels = item.orderedLevels, levels.count <= 11 else { return nil }
            let values = part.group.answers(questionnaire, item).compactMap { $0?.value }
            guard let counts = item.counts(of: values)?.map(\.count),
                counts.contains(where: { $0 > 0 })
            else { return nil }
            return (levels, questionnaire.instrument == nil ? item.heading : item.text, counts)
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

extension Questionnaire.Item {
    /// Levels of a scale item, from the low end to the high end. Nil if the scale has more than 20
    /// levels, or if the item is not a scale item.
    var orderedLevels: [String]? {
        guard case .scale(let min, let max, let low, let high) = kind, min < max, max - min < 20
        else { return nil }
        return (min...max).map { level in
            let words = level == min ? low : level == max ? high : nil
            return words.map { "\(level) \($0)" } ?? "\(level)"
        }
    }
}
