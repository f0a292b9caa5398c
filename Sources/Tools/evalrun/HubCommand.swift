import ArgumentParser
import Diagnostics
import Foundation
import Hub
import SessionEngine
import StudyDefinition

struct HubCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "hub",
        abstract:
            "Manage the PostgreSQL database that collects the results of several labs.",
        subcommands: [
            HubCreateCommand.self, HubLabCommand.self, HubAnalystCommand.self, HubShareCommand.self,
            HubStatusCommand.self, HubWatchCommand.self, HubErasuresCommand.self,
            HubDecideCommand.self,
        ]
    )
}

struct HubOptions: ParsableArguments {
    @Argument(
        help: "postgresql://ACCOUNT@HOST/DATABASE; the password is in ~/.pgpass or PGPASSWORD."
    )
    var url: String

    func address() throws(DiagnosticError) -> HubAddress { try hubAddress(url) }

    func administration() throws(DiagnosticError) -> HubAdministration {
        HubAdministration(try address())
    }
}

struct HubCreateCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "create",
        abstract: "Create a hub in an empty database; the account in the URL owns the hub."
    )

    @OptionGroup var hub: HubOptions

    func run() async throws {
        let created = try await hub.administration().create()
        let owner = created.owner
        say(
            created.isNew
                ? "created the hub"
                : "nothing changed: the database already has a hub, owned by the account \(owner)"
        )
        if !created.createsRoles {
            say(
                "The account \(owner) cannot add labs yet. First, an administrator of the server "
                    + "runs: ALTER ROLE \(owner) CREATEROLE"
            )
        }
        let isOwner = created.account == owner
        let url = isOwner ? shellWord(hub.url) : "postgresql://\(owner)@HOST/DATABASE"
        say("Add a lab: evalrun hub lab add NAME \(url)")
    }
}

struct HubLabCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "lab",
        abstract: "Accounts of labs.",
        subcommands: [Add.self]
    )

    struct Add: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "add",
            abstract: "Create an account with which a lab can add rows and read its own rows."
        )

        @Argument(help: "Short name of the lab, such as uppsala; its account has the same name.")
        var name: String
        @OptionGroup var hub: HubOptions

        func run() async throws {
            let isNew = try await hub.administration().add(lab: name)
            sayAccount(name, isNew: isNew, of: "lab", url: hub.url)
        }
    }
}

struct HubAnalystCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "analyst",
        abstract: "Accounts of analysts.",
        subcommands: [Add.self]
    )

    struct Add: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "add",
            abstract: "Create the account of an analyst, who can read all labs' data of one study."
        )

        @Argument(help: "Short name of the analyst; the account has the same name.")
        var name: String
        @OptionGroup var hub: HubOptions
        @Option(help: "The id of the study that the analyst reads.")
        var study: String

        func run() async throws {
            let isNew = try await hub.administration().add(analyst: name, study: study)
            sayAccount(name, isNew: isNew, of: "analyst", study: study, url: hub.url)
        }
    }
}

struct HubShareCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "share",
        abstract:
            "Apply \"sharing\" of study.yaml: labs can read each other's sessions, or only their own."
    )

    @OptionGroup var hub: HubOptions
    @OptionGroup var study: StudyOptions

    func run() async throws {
        let folder = try study.folder(Resources.find(environment: processEnvironment))
        let isShared = folder.study.sharing == .labs
        let isNew = try await hub.administration().share(study: folder.study.id, isShared: isShared)
        let reads = isShared ? "the sessions of all labs" : "only its own sessions"
        say(
            "\(isNew ? "" : "nothing changed: ")in study \"\(folder.study.id)\", "
                + "each lab can read \(reads)"
        )
        if isNew, !isShared {
            say("Sessions that labs have already pulled stay in the labs' files.")
        }
    }
}

/// Prints the result of creating an account, and the next steps. An earlier call may have been
/// killed before it printed them.
///
/// - Parameter study: the study that an analyst's account can read; nil for a lab's account.
private func sayAccount(
    _ name: String,
    isNew: Bool,
    of kind: String,
    study: String? = nil,
    url: String
) {
    let reads = study.map { ", which reads the study \"\($0)\"" } ?? ""
    say(
        isNew
            ? "created the account \(name)\(reads)"
            : "nothing created; rights granted again to the account \(name)\(reads)"
    )
    let when = isNew ? "Set its password" : "If it has no password yet"
    say("\(when): psql \(shellWord(url)) -c '\\password \(name)'")
    say(
        "The \(kind) must then store the password in ~/.pgpass and run: "
            + "evalrun sync postgresql://\(name)@HOST/DATABASE"
    )
}

struct HubDecideCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "decide",
        abstract:
            "Choose which branch of a session's log is analysed. All other branches are kept, but "
            + "not analysed."
    )

    @Argument(help: "The session, as listed by evalrun hub status.")
    var session: String
    @OptionGroup var hub: HubOptions
    @Option(help: "The origin of the branch to analyse, as listed by evalrun hub status.")
    var keep: String
    @Option(help: "The reason; stored at the hub.")
    var reason: String

    func validate() throws { _ = try identities() }

    func run() async throws {
        let (session, origin) = try identities()
        try await hub.address().decide(session: session, keep: origin, reason: reason)
        say("decision stored; the next synchronisation pulls the chosen branch")
    }

    private func identities() throws -> (session: UUID, origin: UUID) {
        guard let session = UUID(uuidString: session), let origin = UUID(uuidString: keep) else {
            throw ValidationError("The session and --keep must be UUIDs from evalrun hub status.")
        }
        return (session, origin)
    }
}

struct HubErasuresCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "erasures",
        abstract: "List erased sessions and the accounts that have not confirmed the erasure."
    )

    @OptionGroup var hub: HubOptions

    /// Commands that remove deleted rows from the disk. Deleted rows remain in the tables until the
    /// tables are rewritten, and in existing WAL segments until the segments are removed. WAL
    /// recycling is switched off while the commands run, because a recycled segment gets another
    /// name but keeps its contents.
    private static let removal = [
        "psql DATABASE -c 'VACUUM FULL' -c 'ALTER SYSTEM SET wal_recycle = off' \\",
        "  -c 'SELECT pg_reload_conf()' -c CHECKPOINT",
        "last=$(psql DATABASE -Atc \"SELECT max(name) FROM pg_ls_waldir() \\",
        "  WHERE name ~ '^[0-9A-F]{24}$'\") &&",
        "until [[ $(psql DATABASE -Atc 'SELECT pg_walfile_name(pg_current_wal_lsn())') > $last ]]; do",
        "  psql DATABASE -qAtc \"SELECT pg_create_restore_point('erased'), pg_switch_wal()\" >/dev/null || break",
        "done &&",
        "psql DATABASE -c CHECKPOINT -c 'ALTER SYSTEM RESET wal_recycle' -c 'SELECT pg_reload_conf()'",
    ]

    func run() async throws {
        let erasures = try await hub.address().erasures()
        for erasure in erasures {
            say("\(erasure.lab) \(erasure.session.uuidString.lowercased()) (\(erasure.study))")
            if !erasure.confirmed.isEmpty {
                say("  confirmed: \(erasure.confirmed.joined(separator: ", "))")
            }
            for missing in erasure.missing {
                say("  not confirmed: \(missing.member), last contact \(missing.lastContact) UTC")
            }
        }
        if erasures.isEmpty { return say("no session has been erased") }
        say("To remove the erased rows from the server's files, its administrator runs:")
        for line in Self.removal { say("  \(line)") }
        say(
            "The administrator must also delete base backups, archived WAL, and segments that a standby "
                + "or a replication slot keeps."
        )
    }
}
