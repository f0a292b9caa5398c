import ContentHash
import Diagnostics
import Foundation
import LoopbackServer
import Synchronization

/// Who may enter: hashes of the links that were handed out and of the cookies that they became, in a
/// file of mode 0600 next to the results. A session that was killed goes on with the same cookies.
final class RoomKeys: Sendable {
    private struct Contents: Codable {
        /// The session's identity; keys of another session open nothing.
        var session: String
        var port: UInt16
        /// Whether the results file knows the session.
        var hasBegun: Bool
        /// Hash of a link → its use.
        var links: [String: Link] = [:]
        /// Hash of a cookie → its role.
        var cookies: [String: Role] = [:]
    }

    private struct Link: Codable {
        var role: Role
        /// Hash of the attempt that used it up. Its page may ask again: the answer may be lost.
        var attempt: String?
    }

    private let path: String
    /// Requests come on threads of their own.
    private let contents: Mutex<Contents>

    /// The keys at `path`, if they are of this session; otherwise new ones.
    ///
    /// - Parameter isNew: whether the results file does not know the session yet.
    init(at path: String, session: String, isNew: Bool = false) {
        self.path = path
        let own = Self.stored(at: path).flatMap { $0.session == session ? $0 : nil }
        contents = Mutex(own ?? Contents(session: session, port: 0, hasBegun: !isNew))
    }

    private static func stored(at path: String) -> Contents? {
        FileManager.default.contents(atPath: path)
            .flatMap { try? JSONDecoder().decode(Contents.self, from: $0) }
    }

    /// Identity of a session whose process ended before anything was recorded: the next one may go on
    /// as that session, and who has entered need not enter again.
    static func unbegun(at path: String) -> UUID? {
        guard let stored = stored(at: path), !stored.hasBegun else { return nil }
        return UUID(uuidString: stored.session)
    }

    /// Notes that the results file knows the session.
    func begin() throws(DiagnosticError) {
        if contents.withLock({ $0.hasBegun }) { return }
        try change { $0.hasBegun = true }
    }

    static func path(_ participant: String, results: String) -> String {
        let file = URL(fileURLWithPath: results)
        return file.deletingLastPathComponent()
            .appendingPathComponent(".\(file.lastPathComponent).\(participant).room").path
    }

    /// The port of the process before; 0 if there was none.
    var port: UInt16 { contents.withLock { $0.port } }

    func keep(port: UInt16) throws(DiagnosticError) {
        try change { $0.port = port }
    }

    /// A new link for `role`, to be used once. Earlier links of the role that nobody used end.
    func makeLink(for role: Role) throws(DiagnosticError) -> String {
        // 128 bits: short enough for a line of a terminal.
        let token = String(Token.make().prefix(32))
        try change { contents in
            // A used link stays for the attempt that used it.
            contents.links = contents.links.filter {
                $0.value.role != role || $0.value.attempt != nil
            }
            contents.links[Self.hash(token)] = Link(role: role)
        }
        return token
    }

    /// Uses up a link: its role and the cookie that it becomes; nil for an unknown or used one.
    ///
    /// - Parameter attempt: random text of the page that asks; empty if it asks once.
    func enter(
        _ link: String,
        attempt: String
    ) throws(DiagnosticError) -> (role: Role, cookie: String)? {
        let (cookie, key, mark) = (Token.make(), Self.hash(link), Self.hash(attempt))
        var role: Role?
        try change { contents in
            guard let found = contents.links[key],
                found.attempt == nil || !attempt.isEmpty && found.attempt == mark
            else { return }
            role = found.role
            contents.links[key]?.attempt = mark
            // A role has one browser: a new link takes the place of a lost one.
            contents.cookies = contents.cookies.filter { $0.value != found.role }
            contents.cookies[Self.hash(cookie)] = found.role
        }
        return role.map { ($0, cookie) }
    }

    func role(of cookie: String) -> Role? {
        contents.withLock { $0.cookies[Self.hash(cookie)] }
    }

    /// Whether somebody has used up a link of `role`, in this process or an earlier one.
    func hasEntered(_ role: Role) -> Bool {
        contents.withLock { $0.cookies.values.contains(role) }
    }

    func remove() { unlink(path) }

    private static func hash(_ token: String) -> String { sha256(Array(token.utf8)) }

    private func change(_ body: (inout Contents) -> Void) throws(DiagnosticError) {
        let path = path
        try contents.withLock { contents throws(DiagnosticError) in
            var new = contents
            body(&new)
            do {
                try Self.write(JSONEncoder().encode(new), to: path)
            } catch {
                throw DiagnosticError(
                    "room-keys",
                    at: .init(file: path),
                    "the keys of the pages can't be written: \(error.localizedDescription)",
                    fix: "check that the disk has room and that you may write here",
                    status: .inputOutput
                )
            }
            contents = new
        }
    }

    /// Nobody else may read it at any time; an earlier file is replaced whole.
    private static func write(_ data: Data, to path: String) throws {
        let new = "\(path).new"
        unlink(new)
        let descriptor = open(new, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw POSIXError(.init(rawValue: errno) ?? .EIO) }
        let file = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
        try file.write(contentsOf: data)
        try file.synchronize()
        guard rename(new, path) == 0 else { throw POSIXError(.init(rawValue: errno) ?? .EIO) }
    }
}
