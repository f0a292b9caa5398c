/// A random number generator that returns the same numbers for the same seed on every machine
/// (Steele, Lea & Flood, OOPSLA 2014). It is not suitable for cryptography.
package struct SplitMix64: RandomNumberGenerator, Sendable {
    private var state: UInt64

    package init(seed: UInt64) { state = seed }

    package mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }

    /// Returns a random number that is uniformly distributed in 0 ..< 1. It is made from the upper
    /// 53 bits of `next()`.
    package mutating func uniform() -> Double { Double(next() >> 11) * 0x1p-53 }

    /// Returns a random index below `count`: `uniform()` times `count`, rounded down.
    package mutating func index(below count: Int) -> Int { Int(uniform() * Double(count)) }
}
