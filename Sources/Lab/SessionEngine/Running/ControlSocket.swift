package import Foundation

/// The Unix socket through which `evalrun control` connects to a session. It is next to the results
/// file.
package enum ControlSocket {
    /// Returns the path of the socket. The system limits a socket's path to about a hundred bytes.
    /// A path of 100 bytes or more is therefore replaced by a path in ``ownFolder``.
    package static func path(_ participant: String, results: String) -> String {
        let file = URL(fileURLWithPath: results).standardizedFileURL.resolvingSymlinksInPath()
        let path = file.deletingLastPathComponent()
            .appendingPathComponent(".\(file.lastPathComponent).\(participant).control").path
        return path.utf8.count < 100
            ? path : "\(ownFolder)/\(digest(path)).control"
    }

    /// The user's private folder in `/tmp`.
    package static var ownFolder: String { "/tmp/evalrun-\(getuid())" }

    /// Returns the 64-bit FNV-1a hash of `text`. The hash is used only in the socket's name and has
    /// no security purpose.
    private static func digest(_ text: String) -> String {
        let hash = text.utf8.reduce(UInt64(0xcbf2_9ce4_8422_2325)) {
            ($0 ^ UInt64($1)) &* 0x100_0000_01b3
        }
        return String(hash, radix: 16)
    }

    /// Returns the file in which a session with web pages stores the hashes of its links and
    /// cookies.
    package static func roomFile(_ participant: String, results: String) -> URL {
        let file = URL(fileURLWithPath: results)
        return file.deletingLastPathComponent()
            .appendingPathComponent(".\(file.lastPathComponent).\(participant).room")
    }

    /// Suffix of a room file that is not completely written. It remains if the process is killed.
    package static let newRoomFile = ".new"
}
