import Synchronization

/// Versions that resulted from the changes that a ``RemoteRecords`` has sent. A record that was
/// saved still contains the version that it had before.
final class SentVersions: Sendable {
    private struct Record {
        /// Earlier versions, since which only sent changes have modified the record. Nil means that
        /// the record had no version.
        var earlier: [String?] = []
        var last: String
    }

    private struct State {
        var records: [String: Record] = [:]
        var areUsed = false
    }

    /// Maximum number of earlier versions of a record.
    private static let limit = 100
    private let state = Mutex(State())

    /// Notes a record's version as the program states it. While all these versions are nil, the
    /// program does not use versions.
    func note(_ version: String?) {
        if version != nil { state.withLock { $0.areUsed = true } }
    }

    /// Returns the version from which the next change to the record at `path` starts if its last
    /// known version is `version`.
    func current(_ path: String, _ version: String?) -> String? {
        state.withLock { state in
            guard state.areUsed, let record = state.records[path],
                record.earlier.contains(version)
            else { return version }
            return record.last
        }
    }

    /// Stores the version that resulted from a change.
    ///
    /// - Parameters:
    ///   - stated: Version in the program's record.
    ///   - base: Version that the change started from.
    ///   - last: The resulting version; nil if the record was deleted or the remote sent no version.
    func advance(_ path: String, _ stated: String?, _ base: String?, to last: String?) {
        state.withLock { state in
            guard let last else {
                state.records[path] = nil
                return
            }
            var record = Record(last: last)
            // Otherwise, something else may have changed the record before this change.
            if let known = state.records[path], known.last == base {
                record.earlier = known.earlier.filter { $0 != stated && $0 != base }
            }
            record.earlier = Array((record.earlier + [stated, base]).suffix(Self.limit))
            state.records[path] = record
        }
    }

    func forget(_ path: String) { state.withLock { $0.records[path] = nil } }
}
