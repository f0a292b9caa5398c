/// Zip files with any names, types and flags; nothing is compressed.
struct ZipMaker {
    private var (locals, directory): ([UInt8], [UInt8]) = ([], [])
    private var count = 0

    struct Extras {
        var mode = 0o100644
        /// Of the general purpose bit flag.
        var flags = 0x800
        var method = 0
        /// The name in the local header, where it is another one.
        var localName: [UInt8]?
    }

    mutating func add(_ name: String, _ text: String = "x", mode: Int = 0o100644) {
        add(Array(name.utf8), text, Extras(mode: mode))
    }

    mutating func add(_ name: [UInt8], _ text: String = "x", _ extras: Extras) {
        let bytes = Array(text.utf8)
        let common =
            short(extras.flags) + short(extras.method) + long(0x0021_0000)
            + long(Self.checksum(bytes)) + long(bytes.count) + long(bytes.count)
        let local = extras.localName ?? name
        let offset = locals.count
        locals += long(0x0403_4b50) + short(20) + common + short(local.count) + short(0)
        locals += local + bytes
        directory += long(0x0201_4b50) + short(0x0314) + short(20) + common + short(name.count)
        directory += short(0) + short(0) + short(0) + short(0) + long(extras.mode << 16)
        directory += long(offset) + name
        count += 1
    }

    var bytes: [UInt8] {
        locals + directory + long(0x0605_4b50) + short(0) + short(0) + short(count) + short(count)
            + long(directory.count) + long(locals.count) + short(0)
    }

    private func short(_ value: Int) -> [UInt8] {
        [UInt8(value & 0xff), UInt8(value >> 8 & 0xff)]
    }

    private func long(_ value: Int) -> [UInt8] { short(value) + short(value >> 16) }

    /// CRC-32 of PKZIP.
    private static func checksum(_ bytes: [UInt8]) -> Int {
        var sum: UInt32 = 0xffff_ffff
        for byte in bytes {
            sum ^= UInt32(byte)
            for _ in 0..<8 { sum = sum >> 1 ^ (sum & 1 == 1 ? 0xedb8_8320 : 0) }
        }
        return Int(sum ^ 0xffff_ffff)
    }
}
