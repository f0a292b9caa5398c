import Diagnostics
import Foundation
import ResultsStore

/// The account that synchronises, and the hub.
struct HubMember: Sendable {
    enum Kind: String, Sendable { case lab, analyst }

    var name: String
    var kind: Kind
    /// The study of an analyst; nil for a lab.
    var study: String?
    /// Identity of the hub: the same after it was restored from a backup.
    var hub: UUID

    /// Asks the hub who this is.
    init(_ connection: Connection, hub address: HubAddress) async throws {
        let results = try await connection.pipeline([
            .init("SELECT version, hub FROM evalrun.migrations ORDER BY version DESC LIMIT 1"),
            .init("SELECT study, name, kind FROM evalrun.members WHERE name = current_user"),
        ])
        guard let migration = results[0].rows.first else {
            throw PostgresError(state: "3F000", message: "no hub")
        }
        let version = try migration.integer(0)
        guard version == HubSchema.version else {
            throw DiagnosticError(
                "hub-version",
                at: .init(file: address.name),
                "the hub has schema version \(version)",
                expected: "schema version \(HubSchema.version)",
                fix: version > HubSchema.version
                    ? "use the evalrun of the hub's version"
                    : "the hub's administrator makes a new hub in an empty database; the files of "
                        + "the labs have everything that it needs"
            )
        }
        hub = try migration.uuid(1)
        guard let member = results[1].rows.first, let kind = Kind(rawValue: try member.text(2))
        else {
            throw DiagnosticError(
                "no-member",
                at: .init(file: address.name),
                "this account is neither a lab nor an analyst of the hub",
                fix: "use the account of a lab: postgresql://LAB@HOST/DATABASE",
                status: .noPermission
            )
        }
        (name, self.kind) = (try member.text(1), kind)
        study = kind == .analyst ? try member.text(0) : nil
    }
}

/// Parts of one synchronisation of one study.
struct StudySync: Sendable {
    let connection: Connection
    let store: ResultsStore
    let member: HubMember
    let study: String
    var copy: UUID
    /// Named in messages.
    let place: String
    let sizes: BatchSizes
    /// Whether a push leaves what is kept of the hub's state as it is: no pull follows it, and the hub
    /// has a push of this file copy that this file does not know. The next synchronisation finds it.
    var leavesPositions = false

    /// Runs statements in one transaction and commits it if `body` says so.
    ///
    /// - Parameter body: gets the results; throws or returns false to roll back.
    func transaction(
        _ statements: [Connection.Statement],
        _ body: ([ResultRows]) throws -> Bool
    ) async throws -> Bool {
        do {
            let results = try await connection.pipeline([.init("BEGIN")] + statements)
            guard try body(Array(results.dropFirst())) else {
                try await connection.query("ROLLBACK")
                return false
            }
            try await connection.query("COMMIT")
            return true
        } catch {
            // Without a connection the server rolls back by itself.
            _ = try? await connection.query("ROLLBACK")
            throw error
        }
    }
}
