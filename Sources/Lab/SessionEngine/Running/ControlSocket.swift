import Foundation

/// Where a session can be reached by `evalrun control`: a Unix socket next to the results file.
package enum ControlSocket {
    /// A socket's path may have about a hundred bytes; a longer one is replaced by one in
    /// ``ownFolder``.
    package static func path(_ participant: String, results: String) -> String {
        let file = URL(fileURLWithPath: results).standardizedFileURL.resolvingSymlinksInPath()
        let path = file.deletingLastPathComponent()
            .appendingPathComponent(".\(file.lastPathComponent).\(participant).control").path
        return path.utf8.count < 100
            ? path : "\(ownFolder)/\(digest(path)).control"
    }

    /// The person's own folder under `/tmp`.
    package static var ownFolder: String { "/tmp/evalrun-\(getuid())" }

    /// FNV-1a, 64 bits: names a socket, protects nothing.
    private static func digest(_ text: String) -> String {
        let hash = text.utf8.reduce(UInt64(0xcbf2_9ce4_8422_2325)) {
            ($0 ^ UInt64($1)) &* 0x100_0000_01b3
        }
        return String(hash, radix: 16)
    }
}
