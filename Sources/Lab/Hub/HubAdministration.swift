package import Diagnostics
import Foundation
import ResultsStore

/// Administration of a hub: its creation and its accounts. All changes are made with the account in
/// the hub's URL. The account that creates a hub owns the hub.
package struct HubAdministration: Sendable {
    private let address: HubAddress

    package init(_ address: HubAddress) { self.address = address }

    /// The result of ``create()``.
    package struct Creation: Sendable {
        /// Whether the hub is new; false if the database already had a hub.
        package var isNew: Bool
        /// The account in the hub's URL.
        package var account: String
        /// The account that owns the hub. Only this account can add labs and analysts.
        package var owner: String
        /// Whether the owner may create roles. Adding an account to the hub requires this right.
        package var createsRoles: Bool
    }

    /// Creates the hub. If the database already has a hub, only completes the steps that an
    /// interrupted earlier call left undone.
    package func create() async throws(DiagnosticError) -> Creation {
        let place = address.name
        let fix = "use an account that may create schemas in this database, such as its owner"
        return try await address.connected(refusalFix: fix) { connection in
            let present = try await connection.query(
                "SELECT 1 FROM information_schema.schemata WHERE schema_name = 'evalrun'"
            )
            let isNew = present.count == 0
            if isNew {
                let version = await connection.serverVersion
                try await connection.script(HubSchema.create(hub: UUID(), serverVersion: version))
            } else {
                try await connection.requireHub(at: place)
            }
            do {
                try await connection.script(HubSchema.withoutStatistics)
            } catch let error as PostgresError {
                // If the hub already existed, another role may own it.
                guard error.isUnsupported || !isNew && error.state == "42501" else { throw error }
            }
            let owners = try await connection.query(
                """
                SELECT current_user::text, rolname::text,
                    CASE WHEN rolsuper OR rolcreaterole THEN 1 ELSE 0 END::bigint
                FROM pg_roles
                WHERE oid = (SELECT nspowner FROM pg_namespace WHERE nspname = 'evalrun')
                """
            )
            let owner = owners.rows[0]
            return Creation(
                isNew: isNew,
                account: try owner.text(0),
                owner: try owner.text(1),
                createsRoles: try owner.integer(2) == 1
            )
        }
    }

    /// Creates the account of a lab: a role without a password that has rights to the lab's rows.
    /// If the lab has an account, but the role was dropped, creates the role again. If the role
    /// exists, grants its rights again.
    ///
    /// - Returns: false if the lab already had an account.
    package func add(lab name: String) async throws(DiagnosticError) -> Bool {
        try await add(
            name,
            kind: "lab",
            study: "*",
            rights: HubSchema.labRights(name),
            account: HubSchema.addLab(name)
        )
    }

    /// Creates the account of an analyst, who can read the data of one study from all labs. If the
    /// account exists, its privileges are granted again.
    ///
    /// - Returns: false if the analyst already had an account.
    package func add(analyst name: String, study: String) async throws(DiagnosticError) -> Bool {
        try await add(
            name,
            kind: "analyst",
            study: study,
            rights: HubSchema.analystRights(name),
            account: HubSchema.addAnalyst(name, study: study)
        )
    }

    /// Sets whether each lab can read all sessions of a study, or only the lab's own sessions.
    ///
    /// - Returns: false if the study already had this setting.
    package func share(study: String, isShared: Bool) async throws(DiagnosticError) -> Bool {
        let place = address.name
        let fix = "use the account that owns the hub: postgresql://OWNER@HOST/DATABASE"
        return try await address.connected(refusalFix: fix) { connection in
            try await connection.requireOwnHub(at: place)
            var studies = try await HubAdministration.sharedStudies(connection)
            if studies.read.contains(study) == isShared { return false }
            studies.read.removeAll { $0 == study }
            if isShared { studies.read = (studies.read + [study]).sorted() }
            studies.known = Set(studies.known + studies.read).sorted()
            let change = """
                INSERT INTO evalrun.shared (study, is_read)
                VALUES (\(HubSchema.quoted(study)), \(isShared))
                ON CONFLICT (study) DO UPDATE SET is_read = excluded.is_read;
                """
            let labs = try await connection.texts(
                "SELECT name FROM evalrun.members WHERE kind = 'lab' ORDER BY name"
            )
            let policies = labs.map { HubSchema.share(studies, with: $0) }
            try await connection.script(([change] + policies).joined(separator: "\n"))
            return true
        }
    }

    private static func sharedStudies(_ connection: Connection) async throws -> SharedStudies {
        let shared = "SELECT study FROM evalrun.shared"
        let known = try await connection.texts("\(shared) ORDER BY study")
        let read = try await connection.texts("\(shared) WHERE is_read ORDER BY study")
        return SharedStudies(read: read, known: known)
    }

    private func add(
        _ name: String,
        kind: String,
        study: String,
        rights: String,
        account: String
    ) async throws(DiagnosticError) -> Bool {
        if let problem = ParticipantCode.problem(withLab: name) { throw DiagnosticError([problem]) }
        let place = address.name
        let fix =
            "use the account that owns the hub, postgresql://OWNER@HOST/DATABASE; this account needs "
            + "the right to create roles: ALTER ROLE OWNER CREATEROLE"
        return try await address.connected(refusalFix: fix) { connection in
            try await connection.requireOwnHub(at: place)
            let members = try await connection.query(
                "SELECT kind, study FROM evalrun.members WHERE name = $1",
                [.text(name)]
            )
            for member in members.rows {
                let (known, of) = (try member.text(0), try member.text(1))
                guard known == kind, of == study else {
                    let words = known == "lab" ? "a lab" : "an analyst of the study \"\(of)\""
                    var fix = "choose another name"
                    if known == "analyst", kind == known {
                        fix += "; an analyst needs a separate account for each study"
                    }
                    throw HubAdministration.taken(name, "is the account of \(words)", place, fix)
                }
            }
            let role = try await connection.query(
                """
                SELECT CASE WHEN rolsuper OR rolbypassrls THEN 1 ELSE 0 END::bigint,
                    CASE WHEN has_schema_privilege(oid, 'evalrun', 'USAGE') THEN 1 ELSE 0 END::bigint
                FROM pg_roles WHERE rolname = $1
                """,
                [.text(name)]
            )
            if let role = role.rows.first, try role.integer(0) == 1 {
                throw HubAdministration.taken(name, "is an account that can read every row", place)
            }
            if let other = try await HubAdministration.roles(readBy: name, connection).first {
                let problem = other == name ? "owns the hub" : "is a member of the role \(other)"
                throw HubAdministration.taken(name, problem, place)
            }
            if members.count > 0, let role = role.rows.first, try role.integer(1) == 1 {
                try await connection.script(rights)
                return false
            }
            // Roles belong to the server, so the role may already exist because of another
            // database.
            let create = role.count == 0 ? "CREATE ROLE \"\(name)\" LOGIN;\n" : ""
            let remains = try await HubAdministration.remains(of: name, connection)
            var script = remains + create + account
            if kind == "lab" {
                let studies = try await HubAdministration.sharedStudies(connection)
                script += "\n" + HubSchema.share(studies, with: name)
            }
            try await connection.script(script)
            return true
        }
    }

    /// Returns the roles that have `name` as a direct or indirect member. `name` has the rights of
    /// these roles. Considers only the roles of the hub's accounts and of the hub's owner. If
    /// `name` owns the hub, the result contains `name` itself.
    private static func roles(
        readBy name: String,
        _ connection: Connection
    ) async throws -> [String] {
        try await connection.texts(
            """
            SELECT o.rolname::text FROM pg_roles r, pg_roles o
            WHERE r.rolname = $1 AND pg_has_role(r.oid, o.oid, 'MEMBER') AND (o.oid = (
                    SELECT nspowner FROM pg_namespace WHERE nspname = 'evalrun')
                OR o.oid <> r.oid AND o.rolname IN (SELECT name FROM evalrun.members))
            ORDER BY o.rolname
            """,
            [.text(name)]
        )
    }

    /// Returns SQL that removes the `members` row and the policies of the account `name`. The row
    /// and the policies can remain after the account's role was dropped.
    private static func remains(of name: String, _ connection: Connection) async throws -> String {
        let policies = try await connection.query(
            """
            SELECT tablename::text, policyname::text FROM pg_policies
            WHERE schemaname = 'evalrun' AND policyname IN (SELECT $1 || e
                FROM unnest($2::text[]) AS s (e)) ORDER BY tablename, policyname
            """,
            [.text(name), .texts(["_read", "_add", "_self", "_shared"])]
        )
        let drops = try policies.rows.map {
            "DROP POLICY \(try $0.text(1)) ON evalrun.\(try $0.text(0));\n"
        }
        return "DELETE FROM evalrun.members WHERE name = '\(name)';\n" + drops.joined()
    }

    private static func taken(
        _ name: String,
        _ problem: String,
        _ place: String,
        _ fix: String = "choose another name"
    ) -> DiagnosticError {
        DiagnosticError(
            "name-taken",
            at: .init(file: place),
            "\"\(name)\" \(problem)",
            fix: fix,
            status: .usage
        )
    }
}

extension HubAddress {
    /// Opens a connection and passes it to `body`. Errors are thrown as diagnostics that name the
    /// hub.
    ///
    /// - Parameters:
    ///   - fix: advice for an account that lacks the rights for `body`. If nil, the advice is to
    ///     have the account added to the hub as a lab or an analyst.
    ///   - retry: advice if a later attempt may succeed.
    func connected<Result: Sendable>(
        refusalFix fix: String? = nil,
        retryFix retry: String = PostgresError.runAgain,
        _ body: (Connection) async throws -> Result
    ) async throws(DiagnosticError) -> Result {
        do {
            return try await body(Connection.open(self))
        } catch let error as PostgresError {
            throw error.diagnostic(hub: name, refusalFix: fix, retryFix: retry)
        } catch let error as DiagnosticError {
            throw error
        } catch {
            throw DiagnosticError("hub", at: .init(file: name), "\(error)", status: .software)
        }
    }
}
