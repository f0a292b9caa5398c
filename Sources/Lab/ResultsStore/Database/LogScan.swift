import ContentHash
import Foundation
import GRDB
import Synchronization

/// A digest of a session's events: the number of events, and the SHA-256 of one line for each
/// event. A line contains the event's stamp, kind and payload as stored.
///
/// The digest must not depend on the study definition that was used for an import. The start event
/// of an imported session contains the hash of that definition, and is therefore left out.
package struct EventDigest: Sendable, Hashable {
    package var events: Int
    package var hash: String
}

/// Data of the log that the derived tables do not contain, read in one pass.
struct LogScan: Sendable {
    var digests: [Int64: EventDigest] = [:]
    /// Ids of the sessions for which the derived tables may lack data. These sessions have an
    /// interruption, an amended answer, a repeated check, a reversed exclusion, or text after a NUL
    /// character.
    var beyondTables: Set<Int64> = []
    /// The numbers of each session's events, keyed by session id.
    var numbers: [Int64: EventNumbers] = [:]

    private var session: Int64?
    private var bytes: [UInt8] = []
    private var events = 0

    /// Creates a scan by reading parts of the log from `parts` until none is left. Several scans on
    /// different threads can share `parts`.
    init(_ db: Database, _ parts: LogParts) throws {
        while let sessions = parts.take() { try read(db, sessions, parts) }
    }

    private mutating func read(
        _ db: Database,
        _ sessions: ClosedRange<Int64>,
        _ parts: LogParts
    ) throws {
        let rows = try ScannedRows(
            db,
            sql: """
                SELECT session, kind, coalesce(monotonic_ns, 0), coalesce(wall_us, 0),
                    coalesce(boot, ''), payload, id, number
                FROM events
                WHERE session BETWEEN \(sessions.lowerBound) AND \(sessions.upperBound)
                    AND id <= \(parts.last)
                ORDER BY session, number
                """
        )
        while try rows.next() {
            let (session, kind, payload) = (rows.integer(0), rows.bytes(1), rows.bytes(5))
            numbers[session, default: EventNumbers()].add(rows.integer(7), id: rows.integer(6))
            if kind.isEqual(to: LogScan.resumed) || kind.isEqual(to: LogScan.rechecked)
                || kind.isEqual(to: LogScan.included) || payload.holdsEscapedNUL
                || kind.isEqual(to: LogScan.answered) && payload.holds(LogScan.amendment)
            {
                beyondTables.insert(session)
            }
            if kind.isEqual(to: LogScan.started), parts.imported.contains(session) { continue }
            begin(session)
            add(rows.integer(2))
            add(rows.integer(3))
            add(rows.bytes(4), endingWith: 0x20)
            add(kind, endingWith: 0x20)
            add(payload, endingWith: 0x0A)
            events += 1
        }
        close()
        session = nil
    }

    mutating func add(_ other: LogScan) {
        digests.merge(other.digests) { one, _ in one }
        beyondTables.formUnion(other.beyondTables)
        numbers.merge(other.numbers) { one, _ in one }
    }

    private static let started = Array("sessionStarted".utf8)
    private static let resumed = Array("sessionResumed".utf8)
    private static let rechecked = Array("checkRepeated".utf8)
    private static let included = Array("included".utf8)
    private static let answered = Array("answered".utf8)
    private static let amendment = Array("\"amendment\":".utf8)

    private mutating func begin(_ next: Int64) {
        guard session != next else { return }
        close()
        session = next
    }

    private mutating func close() {
        if let session { digests[session] = EventDigest(events: events, hash: sha256(bytes)) }
        bytes.removeAll(keepingCapacity: true)
        events = 0
    }

    private mutating func add(_ number: Int64) {
        if number == 0 { bytes.append(0x30) } else { bytes.append(contentsOf: "\(number)".utf8) }
        bytes.append(0x20)
    }

    private mutating func add(_ text: UnsafeRawBufferPointer, endingWith end: UInt8) {
        bytes.append(contentsOf: text)
        bytes.append(end)
    }
}

/// The log, divided into parts for several threads. A thread that has finished a part takes the
/// next one. Each part is taken once.
final class LogParts: Sendable {
    /// Id of the last event to read; later events are ignored.
    let last: Int64
    /// Ids of sessions that were imported from files of other programs.
    let imported: Set<Int64>
    private let parts: [ClosedRange<Int64>]
    private let taken = Mutex(0)

    init(_ db: Database, upTo last: Int64) throws {
        self.last = last
        imported = Set(try db.values("SELECT id FROM sessions WHERE source = 'import'"))
        let ids: [Int64] = try db.values("SELECT id FROM sessions ORDER BY id")
        let size = max(100, ids.count / 16)
        parts = stride(from: 0, to: ids.count, by: size).map { start in
            ids[start]...ids[min(start + size, ids.count) - 1]
        }
    }

    func take() -> ClosedRange<Int64>? {
        taken.withLock { next in
            guard next < parts.count else { return nil }
            defer { next += 1 }
            return parts[next]
        }
    }
}

extension UnsafeRawBufferPointer {
    /// Whether the JSON text in this buffer contains the escape `\u0000`.
    fileprivate var holdsEscapedNUL: Bool { holds(escapedNUL) }

    fileprivate func holds(_ bytes: [UInt8]) -> Bool {
        guard var at = baseAddress, let first = bytes.first else { return false }
        let end = at + count
        while let found = memchr(at, Int32(first), end - at) {
            if end - UnsafeRawPointer(found) >= bytes.count,
                memcmp(found, bytes, bytes.count) == 0
            {
                return true
            }
            at = UnsafeRawPointer(found) + 1
        }
        return false
    }
}

private let escapedNUL = Array("\\u0000".utf8)
