import Diagnostics
import Foundation
import ResultsStore

/// The account that synchronizes, and the identity of its hub.
struct HubMember: Sendable {
    enum Kind: String, Sendable { case lab, analyst }

    var name: String
    var kind: Kind
    /// The analyst's study; nil for a lab.
    var study: String?
    /// Identity of the hub. Restoring the hub from a backup does not change it.
    var hub: UUID

    /// Reads the account's type and name, and the hub's identity, from the hub.
    init(_ connection: Connection, hub address: HubAddress) async throws {
        let results = try await connection.pipeline([
            .init(HubSchema.migration),
            .init("SELECT study, name, kind FROM evalrun.members WHERE name = current_user"),
        ])
        hub = try HubSchema.identity(results[0], at: address.name)
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

/// One synchronization of one study.
struct StudySync: Sendable {
    let connection: Connection
    let store: ResultsStore
    let member: HubMember
    let study: String
    var copy: UUID
    /// Name of the hub in messages.
    let place: String
    let sizes: BatchSizes
    /// Whether to leave new pushes unrecorded in the results file. True if the hub has an earlier
    /// push of this copy that the file has not recorded. The file records only the last push of
    /// each copy. If the file recorded a new push now, a later pull would skip the earlier push.
    var leavesPositions = false
    /// Whether a pull follows the push.
    var pullsNext = false

    /// Runs statements in one transaction and commits it if `body` returns true.
    ///
    /// - Parameter body: receives the results; throws or returns false to roll back.
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
            // If the connection is lost, the server rolls back by itself.
            _ = try? await connection.query("ROLLBACK")
            throw error
        }
    }
}
