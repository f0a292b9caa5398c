import Diagnostics
import Foundation
import TestTraits
import Testing

@testable import Hub

/// Addresses, certificates and passwords.
@Suite(.blocking, .enabled(if: TestServer.isInstalled)) struct AddressTests {
    @Test func aPasswordInTheURLIsRefusedAndNotRepeated() {
        for url in ["postgresql://oslo:geheim@localhost/hub", "host=a password=geheim dbname=b"] {
            do throws(DiagnosticError) {
                _ = try HubAddress(url)
                Issue.record("not refused")
            } catch {
                #expect(error.diagnostics.map(\.id) == ["password-in-url"])
                #expect(!render(error.diagnostics).contains("geheim"))
            }
        }
    }

    /// The SQLSTATE is 42501 each time.
    @Test func aRefusalAdvisesWhatHelps() {
        func advice(_ message: String, fix: String? = nil) -> String? {
            PostgresError(state: "42501", message: message)
                .diagnostic(hub: "example.org/hub", refusalFix: fix).diagnostics.first?.fix
        }
        let denied = "permission denied for schema evalrun"
        #expect(advice(denied)?.contains("evalrun hub lab add NAME URL") == true)
        #expect(advice(denied)?.contains("evalrun hub analyst add NAME URL --study ID") == true)
        #expect(advice(denied, fix: "use another account") == "use another account")
        #expect(HubSchema.triggers.contains("'\(PostgresError.recordedRows)'"))
        #expect(advice(PostgresError.recordedRows, fix: "x")?.contains("evalrun erase") == true)
    }

    /// `hub create` synchronises nothing.
    @Test func onlyASynchronisationIsToBeRepeatedAsOne() {
        let lost = PostgresError(state: "", message: "Connection refused")
        let command = lost.diagnostic(hub: "a/hub").diagnostics.first?.fix
        #expect(command == "run the same command again later")
        let sync = lost.diagnostic(hub: "a/hub", retryFix: PostgresError.syncAgain)
        #expect(sync.diagnostics.first?.fix?.hasPrefix("synchronise again later") == true)
    }

    /// `sync --every` and `hub watch` go on after these.
    @Test(arguments: ["", "57014", "53300", "55P03"])
    func anUnreachableOrBusyServerIsATemporaryFault(state: String) {
        let status = PostgresError(state: state, message: "x").diagnostic(hub: "a/hub").status
        #expect(status.isTemporary)
    }

    @Test func aReadOnlyServerOrAccountIsNamedAsThePossibleCause() {
        let message = "cannot execute INSERT in a read-only transaction"
        let error = PostgresError(state: "25006", message: message).diagnostic(hub: "a/hub")
        #expect(error.status == .tryAgain)
        #expect(error.diagnostics.first?.fix?.contains("the account is not read-only") == true)
    }

    @Test func nonsenseIsRefusedWithoutBeingRepeated() {
        for url in ["", "geheim", "postgresql://[geheim", "nonsense=geheim"] {
            do throws(DiagnosticError) {
                _ = try HubAddress(url)
                Issue.record("not refused: \(url)")
            } catch {
                #expect(error.diagnostics.map(\.id) == ["hub-url"])
                #expect(!render(error.diagnostics).contains("geheim"))
            }
        }
    }

    @Test(arguments: ["disable", "allow", "prefer", "require", "verify-ca"])
    func whatDoesNotIdentifyTheServerIsNamed(mode: String) throws {
        let address = try HubAddress("postgresql://oslo@example.org/hub?sslmode=\(mode)")
        #expect(address.warning?.problem.hasPrefix("sslmode=\(mode) ") == true)
        #expect(address.name == "example.org/hub")
        #expect(try HubAddress("postgresql://oslo@example.org/hub").warning == nil)
        #expect(
            try HubAddress("postgresql://oslo@example.org/hub?sslmode=verify-full").warning == nil
        )
    }

    /// The URL has no host; what libpq takes in its place is not always a socket.
    @Test(arguments: [
        ("", [:], false), ("", ["PGHOST": "/run"], false), ("", ["PGHOST": "10.0.0.1"], true),
        ("", ["PGHOSTADDR": "10.0.0.1"], true), ("", ["PGSERVICE": "hub"], true),
        ("&service=hub", [:], true), ("&host=/run", ["PGHOST": "10.0.0.1"], false),
        ("&host=/run,example.org", [:], true), ("&host=/run&hostaddr=10.0.0.1", [:], true),
    ])
    func aWeakEncryptionIsNamedUnlessTheServerIsReachedByASocket(
        options: String,
        environment: [String: String],
        isNamed: Bool
    ) throws {
        let url = "postgresql://oslo@/hub?sslmode=require\(options)"
        let address = try HubAddress(url, environment: environment)
        #expect((address.warning != nil) == isNamed)
        #expect(address.name == "local socket/hub" || isNamed)
    }

    @Test func thePasswordOfAKeyIsRefusedAndNotRepeated() throws {
        let error = #expect(throws: DiagnosticError.self) {
            try HubAddress("postgresql://oslo@example.org/hub?sslpassword=geheim")
        }
        #expect(error?.diagnostics.map(\.id) == ["password-in-url"])
        #expect(error.map { render($0.diagnostics).contains("geheim") } == false)
    }

    @Test func theServerIsVerifiedUnlessTheURLSaysOtherwise() async throws {
        let server = try TestServer.shared()
        let good = server.url("owner", database: "postgres")
        try await HubAddress(good).connected { _ in }
        // PGSSLMODE does not weaken it.
        setenv("PGSSLMODE", "disable", 1)
        defer { unsetenv("PGSSLMODE") }
        let isEncrypted = try await HubAddress(good).connected { connection in
            try await connection.query(
                "SELECT ssl::text FROM pg_stat_ssl WHERE pid = pg_backend_pid()"
            )
            .rows.first?.textIfAny(0)
        }
        #expect(isEncrypted == "true")
        try await refused(server.url("owner", database: "postgres", host: "127.0.0.1"))
        let other = server.folder.appending(path: "server.crt").path
        try await refused(
            good.replacingOccurrences(of: "\(server.folder.path)/root.crt", with: other)
        )
        try await refused(
            good.replacingOccurrences(of: "\(server.folder.path)/root.crt", with: "/nowhere.crt")
        )
    }

    @Test func anExpiredCertificateIsRefused() async throws {
        try await TestServer.expired { server in
            try await refused(server.url("owner", database: "postgres"))
        }
    }

    private func refused(_ url: String) async throws {
        do throws(DiagnosticError) {
            try await HubAddress(url).connected { _ in }
            Issue.record("not refused: \(url)")
        } catch {
            #expect(error.diagnostics.map(\.id) == ["hub-certificate"])
            #expect(error.status == .configuration)
            let text = render(error.diagnostics)
            #expect(text.contains("certificate"))
            #expect(!text.contains("later") && !text.contains("change sslmode"))
        }
    }

    /// Messages of libpq and of servers, each with a part of the advice.
    private static let faults: [(message: String, advice: String, status: Diagnostics.ExitStatus)] =
        [
            (
                "root certificate file \"/a/root.crt\" does not exist\n"
                    + "Either provide the file or change sslmode to disable verification.\n",
                "~/.postgresql/root.crt",
                .configuration
            ),
            ("SSL error: certificate verify failed", "date and time", .configuration),
            ("certificate for \"a\" does not match host name \"b\"", "host name", .configuration),
            ("server does not support SSL, but SSL was required", "ssl = on", .configuration),
            ("definition of service \"hub\" not found", "the service file", .configuration),
            ("FATAL:  database \"hub\" does not exist", "CREATE DATABASE", .configuration),
            ("FATAL:  no pg_hba.conf entry for host \"::1\"", "pg_hba.conf", .noPermission),
            ("FATAL:  role \"a\" is not permitted to log in", "ALTER ROLE", .noPermission),
            ("FATAL:  permission denied for database \"b\"\n", "GRANT CONNECT", .noPermission),
            ("FATAL:  role \"a\" does not exist", "the account", .noPermission),
            ("FATAL:  Peer authentication failed for user \"a\"", "the account", .noPermission),
            ("could not translate host name \"a\" to address", "name in the address", .unavailable),
            ("Connection refused", "run the same command again later", .unavailable),
            ("FATAL:  the database system is starting up", "again later", .unavailable),
        ]

    /// `sync --every` goes on only if the hub is unavailable.
    @Test func aFaultOfTheConnectionThatRemainsIsToldApart() {
        for (message, advice, status) in Self.faults {
            let words = "connection to server at \"a\" (10.0.0.1), port 5432 failed: \(message)"
            let error = PostgresError(state: "", message: words, fault: ConnectionFault(words))
                .diagnostic(hub: "a/b")
            #expect(error.status == status, "\(message)")
            let fix = error.diagnostics.first?.fix ?? ""
            #expect(fix.contains(advice), "\(message)")
            #expect(fix.contains("later") == (status == .unavailable), "\(message)")
            #expect(!render(error.diagnostics).contains("sslmode"), "\(message)")
        }
    }

    @Test func aDatabaseThatDoesNotExistIsToldSo() async throws {
        let address = try HubAddress(TestServer.shared().url("owner", database: "nowhere"))
        let error = await #expect(throws: DiagnosticError.self) {
            try await address.connected { _ in }
        }
        #expect(error?.diagnostics.map(\.id) == ["no-database"])
    }

    /// A later attempt does not help.
    @Test(arguments: ["missing", "wrong"])
    func aMissingOrWrongPasswordIsToldSo(what: String) async throws {
        let server = try TestServer.shared()
        let file = FileManager.default.temporaryDirectory.appending(path: "pass-\(UUID())")
        defer { try? FileManager.default.removeItem(at: file) }
        if what == "wrong" {
            try Data("*:*:*:*:guessed\n".utf8).write(to: file)
            // libpq ignores a file that others may read.
            chmod(file.path, 0o600)
        }
        let url = server.url("owner", database: "postgres")
            .replacingOccurrences(of: "\(server.folder.path)/pass", with: file.path)
        do throws(DiagnosticError) {
            try await HubAddress(url).connected { _ in }
            Issue.record("not refused")
        } catch {
            #expect(error.diagnostics.map(\.id) == ["hub-account"])
            #expect(error.status == .noPermission)
            let text = render(error.diagnostics)
            #expect(text.contains("~/.pgpass or PGPASSWORD") && !text.contains("later"))
        }
    }

    @Test func aDatabaseWithoutAHubIsToldSo() async throws {
        let address = try HubAddress(TestServer.shared().url("owner", database: "postgres"))
        do throws(DiagnosticError) {
            _ = try await address.status()
            Issue.record("not refused")
        } catch {
            #expect(error.diagnostics.map(\.id) == ["no-hub"])
            #expect(error.status == .configuration)
        }
    }
}
