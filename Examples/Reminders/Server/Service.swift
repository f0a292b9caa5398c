import Foundation
import LoopbackServer
import Synchronization

/// Behavior of the server. All modes except `normal` simulate a fault, for testing an application.
enum Mode: String, CaseIterable {
    case normal
    /// Each answer is delayed by two seconds.
    case slow
    /// Every request for reminders gets status 503.
    case down
    /// Just before the server handles the next change to a reminder, it renames the reminder, as if
    /// another device had done so. Each reminder is renamed once.
    case conflict
    /// Every change is refused permanently.
    case refuse
    /// Each answer is cut off in the middle of its body. Changes are applied nevertheless.
    case half

    static func unknown(_ name: String) -> HTTPFault {
        let names = allCases.map(\.rawValue).joined(separator: ", ")
        return HTTPFault(404, "there is no mode \"\(name)\"", fix: "choose one of \(names)")
    }
}

/// Service that answers these requests:
///
///     GET    /users/NAME/reminders
///     PUT    /users/NAME/reminders/ID      all fields
///     PATCH  /users/NAME/reminders/ID      some
///     DELETE /users/NAME/reminders/ID
///     GET    /mode
///     PUT    /mode/NAME
final class Service: Sendable {
    private struct State {
        var mode: Mode
        var records: Records
        /// IDs of the reminders that the mode `conflict` has renamed since the mode was set.
        var renamed: Set<String> = []
    }

    private let state: Mutex<State>
    private let file: URL
    private let log: @Sendable (String) -> Void

    init(_ file: URL, mode: Mode, log: @escaping @Sendable (String) -> Void) throws {
        (self.file, self.log) = (file, log)
        state = Mutex(State(mode: mode, records: try Records(file)))
    }

    /// Sets the mode.
    ///
    /// - Throws: `HTTPFault` that lists all modes, if no mode has this name.
    func setMode(_ name: String) throws(HTTPFault) {
        guard let mode = Mode(rawValue: name) else { throw Mode.unknown(name) }
        state.withLock { ($0.mode, $0.renamed) = (mode, []) }
        log("mode \(mode.rawValue)")
    }

    func answer(_ request: HTTPRequest) throws(HTTPFault) -> HTTPResponse {
        let path = request.path.split(separator: "/").map(String.init)
        if path.first == "mode" { return try mode(request, path) }
        guard path.count == 3 || path.count == 4, path[0] == "users", path[2] == "reminders" else {
            throw HTTPFault(404, "there is nothing at \(request.path)")
        }
        let mode = state.withLock { $0.mode }
        if mode == .slow { Thread.sleep(forTimeInterval: 2) }
        var response =
            mode == .down
            ? HTTPResponse(HTTPFault(503, "the server is down for a test"))
            : path.count == 3 ? try list(request, of: path[1]) : try change(request, path)
        if mode == .half {
            response.missing = response.body.count - response.body.count / 2
            response.body = Array(response.body.prefix(response.body.count / 2))
            response.closes = true
        }
        log("\(request.method) \(request.path) \(response.status)")
        return response
    }

    private func mode(
        _ request: HTTPRequest,
        _ path: [String]
    ) throws(HTTPFault) -> HTTPResponse {
        if request.method == "PUT", path.count == 2 { try setMode(path[1]) }
        let mode = state.withLock { $0.mode.rawValue }
        return HTTPResponse(200, "text/plain", Array("\(mode)\n".utf8))
    }

    private func list(_ request: HTTPRequest, of user: String) throws(HTTPFault) -> HTTPResponse {
        guard request.method == "GET" else { throw HTTPFault(405, "a list is only read") }
        let body = try state.withLock { state throws(HTTPFault) in
            try known { try state.records.list(of: user) }
        }
        return HTTPResponse(200, "application/json", Array(body))
    }

    private func change(
        _ request: HTTPRequest,
        _ path: [String]
    ) throws(HTTPFault) -> HTTPResponse {
        guard ["PUT", "PATCH", "DELETE"].contains(request.method),
            let key = request.headers["idempotency-key"]
        else { throw HTTPFault(400, "a change is PUT, PATCH or DELETE, with an Idempotency-Key") }
        let body = request.body.isEmpty ? Data("{}".utf8) : Data(request.body)
        guard let fields = try? JSONDecoder().decode(Fields.self, from: body) else {
            throw HTTPFault(422, "the body is no reminder")
        }
        let change = Change(
            method: request.method,
            user: path[1],
            id: path[3],
            fields: fields,
            key: key,
            version: request.headers["if-match"]
        )
        let answer = try state.withLock { state throws(HTTPFault) in
            try known { try Self.decide(change, &state, file) }
        }
        var response = HTTPResponse(answer.status, "application/json", Array(answer.body))
        response.headers = answer.version.map { [("ETag", $0)] } ?? []
        return response
    }

    private static func decide(
        _ change: Change,
        _ state: inout State,
        _ file: URL
    ) throws -> Answer {
        if state.mode == .conflict, !state.records.hasSeen(change),
            state.records.item(of: change) != nil, state.renamed.insert(change.id).inserted
        {
            state.records.renameElsewhere(change)
        }
        let answer = try state.records.decide(change, isRefused: state.mode == .refuse)
        // The records are stored before the answer is sent.
        try state.records.write(file)
        return answer
    }

    private func known<Value>(_ body: () throws -> Value) throws(HTTPFault) -> Value {
        do { return try body() } catch {
            throw HTTPFault(500, "the server's file cannot be used: \(error.localizedDescription)")
        }
    }
}
