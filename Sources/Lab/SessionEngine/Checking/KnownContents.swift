import Foundation
import Synchronization

/// A cache of content hashes, keyed by path. A hash is reused only if the file's metadata is
/// unchanged: device, inode, size, permissions, modification time and status-change time.
///
/// A hash is not stored if the file changed two seconds or less before it was read. Some file
/// systems have coarse clocks, so a later change could have the same time stamp.
package final class KnownContents: Sendable {
    private struct Entry {
        var state: FileState
        var hash: String
    }

    /// The cached hashes, keyed by path. Protected by a mutex because a session's checks and its
    /// front end may use the cache at the same time.
    private let entries = Mutex<[[UInt8]: Entry]>([:])

    package init() {}

    /// Two seconds in nanoseconds. No common file system has a coarser timestamp resolution.
    private static let resolution: Int64 = 2_000_000_000

    func hash(of path: String, _ state: FileState) -> String? {
        entries.withLock { entries in
            entries[Array(path.utf8)].flatMap { $0.state == state ? $0.hash : nil }
        }
    }

    /// Stores the content hash of a file, unless the file changed shortly before it was read.
    ///
    /// - Parameter start: time at which reading the file began, in nanoseconds since 1970.
    func note(_ path: String, _ state: FileState, _ hash: String, readFrom start: Int64) {
        guard start - state.changed > Self.resolution else { return }
        entries.withLock { $0[Array(path.utf8)] = Entry(state: state, hash: hash) }
    }

    static var now: Int64 { SessionClock.nanoseconds(CLOCK_REALTIME) }
}
