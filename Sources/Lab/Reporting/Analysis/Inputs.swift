import ContentHash
import Diagnostics
import ResultsStore

/// Hashes by which a reader can tell whether two reports were made from the same data.
struct Inputs: Sendable {
    struct Session: Sendable {
        var participant: String
        var events: Int
        /// SHA-256 over the session's events, one line each: stamp, kind and payload as the results
        /// file holds them. The start of an imported session is left out, because it names the
        /// definition that the file was read with.
        var hash: String
    }

    var sessions: [Session] = []

    init(_ sample: Sample, store: ResultsStore) throws(DiagnosticError) {
        for entry in sample.entries {
            let events = try store.events(session: entry.session).filter {
                !entry.isImported || $0.event.kind != .sessionStarted
            }
            var bytes: [UInt8] = []
            for recorded in events {
                let stamp = recorded.stamp
                let head =
                    "\(stamp.monotonic) \(stamp.wall) \(stamp.boot) \(recorded.event.kind.rawValue) "
                bytes += Array(head.utf8)
                do {
                    bytes += Array(try recorded.event.payload())
                } catch {
                    throw DiagnosticError(
                        "unreadable-event",
                        at: .init(file: store.path),
                        "event \(recorded.id) cannot be encoded",
                        fix: "restore the file from a copy"
                    )
                }
                bytes.append(0x0A)
            }
            sessions.append(
                Session(
                    participant: entry.participant,
                    events: events.count,
                    hash: sha256(bytes)
                )
            )
        }
    }
}
