import Diagnostics
import Statistics

/// A warning about a possible mistake in answers or in their processing. No data are excluded: the
/// report lists the warning, and the reader decides.
package struct DataQualityWarning: Sendable, Hashable {
    package enum Kind: String, Sendable {
        case wrongItemCount = "wrong-item-count"
        case outOfRange = "out-of-range"
        case straightLining = "straight-lining"
        case bothDirections = "both-directions"
        case opposedItem = "opposed-item"
        case inconsistentScales = "inconsistent-scales"
        case sameAnswer = "same-answer"
        case reversalMiscoded = "reversal-miscoded"
        case directionMisread = "direction-misread"
    }

    package var kind: Kind
    /// Index of the response; nil for a warning about all responses together.
    package var response: Int?
    /// The finding, as a clause.
    package var finding: String
}

extension Instrument {
    /// Returns the warnings for one response.
    package func suspicions(in response: Response) -> [DataQualityWarning] {
        let count = response.answers.count
        if count != items.count {
            let known =
                otherCounts.contains(count)
                ? "; another version of the questionnaire has \(count)" : ""
            return [DataQualityWarning(kind: .wrongItemCount, finding: wrongCount(count) + known)]
        }
        if let fault = fault(in: response) {
            return [DataQualityWarning(kind: .outOfRange, finding: fault)]
        }
        var found: [DataQualityWarning] = []
        func add(_ kind: DataQualityWarning.Kind, _ finding: String) {
            found.append(DataQualityWarning(kind: kind, finding: finding))
        }
        if isStraightLine(response) {
            add(.straightLining, "all \(response.answered) answers are the same")
        }
        if agreesWithBothDirections(response) {
            add(
                .bothDirections,
                "all answers, even those to reversed items, are on the same side of the scale"
            )
        }
        for trap in traps {
            switch trap {
            case .opposedItem(let number, let by):
                if let gap = opposition(of: number, response), gap >= by {
                    let title = items[number - 1].name ?? "item \(number)"
                    add(
                        .opposedItem,
                        "the answer to \(title) is \(plain(gap)) above the mean of the other "
                            + "answers"
                    )
                }
            case .inconsistentScales(let by, let scales):
                let count = inconsistentScales(response, by: by)
                if count >= scales {
                    add(
                        .inconsistentScales,
                        "in \(count) subscales, the answers contradict each other"
                    )
                }
            case .sameAnswer(let limit):
                let most = mostFrequent(response)
                if most > limit, !isStraightLine(response) {
                    add(.sameAnswer, "\(most) of \(items.count) answers are the same")
                }
            }
        }
        return found
    }

    /// Returns whether the response has at least four answers, all of them equal.
    package func isStraightLine(_ response: Response) -> Bool {
        let answers = response.answers.compactMap(\.self)
        return answers.count > 3 && Set(answers).count == 1
    }

    /// Returns whether all answers are on the same side of the middle of their scales, although
    /// they include answers to reversed and to other items. False if there are fewer than four
    /// answers.
    package func agreesWithBothDirections(_ response: Response) -> Bool {
        let answered = zip(items, response.answers).filter { $0.1 != nil }
        let directions = Set(answered.map { $0.0.reversed })
        guard answered.count > 3, directions.count == 2 else { return false }
        let sides = answered.compactMap { item, answer in
            answer.map { $0 - item.scale.midpoint }
        }
        return sides.allSatisfy { $0 > 0 } || sides.allSatisfy { $0 < 0 }
    }

    /// Returns the number of subscales in which the highest and the lowest answer differ by more
    /// than `by`. Answers to reversed items are mirrored first. A subscale is a score computed from
    /// some, but not all, of the items.
    package func inconsistentScales(_ response: Response, by: Double) -> Int {
        scores.count { score in
            guard case .items(let numbers) = score.source, numbers.count < items.count else {
                return false
            }
            let aligned = numbers.compactMap { number in
                response.answers[number - 1].map(items[number - 1].aligned)
            }
            guard let least = aligned.min(), let most = aligned.max() else { return false }
            return most - least > by
        }
    }

    /// Returns the number of items that got the response's most frequent answer.
    package func mostFrequent(_ response: Response) -> Int {
        let answers = response.answers.compactMap(\.self)
        return Dictionary(grouping: answers) { $0 }.values.map(\.count).max() ?? 0
    }

    /// Returns the difference between the answer to an item and the mean of the response's other
    /// answers. Nil if the item has no answer, or if the response has no other answers.
    private func opposition(of number: Int, _ response: Response) -> Double? {
        guard let answer = response.answers[number - 1] else { return nil }
        let others = response.answers.enumerated().filter { $0.offset != number - 1 }
            .compactMap(\.element)
        return mean(others).value.map { answer - $0 }
    }

    func wrongCount(_ count: Int) -> String {
        "there \(count == 1 ? "is" : "are") \(counted(count, "answer")), but the questionnaire has "
            + counted(items.count, "item")
    }
}
