public import Foundation

/// Source of records and destination of changes.
public protocol Remote: Sendable {
    /// The JSON at `path`.
    func fetch(_ path: String) async throws -> Data

    /// Carries out a change there. May be called again for a change whose answer was lost: the
    /// remote tells repeats by `change.key`.
    ///
    /// - Throws: `RemoteError.conflict` if the remote has something newer;
    ///   `RemoteError.refused` where it will never take the change, which is given up and undone;
    ///   any other error keeps the change waiting.
    func send(_ change: PendingChange, overwriting: Bool) async throws
}

/// Why the remote gave no answer.
public enum RemoteError: Error, Sendable, Hashable, CustomStringConvertible {
    /// An HTTP status that says neither success nor one of the others.
    case status(Int)
    /// The remote has something newer.
    case conflict
    /// The remote refuses it permanently, with this status and its reason.
    case refused(Int, reason: String? = nil)
    /// The answer ended too early.
    case truncated

    public var description: String {
        switch self {
        case .status(let code): "the server answered with status \(code): try again later"
        case .conflict: "the server has a newer version of the record"
        case .refused(let code, let reason):
            "the server refused this with status \(code)\(reason.map { " (\($0))" } ?? ""): asking again will not help"
        case .truncated: "the server's answer ended too early: try again"
        }
    }

    var isRefusal: Bool {
        if case .refused = self { true } else { false }
    }
}

/// A change made here, for the remote.
public struct PendingChange: Sendable, Hashable {
    /// The same each time the change is sent, and no other change's.
    public let key: String
    /// The method of HTTP: `POST`, `PUT`, `PATCH` or `DELETE`.
    public let method: String
    /// Beneath the remote's own address.
    public let path: String
    /// The request's body, unchanged. Nil for none.
    public let body: Data?

    public init(
        key: String = UUID().uuidString,
        method: String,
        path: String,
        body: Data? = nil
    ) {
        self.key = key
        self.method = method
        self.path = path
        self.body = body
    }
}
