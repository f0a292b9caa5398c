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
        let entries = Dictionary(uniqueKeysWithValues: sample.entries.map { ($0.session, $0) })
        var found: [Int64: Session] = [:]
        var current: (entry: Entry, bytes: [UInt8], events: Int)?
        func close() {
            guard let (entry, bytes, events) = current else { return }
            found[entry.session] = Session(
                participant: entry.participant,
                events: events,
                hash: sha256(bytes)
            )
        }
        try store.forEachEvent { session, kind, stamp, payload in
            if current?.entry.session != session {
                close()
                current = entries[session].map { ($0, [], 0) }
            }
            guard let entry = current?.entry, !entry.isImported || kind != "sessionStarted" else {
                return
            }
            let head = "\(stamp.monotonic) \(stamp.wall) \(stamp.boot) \(kind) "
            current?.bytes.append(contentsOf: head.utf8)
            current?.bytes.append(contentsOf: payload)
            current?.bytes.append(0x0A)
            current?.events += 1
        }
        close()
        sessions = sample.entries.compactMap { found[$0.session] }
    }
}
