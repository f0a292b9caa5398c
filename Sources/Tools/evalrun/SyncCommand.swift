import ArgumentParser
import Diagnostics
import Foundation
import Hub
import ResultsStore
import SessionEngine

struct SyncCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "sync",
        abstract: "Exchange results with a hub of several labs; repeating the command is safe.",
        discussion:
            "The exit status is 65 if sessions at the hub were left out of the results file."
    )

    @OptionGroup var hub: HubOptions
    @OptionGroup var results: ResultsOptions
    @Option(
        help: """
            The id of a study at the hub, to be synchronised in addition to the studies that the \
            results file already has.
            """
    )
    var study: String?
    @Option(help: "Repeat the synchronisation at this interval, such as 30s, 5m or 2h.")
    var every: Interval?

    func run() async throws {
        let path = results.results
        let synchronisation = Synchronisation(
            results: path,
            address: try hub.address(),
            study: study
        ) { notice in
            switch notice {
            case .created: say("created \(path)")
            case .belongs(let lab): say("\(path) now belongs to the lab \(lab)")
            }
        }
        guard let every else {
            let result = try await run(synchronisation, warn: complain)
            if !result.leftOut.isEmpty { throw ExitCode(ExitStatus.data.rawValue) }
            return
        }
        var warnings = NewDiagnostics()
        while true {
            do throws(DiagnosticError) {
                try await run(synchronisation) { complain(warnings.add($0)) }
                warnings.endRound(isWhole: true)
            } catch {
                // An unavailable or busy hub may answer next time; other errors are permanent.
                guard error.status.isTemporary else { throw error }
                complain(warnings.add(error.diagnostics))
                warnings.endRound(isWhole: false)
            }
            try await Task.sleep(for: every.duration)
        }
    }

    /// Synchronizes once, and prints and returns the result.
    ///
    /// - Parameter warn: a function that prints warnings.
    @discardableResult
    private func run(
        _ synchronisation: Synchronisation,
        warn: ([Diagnostic]) -> Void
    ) async throws(DiagnosticError) -> SyncResult {
        let result = try await synchronisation.run()
        show(result)
        warn(result.unfinishedErasure.diagnostics(in: results.results) + result.incidents)
        warn(try await markReports(afterMergeInto: results.results))
        return result
    }

    private func show(_ result: SyncResult) {
        say(
            "pushed: \(counted(result.pushedEvents, "event")) of "
                + counted(result.pushedSessions, "session")
        )
        let pulled = result.pulled
        let study = result.study.map { " of the study \"\($0)\"" } ?? ""
        say("pulled: \(counted(pulled.added.count + pulled.continued.count, "session"))\(study)")
        if !result.leftOut.isEmpty {
            say("left out: \(counted(result.leftOut.count, "session"))")
        }
        if !pulled.refused.isEmpty {
            say("not added (erased in this file): \(counted(pulled.refused.count, "session"))")
        }
        sayErasedCodes(pulled, results: results.results)
        if result.erased > 0 { say("erased here: \(counted(result.erased, "session"))") }
        if result.erasedAtHub > 0 {
            say("erased at the hub: \(counted(result.erasedAtHub, "session"))")
        }
        if result.unknownEvents > 0 {
            say(
                "\(counted(result.unknownEvents, "event")) recorded by a newer evalrun: stored, "
                    + "but not interpreted"
            )
        }
        for study in result.pulled.locks {
            say("the lock of study \"\(study)\", made with evalrun lock, was copied from the hub")
        }
    }
}

extension Synchronisation {
    /// Creates a synchronization that merges pulled sessions into the results file with
    /// ``Merging``.
    init(
        results: String,
        address: HubAddress,
        study: String? = nil,
        notice: @escaping @Sendable (SyncNotice) -> Void
    ) {
        let merging = Merging(
            results: results,
            cache: Resources.find(environment: processEnvironment).cache
        )
        var environment = Environment(version: ToolVersion.description) {
            store,
            input throws(DiagnosticError) in
            try await merging.take(pulled: input, into: store)
        }
        environment.notice = notice
        self.init(
            results: results,
            address: address,
            study: study,
            environment: environment
        )
    }
}

/// The time between two repetitions of a command, such as `30s`, `5m` or `2h`.
struct Interval: ExpressibleByArgument {
    let duration: Duration

    static let tenSeconds = Interval(duration: .seconds(10))

    /// The text of a default value in the help, in the form that a user types.
    var defaultValueDescription: String { "\(duration.components.seconds)s" }

    private init(duration: Duration) { self.duration = duration }

    init?(argument: String) {
        let units: [Character: Int64] = ["s": 1, "m": 60, "h": 3600]
        guard let unit = argument.last.flatMap({ units[$0] }),
            let count = Int64(argument.dropLast()),
            (1...1_000_000).contains(count)
        else { return nil }
        duration = .seconds(count * unit)
    }
}
