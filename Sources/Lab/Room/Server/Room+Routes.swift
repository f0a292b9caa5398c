import Diagnostics
import Foundation
import FrontEnd
import JSON
import LoopbackServer
import ResultsStore
import SessionEngine
import Synchronization

extension Room {
    /// Answers a request for the right host.
    func answer(
        _ request: HTTPRequest,
        _ connection: Connection
    ) throws(HTTPFault) -> HTTPResponse {
        switch (request.method, request.path) {
        case ("GET", "/"): return PageDocument.participant.response
        case ("GET", "/facilitator"): return PageDocument.facilitator.response
        case ("GET", "/enter"): return PageDocument.enter.response
        case ("POST", "/enter"): return try enter(request)
        case ("GET", "/words"): return HTTPResponse(words(for: .participant).json)
        case ("GET", "/control/words"):
            try admit(.facilitator, request)
            return HTTPResponse(words(for: .facilitator).json)
        case ("POST", "/time"):
            _ = try role(of: request, among: [.participant, .facilitator, .machine])
            return HTTPResponse(time)
        case ("GET", "/view"):
            try admit(.participant, request)
            return try view(request, connection, .participant)
        case ("POST", "/press"):
            try admit(.participant, request)
            return HTTPResponse(try press(json(request), .participant))
        case ("GET", "/control/view"):
            try admit(.facilitator, request)
            return try view(request, connection, .facilitator)
        case ("GET", "/control/page"):
            try admit(.facilitator, request)
            return try controlPage(request, connection)
        case ("POST", "/control/press"):
            try admit(.facilitator, request)
            return HTTPResponse(try press(json(request), .facilitator))
        case ("POST", "/control/link"):
            try admit(.facilitator, request)
            return HTTPResponse(try renewParticipantLink())
        default: return try answerWorkspace(request, connection)
        }
    }

    // MARK: - Roles

    /// - Throws: `HTTPFault` if the request has no cookie of one of `roles`.
    func role(of request: HTTPRequest, among roles: [Role]) throws(HTTPFault) -> Role {
        let cookies = request.cookies
        for role in roles {
            if let cookie = cookies[role.cookie], keys.role(of: cookie) == role { return role }
        }
        let isKnown = Role.allCases.contains { role in
            cookies[role.cookie].map { keys.role(of: $0) == role } ?? false
        }
        throw HTTPFault(
            isKnown ? 403 : 401,
            isKnown
                ? "this is not for the \(Role.allCases.first { cookies[$0.cookie] != nil }?.rawValue ?? "")"
                : "this browser has not entered the session",
            fix: "open the link that the facilitator gave you"
        )
    }

    func admit(_ role: Role, _ request: HTTPRequest) throws(HTTPFault) {
        _ = try self.role(of: request, among: [role])
        met(role)
    }

    /// The body of a request that changes something. A form of another page can't send its type.
    func json(_ request: HTTPRequest) throws(HTTPFault) -> [UInt8] {
        let type = request.headers["content-type"]?.lowercased() ?? ""
        guard type.hasPrefix("application/json") else {
            throw HTTPFault(422, "the Content-Type is not application/json")
        }
        guard request.body.count <= RoomLimits.json else {
            throw HTTPFault(413, "the body has more than \(RoomLimits.json) bytes")
        }
        return request.body
    }

    private func enter(_ request: HTTPRequest) throws(HTTPFault) -> HTTPResponse {
        guard let text = String(validating: try json(request), as: UTF8.self),
            let body = try? JSONNode(reading: text), let link = body["link"]?.string
        else { throw HTTPFault(422, "\"link\" is missing") }
        let entered: (role: Role, cookie: String)?
        do {
            entered = try keys.enter(link, attempt: body["attempt"]?.string ?? "")
        } catch {
            throw HTTPFault(500, render(error.diagnostics))
        }
        guard let entered else {
            throw HTTPFault(
                403,
                "this link was used already, or is of another session",
                fix: "ask the facilitator for a new one"
            )
        }
        // A facilitator's page that is closed needs another link; nobody else sees it.
        let next = entered.role == .facilitator ? try? keys.makeLink(for: .facilitator) : nil
        state.withLock { state in
            state.links[entered.role] = next
            state.version += 1
        }
        bell.ring()
        tellStatus()
        var response = HTTPResponse([
            "role": JSONNode(entered.role.rawValue), "page": JSONNode(entered.role.page),
        ])
        let secure = options.address?.isSecure == true ? "; Secure" : ""
        response.headers = [
            (
                "Set-Cookie",
                "\(entered.role.cookie)=\(entered.cookie); Path=/; HttpOnly; SameSite=Strict"
                    + "; Max-Age=604800\(secure)"
            )
        ]
        return response
    }

    /// For a participant whose browser lost its cookie.
    private func renewParticipantLink() throws(HTTPFault) -> JSONNode {
        do throws(DiagnosticError) {
            let link = try keys.makeLink(for: .participant)
            state.withLock { state in
                state.links[.participant] = link
                state.version += 1
            }
            bell.ring()
            tellStatus()
            return ["link": JSONNode(address(of: link))]
        } catch {
            throw HTTPFault(500, render(error.diagnostics))
        }
    }

    /// A fragment is sent to no server and to no log.
    func address(of link: String) -> String { "\(origin)/enter#\(link)" }

    // MARK: - Time and views

    private var time: JSONNode {
        let now = seat.clock.now()
        return ["now": JSONNode("\(now.monotonic)"), "boot": JSONNode(now.boot)]
    }

    /// The view, once it differs from what the page has.
    private func view(
        _ request: HTTPRequest,
        _ connection: Connection,
        _ role: Role
    ) throws(HTTPFault) -> HTTPResponse {
        let seen = request.query["epoch"] == epoch ? Int(request.query["seen"] ?? "") : nil
        wait(for: role, connection) { $0.version == seen && !$0.isClosed }
        let state = current
        guard let screen = state.screen else { throw HTTPFault(503, "the session is opening") }
        noteEnd(role)
        return HTTPResponse(
            role == .facilitator
                ? facilitatorView(screen, state) : participantView(screen, state)
        )
    }

    /// The facilitator's screen for `evalrun control`.
    private func controlPage(
        _ request: HTTPRequest,
        _ connection: Connection
    ) throws(HTTPFault) -> HTTPResponse {
        let seen = request.query["epoch"] == epoch ? Int(request.query["seen"] ?? "") : nil
        wait(for: .facilitator, connection) { $0.version == seen && !$0.isClosed }
        let state = current
        guard var screen = state.screen else { throw HTTPFault(503, "the session is opening") }
        screen.left += " · page \(state.participant.words)"
        // The clock of the other machine is another: it is sent as it reads now.
        if let clock = screen.clock, let since = clock.since {
            let running = since.nanoseconds(to: seat.clock.now()) ?? 0
            screen.clock?.elapsed += running
        }
        let command = EvalrunCommand(["session", "--participant", seat.participant, "--room"]).line
        guard let page = try? ControlPage.encode(screen, command: command) else {
            throw HTTPFault(500, "the screen can't be sent")
        }
        return HTTPResponse([
            "version": JSONNode(state.version), "epoch": JSONNode(epoch),
            "turn": JSONNode(state.facilitatorTurn),
            "page": JSONNode(String(decoding: page, as: UTF8.self)),
        ])
    }

    var current: State { state.withLock { $0 } }

    /// Notes that the view for `role` says that the session is over, if it is.
    func noteEnd(_ role: Role) {
        let isNew = state.withLock { state in
            state.screen?.over != nil && state.told.insert(role).inserted
        }
        if isNew { bell.ring() }
    }

    /// Waits while `isWaiting` holds, a few seconds at most, and not for who has gone.
    func wait(for role: Role, _ connection: Connection, while isWaiting: (State) -> Bool) {
        count(1, role)
        _ = bell.wait(RoomLimits.wait) {
            state.withLock { isWaiting($0) } && !connection.isClosed
        }
        count(-1, role)
    }

    private func count(_ change: Int, _ role: Role) {
        state.withLock { state in
            switch role {
            case .participant: state.participant.waiting += change
            case .machine: state.machine.waiting += change
            case .facilitator: break
            }
        }
    }
}

extension HTTPRequest {
    var cookies: [String: String] {
        (headers["cookie"] ?? "").split(separator: ";").reduce(into: [:]) { cookies, pair in
            let parts = pair.split(separator: "=", maxSplits: 1)
            guard parts.count == 2 else { return }
            cookies[parts[0].trimmingCharacters(in: .whitespaces)] = String(parts[1])
        }
    }
}

extension Room.State {
    var isEveryoneTold: Bool {
        (told.contains(.participant) || !participant.isConnected)
            && (told.contains(.machine) || !machine.isConnected)
    }
}
