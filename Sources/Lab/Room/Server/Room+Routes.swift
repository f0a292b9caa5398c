import Diagnostics
import Foundation
import FrontEnd
import JSON
import LoopbackServer
import ResultsStore
import SessionEngine
import Synchronization

extension Room {
    /// Answers a request whose host has already been checked.
    func answer(
        _ request: HTTPRequest,
        _ connection: Connection
    ) throws(HTTPFault) -> HTTPResponse {
        switch (request.method, request.path) {
        case ("GET", "/"): return PageDocument.participant.response
        case ("GET", "/facilitator"): return PageDocument.facilitator.response
        case ("GET", "/enter"): return PageDocument.enter.response
        case ("POST", "/enter"): return try enter(request)
        case ("GET", "/words"): return HTTPResponse(words(for: .participant))
        case ("GET", "/control/words"):
            try admit(.facilitator, request)
            return HTTPResponse(words(for: .facilitator))
        case ("POST", "/time"):
            _ = try role(of: request, among: [.participant, .facilitator, .machine])
            return HTTPResponse(time)
        case ("GET", "/view"): return try view(request, connection, .participant)
        case ("POST", "/press"): return try press(request, .participant)
        case ("GET", "/control/view"): return try view(request, connection, .facilitator)
        case ("GET", "/control/page"): return try controlPage(request, connection)
        case ("POST", "/control/press"): return try press(request, .facilitator)
        case ("POST", "/control/link"):
            try admit(.facilitator, request)
            return HTTPResponse(try renewParticipantLink())
        default: return try answerWorkspace(request, connection)
        }
    }

    // MARK: - Roles

    /// Returns the role that the cookies of a request belong to.
    ///
    /// - Throws: `HTTPFault` if the request has no cookie of one of `roles`.
    func role(of request: HTTPRequest, among roles: [Role]) throws(HTTPFault) -> Role {
        let cookies = request.cookies
        if let role = keys.role(in: cookies, among: roles) { return role }
        let isOfMachine = roles == [.machine]
        let command =
            "on the participant's page, choose \"Work on my own machine\" and run the command that it shows"
        guard let own = keys.role(in: cookies, among: Role.allCases) else {
            throw HTTPFault(
                401,
                "this \(isOfMachine ? "machine" : "browser") has not entered the session",
                fix: isOfMachine
                    ? command
                    : "open the link that the facilitator gave you; if it was already used, ask "
                        + "for a new one"
            )
        }
        let others = roles.map(\.words).joined(separator: " and ")
        throw HTTPFault(
            403,
            "this address is only for \(others), but you entered the session as \(own.words)",
            fix: isOfMachine
                ? command
                : own == .machine ? "use \"evalrun join\"" : "open your own page at \(own.page)"
        )
    }

    func admit(_ role: Role, _ request: HTTPRequest) throws(HTTPFault) {
        _ = try self.role(of: request, among: [role])
        met(role)
    }

    /// Returns the JSON body of a request that changes state. The required content type prevents
    /// HTML forms of other sites from sending such requests.
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
        guard let body = JSONNode(utf8: try json(request)), let link = body["link"]?.string
        else { throw HTTPFault(422, "\"link\" is missing") }
        try check(link, client: body["role"]?.string)
        let entered = try answering { () throws(DiagnosticError) in
            try keys.enter(link, attempt: body["attempt"]?.string ?? "")
        }
        guard let entered else {
            throw HTTPFault(
                403,
                "this link was already used, or belongs to another session",
                fix: "ask the facilitator for a new link"
            )
        }
        // Entering a page uses up its link, so a new link is made, for example for another browser.
        // Only the facilitator sees the new link. A machine gets its links from the participant's
        // page.
        let next = entered.role == .machine ? nil : try? keys.makeLink(for: entered.role)
        change { $0.links[entered.role] = next }
        var response = HTTPResponse([
            "role": JSONNode(entered.role.rawValue), "page": JSONNode(entered.role.page),
        ])
        let secure = options.address?.isSecure == true ? "; Secure" : ""
        response.headers = [
            (
                "Set-Cookie",
                "\(keys.cookieName(of: entered.role))=\(entered.cookie); Path=/; HttpOnly"
                    + "; SameSite=Strict; Max-Age=604800\(secure)"
            )
        ]
        return response
    }

    /// Checks that a link is for the role of the client. Called before the link is used up.
    ///
    /// - Parameter client: role of the command that sends the link. Nil for a browser, which may be
    ///   the participant's or the facilitator's.
    private func check(_ link: String, client: String?) throws(HTTPFault) {
        guard let role = keys.role(ofLink: link) else { return }
        if role == .machine, client == nil {
            throw HTTPFault(
                403,
                "this link is for the command evalrun join, not for a browser",
                fix: "run the whole command in a terminal"
            )
        }
        guard let client, client != role.rawValue else { return }
        let fix =
            switch role {
            case .participant: "open the link in the participant's browser"
            case .facilitator: "open the link in a browser, or pass it to \"evalrun control\""
            case .machine: "run the command \"evalrun join\" that the participant's page shows"
            }
        throw HTTPFault(403, "this link is for \(role.words), not for this command", fix: fix)
    }

    /// Creates a new link for a participant whose browser lost its cookie. Returns the link's URL
    /// as JSON.
    private func renewParticipantLink() throws(HTTPFault) -> JSONNode {
        let link = try makeLink(for: .participant)
        change { $0.links[.participant] = link }
        return ["link": JSONNode(address(of: link))]
    }

    func makeLink(for role: Role) throws(HTTPFault) -> String {
        try answering { () throws(DiagnosticError) in try keys.makeLink(for: role) }
    }

    /// Returns the result of `body`. If `body` throws an error, throws it as an HTTP error for a
    /// page.
    func answering<Result>(
        _ body: () throws(DiagnosticError) -> Result
    ) throws(HTTPFault) -> Result {
        do { return try body() } catch { throw HTTPFault(error) }
    }

    /// Returns the URL that contains the secret `link` in its fragment. Browsers do not send
    /// fragments to servers, so no server log contains the link.
    func address(of link: String) -> String { "\(origin)/enter#\(link)" }

    // MARK: - Time and views

    private var time: JSONNode {
        let now = seat.clock.now()
        return ["now": JSONNode("\(now.monotonic)"), "boot": JSONNode(now.boot)]
    }

    /// Returns the current view of the page. If the page already has the current version, first
    /// waits a few seconds for a newer one.
    ///
    /// - Throws: `HTTPFault` if the request is not from a page of `role`, or if the session has no
    ///   screen yet.
    private func view(
        _ request: HTTPRequest,
        _ connection: Connection,
        _ role: Role
    ) throws(HTTPFault) -> HTTPResponse {
        try admit(role, request)
        let state = newerState(for: role, request, connection)
        guard let screen = state.screen else { throw HTTPFault(503, "the session is starting") }
        noteEnd(role)
        return HTTPResponse(
            role == .facilitator ? facilitatorView(screen, state) : participantView(screen, state)
        )
    }

    /// Returns the facilitator's screen for `evalrun control`.
    private func controlPage(
        _ request: HTTPRequest,
        _ connection: Connection
    ) throws(HTTPFault) -> HTTPResponse {
        try admit(.facilitator, request)
        let state = newerState(for: .facilitator, request, connection)
        guard var screen = state.screen else { throw HTTPFault(503, "the session is starting") }
        noteEnd(.facilitator)
        screen.left += " · page \(state.participant.words)"
        screen.notice = screen.notice(with: reminder(screen, state))
        // The other machine's clock differs, so the elapsed time is sent instead of the start time.
        if let clock = screen.clock, let since = clock.since {
            screen.clock?.elapsed += since.nanoseconds(to: seat.clock.now()) ?? 0
        }
        let command = EvalrunCommand(["session", "--participant", seat.participant, "--room"]).line
        guard let page = try? ControlPage.encode(screen, command: command) else {
            throw HTTPFault(500, "the facilitator's screen can't be encoded")
        }
        return HTTPResponse([
            "version": JSONNode(state.version), "epoch": JSONNode(epoch),
            "turn": JSONNode(state.facilitatorTurn),
            "page": JSONNode(String(decoding: page, as: UTF8.self)),
        ])
    }

    var current: State { state.withLock { $0 } }

    /// Records that the server has told `role` that the session ended or was interrupted. Does
    /// nothing if the session still runs.
    func noteEnd(_ role: Role) {
        let isNew = state.withLock { state in
            state.screen?.over != nil && state.told.insert(role).inserted
        }
        if isNew { bell.ring() }
    }

    /// Waits for a version of the state that the sender of the request has not seen. Stops waiting
    /// after a few seconds, or if the connection is closed. Returns the current state.
    func newerState(for role: Role, _ request: HTTPRequest, _ connection: Connection) -> State {
        let seen = request.query["epoch"] == epoch ? Int(request.query["seen"] ?? "") : nil
        count(1, role)
        _ = bell.wait(RoomLimits.wait) {
            state.withLock { $0.version == seen && !$0.isClosed } && !connection.isClosed
        }
        count(-1, role)
        return current
    }

    private func count(_ change: Int, _ role: Role) {
        state.withLock { $0[keyPath: role.presence].waiting += change }
    }
}

extension HTTPFault {
    /// Creates an HTTP error for a page from the first diagnostic of `error`.
    fileprivate init(_ error: DiagnosticError) {
        let first = error.diagnostics.first
        let problem = first.map { [$0.place?.file, $0.problem].compactMap { $0 } } ?? []
        let isInput = error.status == .data || error.status == .usage
        self.init(
            isInput ? 422 : 500,
            problem.isEmpty ? "the files could not be accepted" : problem.joined(separator: ": "),
            fix: first?.fix
        )
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
        Role.allCases.allSatisfy { told.contains($0) || !self[keyPath: $0.presence].isConnected }
    }
}
