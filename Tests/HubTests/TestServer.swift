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

    static let shared: TestServer = {
        let folder = FileManager.default.temporaryDirectory.appending(path: "hub-\(getpid())")
        let server = TestServer(folder: folder, port: Int.random(in: 20000..<60000))
        atexit {
            TestServer.run("stop", TestServer.shared.folder.path)
            try? FileManager.default.removeItem(at: TestServer.shared.folder)
        }
        TestServer.run("start", folder.path, "\(server.port)")
        return server
    }()

    /// Starts a server of its own with an expired certificate, and stops it after `body`.
    static func expired(_ body: (TestServer) async throws -> Void) async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "expired-\(getpid())")
        let server = TestServer(folder: folder, port: Int.random(in: 20000..<60000))
        run("start", folder.path, "\(server.port)", certificateDays: -1)
        defer {
            run("stop", folder.path)
            try? FileManager.default.removeItem(at: folder)
        }
        try await body(server)
    }

    /// Runs Scripts/hub-server.
    private static func run(_ arguments: String..., certificateDays: Int = 3650) {
        let process = Process()
        process.executableURL = Tool.root.appending(path: "Scripts/hub-server")
        process.arguments = arguments
        process.environment = ProcessInfo.processInfo.environment.merging(
            ["CERTIFICATE_DAYS": "\(certificateDays)"],
            uniquingKeysWith: { $1 }
        )
        try? process.run()
        process.waitUntilExit()
        precondition(process.terminationStatus == 0, "Scripts/hub-server \(arguments)")
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

    let server = TestServer.shared
    let database: String
    /// A folder for results files.
    let folder: URL

    init(labs: [String] = ["oslo", "uppsala"]) async throws {
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
