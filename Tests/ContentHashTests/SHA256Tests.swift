import ContentHash
import Testing

/// Expected digests: FIPS 180-4 examples and NIST CAVP short messages.
@Suite struct SHA256Tests {
    @Test(arguments: [
        ("", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
        ("abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
        (
            "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
            "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"
        ),
    ])
    func matchesTheStandard(text: String, digest: String) {
        #expect(sha256(Array(text.utf8)) == digest)
    }

    @Test func aMillionLettersInUnevenPieces() {
        var hash = SHA256()
        var left = 1_000_000
        for size in (0...).lazy.map({ $0 * 37 % 1009 + 1 }) where left > 0 {
            hash.update([UInt8](repeating: 0x61, count: min(size, left)))
            left -= min(size, left)
            if left == 0 { break }
        }
        #expect(
            hash.finish() == "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0"
        )
    }
}
