public import Foundation

/// Source of records and destination of changes.
public protocol Remote: Sendable {
    /// The JSON at `path`.
    func fetch(_ path: String) async throws -> Data

    /// Carries out a change there. May be called again for a change whose answer was lost: the
    /// remote tells repeats by `change.key`.
    ///
    /// - Parameters:
    ///   - change: `change.version` is the version that the remote compares.
    ///   - overwriting: Whether to carry it out whatever the remote has.
    /// - Returns: the version of the record from now on; nil if the remote has none.
    /// - Throws: `RemoteError.conflict` if the remote has something newer;
    ///   `RemoteError.refused` where it will never take the change, which is given up and undone;
    ///   any other error keeps the change waiting.
    func send(_ change: PendingChange, overwriting: Bool) async throws -> String?
}

/// Why the remote gave no answer.
public enum RemoteError: Error, Sendable, Hashable, CustomStringConvertible {
    /// An HTTP status that says neither success nor one of the others.
    case status(Int)
    /// The remote has something newer: this, if it says so.
    case conflict(RemoteRecord? = nil)
    /// The remote does not accept who is asking; changes wait until it does.
    case unauthorized
    /// The remote refuses it permanently, with this status and its reason.
    case refused(Int, reason: String? = nil)
    /// The answer ended too early.
    case truncated

    public var description: String {
        switch self {
        case .status(let code): "the server answered with status \(code): try again later"
        case .conflict: "the server has a newer version of the record"
        case .unauthorized: "the server does not accept the sign-in: sign in again"
        case .refused(let code, let reason):
            "the server refused this with status \(code)\(reason.map { " (\($0))" } ?? ""): asking again will not help"
        case .truncated: "the server's answer ended too early: try again"
        }
    }

    var isRefusal: Bool {
        if case .refused = self { true } else { false }
    }
}
