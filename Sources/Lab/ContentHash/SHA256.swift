/// SHA-256 (FIPS 180-4). The hashes identify snapshots, study definitions and generated files. They
/// reveal accidental changes, but do not stop an attacker. DEPENDENCIES.md explains why the project
/// has its own implementation.
package struct SHA256 {
    private var state: (UInt32, UInt32, UInt32, UInt32, UInt32, UInt32, UInt32, UInt32) = (
        0x6a09_e667, 0xbb67_ae85, 0x3c6e_f372, 0xa54f_f53a,
        0x510e_527f, 0x9b05_688c, 0x1f83_d9ab, 0x5be0_cd19
    )
    /// The last bytes passed to ``update(_:)`` that do not fill a block of 64 bytes yet.
    private var pending: [UInt8] = []
    private var length: UInt64 = 0

    package init() {}

    package mutating func update(_ bytes: some Collection<UInt8>) {
        let isDone: Void? = bytes.withContiguousStorageIfAvailable {
            add(UnsafeRawBufferPointer($0))
        }
        if isDone == nil { Array(bytes).withUnsafeBytes { add($0) } }
    }

    /// Returns the digest of everything passed to ``update(_:)``, as 64 lowercase hexadecimal
    /// digits.
    package consuming func finish() -> String {
        let words = words()
        return String(unsafeUninitializedCapacity: 64) { text in
            for at in 0..<64 {
                let digit = UInt8(words[at / 8] >> UInt32(28 - at % 8 * 4) & 15)
                text[at] = digit < 10 ? 0x30 + digit : 0x57 + digit
            }
            return 64
        }
    }

    /// Returns the digest of everything passed to ``update(_:)``, as 32 bytes.
    package consuming func bytes() -> [UInt8] {
        let words = words()
        return (0..<32).map { UInt8(truncatingIfNeeded: words[$0 / 4] >> UInt32(24 - $0 % 4 * 8)) }
    }

    private consuming func words() -> [UInt32] {
        let bits = length &* 8
        var last = pending
        last.append(0x80)
        last.append(contentsOf: repeatElement(0, count: (120 - last.count % 64) % 64))
        for shift in stride(from: 56, through: 0, by: -8) {
            last.append(UInt8(truncatingIfNeeded: bits >> UInt64(shift)))
        }
        last.withUnsafeBytes { compress($0) }
        return [state.0, state.1, state.2, state.3, state.4, state.5, state.6, state.7]
    }

    private mutating func add(_ bytes: UnsafeRawBufferPointer) {
        length += UInt64(bytes.count)
        var rest = bytes[...]
        if !pending.isEmpty {
            let missing = rest.prefix(64 - pending.count)
            pending.append(contentsOf: missing)
            rest = rest.dropFirst(missing.count)
            guard pending.count == 64 else { return }
            let block = pending
            pending.removeAll(keepingCapacity: true)
            block.withUnsafeBytes { compress($0) }
        }
        let whole = rest.prefix(rest.count / 64 * 64)
        compress(UnsafeRawBufferPointer(rebasing: whole))
        pending.append(contentsOf: rest.dropFirst(whole.count))
    }

    /// Updates the hash state with the next blocks of the hashed data.
    ///
    /// - Parameter blocks: complete blocks of 64 bytes.
    private mutating func compress(_ blocks: UnsafeRawBufferPointer) {
        roundConstants.withUnsafeBufferPointer { k in
            withUnsafeTemporaryAllocation(of: UInt32.self, capacity: 64) { w in
                for start in stride(from: 0, to: blocks.count, by: 64) {
                    expand(blocks, start, into: w)
                    mix(w, k)
                }
            }
        }
    }

    private func expand(
        _ blocks: UnsafeRawBufferPointer,
        _ start: Int,
        into w: UnsafeMutableBufferPointer<UInt32>
    ) {
        for i in 0..<16 {
            w[i] = UInt32(
                bigEndian: blocks.loadUnaligned(fromByteOffset: start + i * 4, as: UInt32.self)
            )
        }
        for i in 16..<64 {
            let s0 = rotate(w[i - 15], 7) ^ rotate(w[i - 15], 18) ^ w[i - 15] >> 3
            let s1 = rotate(w[i - 2], 17) ^ rotate(w[i - 2], 19) ^ w[i - 2] >> 10
            w[i] = w[i - 16] &+ s0 &+ w[i - 7] &+ s1
        }
    }

    private mutating func mix(
        _ w: UnsafeMutableBufferPointer<UInt32>,
        _ k: UnsafeBufferPointer<UInt32>
    ) {
        var (a, b, c, d, e, f, g, h) = state
        for i in stride(from: 0, to: 64, by: 8) {
            round(a, b, c, &d, e, f, g, &h, k[i] &+ w[i])
            round(h, a, b, &c, d, e, f, &g, k[i + 1] &+ w[i + 1])
            round(g, h, a, &b, c, d, e, &f, k[i + 2] &+ w[i + 2])
            round(f, g, h, &a, b, c, d, &e, k[i + 3] &+ w[i + 3])
            round(e, f, g, &h, a, b, c, &d, k[i + 4] &+ w[i + 4])
            round(d, e, f, &g, h, a, b, &c, k[i + 5] &+ w[i + 5])
            round(c, d, e, &f, g, h, a, &b, k[i + 6] &+ w[i + 6])
            round(b, c, d, &e, f, g, h, &a, k[i + 7] &+ w[i + 7])
        }
        state = (
            state.0 &+ a, state.1 &+ b, state.2 &+ c, state.3 &+ d,
            state.4 &+ e, state.5 &+ f, state.6 &+ g, state.7 &+ h
        )
    }

    /// Computes one of the 64 rounds of the compression function. From round to round, the caller
    /// rotates the arguments `a` to `h`, so no values are copied between the eight working
    /// variables.
    @inline(__always)
    private func round(
        _ a: UInt32,
        _ b: UInt32,
        _ c: UInt32,
        _ d: inout UInt32,
        _ e: UInt32,
        _ f: UInt32,
        _ g: UInt32,
        _ h: inout UInt32,
        _ word: UInt32
    ) {
        let s1 = rotate(e, 6) ^ rotate(e, 11) ^ rotate(e, 25)
        let t1 = h &+ s1 &+ (g ^ e & (f ^ g)) &+ word
        let s0 = rotate(a, 2) ^ rotate(a, 13) ^ rotate(a, 22)
        d = d &+ t1
        h = t1 &+ s0 &+ (a & b | c & (a | b))
    }

    @inline(__always)
    private func rotate(_ word: UInt32, _ by: UInt32) -> UInt32 { word &>> by | word &<< (32 - by) }
}

/// Returns the SHA-256 of `bytes`, as 64 lowercase hexadecimal digits.
package func sha256(_ bytes: some Collection<UInt8>) -> String {
    var hash = SHA256()
    hash.update(bytes)
    return hash.finish()
}

private let roundConstants: [UInt32] = [
    0x428a_2f98, 0x7137_4491, 0xb5c0_fbcf, 0xe9b5_dba5, 0x3956_c25b, 0x59f1_11f1, 0x923f_82a4,
    0xab1c_5ed5, 0xd807_aa98, 0x1283_5b01, 0x2431_85be, 0x550c_7dc3, 0x72be_5d74, 0x80de_b1fe,
    0x9bdc_06a7, 0xc19b_f174, 0xe49b_69c1, 0xefbe_4786, 0x0fc1_9dc6, 0x240c_a1cc, 0x2de9_2c6f,
    0x4a74_84aa, 0x5cb0_a9dc, 0x76f9_88da, 0x983e_5152, 0xa831_c66d, 0xb003_27c8, 0xbf59_7fc7,
    0xc6e0_0bf3, 0xd5a7_9147, 0x06ca_6351, 0x1429_2967, 0x27b7_0a85, 0x2e1b_2138, 0x4d2c_6dfc,
    0x5338_0d13, 0x650a_7354, 0x766a_0abb, 0x81c2_c92e, 0x9272_2c85, 0xa2bf_e8a1, 0xa81a_664b,
    0xc24b_8b70, 0xc76c_51a3, 0xd192_e819, 0xd699_0624, 0xf40e_3585, 0x106a_a070, 0x19a4_c116,
    0x1e37_6c08, 0x2748_774c, 0x34b0_bcb5, 0x391c_0cb3, 0x4ed8_aa4a, 0x5b9c_ca4f, 0x682e_6ff3,
    0x748f_82ee, 0x78a5_636f, 0x84c8_7814, 0x8cc7_0208, 0x90be_fffa, 0xa450_6ceb, 0xbef9_a3f7,
    0xc671_78f2,
]
