import Diagnostics

/// A reason why a connection cannot be opened that remains until somebody removes it.
///
/// libpq does not tell the SQLSTATE of a failed connection, so reasons are recognised by phrases in
/// its messages and in those of the server. Reasons of a server whose messages are not in English
/// are not recognised; the connection then counts as lost.
enum ConnectionFault: Sendable, CaseIterable {
    /// The certificate of the authority that signed the server's certificate is missing.
    case authority
    /// The server's certificate is not valid: unknown authority, expired, or not yet valid.
    case certificate
    /// The server's certificate is for another host.
    case hostName
    case encryption
    /// An option in the address, a service, or a file of the client cannot be used.
    case settings
    case database
    case hostRules
    case login
    case connect
    case account

    /// - Parameter message: message of libpq for a failed connection.
    /// - Returns: nil if a later attempt may succeed.
    init?(_ message: String) {
        let fault = Self.allCases.first { fault in
            fault.phrases.contains { $0.allSatisfy { message.contains($0) } }
        }
        guard let fault else { return nil }
        self = fault
    }

    /// Phrases of the messages. Each element is a list of phrases that one message contains.
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
                "copy the certificate of the authority that signed the server's certificate to "
                    + "~/.postgresql/root.crt, or name its file in the address: sslrootcert=FILE; "
                    + "the hub's administrator has it",
                .configuration
            )
        case .certificate:
            (
                "hub-certificate",
                "check the date and time of this machine, and that ~/.postgresql/root.crt, or the "
                    + "file of sslrootcert in the address, has the authority that signed the "
                    + "server's certificate; if so, ask the hub's administrator whether this "
                    + "certificate has expired",
                .configuration
            )
        case .hostName:
            (
                "hub-certificate",
                "use the host name of the certificate in the address, or ask the hub's "
                    + "administrator for a certificate with the host name of the address",
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
                "correct the address, the service file, or the file that the message names",
                .configuration
            )
        case .database:
            (
                "no-database",
                "check the database in the address; the server's administrator can create it: "
                    + "CREATE DATABASE NAME",
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
                "ask the server's administrator to permit it: ALTER ROLE ACCOUNT LOGIN",
                .noPermission
            )
        case .connect:
            (
                "hub-account",
                "ask the database's owner to permit it: GRANT CONNECT ON DATABASE NAME TO ACCOUNT",
                .noPermission
            )
        case .account:
            (
                "hub-account",
                "check the account in the address, and with the server's administrator how "
                    + "pg_hba.conf authenticates it",
                .noPermission
            )
        }
    }
}
