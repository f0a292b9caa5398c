public import Foundation

/// Source of records and destination of changes, such as a server.
public protocol Remote: Sendable {
    /// Returns the JSON at `path`.
    func fetch(_ path: String) async throws -> Data

    /// Applies a change on the remote. This method may be called more than once for a change if an
    /// answer was lost; the remote recognizes the change by `change.key`. Deleting a record that
    /// the remote does not have succeeds.
    ///
    /// - Parameters:
    ///   - change: The change; its `version` is compared with the remote's version.
    ///   - overwriting: Whether to apply the change regardless of the remote's version, even if the
    ///     remote no longer has the record.
    /// - Returns: the new version of the record; nil if the remote does not use versions.
    /// - Throws: `RemoteError.conflict` if the remote has newer data, or has deleted the record;
    ///   `RemoteError.refused` if the remote will never accept the change. A refused change is
    ///   discarded and undone. After any other error, the change remains queued.
    func send(_ change: PendingChange, overwriting: Bool) async throws -> String?
}

/// The reason why a request to the remote failed.
public enum RemoteError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The remote answered with this HTTP status. The status means neither success nor any other
    /// case of `RemoteError`. `retryAfter` is the time that the remote asks to wait before the next
    /// request; nil if the remote did not state it.
    case status(Int, retryAfter: Duration? = nil)
    /// The remote has newer data, or has deleted the record. The associated value is the remote's
    /// record; nil if the remote did not send it.
    case conflict(RemoteRecord? = nil)
    /// The remote rejects the authorization. Changes remain queued until the remote accepts an
    /// authorization.
    case unauthorized
    /// The remote refuses the change permanently, with this HTTP status and reason.
    case refused(Int, reason: String? = nil)
    /// The answer from the remote is incomplete.
    case truncated
    /// The answer is a web page, for example the sign-in page of a public network.
    case webPage

    public var description: String {
        switch self {
        case .status(let code, let delay):
            "the server answered with status \(code): try again \(delay.map { "in \($0.components.seconds) s" } ?? "later")"
        case .conflict:
            "the server has changed or deleted the record: either settle the conflict, or refresh and then repeat the change"
        case .unauthorized: "the server does not accept your sign-in: sign in again"
        case .refused(let code, let reason):
            "the server refused the request with status \(code)\(reason.map { " (\($0))" } ?? ""): do not send the same request again"
        case .truncated: "the server's answer is incomplete: try again"
        case .webPage:
            "the network answered with a web page instead of the server: open a browser, sign in to the network, then try again"
        }
    }

    var isRefusal: Bool {
        if case .refused = self { true } else { false }
    }

    /// Whether the error concerns only the change that was sent. If false, sending other changes
    /// would probably fail, too.
    var concernsOneChange: Bool {
        switch self {
        case .conflict, .refused: true
        case .status(let code, _):
            (300..<600).contains(code) && ![408, 425, 429, 503].contains(code)
        case .unauthorized, .truncated, .webPage: false
        }
    }

    /// The time that the remote asks to wait before the next request; zero if it did not state it.
    var retryAfter: Duration {
        if case .status(_, let delay?) = self { delay.asPause } else { .zero }
    }
}

extension Duration {
    static let year = Duration.seconds(365 * 86_400)

    /// The duration, limited to a range from a millisecond to a year. `Task.sleep` and a doubled
    /// pause end the program if the duration is much longer.
    var asPause: Duration { min(max(self, .milliseconds(1)), .year) }
}
