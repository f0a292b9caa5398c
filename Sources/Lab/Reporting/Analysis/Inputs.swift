import ContentHash
import ResultsStore

/// Hashes that show whether two reports were made from the same data.
struct Inputs: Sendable {
    struct Session: Sendable {
        var participant: String
        var events: Int
        /// SHA-256 of the session's events, one line per event: timestamp, kind and payload as
        /// stored in the results file. The start event of an imported session is left out, because
        /// it depends on the study definition that was used for the import.
        var hash: String
    }

    var sessions: [Session]

    /// SHA-256 of the sessions' hashes, one line per hash.
    var hash: String { sha256(Array(sessions.map { $0.hash + "\n" }.joined().utf8)) }

    init(_ sample: Sample) {
        sessions = sample.entries.compactMap { entry in
            sample.digests[entry.session].map {
                Session(participant: entry.participant, events: $0.events, hash: $0.hash)
            }
        }
    }
}
