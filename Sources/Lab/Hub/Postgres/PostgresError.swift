import Diagnostics
import Foundation

/// An error of the server or of the connection. It contains no row values, because only the
/// server's primary message is kept.
struct PostgresError: Error {
    /// SQLSTATE of the error; empty if the connection failed or was lost. For a failed connection,
    /// the state is ``unauthorized`` if the password is missing, or if the server rejected the
    /// account or its password.
    var state: String
    var message: String
    /// The permanent reason why the connection could not be opened; nil for every other error.
    var fault: ConnectionFault? = nil

    /// Whether the connection was lost. If a transaction was being committed, its outcome is
    /// unknown.
    var isConnectionLost: Bool { state.isEmpty || state.hasPrefix("08") || state.hasPrefix("57P") }

    /// Whether to run the whole transaction again. True after a serialization failure, a deadlock,
    /// or a unique violation. A unique violation occurs if another connection inserted a row with
    /// the same key.
    var isRetryable: Bool { ["40001", "40P01", "23505"].contains(state) }

    /// Whether the server cannot run the statement at present: it is full, read-only, busy or
    /// shutting down.
    var isTransient: Bool {
        ["53", "55", "57"].contains { state.hasPrefix($0) }
            || ["25006", "25P02", "25P03"].contains(state)
    }

    /// Whether the database does not support the statement.
    var isUnsupported: Bool { ["0A000", "42601"].contains(state) }

    /// SQLSTATE of a failed password authentication: the server does not know the account, or the
    /// password is missing or wrong.
    static let unauthorized = "28P01"

    /// Message of the optional triggers that refuse to change recorded rows.
    static let recordedRows = "recorded rows are not changed"

    /// Advice if a later run of the same command may succeed.
    static let runAgain = "run the same command again later"

    /// Advice if a later synchronization may succeed.
    static let syncAgain = "synchronise again later; all recorded data are in the results file"

    /// Returns the error as a diagnostic that names the hub.
    ///
    /// - Parameters:
    ///   - hub: host and database, without an account.
    ///   - fix: advice if the account lacks a privilege. If nil, the advice is to have the account
    ///     added to the hub as a lab or an analyst.
    ///   - retry: advice if a later attempt may succeed.
    func diagnostic(
        hub: String,
        refusalFix fix: String? = nil,
        retryFix retry: String = PostgresError.runAgain
    ) -> DiagnosticError {
        let place = Diagnostic.Place(file: hub)
        // Removes libpq's advice to switch off the verification of the server.
        let words = message.split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) }
            .filter { !$0.hasPrefix("Either provide the file") }.joined(separator: "; ")
        if let fault { return fault.diagnostic(at: place, words) }
        switch state {
        case "42501" where words.contains(Self.recordedRows):
            return DiagnosticError(
                "hub-refused",
                at: place,
                "the hub refuses a change: \(words)",
                fix: "to remove the sessions of a participant, use: evalrun erase",
                status: .noPermission
            )
        case "42501":
            return DiagnosticError(
                "hub-refused",
                at: place,
                "the hub refuses this account: \(words)",
                fix: fix
                    ?? "ask the hub's administrator to add the account: evalrun hub lab add NAME URL, "
                    + "or for an analyst: evalrun hub analyst add NAME URL --study ID",
                status: .noPermission
            )
        case Self.unauthorized:
            return DiagnosticError(
                "hub-account",
                at: place,
                words,
                fix: "check the account in the address, and its password in ~/.pgpass or "
                    + "PGPASSWORD",
                status: .noPermission
            )
        case "3F000", "42P01":
            return DiagnosticError(
                "no-hub",
                at: place,
                "this database contains no hub",
                fix: "the database's administrator can create a hub: evalrun hub create URL",
                status: .configuration
            )
        default:
            let passes = isConnectionLost || isTransient || isRetryable
            // A machine without a network cannot tell whether the host exists. A server that is
            // read-only may be a standby that takes over soon.
            let check =
                words.contains("could not translate host name")
                ? "check the network and the host name in the address, and "
                : state == "25006"
                    ? "check that the address does not name a standby server and that the account "
                        + "is not read-only, and "
                    : ""
            return DiagnosticError(
                isConnectionLost ? "hub-unreachable" : "hub-error",
                at: place,
                words,
                fix: passes ? check + retry : nil,
                status: isConnectionLost ? .unavailable : passes ? .tryAgain : .software
            )
        }
    }
}
