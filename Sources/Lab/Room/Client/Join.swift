import ContentHash
package import Diagnostics
package import Foundation
package import SessionEngine

/// The command `evalrun join` on the participant's own machine. It fetches the workspace of each
/// task from the session's server, and uploads the workspace's files when the server requests them.
package final class Join {
    /// Folder that contains the fetched workspaces.
    private let folder: URL
    private let address: RoomLink
    private let tools: JoinTools
    private let opensEditor: Bool
    private let say: (String) -> Void
    private let client: RoomClient
    private var memory: JoinMemory
    /// The last upload whose result was shown to the participant: the random name of the server's
    /// process (`epoch`), and the upload's id and content hash. An upload with the same values is
    /// not sent again. Nil before the first result.
    private var answered: (epoch: String, id: String, hash: String)?
    private var task: MachineView.Task?

    /// - Parameter say: a function that shows a line to the participant.
    package init(
        _ address: RoomLink,
        in folder: URL,
        resources: Resources,
        environment: [String: String],
        opensEditor: Bool,
        say: @escaping (String) -> Void
    ) {
        (self.address, self.folder) = (address, folder)
        (self.opensEditor, self.say) = (opensEditor, say)
        tools = JoinTools(resources: resources, environment: environment)
        let known = JoinMemory.read(in: folder).flatMap { $0.origin == address.origin ? $0 : nil }
        memory = known ?? JoinMemory(origin: address.origin)
        client = RoomClient(
            Curl(origin: address.origin, environment: environment),
            cookie: memory.cookie,
            say: say
        )
    }

    /// Fetches and sends workspaces until the session ends.
    package func run() async throws(DiagnosticError) {
        do {
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
            let lock = try FolderLock(at: folder.appendingPathComponent(".evalrun-join.lock"))
            guard let lock else {
                throw DiagnosticError(
                    "join-folder",
                    at: .init(file: folder.path),
                    "another evalrun join command is running in this folder",
                    fix: "stop that command, or choose another folder with --folder",
                    status: .tryAgain
                )
            }
            defer { lock.release() }
            try await enter()
            try await follow()
        } catch let refusal as RoomClient.Refusal {
            throw refusal.error("join", at: address.origin)
        } catch {
            throw WorkspaceParcel.fault(
                folder,
                "the session's files could not be saved in this folder",
                error
            )
        }
    }

    // MARK: - Entering

    /// Exchanges the link for the session's cookie. Does nothing if an earlier run of `evalrun
    /// join` has already done so.
    private func enter() async throws {
        guard let link = address.link else {
            if memory.cookie != nil { return }
            throw DiagnosticError(
                "join-link",
                at: .init(file: address.origin),
                "this machine has not entered the session",
                fix: "copy the whole command from your page, including the part after the #",
                status: .noPermission
            )
        }
        let hash = sha256(link.utf8)
        if memory.link == hash, memory.cookie != nil { return }
        if memory.link != hash {
            (memory.link, memory.attempt, memory.cookie) = (hash, UUID().uuidString, nil)
            // Stores `attempt` before the link is used. If the answer is lost, a later run can
            // repeat the same attempt.
            try memory.write(in: folder)
        }
        memory.cookie = try await client.enter(link, as: .machine, attempt: memory.attempt)
        try memory.write(in: folder)
    }

    // MARK: - Following

    private func follow() async throws {
        var (seen, epoch): (Int?, String) = (nil, "")
        var wasReplaced = false
        while true {
            let query = seen.map { "?seen=\($0)&epoch=\(Self.encoded(epoch))" } ?? ""
            let response = try await client.send(RoomRequest(path: "/machine/view" + query))
            let view = try MachineView(response.body)
            if seen == nil { say("entered: \(view.study), \(view.code)") }
            (seen, epoch) = (view.version, view.epoch)
            if view.isOver { return try end() }
            if view.isBreak {
                client.pause()
                // The server still answers until its process has ended.
                try await Task.sleep(for: .seconds(1))
                continue
            }
            if let next = view.task, next != task {
                say(next.words)
                task = next
            }
            if view.isReplaced, !wasReplaced {
                say(
                    "the next check uses your zip file; the files on this machine are not sent for "
                        + "that check"
                )
            }
            wasReplaced = view.isReplaced
            if let wanted = view.workspace, wanted != memory.workspace {
                try await fetch(wanted, view)
            }
            // If this task's workspace could not be fetched, the folder contains the files of an
            // earlier task, which must not be sent.
            if let upload = view.wants,
                view.workspace == nil || view.workspace == memory.workspace
            {
                try await send(upload, view)
            }
        }
    }

    private static func encoded(_ text: String) -> String {
        text.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? ""
    }

    private func end() throws {
        memory.cookie = nil
        try memory.write(in: folder)
        say("the session is over; your files are in \(folder.path)")
    }

    // MARK: - Workspaces

    private func fetch(_ id: String, _ view: MachineView) async throws {
        let response: RoomResponse
        do {
            response = try await client.send(RoomRequest(path: "/machine/workspace", timeout: 300))
        } catch let refusal as RoomClient.Refusal where ![401, 403].contains(refusal.status) {
            // The session's state has changed. The next view describes the new state.
            say("the workspace cannot be fetched now: \(refusal.problem)")
            return try await Task.sleep(for: .seconds(1))
        }
        let name = "\(memory.count + 1)-\(Self.fileName(view.task?.id ?? "workspace"))"
        let place = folder.appendingPathComponent(name)
        // If the folder exists, an earlier run ended before it recorded the workspace.
        if FileManager.default.fileExists(atPath: place.path) {
            let aside = folder.appendingPathComponent("\(name)-\(UUID().uuidString.prefix(8))")
            try FileManager.default.moveItem(at: place, to: aside)
        }
        let files = try WorkspaceParcel(place, ignoring: view.ignore).unpack(response.body)
        let hasScript = try tools.writeEnvironment(in: place)
        let lines = try tools.link(view.links, in: place)
        (memory.workspace, memory.folder, memory.count) = (id, name, memory.count + 1)
        memory.hasScript = hasScript
        try memory.write(in: folder)
        say("fetched \(files.words): \(place.path)")
        lines.forEach(say)
        tellTools(view)
        if opensEditor { say(tools.openEditor(view.open, in: place)) }
    }

    private func tellTools(_ view: MachineView) {
        let missing = tools.missing(view.tools)
        if !missing.isEmpty {
            say("these tools are not installed on this machine: \(missing.joined(separator: ", "))")
        }
        if missing.count < view.tools.count {
            say("to use the study's tools, run this command in the fetched folder: . ./env")
        }
    }

    /// Returns a safe file name made from `text`, which comes from the session's server. Replaces
    /// all characters except ASCII letters, digits, "-" and "_" by "-".
    private static func fileName(_ text: String) -> String {
        let plain = text.unicodeScalars.map { scalar -> Character in
            switch scalar {
            case "a"..."z", "A"..."Z", "0"..."9", "-", "_": Character(scalar)
            default: "-"
            }
        }
        return String(plain.prefix(60))
    }

    private func send(_ upload: String, _ view: MachineView) async throws {
        guard let name = memory.folder else { return }
        let place = folder.appendingPathComponent(name)
        let parcel = WorkspaceParcel(
            place,
            ignoring: view.ignore,
            links: Set(view.links.keys),
            papers: memory.hasScript ? [JoinTools.environmentFile] : []
        )
        let (zip, files): ([UInt8], ParcelFiles)
        do throws(DiagnosticError) { (zip, files) = try parcel.pack() } catch {
            return tell(view, upload, "", "not sent: " + render(error.diagnostics))
        }
        let hash = sha256(zip)
        if let answered, answered == (view.epoch, upload, hash) { return }
        do {
            let path = "/machine/workspace?id=\(Self.encoded(upload))"
            _ = try await client.send(RoomRequest(path: path, body: .zip(zip), timeout: 300))
            let leftOut = files.leftOut.joined(separator: ", ")
            let left = leftOut.isEmpty ? "" : "; not sent: \(leftOut)"
            tell(view, upload, hash, "sent \(files.words)\(left)")
        } catch let refusal as RoomClient.Refusal where refusal.status == 409 {
            // Either the server accepted this upload earlier and its response was lost, or the
            // server no longer waits for this upload.
            tell(
                view,
                upload,
                hash,
                "sent \(files.words), but the session already has these files or no longer needs them"
            )
        } catch let refusal as RoomClient.Refusal where ![401, 403].contains(refusal.status) {
            let fix = refusal.fix.map { "; \($0)" } ?? ""
            tell(view, upload, hash, "not accepted: \(refusal.problem)\(fix)")
        }
    }

    /// Shows `line` to the participant, unless the previous call was for the same upload with the
    /// same content.
    private func tell(_ view: MachineView, _ upload: String, _ hash: String, _ line: String) {
        let now = (view.epoch, upload, hash)
        if answered.map({ $0 == now }) != true { say(line) }
        answered = now
    }
}
