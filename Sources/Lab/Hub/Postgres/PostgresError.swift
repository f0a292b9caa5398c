import Diagnostics
import Foundation

/// An error of the server or of the connection to it. Has no values of rows: only the primary message
/// of the server is kept.
struct PostgresError: Error {
    /// SQLSTATE; empty if the connection failed.
    var state: String
    var message: String

    /// The outcome of the transaction is unknown if it was being committed.
    var isConnectionLost: Bool { state.isEmpty || state.hasPrefix("08") || state.hasPrefix("57P") }

    /// Serialization failure, deadlock, and a unique key that somebody else has taken meanwhile: the
    /// whole transaction is run again.
    var isRetryable: Bool { ["40001", "40P01", "23505"].contains(state) }

    /// The server cannot do it now: it is full, read-only, busy or being stopped.
    var isTransient: Bool {
        ["53", "55", "57"].contains { state.hasPrefix($0) }
            || ["25006", "25P02", "25P03"].contains(state)
    }

    /// The database does not support the statement.
    var isUnsupported: Bool { ["0A000", "42601"].contains(state) }

    /// - Parameter hub: host and database, without an account.
    func diagnostic(hub: String) -> DiagnosticError {
        let place = Diagnostic.Place(file: hub)
        let words = message.split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) }
            .joined(separator: "; ")
        switch state {
        case "42501":
            return DiagnosticError(
                "hub-refused",
                at: place,
                "the hub refuses this account: \(words)",
                fix: "ask the hub's administrator for: evalrun hub lab add NAME",
                status: .noPermission
            )
        case "3F000", "42P01":
            return DiagnosticError(
                "no-hub",
                at: place,
                "is a database without a hub",
                fix: "its administrator can make one: evalrun hub create URL",
                status: .unavailable
            )
        default:
            let passes = isConnectionLost || isTransient || isRetryable
            return DiagnosticError(
                isConnectionLost ? "hub-unreachable" : "hub-error",
                at: place,
                words,
                fix: passes
                    ? "synchronise again later; everything recorded is in the results file" : nil,
                status: isConnectionLost ? .unavailable : passes ? .tryAgain : .software
            )
        }
    }
}
