/// A questionnaire as published: items, scale, and how answers become scores.
package struct Instrument: Sendable, Hashable {
    /// Which end of the score is the good one.
    package enum Better: String, Sendable, CaseIterable {
        case high, low
        /// Forms differ: a study must say which it used.
        case declared
    }

    package struct Scale: Sendable, Hashable {
        package var min: Double
        package var max: Double
        package var low: String?
        package var high: String?
        /// Answers that a session takes are this far apart.
        package var step: Double
        /// False for a mark on a line: any number within the ends.
        package var whole: Bool

        package var midpoint: Double { (min + max) / 2 }

        /// Whether an answer can be scored: a whole number on a scale of whole numbers one apart, any
        /// number within the ends on another.
        package func contains(_ answer: Double) -> Bool {
            guard answer >= min, answer <= max else { return false }
            // A coarser step is a matter of the form: sliders elsewhere have every value.
            return !whole || step != 1 || answer - min == (answer - min).rounded()
        }
    }

    package struct Item: Sendable, Hashable {
        /// The statement, or the two ends of a word pair.
        package var text: String
        package var name: String?
        package var scale: Scale
        /// A high answer is a bad one where for the other items it is a good one.
        package var reversed: Bool
        /// The factor by which an answer is multiplied before it enters a score.
        package var factor: Double

        /// The answer turned so that all items point the same way.
        package func aligned(_ answer: Double) -> Double {
            (reversed ? scale.min + scale.max - answer : answer) * factor
        }

        /// Steps from the worst answer, if high is good: 0 to 4 for an item of SUS.
        package func contribution(_ answer: Double) -> Double {
            aligned(answer) - scale.min * factor
        }
    }

    package struct Score: Sendable, Hashable {
        package enum Source: Sendable, Hashable {
            /// Numbers of items, from 1.
            case items([Int])
            /// The mean of other scores.
            case scores([String])
        }

        package enum Missing: Sendable, Hashable {
            /// So many answers may be missing; the score is the mean of the others.
            case upTo(Int)
            /// One answer is enough.
            case any
        }

        package struct Weights: Sendable, Hashable {
            package var count: Int
            package var most: Int
        }

        package var id: String
        package var name: String
        package var source: Source
        /// Ends that the ends of the items' scale become.
        package var range: ClosedRange<Double>?
        package var factor: Double
        package var offset: Double
        package var missing: Missing
        /// Weights given with the answers: how many there are in all, and at most for one item.
        package var weights: Weights?
    }

    package var id: String
    package var name: String
    package var source: String
    package var licence: String
    package var better: Better
    package var scale: Scale
    package var items: [Item]
    package var scores: [Score]
    /// Whether "not applicable" is an answer, which counts as missing.
    package var notApplicable: Bool
    package var norms: Norms?
    package var benchmark: Benchmark?
    package var traps: [Trap]
    /// Numbers of items in other versions, by which a wrong version shows.
    package var otherCounts: [Int]
    package var groupScore: GroupScore?

    package enum GroupScore: String, Sendable, CaseIterable { case netPromoter = "net-promoter" }

    package func score(_ id: String) -> Score? { scores.first { $0.id == id } }

    package var hasReversedItems: Bool {
        items.contains(where: \.reversed) && !items.allSatisfy(\.reversed)
    }

    /// The instrument in a study that says which end is good.
    package func declaring(_ better: Better) -> Instrument {
        var declared = self
        declared.better = better
        return declared
    }
}

/// A pattern of answers that often means a mistake, with the limits that the instrument's handbook
/// or published data give.
package enum Trap: Sendable, Hashable {
    /// An item answered far above the others although high is bad for it too.
    case opposedItem(Int, by: Double)
    /// Best and worst aligned answer of a scale more than `by` apart, in so many scales.
    case inconsistentScales(by: Double, scales: Int)
    /// More than so many answers are the same.
    case sameAnswer(moreThan: Int)
}
