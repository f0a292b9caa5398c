import ContentHash
package import Foundation

/// An event as it is stored and synchronized, with the data that link it into its session's hash
/// chain.
///
/// The chain contains only a digest of each event: the hash of a random salt and the event. An
/// erasure deletes events and salts but keeps the digests. The chain can then still be verified,
/// but reveals nothing about the contents.
package struct ChainedEvent: Sendable, Hashable {
    /// Number of the event within the session: 1, 2, 3, …
    package var number: Int
    /// Schema version of the evalrun that recorded the event.
    package var version: Int
    package var kind: String
    /// Time of the event; nil for an event that was not observed live.
    package var stamp: Stamp?
    /// The event's data as JSON, byte for byte as recorded.
    package var payload: String
    /// Identity of the copy of the results file that recorded the event.
    package var origin: UUID
    /// 16 random bytes that are hashed together with the event. Without them, the digest could
    /// confirm guesses about the event's contents.
    package var salt: Data

    package init(
        number: Int,
        version: Int,
        kind: String,
        stamp: Stamp?,
        payload: String,
        origin: UUID,
        salt: Data
    ) {
        (self.number, self.version, self.kind) = (number, version, kind)
        (self.stamp, self.payload, self.origin, self.salt) = (stamp, payload, origin, salt)
    }

    /// SHA-256 of the salt and the event, 32 bytes. The origin is not included, so the same event
    /// has the same digest in every copy.
    package var digest: [UInt8] {
        var hash = SHA256()
        hash.update(salt)
        hash.update(content.utf8)
        return hash.bytes()
    }

    /// The event's fields joined into one text. Only the last field can contain line breaks.
    var content: String {
        let time = stamp.map { "\($0.monotonic)\n\($0.wall)\n\($0.boot)" } ?? "\n\n"
        return "\(number)\n\(version)\n\(kind)\n\(time)\n\(payload)"
    }

    /// Returns the hash of the chain up to and including this event.
    package func hash(after previous: [UInt8]) -> [UInt8] {
        HashChain.link(digest, after: previous)
    }
}

/// The hash chain of a session: each hash is the SHA-256 of its predecessor and a digest.
package enum HashChain {
    /// Hash that precedes the first event.
    package static let start = [UInt8](repeating: 0, count: 32)

    package static func link(_ digest: some Collection<UInt8>, after previous: [UInt8]) -> [UInt8] {
        var hash = SHA256()
        hash.update(previous)
        hash.update(digest)
        return hash.bytes()
    }

    /// Returns an unpredictable salt.
    static func salt() -> Data {
        var generator = SystemRandomNumberGenerator()
        return salt(generator.next(), generator.next())
    }

    private static func salt(_ words: UInt64...) -> Data {
        words.reduce(into: Data()) { data, word in
            withUnsafeBytes(of: word) { data.append(contentsOf: $0) }
        }
    }
}
