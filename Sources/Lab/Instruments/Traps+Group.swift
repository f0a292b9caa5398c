import Statistics

extension Instrument {
    /// Returns the warnings for each response, and for all responses together.
    package func suspicions(in responses: [Response]) -> [DataQualityWarning] {
        var found: [DataQualityWarning] = []
        for (place, response) in responses.enumerated() {
            for var suspicion in suspicions(in: response) {
                suspicion.response = place
                found.append(suspicion)
            }
        }
        let whole = responses.filter { fault(in: $0) == nil }
        if let finding = miscodedReversal(whole) {
            found.append(DataQualityWarning(kind: .reversalMiscoded, finding: finding))
        }
        found += opposedItems(whole)
        return found
    }

    /// Returns a finding if the answers to reversed items were probably recoded before the import,
    /// or if participants overlooked the reversal.
    ///
    /// For each response, computes two mean deviations from the middle of the scale: one for the
    /// reversed items, and one for the other items. A finding requires all of the following:
    ///
    /// - In at least three responses, both deviations differ from zero.
    /// - In most of these responses, the two deviations have the same sign.
    /// - If there are more than five of these responses, the deviations are not negatively
    ///   correlated across all responses.
    private func miscodedReversal(_ responses: [Response]) -> String? {
        guard hasReversedItems else { return nil }
        let sides = responses.compactMap { response -> (plain: Double, reversed: Double)? in
            func side(_ reversed: Bool) -> Double? {
                let deviations = zip(items, response.answers).compactMap { item, answer in
                    item.reversed == reversed ? answer.map { $0 - item.scale.midpoint } : nil
                }
                return mean(deviations).value
            }
            return side(false).flatMap { plain in side(true).map { (plain, $0) } }
        }
        let taken = sides.filter { $0.plain != 0 && $0.reversed != 0 }
        let same = taken.count { ($0.plain > 0) == ($0.reversed > 0) }
        guard taken.count > 2, same * 2 > taken.count else { return nil }
        let correlation = pearsonCorrelation(sides.map(\.plain), sides.map(\.reversed)).value
        if let correlation, correlation < 0, taken.count > 5 { return nil }
        return
            "in \(same) of \(taken.count) responses, the reversed items were answered on the same "
            + "side of the scale as the other items"
    }

    /// Applies each ``Trap/opposedItem(_:by:)`` to all responses together. Returns a warning if the
    /// median of the trap's item is at least `by` above the mean of the other items' medians.
    /// Returns no warnings if there are fewer than three responses.
    private func opposedItems(_ responses: [Response]) -> [DataQualityWarning] {
        traps.compactMap { trap in
            guard case .opposedItem(let number, let by) = trap, responses.count > 2 else {
                return nil
            }
            let medians = items.indices.map { item in
                median(responses.compactMap { $0.answers[item] }).value
            }
            let others = medians.enumerated().filter { $0.offset != number - 1 }
                .compactMap(\.element)
            guard let own = medians[number - 1], let rest = mean(others).value, own - rest >= by
            else { return nil }
            let title = items[number - 1].name ?? "item \(number)"
            return DataQualityWarning(
                kind: .opposedItem,
                finding:
                    "the median of \(title) is \(plain(own)), but the mean of the other items' medians is \(plain(rest))"
            )
        }
    }
}

/// Returns a warning if participants with good scores on one instrument have bad scores on the
/// other. The scores of one of the instruments then probably have the wrong direction.
///
/// Each argument contains one value of ``Instrument/goodness(_:of:)`` per participant. A warning
/// requires at least three participants, and one of the following:
///
/// - The correlation is −0.5 or less.
/// - The means are on opposite sides of 0.5, and each differs from 0.5 by more than 0.25.
package func directionSuspicion(_ first: [Double], _ second: [Double]) -> DataQualityWarning? {
    guard first.count == second.count, first.count > 2,
        let one = mean(first).value, let two = mean(second).value
    else { return nil }
    let finding: String
    if let correlation = pearsonCorrelation(first, second).value, correlation <= -0.5 {
        finding =
            "participants with better scores on one questionnaire have worse scores on the other"
    } else if (one - 0.5) * (two - 0.5) < 0, abs(one - 0.5) > 0.25, abs(two - 0.5) > 0.25 {
        finding =
            "the answers are near the good end of one questionnaire and the bad end of the other"
    } else {
        return nil
    }
    return DataQualityWarning(kind: .directionMisread, finding: finding)
}
