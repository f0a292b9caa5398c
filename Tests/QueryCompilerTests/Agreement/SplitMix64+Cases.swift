import SeededRandom

extension SplitMix64 {
    mutating func below(_ end: Int) -> Int { Int.random(in: 0..<end, using: &self) }

    /// Whether one case in so many has come.
    mutating func one(in count: Int) -> Bool { below(count) == 0 }

    mutating func pick<T>(_ values: [T], _ otherwise: T) -> T {
        values.randomElement(using: &self) ?? otherwise
    }
}
