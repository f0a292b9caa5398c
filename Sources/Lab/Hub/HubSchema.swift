import Foundation

/// Studies of which labs read the sessions of other labs.
struct SharedStudies: Sendable {
    /// Those that they read now.
    var read: [String]
    /// Those that they read now or have read before: they learn of erasures.
    var known: [String]
}

/// SQL of the hub, from the files in `Schema`.
enum HubSchema {
    /// The version of the schema that this evalrun makes and uses.
    static let version: Int64 = 2

    /// Tables that labs add to, `sessions` and `confirmations` apart, whose rules are in `lab.sql`.
    private static let labTables = [
        "definitions", "definition_files", "events", "snapshots", "contents", "pushes", "ranges",
        "declined", "locks",
    ]

    private static let studyTables =
        labTables + ["sessions", "tombstones", "confirmations", "copies", "decisions", "shared"]

    /// Tables whose rows of a shared study every lab reads.
    private static let sharedTables = labTables + ["sessions", "tombstones", "decisions"]

    /// Makes the hub.
    ///
    /// - Parameter serverVersion: as of libpq: 150004 is 15.4.
    static func create(hub: UUID, serverVersion: Int) -> String {
        let security = (studyTables + ["members"]).map {
            text(PackageResources.security_sql, ["table": $0])
        }
        let views = text(PackageResources.views_sql, ["incidents": incidents])
        return [
            text(PackageResources.hub_sql),
            "INSERT INTO evalrun.migrations (version, hub) VALUES (\(version), '\(hub.uuidString)');",
            security.joined(separator: "\n"),
            serverVersion >= 150_000 ? views : "",
        ].joined(separator: "\n")
    }

    /// Keeps what participants said out of the planner's statistics, which no erasure reaches. Databases
    /// that have no such statistics refuse it.
    static let withoutStatistics = [
        ("events", "payload"), ("events", "salt"), ("contents", "bytes"), ("snapshots", "manifest"),
        ("sessions", "participant"),
    ].map { "ALTER TABLE evalrun.\($0) ALTER COLUMN \($1) SET STATISTICS 0;" }
        .joined(separator: "\n")

    /// Sessions with two branches.
    static let incidents = text(PackageResources.incidents_sql)

    /// Triggers that refuse changes; optional.
    static let triggers = text(PackageResources.triggers_sql)

    /// - Parameter name: of the lab, and of a role that exists.
    static func addLab(_ name: String) -> String {
        let tables = labTables.map {
            text(PackageResources.lab_table_sql, ["name": name, "table": $0])
        }
        return ([text(PackageResources.lab_sql, ["name": name])] + tables).joined(separator: "\n")
    }

    /// - Parameter name: of a role that exists.
    static func addAnalyst(_ name: String, study: String) -> String {
        let study = study.replacingOccurrences(of: "'", with: "''")
        let tables = studyTables.map {
            text(
                PackageResources.analyst_table_sql,
                ["name": name, "study": study, "table": $0]
            )
        }
        let rights = text(PackageResources.analyst_sql, ["name": name, "study": study])
        return ([rights] + tables).joined(separator: "\n")
    }

    /// Policies by which a lab reads rows of other labs.
    static func share(_ studies: SharedStudies, with lab: String) -> String {
        let read = ["name": lab, "studies": list(studies.read)]
        let known = ["name": lab, "studies": list(studies.known)]
        let tables = sharedTables.map { table in
            text(
                PackageResources.shared_table_sql,
                (table == "tombstones" ? known : read).merging(["table": table]) { $1 }
            )
        }
        let confirmations = text(PackageResources.shared_confirmations_sql, known)
        return (tables + [confirmations]).joined(separator: "\n")
    }

    private static func list(_ studies: [String]) -> String {
        studies.isEmpty ? "NULL" : studies.map(quoted).joined(separator: ", ")
    }

    static func quoted(_ text: String) -> String {
        "'\(text.replacingOccurrences(of: "'", with: "''"))'"
    }

    private static func text(_ bytes: [UInt8], _ values: [String: String] = [:]) -> String {
        values.reduce(String(decoding: bytes, as: UTF8.self)) {
            $0.replacingOccurrences(of: "{\($1.key)}", with: $1.value)
        }
    }
}
