import Foundation
import Synchronization
import TestSupport

@testable import Hub

/// A PostgreSQL server for the tests of this process, with TLS on 127.0.0.1.
struct TestServer: Sendable {
    let folder: URL
    let port: Int

    /// Whether PostgreSQL's server and libpq are installed; `make verify` installs them on Debian.
    static let isInstalled: Bool = {
        let places =
            (try? FileManager.default.contentsOfDirectory(atPath: "/usr/lib/postgresql")) ?? []
        return !places.isEmpty && (try? LibPQ.opened()) != nil
    }()

    /// The server of all tests of this process.
    static func shared() throws -> TestServer { try started.get() }

    private static let started: Result<TestServer, any Error> = Result {
        let server = try TestServer.start("hub")
        atexit { try? TestServer.started.get().discard() }
        return server
    }

    /// Starts a server of its own with an expired certificate, and ends it after `body`.
    static func expired(_ body: (TestServer) async throws -> Void) async throws {
        let server = try start("expired", certificateDays: -1)
        defer { server.discard() }
        try await body(server)
    }

    /// - Throws: `Failure` when a third attempt, with a third port, fails too.
    private static func start(_ name: String, certificateDays: Int = 3650) throws -> TestServer {
        let folder = FileManager.default.temporaryDirectory.appending(path: "\(name)-\(getpid())")
        var failure = Failure(description: "")
        for _ in 0..<3 {
            // Below the ports that systems give to connections.
            let server = TestServer(folder: folder, port: Int.random(in: 20000..<32000))
            let settings = ["CERTIFICATE_DAYS": "\(certificateDays)", "FSYNC": "off"]
            do {
                try run(["start", folder.path, "\(server.port)"], settings)
                return server
            } catch {
                failure = error
                server.discard()
            }
        }
        throw failure
    }

    private func discard() {
        do { try Self.run(["discard", folder.path]) } catch {
            try? FileHandle.standardError.write(contentsOf: Data("\(error)\n".utf8))
        }
    }

    struct Failure: Error, CustomStringConvertible {
        let description: String
    }

    /// Runs Scripts/hub-server.
    private static func run(
        _ arguments: [String],
        _ settings: [String: String] = [:]
    ) throws(Failure) {
        let script = Tool.root.appending(path: "Scripts/hub-server")
        let (process, output) = (Process(), Pipe())
        process.executableURL = script
        process.arguments = arguments
        process.environment = ProcessInfo.processInfo.environment.merging(settings) { $1 }
        process.standardError = output
        do { try process.run() } catch { throw Failure(description: "\(script.path): \(error)") }
        let words = (try? output.fileHandleForReading.readToEnd()) ?? Data()
        process.waitUntilExit()
        if process.terminationStatus != 0 {
            throw Failure(
                description: "hub-server \(arguments.joined(separator: " ")) ended with "
                    + "\(process.terminationStatus): \(String(decoding: words, as: UTF8.self))"
            )
        }
    }

    func url(_ account: String, database: String, host: String = "localhost") -> String {
        "postgresql://\(account)@\(host):\(port)/\(database)?passfile=\(folder.path)/pass"
            + "&sslrootcert=\(folder.path)/root.crt"
    }
}

/// A hub in a database of its own, with two labs and an analyst of the study "s".
struct TestHub: Sendable {
    private static let databases = Mutex(0)
    private static let turns = Turns()

    let server: TestServer
    let database: String
    /// A folder for results files.
    let folder: URL

    init(labs: [String] = ["oslo", "uppsala"]) async throws {
        server = try TestServer.shared()
        let number = Self.databases.withLock { count in
            count += 1
            return count
        }
        database = "hub\(number)"
        folder = FileManager.default.temporaryDirectory.appending(path: "hub-files-\(UUID())")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        // Roles belong to the whole server.
        await Self.turns.begin()
        do { try await make(labs) } catch {
            await Self.turns.end()
            throw error
        }
        await Self.turns.end()
    }

    /// One after the other.
    private actor Turns {
        private var isBusy = false
        private var waiting: [CheckedContinuation<Void, Never>] = []

        func begin() async {
            if isBusy { await withCheckedContinuation { waiting.append($0) } }
            isBusy = true
        }

        func end() {
            if waiting.isEmpty { isBusy = false } else { waiting.removeFirst().resume() }
        }
    }

    private func make(_ labs: [String]) async throws {
        let postgres = try HubAddress(server.url("owner", database: "postgres"))
        let name = database
        try await postgres.connected { try await $0.script("CREATE DATABASE \(name)") }
        let administration = HubAdministration(try address("owner"))
        _ = try await administration.create()
        for lab in labs { _ = try await administration.add(lab: lab) }
        _ = try await administration.add(analyst: "anna", study: "s")
        for account in labs + ["anna"] { try await setPassword(account) }
    }

    /// Gives an account the password of all.
    func setPassword(_ account: String) async throws {
        let pass = try String(contentsOf: server.folder.appending(path: "pass"), encoding: .utf8)
        let password = pass.split(separator: ":").last?.trimmingCharacters(in: .newlines) ?? ""
        try await owner("ALTER ROLE \(account) PASSWORD '\(password)'")
    }

    func address(_ account: String) throws -> HubAddress {
        try HubAddress(server.url(account, database: database))
    }

    /// Accounts that have not confirmed an erasure.
    func missing() async throws -> [String] {
        try await address("owner").erasures().flatMap { $0.missing.map(\.member) }.sorted()
    }

    /// Runs SQL as the owner, who is a superuser.
    func owner(_ sql: String) async throws {
        try await address("owner").connected { try await $0.script(sql) }
    }

    /// The first column of the rows, as text.
    func rows(_ sql: String, as account: String = "owner") async throws -> [String] {
        try await address(account).connected { connection in
            try await connection.query("SELECT x::text FROM (\(sql)) AS r (x)").rows
                .map { $0.textIfAny(0) ?? "" }
        }
    }

    func path(_ name: String) -> String { folder.appending(path: "\(name).sqlite").path }
}
