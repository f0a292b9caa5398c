import ContentHash
package import Foundation
import GRDB

/// Identities for simulated sessions, and for sessions that were recorded without an identity. They
/// are name-based UUIDs, so every file derives the same identity for the same session.
package enum SessionIdentity {
    /// Returns a version 8 UUID (RFC 9562): the first 16 bytes of the SHA-256 of `name`.
    package static func uuid(named name: String) -> UUID {
        let digits = Array(sha256(Array(name.utf8)).utf8)
        var bytes = (0..<16).map {
            hexadecimal(digits[2 * $0]) << 4 | hexadecimal(digits[2 * $0 + 1])
        }
        bytes[6] = bytes[6] & 0x0F | 0x80
        bytes[8] = bytes[8] & 0x3F | 0x80
        return bytes.withUnsafeBytes { UUID(uuid: $0.loadUnaligned(as: uuid_t.self)) }
    }

    /// Returns the identity of a session, derived from its events. For a session that was observed
    /// live, only the first event is used, because its time distinguishes the session. Imported
    /// events have no times, so all of them are used. Events recorded after the import are ignored.
    static func uuid(of events: [(stamp: Stamp, event: SessionEvent)]) throws -> UUID {
        try uuid(
            ofLines: events.map {
                Line(
                    stamp: $0.stamp == .unknown ? nil : $0.stamp,
                    kind: $0.event.kind.rawValue,
                    payload: try $0.event.payload()
                )
            }
        )
    }

    /// Returns the identity of a session in the file, derived from its recorded events.
    static func uuid(ofStored session: Int64, in db: Database) throws -> UUID {
        let rows = try db.rows(
            """
            SELECT monotonic_ns, wall_us, boot, kind, payload FROM events
            WHERE session = ? ORDER BY number
            """,
            [session]
        )
        return try uuid(
            ofLines: rows.map {
                Line(stamp: try $0.stamp(0), kind: try $0.get(3), payload: try $0.whole(4))
            }
        )
    }

    private struct Line {
        var stamp: Stamp?
        var kind: String
        var payload: String

        var text: String {
            let time = stamp.map { "\($0.monotonic) \($0.wall) \($0.boot)" } ?? "-"
            return "\(time) \(kind) \(payload)\n"
        }
    }

    private static func uuid(ofLines lines: [Line]) -> UUID {
        let count = max(1, lines.prefix { $0.stamp == nil }.count)
        return uuid(named: "evalrun session\n" + lines.prefix(count).map(\.text).joined())
    }

    private static func hexadecimal(_ digit: UInt8) -> UInt8 {
        digit < 0x3A ? digit - 0x30 : digit - 0x57
    }
}
