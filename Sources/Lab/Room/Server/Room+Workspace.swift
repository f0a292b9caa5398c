import Diagnostics
import Foundation
import JSON
import LoopbackServer
package import SessionEngine
import StudyDefinition
import Synchronization

extension Room {
    /// Answers the requests about the workspace: those of the participant's page, and those of
    /// `evalrun join` on the participant's machine.
    func answerWorkspace(
        _ request: HTTPRequest,
        _ connection: Connection
    ) throws(HTTPFault) -> HTTPResponse {
        switch (request.method, request.path) {
        case ("GET", "/workspace.zip"): return try zip(request, for: .participant)
        case ("POST", "/workspace"): return try take(request, from: .participant)
        case ("POST", "/zip"): return try announce(request)
        case ("POST", "/machine-link"): return try machineLink(request)
        case ("GET", "/machine/view"): return try machineView(request, connection)
        case ("GET", "/machine/workspace"): return try zip(request, for: .machine)
        case ("POST", "/machine/workspace"): return try take(request, from: .machine)
        case ("GET", _):
            throw HTTPFault(404, "there is nothing at this address", fix: "open the page at /")
        default: throw HTTPFault(405, "\(request.method.prefix(20)) is not supported here")
        }
    }

    // MARK: - Files

    /// Whether the participant's page may fetch and send files. True during a task, and while the
    /// session waits for the participant's files.
    private var takesFiles: Bool {
        let state = current
        guard let screen = state.screen else { return false }
        return screen.participant.isAtWork || awaitsZip(screen) || state.wanted != nil
    }

    /// Whether the page may still send the zip file that it announced.
    func awaitsZip(_ screen: Screen) -> Bool {
        keys.announcedZip != nil && screen.over == nil && !screen.isBeforeGoingOn
    }

    /// Returns the workspace as a zip file. The participant's page may fetch it only if
    /// ``takesFiles`` is true.
    private func zip(_ request: HTTPRequest, for role: Role) throws(HTTPFault) -> HTTPResponse {
        try admit(role, request)
        guard role == .machine || takesFiles else {
            throw HTTPFault(
                409,
                "no task is running",
                fix: "files can be fetched and sent only while the page shows a task"
            )
        }
        let bytes = try answering { () throws(DiagnosticError) in
            try transfer.withLock { _ throws(DiagnosticError) in
                try WorkspaceParcel(seat.workspace).pack().zip
            }
        }
        var response = HTTPResponse(200, "application/zip", bytes)
        let name = "\(seat.participant)-workspace.zip"
        response.headers = [("Content-Disposition", "attachment; filename=\"\(name)\"")]
        return response
    }

    private func body(_ request: HTTPRequest) throws(HTTPFault) -> [UInt8] {
        let type = request.headers["content-type"]?.lowercased() ?? ""
        guard type.hasPrefix("application/zip") || type.hasPrefix("application/octet-stream") else {
            throw HTTPFault(422, "the Content-Type is not application/zip")
        }
        return request.body
    }

    /// Replaces the workspace's files with uploaded files. The participant's page may upload only
    /// if ``takesFiles`` is true, and only files of the current workspace. The participant's
    /// machine may upload only if an upload is requested.
    private func take(_ request: HTTPRequest, from role: Role) throws(HTTPFault) -> HTTPResponse {
        try admit(role, request)
        let zip = try body(request)
        let upload = request.query["id"] ?? ""
        let files = try answering { () throws(DiagnosticError) in
            try transfer.withLock { _ throws(DiagnosticError) -> ParcelFiles? in
                let isAwaited =
                    role == .machine
                    ? upload == current.wanted : takesFiles(of: request.query["workspace"])
                guard isAwaited else { return nil }
                // The machine sends the folder that it fetched for this task.
                let files = try WorkspaceParcel(seat.workspace)
                    .unpack(zip, mayReplaceAll: role == .machine)
                if role == .participant { try keys.receive(zip: upload) }
                // The files from the page replace those that are awaited from the participant's
                // machine.
                state.withLock { $0.wanted = nil }
                return files
            }
        }
        guard let files else {
            let problem =
                if role == .machine {
                    "this upload is no longer expected"
                } else if upload == keys.receivedZip {
                    // The response to the first upload of the file may have been lost.
                    "the session already has these files"
                } else {
                    "the task of these files is not running"
                }
            throw HTTPFault(
                409,
                problem,
                fix: "files can be sent only while the page shows their task"
            )
        }
        change { _ in }
        return HTTPResponse(["files": JSONNode(files.count), "bytes": JSONNode(files.bytes)])
    }

    /// Returns whether the page may now send files of this workspace. The task of the workspace may
    /// have ended during the upload.
    ///
    /// - Parameter workspace: name of the workspace; nil for the current workspace.
    private func takesFiles(of workspace: String?) -> Bool {
        takesFiles && workspace.map { $0 == current.workspace ?? "" } ?? true
    }

    /// Records that the page begins to send a zip file, or no longer sends one. While a zip file is
    /// announced, checks and the end of the task wait for it.
    private func announce(_ request: HTTPRequest) throws(HTTPFault) -> HTTPResponse {
        try admit(.participant, request)
        let body = JSONNode(utf8: try json(request))
        if takesFiles(of: body?["workspace"]?.string) { keys.announce(zip: body?["id"]?.string) }
        return HTTPResponse(["zip": JSONNode(keys.announcedZip)])
    }

    // MARK: - The participant's own machine

    private func machineLink(_ request: HTTPRequest) throws(HTTPFault) -> HTTPResponse {
        try admit(.participant, request)
        _ = try json(request)
        let link = try makeLink(for: .machine)
        return HTTPResponse(["command": JSONNode("evalrun join '\(address(of: link))'")])
    }

    private func machineView(
        _ request: HTTPRequest,
        _ connection: Connection
    ) throws(HTTPFault) -> HTTPResponse {
        try admit(.machine, request)
        let state = newerState(for: .machine, request, connection)
        noteEnd(.machine)
        let (project, task) = (seat.study.study.project, task(state))
        return HTTPResponse([
            "version": JSONNode(state.version),
            "epoch": JSONNode(epoch),
            "study": JSONNode(seat.study.study.printed.title),
            "code": JSONNode(seat.participant),
            "task": task ?? .null,
            "workspace": JSONNode(task == nil ? nil : state.workspace),
            "open": JSONNode(project.open),
            "tools": JSONNode(project.tools),
            "ignore": JSONNode(project.ignore),
            "links": JSONNode(sorted: project.links),
            "wants": JSONNode(state.wanted),
            "zip": JSONNode(keys.uncheckedZip != nil),
            "over": JSONNode(state.screen?.over?.isFinal == true),
            "break": JSONNode(state.screen?.over?.isFinal == false),
        ])
    }

    /// Returns the current task while its workspace is available: from the screen before the clock
    /// starts until the task ends. Nil at other times.
    private func task(_ state: State) -> JSONNode? {
        guard let screen = state.screen, screen.over == nil,
            screen.participant.isAtWork || !screen.participant.own.isEmpty || screen.clock != nil,
            // While the facilitator answers a question, the page's title is not a task's title.
            seat.study.study.printed.tasks.contains(where: {
                $0.title == screen.participant.title
            })
        else { return nil }
        let words = screen.participant.progress.split(separator: " ")
        let numbers = words.compactMap { Int($0) }
        return [
            "id": JSONNode(screen.participant.title), "title": JSONNode(screen.participant.title),
            "number": JSONNode(numbers.first), "count": JSONNode(numbers.dropFirst().first),
        ]
    }

    /// Waits for the zip file that the page announced. If there is none, or if the facilitator
    /// continues without it, requests the files from the participant's machine and waits for them.
    /// If an upload is in progress, waits for it first. If the page has sent a zip file since the
    /// last check, its files count, and none are requested from the machine.
    ///
    /// Returns the reason if the files do not arrive. Returns nil if they arrive, if no machine has
    /// joined, if the facilitator continues without the machine, or if the server is closed.
    ///
    /// - Parameter waiting: a function that is called when a wait begins.
    package func collect(
        _ waiting: @escaping @Sendable (AwaitedFiles) -> Void = { _ in }
    ) async -> String? {
        await finishUpload()
        let end = ContinuousClock.now + .seconds(RoomLimits.upload)
        defer { state.withLock { $0.collectedZip = keys.uncheckedZip } }
        if keys.announcedZip != nil {
            waiting(.zip)
            guard await wait(until: end, while: { self.keys.announcedZip != nil }) else {
                return "The participant's page has not sent its zip file (connection state: "
                    + "\(current.participant.words))."
            }
        }
        if keys.uncheckedZip != nil { return nil }
        // A machine that used its link during an earlier process of the session will reconnect.
        let (machine, isForgone) = (current.machine, current.forgoesMachine)
        guard machine.isConnected || !isForgone && (machine.hasCome || keys.hasEntered(.machine))
        else { return nil }
        let upload = UUID().uuidString
        change { $0.wanted = upload }
        waiting(.machine)
        if await wait(until: end, while: { self.current.wanted == upload }) { return nil }
        let words = current.machine.words
        change { $0.wanted = nil }
        await finishUpload()
        return "The participant's machine has not sent its files (connection state: \(words))."
    }

    /// Waits while `isAwaited` returns true, but at most until `end`. Then waits until no upload is
    /// replacing the workspace's files. Stops waiting if the server is closed or the Swift task is
    /// cancelled.
    ///
    /// - Returns: false if `isAwaited` still returns true and the server is not closed.
    private func wait(
        until end: ContinuousClock.Instant,
        while isAwaited: @Sendable () -> Bool
    ) async -> Bool {
        while isAwaited(), !current.isClosed {
            if ContinuousClock.now >= end || Task.isCancelled { break }
            try? await Task.sleep(for: .milliseconds(20))
        }
        await finishUpload()
        return current.isClosed || !isAwaited()
    }

    package func forgoFiles() {
        let awaitsZip = keys.announcedZip != nil
        keys.announce(zip: nil)
        change { state in
            state.wanted = nil
            if !awaitsZip { state.forgoesMachine = true }
        }
    }

    /// Waits until no upload is replacing the workspace's files. A check or a snapshot must not
    /// read the workspace during an upload.
    private func finishUpload() async {
        while transfer.withLockIfAvailable({ _ in }) == nil, !Task.isCancelled {
            try? await Task.sleep(for: .milliseconds(20))
        }
    }
}
