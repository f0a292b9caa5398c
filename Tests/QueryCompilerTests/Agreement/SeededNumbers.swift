/// Numbers that are the same for the same seed: SplitMix64, by Steele, Lea and Flood (2014).
struct SeededNumbers: RandomNumberGenerator {
    private var state: UInt64

    init(seed: UInt64) {
        state = seed
    }

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var z = state
        z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
        z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
        return z ^ (z >> 31)
    }

    mutating func below(_ end: Int) -> Int { Int.random(in: 0..<end, using: &self) }

    /// Whether one case in so many has come.
    mutating func one(in count: Int) -> Bool { below(count) == 0 }

    mutating func pick<T>(_ values: [T], _ otherwise: T) -> T {
        values.randomElement(using: &self) ?? otherwise
    }
}
