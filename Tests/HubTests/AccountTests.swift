import Diagnostics
import Foundation
import TestTraits
import Testing

@testable import Hub

/// Making accounts, again and again.
@Suite(.blocking, .enabled(if: TestServer.isInstalled)) struct AccountTests {
    /// Names of roles belong to the whole server.
    private func name(_ hub: TestHub) -> String { "lab_of_\(hub.database)" }

    @Test func aRoleThatWasDroppedIsMadeAgainWithItsRights() async throws {
        let hub = try await TestHub(labs: ["oslo"])
        defer { try? FileManager.default.removeItem(at: hub.folder) }
        let administration = HubAdministration(try hub.address("owner"))
        let lab = name(hub)
        #expect(try await administration.add(lab: lab))
        #expect(try await !administration.add(lab: lab))
        try await hub.owner("DROP OWNED BY \(lab); DROP ROLE \(lab)")
        #expect(try await administration.add(lab: lab))
        try await hub.setPassword(lab)
        try await hub.record("P1", in: "file")
        #expect(try await hub.sync(lab, "file").pushedSessions == 1)
        #expect(try await !administration.add(lab: lab))
        try await hub.owner("DROP OWNED BY \(lab); DROP ROLE \(lab)")
    }

    @Test func aNameMayBeAReservedWordOfSQL() async throws {
        let hub = try await TestHub(labs: [])
        defer { try? FileManager.default.removeItem(at: hub.folder) }
        let administration = HubAdministration(try hub.address("owner"))
        #expect(try await administration.add(lab: "in"))
        #expect(try await administration.add(analyst: "to", study: "s"))
        #expect(try await administration.share(study: "s", isShared: true))
        #expect(try await !administration.add(lab: "in"))
        #expect(try await !administration.add(analyst: "to", study: "s"))
        try await hub.owner("DROP OWNED BY \"in\", \"to\"; DROP ROLE \"in\", \"to\"")
    }

    @Test func aPrivilegeThatWasRevokedIsGrantedAgain() async throws {
        let hub = try await TestHub(labs: ["oslo"])
        defer { try? FileManager.default.removeItem(at: hub.folder) }
        let administration = HubAdministration(try hub.address("owner"))
        try await hub.record("P1", in: "oslo")
        try await hub.owner(
            "REVOKE INSERT ON evalrun.events FROM oslo; REVOKE SELECT ON evalrun.events FROM anna"
        )
        for (account, name) in [("oslo", "oslo"), ("anna", "all")] {
            let error = await #expect(throws: DiagnosticError.self) {
                try await hub.sync(account, name)
            }
            #expect(error?.diagnostics.map(\.id) == ["hub-refused"])
            let isNew =
                try await account == "oslo"
                ? administration.add(lab: account)
                : administration.add(analyst: account, study: "s")
            #expect(!isNew)
            try await hub.sync(account, name)
        }
        #expect(try hub.sessions("all").count == 1)
    }

    /// PostgreSQL only warns about a GRANT by another account, and hides the setting of a study.
    @Test func onlyTheOwnerChangesTheHub() async throws {
        let hub = try await TestHub(labs: ["oslo"])
        defer { try? FileManager.default.removeItem(at: hub.folder) }
        let oslo = HubAdministration(try hub.address("oslo"))
        let anna = HubAdministration(try hub.address("anna"))
        let commands: [@Sendable () async throws -> Void] = [
            { _ = try await oslo.add(lab: "oslo") },
            { _ = try await anna.add(analyst: "anna", study: "s") },
            { _ = try await anna.share(study: "other", isShared: false) },
        ]
        for (number, command) in commands.enumerated() {
            let error = await #expect(throws: DiagnosticError.self, "\(number)") {
                try await command()
            }
            #expect(error?.status == .noPermission)
            #expect(error?.diagnostics.first?.problem.contains("does not own the hub") == true)
            #expect(error?.diagnostics.first?.fix?.contains("account that owns the hub") == true)
        }
    }

    @Test func anAccountWithTheRightsOfAnotherIsRefused() async throws {
        let hub = try await TestHub(labs: ["oslo"])
        defer { try? FileManager.default.removeItem(at: hub.folder) }
        let administration = HubAdministration(try hub.address("owner"))
        let lab = name(hub)
        try await hub.owner("CREATE ROLE \(lab) LOGIN; GRANT oslo TO \(lab)")
        let error = await #expect(throws: DiagnosticError.self) {
            _ = try await administration.add(lab: lab)
        }
        #expect(error?.diagnostics.map(\.id) == ["name-taken"])
        #expect(error?.diagnostics.first?.problem.contains("oslo") == true)
        try await hub.owner("DROP ROLE \(lab)")
    }

    /// It would read every lab's rows.
    @Test func theOwnerOfTheHubIsNoLab() async throws {
        let hub = try await TestHub(labs: ["oslo"])
        defer { try? FileManager.default.removeItem(at: hub.folder) }
        let (lab, database) = (name(hub), "\(hub.database)_2")
        try await hub.owner("CREATE ROLE \(lab) LOGIN CREATEROLE")
        try await hub.setPassword(lab)
        try await hub.owner("CREATE DATABASE \(database) OWNER \(lab)")
        let administration = HubAdministration(
            try HubAddress(hub.server.url(lab, database: database))
        )
        #expect(try await administration.create().isNew)
        let error = await #expect(throws: DiagnosticError.self) {
            _ = try await administration.add(lab: lab)
        }
        #expect(error?.diagnostics.map(\.id) == ["name-taken"])
        try await hub.owner("DROP DATABASE \(database)")
        try await hub.owner("DROP ROLE \(lab)")
    }

    /// An account of the server may connect to `postgres`, and may not create a schema there.
    @Test func aHubIsCreatedByAnAccountThatMay() async throws {
        let hub = try await TestHub(labs: ["oslo"])
        defer { try? FileManager.default.removeItem(at: hub.folder) }
        let administration = HubAdministration(
            try HubAddress(hub.server.url("oslo", database: "postgres"))
        )
        let error = await #expect(throws: DiagnosticError.self) {
            _ = try await administration.create()
        }
        #expect(error?.diagnostics.map(\.id) == ["hub-refused"])
        #expect(error?.diagnostics.first?.fix?.contains("may create schemas") == true)
    }

    @Test func anOwnerWithoutTheRightToCreateRolesIsToldSo() async throws {
        let hub = try await TestHub(labs: ["oslo"])
        defer { try? FileManager.default.removeItem(at: hub.folder) }
        let (owner, database) = ("owner_of_\(hub.database)", "\(hub.database)_3")
        try await hub.owner("CREATE ROLE \(owner) LOGIN")
        try await hub.setPassword(owner)
        try await hub.owner("CREATE DATABASE \(database) OWNER \(owner)")
        let administration = HubAdministration(
            try HubAddress(hub.server.url(owner, database: database))
        )
        let created = try await administration.create()
        #expect(created.isNew && created.owner == owner && !created.createsRoles)
        let error = await #expect(throws: DiagnosticError.self) {
            _ = try await administration.add(lab: name(hub))
        }
        #expect(error?.diagnostics.map(\.id) == ["hub-refused"])
        let right = "ALTER ROLE OWNER CREATEROLE"
        #expect(error?.diagnostics.first?.fix?.contains(right) == true)
        try await hub.owner(right.replacing("OWNER", with: owner))
        #expect(try await administration.add(lab: name(hub)))
        try await hub.owner("DROP DATABASE \(database)")
        try await hub.owner("DROP ROLE \(name(hub)), \(owner)")
    }

    @Test func anAccountThatMayNotConnectIsToldWhatHelps() async throws {
        let hub = try await TestHub(labs: ["oslo"])
        defer { try? FileManager.default.removeItem(at: hub.folder) }
        let lab = name(hub)
        _ = try await HubAdministration(try hub.address("owner")).add(lab: lab)
        try await hub.setPassword(lab)
        let address = try hub.address(lab)
        for (forbidden, permitted, advice) in [
            ("ALTER ROLE \(lab) NOLOGIN", "ALTER ROLE \(lab) LOGIN", "ALTER ROLE"),
            (
                "REVOKE CONNECT ON DATABASE \(hub.database) FROM PUBLIC",
                "GRANT CONNECT ON DATABASE \(hub.database) TO PUBLIC", "GRANT CONNECT"
            ),
        ] {
            try await hub.owner(forbidden)
            let error = await #expect(throws: DiagnosticError.self) {
                try await address.connected { _ in }
            }
            #expect(error?.diagnostics.map(\.id) == ["hub-account"])
            #expect(error?.status == .noPermission)
            #expect(error?.diagnostics.first?.fix?.contains(advice) == true)
            try await hub.owner(permitted)
        }
        try await hub.owner("DROP OWNED BY \(lab); DROP ROLE \(lab)")
    }

    @Test func anAnalystOfAnotherStudyIsNamed() async throws {
        let hub = try await TestHub(labs: ["oslo"])
        defer { try? FileManager.default.removeItem(at: hub.folder) }
        let error = await #expect(throws: DiagnosticError.self) {
            _ = try await HubAdministration(try hub.address("owner")).add(
                analyst: "anna",
                study: "other"
            )
        }
        #expect(error?.diagnostics.first?.problem.contains("analyst of the study \"s\"") == true)
        #expect(error?.diagnostics.first?.fix?.contains("for each study") == true)
        try await hub.record("P1", in: "oslo")
        try await hub.sync("oslo", "oslo")
        #expect(try await hub.sync("anna", "all").study == "s")
    }

    /// As a call leaves it that was killed between its two steps.
    @Test func whatAKilledCreateLeftOutIsDoneByTheNext() async throws {
        let hub = try await TestHub(labs: ["oslo"])
        defer { try? FileManager.default.removeItem(at: hub.folder) }
        let target = """
            SELECT coalesce(attstattarget, -1) FROM pg_attribute
            WHERE attrelid = 'evalrun.events'::regclass AND attname = 'payload'
            """
        #expect(try await hub.rows(target) == ["0"])
        try await hub.owner("ALTER TABLE evalrun.events ALTER COLUMN payload SET STATISTICS -1")
        let again = try await HubAdministration(try hub.address("owner")).create()
        #expect(!again.isNew)
        #expect(again.account == "owner" && again.owner == "owner" && again.createsRoles)
        #expect(try await hub.rows(target) == ["0"])
    }
}
