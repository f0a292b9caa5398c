import Foundation
import SeededRandom

extension SplitMix64 {
    mutating func happens(_ share: Double) -> Bool { uniform() < share }

    /// Draws from the standard normal distribution by the Box–Muller method.
    mutating func normal() -> Double {
        let (first, second) = (1 - uniform(), uniform())
        return (-2 * log(first)).squareRoot() * cos(2 * .pi * second)
    }
}
