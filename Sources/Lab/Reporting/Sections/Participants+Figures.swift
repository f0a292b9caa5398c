import ResultsStore
import StudyDefinition

extension ReportAnalysis {
    /// Returns figures of the items with ordered levels; items with the same levels share a figure.
    /// The scores of published instruments have figures of their own.
    func scaleFigures(_ questionnaire: Questionnaire, _ part: Part) -> [Figure] {
        var charts: [DivergingBars] = []
        for item in questionnaire.items {
            guard let levels = item.orderedLevels, levels.count <= 11 else { continue }
            let values = part.group.answers(questionnaire, item).compactMap { $0?.value }
            guard let counts = item.counts(of: values)?.map(\.count),
                counts.contains(where: { $0 > 0 })
            else { continue }
            let label = questionnaire.instrument == nil ? item.heading : item.text
            if let index = charts.firstIndex(where: { $0.levels == levels }) {
                charts[index].items.append((label, counts))
            } else {
                charts.append(DivergingBars(levels: levels, items: [(label, counts)]))
            }
        }
        return charts.map { chart in
            let middle = chart.levels.count % 2 == 1 ? ", the middle level on both sides" : ""
            return Figure(
                caption: title(
                    """
                    \(questionnaire.title): how often each level was chosen, lower levels to the \
                    left, higher to the right\(middle). Numbers are participants.
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
    /// Levels of a scale item, from its low end to its high end. Nil for other items: the options
    /// of a choice have no declared order.
    var orderedLevels: [String]? {
        guard case .scale(let min, let max, let low, let high) = kind, min < max, max - min < 20
        else { return nil }
        return (min...max).map { level in
            let words = level == min ? low : level == max ? high : nil
            return words.map { "\(level) \($0)" } ?? "\(level)"
        }
    }
}
