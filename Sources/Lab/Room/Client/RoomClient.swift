import Diagnostics
import JSON

/// Client that sends the requests of `evalrun join` and `evalrun control`, and repeats each request
/// until it is answered.
final class RoomClient {
    private let curl: Curl
    private let say: (String) -> Void
    /// The session's cookie as `name=value`; nil until a link has been exchanged for it.
    var cookie: String?
    private var (hasMet, isLost) = (false, false)
    /// The line that tells the user that a lost connection is restored.
    static let restored = "connected again"

    init(_ curl: Curl, cookie: String?, say: @escaping (String) -> Void) {
        (self.curl, self.cookie, self.say) = (curl, cookie, say)
    }

    /// An error response from the server that is not temporary, so the request is not repeated.
    struct Refusal: Error {
        var status: Int
        var problem: String
        var fix: String? = nil

        func error(_ id: String, at origin: String) -> DiagnosticError {
            DiagnosticError(id, at: .init(file: origin), problem, fix: fix, status: .noPermission)
        }
    }

    /// Exchanges a link for the session's cookie.
    ///
    /// - Parameters:
    ///   - role: role of this client. If the link is for another role, the server refuses it, and
    ///     the link remains valid.
    ///   - attempt: random text. A repeated request with the same text can use the link again.
    /// - Returns: the session's cookie.
    func enter(_ link: String, as role: Role, attempt: String) async throws -> String {
        let body: JSONNode = [
            "link": JSONNode(link), "role": JSONNode(role.rawValue), "attempt": JSONNode(attempt),
        ]
        let response = try await send(RoomRequest(path: "/enter", body: .json(body.line)))
        guard let cookie = response.cookie else {
            throw Refusal(status: 200, problem: "the server sent no cookie")
        }
        self.cookie = cookie
        return cookie
    }

    /// Sends a request and returns its response. Repeats the request while the connection or the
    /// server is unavailable.
    ///
    /// - Parameter request: the request; evaluated again for each attempt.
    /// - Throws: `Refusal` if the server responds with an error that is not temporary;
    ///   `DiagnosticError` if there is no response and repeating the request would not help, for
    ///   example if curl is not installed.
    func send(_ request: @autoclosure () -> RoomRequest) async throws -> RoomResponse {
        var pause = 0.5
        while true {
            let problem: String
            do {
                let response = try await curl.send(request(), cookie: cookie)
                if response.status < 300 {
                    met()
                    return response
                }
                // These statuses are temporary, for example if a proxy cannot reach the server or
                // if an upload was too slow.
                guard [408, 429, 502, 503, 504].contains(response.status) else {
                    met()
                    throw Self.refusal(response)
                }
                problem = "the session does not answer"
            } catch let failure as CurlFailure {
                problem = try await words(failure)
            }
            if !isLost {
                isLost = true
                let state = hasMet ? "connection lost" : "no connection yet"
                say("\(state) (\(problem)), trying again")
            }
            try await Task.sleep(for: .seconds(pause))
            pause = min(pause * 2, 5)
        }
    }

    /// Tells the user that the session was interrupted and can be continued later. Until then the
    /// server does not answer, so the lost connection is not reported separately.
    func pause() {
        if !isLost { say("the session has a break; waiting until it continues") }
        isLost = true
    }

    private func met() {
        if isLost { say(Self.restored) }
        (hasMet, isLost) = (true, false)
    }

    /// Returns the reason for the failure as text.
    ///
    /// - Throws: `DiagnosticError` if repeating the request would not help.
    private func words(_ failure: CurlFailure) async throws(DiagnosticError) -> String {
        let host = Diagnostic.Place(file: curl.origin)
        switch failure {
        case .connection(let words): return words
        case .unknownHost where hasMet: return "the host name was not found"
        case .unknownHost:
            throw DiagnosticError(
                "join-host",
                at: host,
                "there is no host with this name",
                fix: "check the address and your network connection",
                status: .unavailable
            )
        case .missing:
            throw DiagnosticError(
                "no-curl",
                "the program curl, which sends and fetches the files, was not found",
                fix: "install curl (Debian: apt install curl), and run the same command again",
                status: .unavailable
            )
        case .certificate(let words):
            throw DiagnosticError(
                "certificate",
                at: host,
                "the server's certificate is not accepted: \(words)",
                fix: "check the address and this machine's clock; if both are correct, tell the "
                    + "facilitator",
                status: .unavailable
            )
        case .disk(let words):
            throw DiagnosticError(
                "join-disk",
                "a temporary file could not be written: \(words)",
                fix: "check that the folder for temporary files exists and has free space",
                status: .inputOutput
            )
        }
    }

    private static func refusal(_ response: RoomResponse) -> Refusal {
        let json = JSONNode(utf8: response.body)
        let problem = json?["error"]?.string ?? "the server answered with status \(response.status)"
        return Refusal(status: response.status, problem: problem, fix: json?["fix"]?.string)
    }
}
