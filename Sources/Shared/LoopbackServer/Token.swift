/// Random secrets. A page that sends the secret proves that it is allowed to send requests.
package enum Token {
    /// Returns 256 random bits as 64 hexadecimal digits.
    package static func make() -> String {
        var random = SystemRandomNumberGenerator()
        return (0..<4).map { _ in
            let digits = String(UInt64.random(in: .min ... .max, using: &random), radix: 16)
            return String(repeating: "0", count: 16 - digits.count) + digits
        }.joined()
    }

    /// Returns whether the tokens are equal. The duration of the comparison does not reveal where
    /// tokens of the same length differ.
    package static func isEqual(_ given: String, _ wanted: String) -> Bool {
        let (given, wanted) = (Array(given.utf8), Array(wanted.utf8))
        guard given.count == wanted.count else { return false }
        return zip(given, wanted).reduce(0) { $0 | ($1.0 ^ $1.1) } == 0
    }
}
