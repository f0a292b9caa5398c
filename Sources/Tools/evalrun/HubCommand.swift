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
            "Make and watch the PostgreSQL database that gathers the results of several labs.",
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

    /// Returns the hub's address, and prints a warning if the connection does not verify the
    /// server's identity.
    func address() throws(DiagnosticError) -> HubAddress {
        let address = try HubAddress(url)
        if let warning = address.warning { Output.complain(render([warning])) }
        return address
    }
}

struct HubCreateCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "create",
        abstract: "Make a hub in an empty database; its account owns the hub."
    )

    @OptionGroup var hub: HubOptions

    func run() async throws {
        let isNew = try await HubAdministration(try hub.address()).create()
        say(isNew ? "made the hub" : "nothing changed: the database has a hub already")
        say("Add a lab: evalrun hub lab add NAME \(hub.url)")
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
            abstract: "Make the account of a lab, which adds rows and reads its own."
        )

        @Argument(help: "Short name of the lab, such as uppsala; its account has the same name.")
        var name: String
        @OptionGroup var hub: HubOptions

        func run() async throws {
            let isNew = try await HubAdministration(try hub.address()).add(lab: name)
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
            abstract: "Make the account of an analyst, who reads one study of every lab."
        )

        @Argument(help: "Short name of the analyst; the account has the same name.")
        var name: String
        @OptionGroup var hub: HubOptions
        @Option(help: "The id of the study.")
        var study = StudyOptions.standard

        func run() async throws {
            let isNew = try await HubAdministration(try hub.address()).add(
                analyst: name,
                study: study
            )
            sayAccount(name, isNew: isNew, of: "analyst", url: hub.url)
        }
    }
}

struct HubShareCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "share",
        abstract: "Let each lab read the sessions of all labs or only its own, as study.yaml says."
    )

    @OptionGroup var hub: HubOptions
    @OptionGroup var study: StudyOptions

    func run() async throws {
        let folder = try study.folder(Resources.find(environment: processEnvironment))
        let isShared = folder.study.sharing == .labs
        let isNew = try await HubAdministration(try hub.address()).share(
            study: folder.study.id,
            isShared: isShared
        )
        let reads = isShared ? "the sessions of all labs" : "only its own sessions"
        say("\(isNew ? "" : "nothing changed: ")in \(folder.study.id) each lab reads \(reads)")
        if isNew, !isShared {
            say("Sessions that labs have already read stay in their files.")
        }
    }
}

private func sayAccount(_ name: String, isNew: Bool, of kind: String, url: String) {
    if !isNew { return say("nothing changed: the account exists already") }
    say("made the account \(name)")
    say("Give it a password: psql \(url) -c '\\password \(name)'")
    say(
        "The \(kind) keeps it in ~/.pgpass and runs: evalrun sync postgresql://\(name)@HOST/DATABASE"
    )
}

struct HubDecideCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "decide",
        abstract: "Choose one of two branches of a session; the other one is kept and not analysed."
    )

    @Argument(help: "The session, as listed by status.")
    var session: String
    @OptionGroup var hub: HubOptions
    @Option(help: "The origin of the branch to keep, as listed by status.")
    var keep: String
    @Option(help: "The reason; stored at the hub.")
    var reason: String

    func run() async throws {
        guard let session = UUID(uuidString: session), let origin = UUID(uuidString: keep) else {
            throw ValidationError("The session and --keep are UUIDs, as listed by status.")
        }
        try await hub.address().decide(session: session, keep: origin, reason: reason)
        say("decided; the next synchronisation brings that branch")
    }
}

struct HubErasuresCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "erasures",
        abstract: "List erased sessions and who has not confirmed yet."
    )

    @OptionGroup var hub: HubOptions

    /// Commands that remove deleted rows from the disk. Deleted rows remain in the tables until the
    /// tables are rewritten, and in existing WAL segments until the segments are removed.
    /// Meanwhile, WAL recycling is switched off, because a recycled segment gets another name but
    /// keeps its contents.
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
        if erasures.isEmpty { return say("nothing was erased") }
        say("To remove the rows from the server's files, its administrator runs:")
        for line in Self.removal { say("  \(line)") }
        say(
            "Base backups, archived WAL, and segments that a standby or a replication slot keeps, are the "
                + "administrator's to delete."
        )
    }
}
