/// Returns a 128-bit hash, as hexadecimal digits, for detecting files that have changed since they
/// were written. The hash is not cryptographic: it detects only accidental changes.
///
/// The algorithm has two lanes. Each lane multiplies and rotates eight bytes at a time, and ends
/// with the final mix of MurmurHash3 (public domain).
package func quickHash(_ bytes: UnsafeRawBufferPointer) -> String {
    var a: UInt64 = 0x9E37_79B9_7F4A_7C15 ^ UInt64(bytes.count)
    var b: UInt64 = 0xC2B2_AE3D_27D4_EB4F &+ UInt64(bytes.count)
    // Raw pointers avoid bounds checks. Speed matters because every run hashes all generated files.
    if var next = bytes.baseAddress {
        let end = next + bytes.count
        while end - next >= 8 {
            let word = UInt64(littleEndian: next.loadUnaligned(as: UInt64.self))
            a = rotated((a ^ word) &* 0xFF51_AFD7_ED55_8CCD, 31)
            b = rotated((b &+ word) &* 0xC4CE_B9FE_1A85_EC53, 29) ^ a
            next += 8
        }
    }
    var rest: UInt64 = 0
    for byte in bytes.suffix(bytes.count % 8) { rest = rest << 8 | UInt64(byte) }
    a = finished(a ^ rest)
    b = finished(b &+ rest &+ a)
    return hexadecimal(a) + hexadecimal(b)
}

package func quickHash(_ text: String) -> String {
    var text = text
    return text.withUTF8 { quickHash(UnsafeRawBufferPointer($0)) }
}

private func rotated(_ value: UInt64, _ count: UInt64) -> UInt64 {
    value &<< count | value &>> (64 &- count)
}

private func finished(_ value: UInt64) -> UInt64 {
    var value = value
    value = (value ^ value >> 33) &* 0xFF51_AFD7_ED55_8CCD
    value = (value ^ value >> 33) &* 0xC4CE_B9FE_1A85_EC53
    return value ^ value >> 33
}

private func hexadecimal(_ value: UInt64) -> String {
    let digits = String(value, radix: 16)
    return String(repeating: "0", count: 16 - digits.count) + digits
}
