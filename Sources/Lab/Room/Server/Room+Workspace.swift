import Diagnostics
import Foundation
import JSON
import LoopbackServer
import SessionEngine
import StudyDefinition
import Synchronization

extension Room {
    /// Answers requests for the workspace as a zip file, and requests of the participant's machine.
    func answerWorkspace(
        _ request: HTTPRequest,
        _ connection: Connection
    ) throws(HTTPFault) -> HTTPResponse {
        switch (request.method, request.path) {
        case ("GET", "/workspace.zip"):
            try admit(.participant, request)
            try requireWork()
            return try zip()
        case ("POST", "/workspace"):
            try admit(.participant, request)
            return HTTPResponse(try take(try body(request), from: .participant, upload: nil))
        case ("POST", "/machine-link"):
            try admit(.participant, request)
            _ = try json(request)
            return HTTPResponse(try machineLink())
        case ("GET", "/machine/view"):
            try admit(.machine, request)
            return machineView(request, connection)
        case ("GET", "/machine/workspace"):
            try admit(.machine, request)
            return try zip()
        case ("POST", "/machine/workspace"):
            try admit(.machine, request)
            let upload = request.query["id"] ?? ""
            return HTTPResponse(try take(try body(request), from: .machine, upload: upload))
        case ("GET", _):
            throw HTTPFault(404, "there is nothing at this address", fix: "open the page, /")
        default: throw HTTPFault(405, "\(request.method.prefix(20)) is not supported here")
        }
    }

    // MARK: - Files

    private func requireWork() throws(HTTPFault) {
        guard current.screen?.participant.isAtWork == true else {
            throw HTTPFault(
                409,
                "no task's clock is running",
                fix: "fetch and send files while a task is on the page"
            )
        }
    }

    private func zip() throws(HTTPFault) -> HTTPResponse {
        do throws(DiagnosticError) {
            let bytes = try transfer.withLock { _ throws(DiagnosticError) in
                try WorkspaceParcel(seat.workspace).pack().zip
            }
            var response = HTTPResponse(200, "application/zip", bytes)
            let name = "\(seat.participant)-workspace.zip"
            response.headers = [("Content-Disposition", "attachment; filename=\"\(name)\"")]
            return response
        } catch {
            throw HTTPFault(error)
        }
    }

    private func body(_ request: HTTPRequest) throws(HTTPFault) -> [UInt8] {
        let type = request.headers["content-type"]?.lowercased() ?? ""
        guard type.hasPrefix("application/zip") || type.hasPrefix("application/octet-stream") else {
            throw HTTPFault(422, "the Content-Type is not application/zip")
        }
        return request.body
    }

    /// Replaces the workspace. The participant may upload during a task, and the participant's
    /// machine only if an upload is requested.
    private func take(
        _ zip: [UInt8],
        from role: Role,
        upload: String?
    ) throws(HTTPFault) -> JSONNode {
        let files: ParcelFiles?
        do throws(DiagnosticError) {
            files = try transfer.withLock { _ throws(DiagnosticError) -> ParcelFiles? in
                let isWanted =
                    role == .machine
                    ? upload == current.wanted
                    : current.screen?.participant.isAtWork == true
                guard isWanted else { return nil }
                let files = try WorkspaceParcel(seat.workspace).unpack(zip)
                if role == .machine { state.withLock { $0.wanted = nil } }
                return files
            }
        } catch {
            throw HTTPFault(error)
        }
        guard let files else {
            throw HTTPFault(
                409,
                role == .machine
                    ? "this upload is no longer expected" : "no task's clock is running",
                fix: "send files while a task is on the page"
            )
        }
        changed()
        return ["files": JSONNode(files.count), "bytes": JSONNode(files.bytes)]
    }

    private func changed() {
        state.withLock { $0.version += 1 }
        bell.ring()
        tellStatus()
    }

    // MARK: - The participant's own machine

    private func machineLink() throws(HTTPFault) -> JSONNode {
        do throws(DiagnosticError) {
            let link = try keys.makeLink(for: .machine)
            return ["command": JSONNode("evalrun join '\(address(of: link))'")]
        } catch {
            throw HTTPFault(error)
        }
    }

    private func machineView(_ request: HTTPRequest, _ connection: Connection) -> HTTPResponse {
        let seen = request.query["epoch"] == epoch ? Int(request.query["seen"] ?? "") : nil
        wait(for: .machine, connection) { $0.version == seen && !$0.isClosed }
        let state = current
        noteEnd(.machine)
        let project = seat.study.study.project
        return HTTPResponse([
            "version": JSONNode(state.version),
            "epoch": JSONNode(epoch),
            "study": JSONNode(seat.study.study.title),
            "code": JSONNode(seat.participant),
            "task": task(state) ?? .null,
            "workspace": JSONNode(task(state) == nil ? nil : state.workspace),
            "open": JSONNode(project.open),
            "tools": JSONNode(project.tools),
            "ignore": JSONNode(project.ignore),
            "links": JSONNode(
                project.links.sorted { $0.key < $1.key }.map { ($0.key, JSONNode($0.value)) }
            ),
            "wants": JSONNode(state.wanted),
            "over": JSONNode(state.screen?.over != nil),
        ])
    }

    /// The task whose workspace is available, from "ready" until the clock stops. Nil otherwise.
    private func task(_ state: State) -> JSONNode? {
        guard let screen = state.screen, screen.over == nil,
            screen.participant.isAtWork || !screen.participant.own.isEmpty || screen.clock != nil
        else { return nil }
        let words = screen.participant.progress.split(separator: " ")
        let numbers = words.compactMap { Int($0) }
        return [
            "id": JSONNode(screen.participant.title), "title": JSONNode(screen.participant.title),
            "number": JSONNode(numbers.first), "count": JSONNode(numbers.dropFirst().first),
        ]
    }

    /// Waits for an upload that is in progress. Then requests the files of the participant's
    /// machine and waits for them. Returns the reason if they do not arrive in time, otherwise nil.
    package func collect() async -> String? {
        // The check must not read the workspace while an upload replaces its files.
        while transfer.withLockIfAvailable({ _ in }) == nil, !Task.isCancelled {
            try? await Task.sleep(for: .milliseconds(20))
        }
        // A machine that entered during an earlier process of the session will reconnect.
        guard current.machine.hasCome || keys.hasEntered(.machine) else { return nil }
        let upload = UUID().uuidString
        state.withLock { state in
            state.wanted = upload
            state.version += 1
        }
        bell.ring()
        let end = ContinuousClock.now + .seconds(RoomLimits.upload)
        while ContinuousClock.now < end, !Task.isCancelled {
            if state.withLock({ $0.wanted != upload || $0.isClosed }) { return nil }
            try? await Task.sleep(for: .milliseconds(20))
        }
        let words = current.machine.words
        state.withLock { $0.wanted = nil }
        return "The participant's machine has not sent its files (\(words))."
    }
}

extension HTTPFault {
    /// Creates a fault for a page from the first diagnostic of the error.
    fileprivate init(_ error: DiagnosticError) {
        let first = error.diagnostics.first
        let problem = first.map { [$0.place?.file, $0.problem].compactMap { $0 } } ?? []
        let isInput = error.status == .data || error.status == .usage
        self.init(
            isInput ? 422 : 500,
            problem.isEmpty ? "the files could not be taken" : problem.joined(separator: ": "),
            fix: first?.fix
        )
    }
}
