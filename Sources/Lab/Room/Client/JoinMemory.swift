import Diagnostics
import Foundation
import JSON
import SessionEngine

/// The data that `evalrun join` stores between runs, in a file of mode 0600.
struct JoinMemory: Sendable, Equatable {
    var origin = ""
    /// Hash of the link that this machine exchanged for the session's cookie.
    var link = ""
    /// Random text that was sent with the link. If the server's response was lost, the link can be
    /// used again with the same text.
    var attempt = ""
    var cookie: String?
    /// The server's name for the workspace that was fetched last. Nil if none was fetched.
    var workspace: String?
    /// Name of the folder that contains the workspace that was fetched last. Nil if none was
    /// fetched.
    var folder: String?
    /// Whether evalrun wrote the script `env` into the workspace that was fetched last. If not, a
    /// file with this name belongs to the study.
    var hasScript = true
    /// Number of workspaces fetched so far.
    var count = 0

    static let file = ".evalrun-join"

    static func read(in folder: URL) -> JoinMemory? {
        guard let bytes = try? OpenFolder(folder).read(file, upTo: 1 << 16).bytes,
            let json = JSONNode(utf8: bytes), let origin = json["origin"]?.string
        else { return nil }
        return JoinMemory(
            origin: origin,
            link: json["link"]?.string ?? "",
            attempt: json["attempt"]?.string ?? "",
            cookie: json["cookie"]?.string,
            workspace: json["workspace"]?.string,
            folder: json["folder"]?.string,
            hasScript: json["script"]?.kind != .boolean(false),
            count: json["count"]?.integer ?? 0
        )
    }

    func write(in folder: URL) throws(DiagnosticError) {
        let json: JSONNode = [
            "origin": JSONNode(origin), "link": JSONNode(link), "attempt": JSONNode(attempt),
            "cookie": JSONNode(cookie), "workspace": JSONNode(workspace),
            "folder": JSONNode(self.folder), "script": JSONNode(hasScript),
            "count": JSONNode(count),
        ]
        do {
            try OpenFolder(folder).replace(Self.file, with: Data(json.line.utf8), mode: 0o600)
        } catch {
            throw WorkspaceParcel.fault(folder, "the folder cannot be written to", error)
        }
    }
}
