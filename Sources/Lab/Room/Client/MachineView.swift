import Diagnostics
import JSON

/// The session's state, as the session's server sends it to the participant's machine.
struct MachineView: Sendable {
    var version: Int
    var epoch: String
    var study: String
    var code: String
    var task: Task?
    /// Name of the workspace that is prepared for the current task. Each prepared workspace has a
    /// new name. Nil if no workspace is prepared.
    var workspace: String?
    var open: [String]
    var tools: [String]
    var ignore: [String]
    /// Targets of the study's symbolic links, keyed by path. `{store}` in a target stands for the
    /// folder of the compiled CacheStore library that is shipped with evalrun.
    var links: [String: String]
    /// Id of the upload that the server waits for; nil if it waits for none.
    var wants: String?
    /// Whether a zip file from the participant's page counts at the next check, in place of the
    /// files on this machine.
    var isReplaced: Bool
    /// Whether the session has ended and cannot be continued.
    var isOver: Bool
    /// Whether the session was interrupted. It can be continued later.
    var isBreak: Bool

    struct Task: Sendable, Hashable {
        var id: String
        var title: String
        /// Position of the task, from 1, such as 2 in `task 2 of 6`. Nil if the server does not
        /// send it.
        var number: Int?
        var count: Int?

        /// The task as text, such as `task 2 of 6: List the countries`.
        var words: String {
            guard let number, let count else { return "task: \(title)" }
            return "task \(number) of \(count): \(title)"
        }
    }

    init(_ bytes: [UInt8]) throws(DiagnosticError) {
        guard let json = JSONNode(utf8: bytes), let version = json["version"]?.integer,
            let epoch = json["epoch"]?.string
        else {
            throw DiagnosticError(
                "join-answer",
                "the server at this address does not run a session",
                fix: "check the address, and use the same version of evalrun on both machines",
                status: .unavailable
            )
        }
        (self.version, self.epoch) = (version, epoch)
        study = json["study"]?.string ?? ""
        code = json["code"]?.string ?? ""
        workspace = json["workspace"]?.string
        open = Self.texts(json["open"])
        tools = Self.texts(json["tools"])
        ignore = Self.texts(json["ignore"])
        wants = json["wants"]?.string
        isReplaced = json["zip"]?.kind == .boolean(true)
        isOver = json["over"]?.kind == .boolean(true)
        isBreak = json["break"]?.kind == .boolean(true)
        links = (json["links"]?.members ?? []).reduce(into: [:]) { $0[$1.key] = $1.value.string }
        if let found = json["task"], let id = found["id"]?.string {
            task = Task(
                id: id,
                title: found["title"]?.string ?? id,
                number: found["number"]?.integer,
                count: found["count"]?.integer
            )
        }
    }

    private static func texts(_ node: JSONNode?) -> [String] {
        (node?.elements ?? []).compactMap(\.string)
    }
}
