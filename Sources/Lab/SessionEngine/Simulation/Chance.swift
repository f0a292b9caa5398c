import Foundation

/// SplitMix64: the same seed draws the same numbers on every machine.
package struct Chance: RandomNumberGenerator, Sendable {
    private var state: UInt64

    package init(seed: UInt64) { state = seed }

    package mutating func next() -> UInt64 {
        state &+= 0x9e37_79b9_7f4a_7c15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xbf58_476d_1ce4_e5b9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94d0_49bb_1331_11eb
        return mixed ^ (mixed >> 31)
    }

    /// In 0 ..< 1.
    package mutating func unit() -> Double { Double(next() >> 11) / 9_007_199_254_740_992 }

    package mutating func happens(_ share: Double) -> Bool { unit() < share }

    /// Standard normal, by Box and Muller.
    package mutating func normal() -> Double {
        let (first, second) = (1 - unit(), unit())
        return (-2 * log(first)).squareRoot() * cos(2 * .pi * second)
    }
}
