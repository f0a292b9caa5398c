import Diagnostics
import Foundation

/// The studies that are or were shared. In a shared study, every lab can read the sessions of all
/// labs.
struct SharedStudies: Sendable {
    /// Studies that are currently shared, so that every lab may read them.
    var read: [String]
    /// Studies that are or were shared. Labs can still read the tombstones of all these studies, so
    /// that they learn of erasures. A tombstone is the record of an erased session.
    var known: [String]
}

/// The SQL of the hub, from the files in `Schema`.
enum HubSchema {
    /// The version of the schema that this version of evalrun creates and uses.
    static let version: Int64 = 2

    /// SQL query for the version of a hub's schema and the identity of the hub.
    static let migration = """
        SELECT version, hub FROM evalrun.migrations ORDER BY version DESC LIMIT 1
        """

    /// Returns the identity of a hub.
    ///
    /// - Parameters:
    ///   - migrations: result of the query ``migration``.
    ///   - place: name of the hub in messages.
    /// - Throws: `PostgresError` if the result has no row; `DiagnosticError` if the version of the
    ///   hub's schema is not ``version``.
    static func identity(_ migrations: ResultRows, at place: String) throws -> UUID {
        guard let migration = migrations.rows.first else {
            throw PostgresError(state: "3F000", message: "no hub")
        }
        let found = try migration.integer(0)
        guard found == version else {
            throw DiagnosticError(
                "hub-version",
                at: .init(file: place),
                "the hub has schema version \(found)",
                expected: "schema version \(version)",
                fix: found > version
                    ? "use the version of evalrun that created the hub"
                    : "ask the hub's administrator for a new hub in an empty database; the labs' "
                        + "files contain all data of the old hub",
                status: .configuration
            )
        }
        return try migration.uuid(1)
    }

    /// Tables to which labs add rows, except `sessions` and `confirmations`, whose policies are in
    /// `lab.sql`.
    private static let labTables = [
        "definitions", "definition_files", "events", "snapshots", "contents", "pushes", "ranges",
        "declined", "locks",
    ]

    private static let studyTables =
        labTables + ["sessions", "tombstones", "confirmations", "copies", "decisions", "shared"]

    /// Tables whose rows every lab can read if the rows belong to a shared study.
    private static let sharedTables = labTables + ["sessions", "tombstones", "decisions"]

    /// Returns the SQL that creates the hub.
    ///
    /// - Parameter serverVersion: version number as libpq returns it: 150004 is 15.4.
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

    /// SQL that stops the collection of planner statistics on columns with participants' data.
    /// Otherwise, statistics would remain when rows are erased. Databases without planner
    /// statistics reject this SQL.
    static let withoutStatistics = [
        ("events", "payload"), ("events", "salt"), ("contents", "bytes"), ("snapshots", "manifest"),
        ("sessions", "participant"),
    ].map { "ALTER TABLE evalrun.\($0) ALTER COLUMN \($1) SET STATISTICS 0;" }
        .joined(separator: "\n")

    /// SQL query for the sessions with several branches. Such a session has different events with
    /// the same event number.
    static let incidents = text(PackageResources.incidents_sql)

    /// SQL of optional triggers that refuse changes to recorded rows.
    static let triggers = text(PackageResources.triggers_sql)

    /// Returns the SQL that adds a lab.
    ///
    /// - Parameter name: name of the lab, which is also the name of an existing role.
    static func addLab(_ name: String) -> String {
        let tables = labTables.map {
            text(PackageResources.lab_table_sql, ["name": name, "table": $0])
        }
        let lab = [labRights(name), text(PackageResources.lab_sql, ["name": name])]
        return (lab + tables).joined(separator: "\n")
    }

    /// Returns the SQL that grants the lab `name` the privileges on the hub's tables and functions.
    /// Policies restrict the rows. The SQL can be run repeatedly.
    static func labRights(_ name: String) -> String {
        text(PackageResources.lab_rights_sql, ["name": name])
    }

    /// Returns the SQL that adds an analyst of one study.
    ///
    /// - Parameter name: name of an existing role.
    static func addAnalyst(_ name: String, study: String) -> String {
        let study = study.replacingOccurrences(of: "'", with: "''")
        let tables = studyTables.map {
            text(PackageResources.analyst_table_sql, ["name": name, "study": study, "table": $0])
        }
        let policies = text(PackageResources.analyst_sql, ["name": name, "study": study])
        return ([analystRights(name), policies] + tables).joined(separator: "\n")
    }

    /// Returns the SQL that grants the analyst `name` the privileges on the hub's tables and
    /// functions. Policies restrict the rows. The SQL can be run repeatedly.
    static func analystRights(_ name: String) -> String {
        text(PackageResources.analyst_rights_sql, ["name": name])
    }

    /// Returns the SQL of the policies that let the lab `lab` read other labs' rows of shared
    /// studies.
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

extension Connection {
    /// Throws if the database has no hub, or if the version of the hub's schema is not
    /// ``HubSchema/version``.
    ///
    /// - Parameter place: name of the hub in messages.
    func requireHub(at place: String) throws {
        _ = try HubSchema.identity(try query(HubSchema.migration), at: place)
    }

    /// Throws if the database has no hub of the right version, as ``requireHub(at:)`` does, or if
    /// the account lacks the rights of the hub's owner. For other accounts, a GRANT only causes a
    /// warning, and policies hide rows.
    ///
    /// - Parameter place: name of the hub in messages.
    func requireOwnHub(at place: String) throws {
        try requireHub(at: place)
        let others = try query(
            """
            SELECT current_user::text FROM pg_namespace
            WHERE nspname = 'evalrun' AND NOT pg_has_role(nspowner, 'USAGE')
            """
        )
        guard let other = others.rows.first else { return }
        throw PostgresError(state: "42501", message: "\(try other.text(0)) does not own the hub")
    }
}
