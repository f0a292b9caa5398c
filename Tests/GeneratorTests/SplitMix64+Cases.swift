import SeededRandom

extension SplitMix64 {
    mutating func number(_ range: ClosedRange<Int64>) -> Int64 {
        Int64.random(in: range, using: &self)
    }

    /// Whether one case in so many has come.
    mutating func one(in count: Int) -> Bool { Int.random(in: 0..<count, using: &self) == 0 }
}
