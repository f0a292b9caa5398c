import JSON
import StudyDefinition

/// Labels of agreement scales. The wording of the labels determines their order.
enum Labels {
    /// Returns pairs of label and number as YAML. If the wording does not determine a number, or if
    /// `isOpen` is true, the number is the placeholder `?`, which the user must replace.
    static func yaml(
        _ labels: Set<String>,
        _ item: Questionnaire.Item,
        isOpen: Bool = false
    ) -> String {
        let numbers = isOpen ? [:] : numbers(labels, item)
        return labels.sorted { one, two in
            (numbers[one] ?? .max, one) < (numbers[two] ?? .max, two)
        }
        .map { "\(jsonText($0)): \(numbers[$0].map(String.init) ?? FoundTime.open)" }
        .joined(separator: ", ")
    }

    /// Returns the numbers that the labels have on the scale of `item`, keyed by label. The result
    /// is empty unless a known scale contains all labels and has as many steps as the scale of
    /// `item`.
    private static func numbers(_ labels: Set<String>, _ item: Questionnaire.Item) -> [String: Int]
    {
        guard case .scale(let min, let max, _, _) = item.kind else { return [:] }
        let known = scales.first { scale in
            scale.count == max - min + 1 && labels.allSatisfy { scale.contains($0.lowercased()) }
        }
        guard let known else { return [:] }
        return Dictionary(
            uniqueKeysWithValues: labels.map { label in
                (label, min + (known.firstIndex(of: label.lowercased()) ?? 0))
            }
        )
    }

    private static let scales = [
        ["strongly disagree", "disagree", "neither agree nor disagree", "agree", "strongly agree"],
        ["strongly disagree", "disagree", "neutral", "agree", "strongly agree"],
        [
            "strongly disagree", "disagree", "somewhat disagree", "neither agree nor disagree",
            "somewhat agree", "agree", "strongly agree",
        ],
        [
            "stimme überhaupt nicht zu", "stimme nicht zu", "teils/teils", "stimme zu",
            "stimme voll und ganz zu",
        ],
        [
            "stimme gar nicht zu", "stimme eher nicht zu", "teils/teils", "stimme eher zu",
            "stimme voll zu",
        ],
        [
            "zdecydowanie się nie zgadzam", "nie zgadzam się", "nie mam zdania", "zgadzam się",
            "zdecydowanie się zgadzam",
        ],
        [
            "zdecydowanie nie zgadzam się", "raczej nie zgadzam się",
            "ani się zgadzam, ani się nie zgadzam", "raczej zgadzam się",
            "zdecydowanie zgadzam się",
        ],
        ["zdecydowanie nie", "raczej nie", "trudno powiedzieć", "raczej tak", "zdecydowanie tak"],
    ]
}
