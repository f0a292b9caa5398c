import Diagnostics

/// A permanent reason why a connection cannot be opened. Every retry fails until somebody corrects
/// the cause.
///
/// libpq does not report the SQLSTATE of a failed connection. The reason is therefore recognized by
/// phrases in the messages of libpq and of the server. If the server's messages are not in English,
/// no reason is recognized, and the connection counts as lost.
enum ConnectionFault: Sendable, CaseIterable {
    /// This machine lacks the certificate of the authority that signed the server's certificate.
    case authority
    /// The server's certificate is not valid: unknown authority, expired, or not yet valid.
    case certificate
    /// The server's certificate is for a host name other than the one in the address.
    case hostName
    case encryption
    /// An option in the address, a libpq service, or a local certificate or key file cannot be
    /// used.
    case settings
    case database
    case hostRules
    case login
    case connect
    case account

    /// Creates the reason that matches a message of libpq.
    ///
    /// - Parameter message: message of libpq for a failed connection.
    /// - Returns: nil if the message matches none of the reasons; a later attempt may then succeed.
    init?(_ message: String) {
        let fault = Self.allCases.first { fault in
            fault.phrases.contains { $0.allSatisfy { message.contains($0) } }
        }
        guard let fault else { return nil }
        self = fault
    }

    /// Phrases that identify the reason. A message matches if it contains all phrases of at least
    /// one inner array.
    private var phrases: [[String]] {
        switch self {
        case .authority: [["root certificate"]]
        case .certificate: [["certificate verify failed"]]
        case .hostName: [["does not match host name"], ["host name must be specified"]]
        case .encryption: [["server does not support SSL"]]
        case .settings:
            [
                ["invalid port number"], ["invalid sslmode value"], ["for connection option"],
                ["definition of service"], ["service file"], ["certificate file"],
                ["private key file"],
            ]
        case .database: [["database \"", "\" does not exist"], ["no such database"]]
        case .hostRules: [["no pg_hba.conf entry"], ["pg_hba.conf rejects"]]
        case .login: [["is not permitted to log in"]]
        case .connect: [["permission denied for database"]]
        case .account:
            [["authentication failed"], ["role \"", "\" does not exist"], ["no such user"]]
        }
    }

    func diagnostic(at place: Diagnostic.Place, _ problem: String) -> DiagnosticError {
        let (id, fix, status) = words
        return DiagnosticError(id, at: place, problem, fix: fix, status: status)
    }

    private var words: (id: String, fix: String, status: ExitStatus) {
        switch self {
        case .authority:
            (
                "hub-certificate",
                "ask the hub's administrator for the file with the certificate of the authority "
                    + "that signed the server's certificate; either save the file as "
                    + "~/.postgresql/root.crt, or name the file in the address: sslrootcert=FILE",
                .configuration
            )
        case .certificate:
            (
                "hub-certificate",
                "check this machine's date and time; compare the root certificate (the file that "
                    + "sslrootcert in the address names; by default, ~/.postgresql/root.crt) with "
                    + "the hub administrator's copy; if the time and the file are right, ask the "
                    + "hub's administrator whether the server's certificate has expired",
                .configuration
            )
        case .hostName:
            (
                "hub-certificate",
                "in the address, use the host name for which the certificate was issued, or ask "
                    + "the hub's administrator for a certificate for the host name in the address",
                .configuration
            )
        case .encryption:
            (
                "hub-encryption", "ask the server's administrator to switch on TLS: ssl = on",
                .configuration
            )
        case .settings:
            (
                "hub-settings",
                "correct the address, the service file, or the file named in this message",
                .configuration
            )
        case .database:
            (
                "no-database",
                "check the name of the database in the address; the server's administrator can "
                    + "create the database: CREATE DATABASE NAME",
                .configuration
            )
        case .hostRules:
            (
                "hub-account",
                "ask the server's administrator for a line in pg_hba.conf that admits this "
                    + "account from this machine: hostssl DATABASE ACCOUNT ADDRESS scram-sha-256",
                .noPermission
            )
        case .login:
            (
                "hub-account",
                "ask the server's administrator to permit the login: ALTER ROLE ACCOUNT LOGIN",
                .noPermission
            )
        case .connect:
            (
                "hub-account",
                "ask the database's owner to permit the connection: GRANT CONNECT ON DATABASE NAME "
                    + "TO ACCOUNT",
                .noPermission
            )
        case .account:
            (
                "hub-account",
                "check the account in the address; ask the server's administrator how "
                    + "pg_hba.conf authenticates the account",
                .noPermission
            )
        }
    }
}
