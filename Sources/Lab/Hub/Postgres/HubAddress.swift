import CPostgres
package import Diagnostics
import Foundation

/// Address of a hub: a PostgreSQL URL or a libpq connection string.
package struct HubAddress: Sendable {
    /// The address as it is passed to libpq.
    let url: String
    /// Host and database for messages, without account and password.
    package let name: String
    let isEncryptionGiven: Bool
    /// Whether the URL or the variable `PGCONNECT_TIMEOUT` limits the time to connect.
    let isTimeoutGiven: Bool
    /// A warning if the URL sets an `sslmode` that does not verify the server's identity; otherwise
    /// nil. Always nil for a local socket.
    package let warning: Diagnostic?

    /// Parses the address of a hub.
    ///
    /// - Throws: `DiagnosticError` if libpq is not installed, the URL is malformed, or the URL
    ///   contains a password. Other users of the machine could read a password in the process list.
    package init(
        _ url: String,
        environment: [String: String] = ProcessInfo.processInfo.environment
    ) throws(DiagnosticError) {
        self.url = url
        let options = try HubAddress.options(of: url)
        let host = HubAddress.host(options, environment)
        let name = [host ?? "local socket", options["dbname"]].compactMap(\.self)
            .joined(separator: "/")
        self.name = name
        for secret in ["password", "sslpassword"] where options[secret] != nil {
            throw DiagnosticError(
                "password-in-url",
                at: .init(file: name),
                "the URL contains a password, which is visible in the list of processes",
                expected: secret == "password"
                    ? "a password in ~/.pgpass, in a service file or in PGPASSWORD"
                    : "a key file without a password, readable only by its owner",
                fix: "remove \(secret) from the URL",
                status: .usage
            )
        }
        isEncryptionGiven = options["sslmode"] != nil
        isTimeoutGiven =
            options["connect_timeout"] != nil || environment["PGCONNECT_TIMEOUT"] != nil
        warning = HubAddress.warning(sslmode: options["sslmode"], host: host, name: name)
    }

    /// Returns the host to which libpq connects; nil for a local socket. If the host is defined by
    /// a libpq service, returns the word `service` and the service's name. Options missing from
    /// the URL are read from `environment`.
    private static func host(
        _ options: [String: String],
        _ environment: [String: String]
    ) -> String? {
        let given = { (option: String, variable: String) in
            (options[option] ?? environment[variable]).flatMap { $0.isEmpty ? nil : $0 }
        }
        if let service = given("service", "PGSERVICE"), options["host"] == nil {
            return "service \(service)"
        }
        let hosts = given("host", "PGHOST")
        if let address = given("hostaddr", "PGHOSTADDR") { return hosts ?? address }
        let isLocal = hosts?.split(separator: ",").allSatisfy { "/@".contains($0.first ?? "/") }
        return isLocal ?? true ? nil : hosts
    }

    /// Returns a warning if `sslmode` does not verify the server's identity.
    ///
    /// - Parameter host: nil for a local socket.
    private static func warning(sslmode: String?, host: String?, name: String) -> Diagnostic? {
        guard let sslmode, sslmode != "verify-full", host != nil else { return nil }
        let problem =
            switch sslmode {
            case "verify-ca": "does not check the host name in the server's certificate"
            case "require": "does not check the server's certificate"
            default: "allows a connection without encryption"
            }
        return Diagnostic(
            "unsafe-connection",
            severity: .warning,
            at: .init(file: name),
            "sslmode=\(sslmode) \(problem)",
            expected: "verify-full, which is the default if the URL has no sslmode"
        )
    }

    private static func options(of url: String) throws(DiagnosticError) -> [String: String] {
        let library = try LibPQ.opened().functions
        var message: UnsafeMutablePointer<CChar>?
        guard url.contains("://") || url.contains("="),
            let options = library.conninfoParse(url, &message)
        else {
            if let message { library.freemem(message) }
            // A message of libpq would repeat the URL.
            throw DiagnosticError(
                "hub-url",
                "the address of the hub is not a valid PostgreSQL URL",
                expected: "postgresql://ACCOUNT@HOST/DATABASE",
                status: .usage
            )
        }
        defer { library.conninfoFree(options) }
        var values: [String: String] = [:]
        var option = options
        while let keyword = option.pointee.keyword {
            if let value = option.pointee.val {
                values[String(cString: keyword)] = String(cString: value)
            }
            option += 1
        }
        return values
    }
}
