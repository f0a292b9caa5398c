import Foundation
import Synchronization

/// Content hashes of files that were read before. A hash is used again only if the file's inode,
/// size, modification and status-change times are the same, and the last change was long enough
/// before the file was read that the file system's clock shows any later one.
package final class KnownContents: Sendable {
    private struct Entry {
        var state: FileState
        var hash: String
    }

    /// The checks of a session and its front end may ask at once.
    private let entries = Mutex<[[UInt8]: Entry]>([:])

    package init() {}

    /// Nanoseconds: more than the resolution of any file system's times.
    private static let resolution: Int64 = 2_000_000_000

    func hash(of path: String, _ state: FileState) -> String? {
        entries.withLock { entries in
            entries[Array(path.utf8)].flatMap { $0.state == state ? $0.hash : nil }
        }
    }

    /// - Parameter start: when the reading of the file began, nanoseconds since 1970.
    func note(_ path: String, _ state: FileState, _ hash: String, readFrom start: Int64) {
        guard start - state.changed > Self.resolution else { return }
        entries.withLock { $0[Array(path.utf8)] = Entry(state: state, hash: hash) }
    }

    static var now: Int64 {
        var time = timespec()
        clock_gettime(CLOCK_REALTIME, &time)
        return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
    }
}
