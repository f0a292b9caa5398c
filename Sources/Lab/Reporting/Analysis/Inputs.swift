import ContentHash
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

    var sessions: [Session]

    /// SHA-256 over the sessions' hashes, one line each.
    var hash: String { sha256(Array(sessions.map { $0.hash + "\n" }.joined().utf8)) }

    init(_ sample: Sample) {
        sessions = sample.entries.compactMap { entry in
            sample.digests[entry.session].map {
                Session(participant: entry.participant, events: $0.events, hash: $0.hash)
            }
        }
    }
}
