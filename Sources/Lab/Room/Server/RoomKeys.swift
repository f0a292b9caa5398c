import ContentHash
import Diagnostics
import Foundation
import LoopbackServer
import SessionEngine
import Synchronization

/// The access keys of a session's web pages: hashes of links and cookies. They are stored in a file
/// of mode 0600 next to the results file, so a resumed session accepts the same cookies. The file
/// also contains the ids of the announced and the last received zip file, so that a resumed session
/// still waits for an announced file.
final class RoomKeys: Sendable {
    private struct Contents: Codable {
        /// UUID of the session. The access keys are valid only for this session.
        var session: String
        var port: UInt16
        /// Whether the session is in the results file.
        var hasBegun: Bool
        /// The links, keyed by hash; each with its role and whether it was used.
        var links: [String: Link] = [:]
        /// The role that each cookie belongs to, keyed by hash of the cookie.
        var cookies: [String: Role] = [:]
        /// Id of the zip file that the page began to send and that was not received. Nil if there
        /// is none.
        var announced: String?
        /// Id of the zip file that was received last; nil if none was received.
        var received: String?
        /// Id of the zip file that was received last, until it is checked or its task ends.
        var unchecked: String?
    }

    private struct Link: Codable {
        var role: Role
        /// Hash of the text `attempt` in the request that used the link; nil if the link is unused.
        /// A request with the same text may use the link again, because the client may not have
        /// received the response to the earlier request.
        var attempt: String?
    }

    private let path: String
    /// The stored access keys. Guarded by a mutex because requests run on different threads.
    private let contents: Mutex<Contents>

    /// Reads the access keys at `path` if they belong to this session; otherwise starts without
    /// access keys.
    ///
    /// - Parameter isNew: whether the session is not in the results file yet.
    init(at path: String, session: String, isNew: Bool = false) {
        self.path = path
        let own = Self.stored(at: path).flatMap { $0.session == session ? $0 : nil }
        contents = Mutex(own ?? Contents(session: session, port: 0, hasBegun: !isNew))
    }

    private static func stored(at path: String) -> Contents? {
        FileManager.default.contents(atPath: path)
            .flatMap { try? JSONDecoder().decode(Contents.self, from: $0) }
    }

    /// Returns the UUID of a session whose process ended before anything was recorded; nil if there
    /// is none. A new session can use this UUID. Cookies then stay valid, and nobody needs a new
    /// link.
    static func unbegun(at path: String) -> UUID? {
        guard let stored = stored(at: path), !stored.hasBegun else { return nil }
        return UUID(uuidString: stored.session)
    }

    /// Records that the session is in the results file.
    func begin() throws(DiagnosticError) {
        if contents.withLock({ $0.hasBegun }) { return }
        try change { $0.hasBegun = true }
    }

    static func path(_ participant: String, results: String) -> String {
        ControlSocket.roomFile(participant, results: results).path
    }

    /// The port of the session's earlier process; 0 if there was none.
    var port: UInt16 { contents.withLock { $0.port } }

    func keep(port: UInt16) throws(DiagnosticError) { try change { $0.port = port } }

    /// Returns the name of the cookie of `role`. The name contains the role and the port, because
    /// browsers send a cookie to all ports of a host. One browser can therefore open the pages of
    /// several roles and sessions.
    func cookieName(of role: Role) -> String { "room-\(role.rawValue)-\(port)" }

    /// Returns a new link for `role`, which can be used once. Earlier unused links of the role
    /// become invalid.
    func makeLink(for role: Role) throws(DiagnosticError) -> String {
        // The token has 128 bits, so that the link fits into one line of a terminal.
        let token = String(Token.make().prefix(32))
        try change { contents in
            // A used link is kept, so that a client that lost the response can repeat its request.
            contents.links = contents.links.filter {
                $0.value.role != role || $0.value.attempt != nil
            }
            contents.links[sha256(token.utf8)] = Link(role: role)
        }
        return token
    }

    /// Uses a link up. Returns the link's role and a new cookie. Returns nil if the link is
    /// unknown, or if it was already used with a different `attempt`.
    ///
    /// - Parameter attempt: random text. A request with the same text may use the link again. If
    ///   the text is empty, the link cannot be used again.
    func enter(
        _ link: String,
        attempt: String
    ) throws(DiagnosticError) -> (role: Role, cookie: String)? {
        let (cookie, key, mark) = (Token.make(), sha256(link.utf8), sha256(attempt.utf8))
        var role: Role?
        try change { contents in
            guard let found = contents.links[key],
                found.attempt == nil || !attempt.isEmpty && found.attempt == mark
            else { return }
            role = found.role
            contents.links[key]?.attempt = mark
            // A role has only one browser. The new browser's cookie replaces the old cookie.
            contents.cookies = contents.cookies.filter { $0.value != found.role }
            contents.cookies[sha256(cookie.utf8)] = found.role
        }
        return role.map { ($0, cookie) }
    }

    /// Returns the role of a link, used or not; nil if the link is unknown.
    func role(ofLink link: String) -> Role? {
        contents.withLock { $0.links[sha256(link.utf8)]?.role }
    }

    func role(of cookie: String) -> Role? {
        contents.withLock { $0.cookies[sha256(cookie.utf8)] }
    }

    /// Returns the first role in `roles` to which one of the request's cookies belongs; nil if
    /// there is none.
    func role(in cookies: [String: String], among roles: [Role]) -> Role? {
        roles.first { role in
            cookies[cookieName(of: role)].map { self.role(of: $0) == role } ?? false
        }
    }

    /// Returns whether a link of `role` was used, in this process or an earlier one.
    func hasEntered(_ role: Role) -> Bool {
        contents.withLock { $0.cookies.values.contains(role) }
    }

    /// Id of the zip file that the page began to send and that was not received. Nil if there is
    /// none.
    var announcedZip: String? { contents.withLock { $0.announced } }

    /// Id of the zip file that was received last; nil if none was received.
    var receivedZip: String? { contents.withLock { $0.received } }

    /// Id of the zip file that counts at the next check and at the end of the task, in place of the
    /// files on the participant's machine. Nil if there is none.
    var uncheckedZip: String? { contents.withLock { $0.unchecked } }

    /// Records that the zip file `id` was checked, or that its task has ended.
    func settle(zip id: String?) {
        guard id != nil, id == uncheckedZip else { return }
        // A write error is ignored, as in `announce`.
        contents.withLock { $0.unchecked = nil }
        try? change { _ in }
    }

    /// Records that the page begins to send the zip file `id`. If `id` is nil or the id of the zip
    /// file that was received last, records that no zip file is announced.
    func announce(zip id: String?) {
        let isChanged = contents.withLock { contents in
            let before = contents.announced
            contents.announced = id == contents.received ? nil : id
            return contents.announced != before
        }
        // A write error is ignored. This process has the new value; only the next process of the
        // session would read the old value.
        if isChanged { try? change { _ in } }
    }

    /// Records that the zip file `id` was received. Another zip file that the page has announced
    /// meanwhile stays announced.
    func receive(zip id: String) throws(DiagnosticError) {
        try change { contents in
            if contents.announced == id { contents.announced = nil }
            (contents.received, contents.unchecked) = (id, id)
        }
    }

    func remove() {
        unlink(path)
        unlink(path + ControlSocket.newRoomFile)
    }

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
                    "the access keys of the session's pages can't be saved: "
                        + "\(error.localizedDescription)",
                    fix: "check that the disk has free space and that you may write to this folder",
                    status: .inputOutput
                )
            }
            contents = new
        }
    }

    /// Replaces the file at `path`. The file is never readable by others and never incomplete.
    private static func write(_ data: Data, to path: String) throws {
        let new = path + ControlSocket.newRoomFile
        unlink(new)
        let descriptor = open(new, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw POSIXError(.init(rawValue: errno) ?? .EIO) }
        do {
            let file = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
            try file.write(contentsOf: data)
            try file.synchronize()
            guard rename(new, path) == 0 else { throw POSIXError(.init(rawValue: errno) ?? .EIO) }
        } catch {
            // Removes the temporary file, because its name contains the participant's code.
            unlink(new)
            throw error
        }
    }
}
