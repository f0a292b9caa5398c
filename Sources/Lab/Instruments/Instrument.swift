/// A published questionnaire: its items, their scale, and the rules that convert answers to scores.
package struct Instrument: Sendable, Hashable {
    /// The end of a score's range that means a better result.
    package enum Better: String, Sendable, CaseIterable {
        case high, low
        /// Published forms of the instrument disagree on the better end, so the study must declare
        /// it.
        case declared
    }

    package struct Scale: Sendable, Hashable {
        package var min: Double
        package var max: Double
        package var low: String?
        package var high: String?
        /// Distance between adjacent possible answers. Applies to answers given in a session, but
        /// not to imported answers.
        package var step: Double
        /// Whether answers are whole numbers. False for a visual analogue scale, where an answer
        /// can be any number between the ends.
        package var whole: Bool

        package var midpoint: Double { (min + max) / 2 }

        /// Returns whether an answer can be scored: it must be between the ends of the scale. On a
        /// scale of whole numbers with step 1, it must also be a whole number.
        package func contains(_ answer: Double) -> Bool {
            guard answer >= min, answer <= max else { return false }
            // A coarser step applies only to answers in a session. An imported answer may come from
            // a slider, which can give any value.
            return !whole || step != 1 || answer - min == (answer - min).rounded()
        }
    }

    package struct Item: Sendable, Hashable {
        /// The statement that the item presents, or the two words of a word pair.
        package var text: String
        package var name: String?
        package var scale: Scale
        /// Whether a high answer to this item means the opposite of a high answer to the other
        /// items.
        package var reversed: Bool
        /// The factor by which an answer is multiplied before it enters a score.
        package var factor: Double
        /// Whether the item presents two words, which are the words at the ends of its scale.
        package var isWordPair = false

        /// Returns the text of a word pair.
        static func text(left: String, right: String) -> String { "\(left) – \(right)" }

        /// Returns the answer times `factor`. Answers to a reversed item are first mirrored on the
        /// scale, so that high values mean the same for all items.
        package func aligned(_ answer: Double) -> Double {
            (reversed ? scale.min + scale.max - answer : answer) * factor
        }

        /// Returns the distance between the aligned answer and the low end of the scale: 0 to 4 for
        /// an item of SUS.
        package func contribution(_ answer: Double) -> Double {
            aligned(answer) - scale.min * factor
        }
    }

    package struct Score: Sendable, Hashable {
        package enum Source: Sendable, Hashable {
            /// The mean of the answers to some items, which are given by their numbers, from 1.
            case items([Int])
            /// The mean of other scores, which are given by their ids.
            case scores([String])
        }

        package enum Missing: Sendable, Hashable {
            /// At most this many answers may be missing; the score is the mean of the answers
            /// given.
            case upTo(Int)
            /// Any number of answers may be missing, if at least one is given.
            case any
        }

        package struct Weights: Sendable, Hashable {
            package var count: Int
            package var most: Int
        }

        package var id: String
        package var name: String
        package var source: Source
        /// The range to which the score is mapped from the items' scale; nil if the score stays on
        /// that scale.
        package var range: ClosedRange<Double>?
        package var factor: Double
        package var offset: Double
        package var missing: Missing
        /// Rules for the weights that participants assign to the items: the total of all weights,
        /// and the maximum for one item. Nil if the score has no weights.
        package var weights: Weights?
    }

    package var id: String
    package var name: String
    package var source: String
    package var better: Better
    package var scale: Scale
    package var items: [Item]
    package var scores: [Score]
    /// Whether participants may answer "not applicable", which counts as missing.
    package var notApplicable: Bool
    package var norms: Norms?
    package var benchmark: Benchmark?
    package var traps: [Trap]
    /// Numbers of items in other versions of the instrument. A response with one of these numbers
    /// of answers indicates that the wrong version was used.
    package var otherCounts: [Int]
    package var groupScore: GroupScore?

    package enum GroupScore: String, Sendable, CaseIterable { case netPromoter = "net-promoter" }

    package func score(_ id: String) -> Score? { scores.first { $0.id == id } }

    package var hasReversedItems: Bool {
        items.contains(where: \.reversed) && !items.allSatisfy(\.reversed)
    }

    /// Returns a copy of the instrument with the better end that the study declares.
    package func declaring(_ better: Better) -> Instrument {
        var declared = self
        declared.better = better
        return declared
    }
}

/// A pattern of answers that often indicates a mistake. Its limits come from the instrument's
/// handbook or from published data.
package enum Trap: Sendable, Hashable {
    /// The answer to an item is at least `by` above the mean of the other answers, although a high
    /// answer to this item is bad. The first value is the number of the item.
    case opposedItem(Int, by: Double)
    /// In at least `scales` subscales, the highest and the lowest answer differ by more than `by`.
    /// Answers to reversed items are mirrored first.
    case inconsistentScales(by: Double, scales: Int)
    /// A participant gave the same answer to more items than this limit.
    case sameAnswer(moreThan: Int)
}
