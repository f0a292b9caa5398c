import ArgumentParser
import Diagnostics
import Foundation
import ResultsStore
import SessionEngine
import StudyDefinition

struct ParticipantsCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "participants",
        abstract: "List the participants of a results file and the state of their sessions."
    )

    @OptionGroup var results: ResultsOptions
    @Flag(help: "Verify the file's pages and the hash chain of every session.")
    var verify = false

    func run() async throws {
        let store = try ResultsStore(path: results.results, access: .read)
        defer { store.close() }
        if verify {
            try store.requireSoundPages()
            let faults = try store.chainFaults()
            guard faults.isEmpty else { throw DiagnosticError(faults) }
        }
        let table = try rows(store)
        let none = ["no participants yet: \(results.results) contains no session"]
        for line in table.count > 1 ? aligned(table) : none { say(line) }
        for (study, count) in try store.declined() {
            say("\(count) declined to take part in study \"\(study)\"")
        }
        if verify, table.count > 1 { say("the hash chain of every session is intact") }
        complain(try store.unfinishedErasure().diagnostics(in: results.results))
    }

    private func rows(_ store: ResultsStore) throws(DiagnosticError) -> [[String]] {
        var rows = [["who", "study", "state", "tasks", "source", "data"]]
        let sessions = try store.sessions()
        let tombstones = try store.tombstones().filter { !$0.participant.isEmpty }
        let hasLabs = Set(sessions.map(\.lab) + tombstones.map(\.lab)).count > 1
        func who(_ participant: String, _ lab: String) -> String {
            hasLabs && !lab.isEmpty ? "\(lab)/\(participant)" : participant
        }
        let use = SessionUse(sessions)
        // The participants who were given the row of a drop-out in the plan, keyed by the drop-out.
        var newcomers: [String: String] = [:]
        for session in sessions {
            guard let start = session.record.start, let dropout = start.plan?.replaces else {
                continue
            }
            newcomers[who(dropout, session.lab)] = who(start.participant, session.lab)
        }
        for session in sessions {
            guard let start = session.record.start else { continue }
            let person = who(start.participant, session.lab)
            var data = [use.words(session)]
            if let dropout = start.plan?.replaces {
                data.append("replaces \(who(dropout, session.lab))")
            }
            if let newcomer = newcomers[person] { data.append("replaced by \(newcomer)") }
            let done = session.record.runs.filter {
                !$0.practice && $0.outcome != nil && $0.outcome != .notAttempted
            }
            rows.append([
                person, session.study, state(session.record), "\(count(done))",
                start.source.rawValue + (start.pilot ? ", pilot" : ""),
                data.joined(separator: ", "),
            ])
        }
        for tombstone in tombstones {
            let person = who(tombstone.participant, tombstone.lab)
            let state = tombstone.isFinished ? "erased" : "erasure not finished"
            let newcomer = newcomers[person].map { "replaced by \($0)" } ?? ""
            rows.append([person, tombstone.study, state, "", "", newcomer])
        }
        return rows
    }

    /// Returns the number of tasks in `runs`. A repeated task counts once, and each imported
    /// observation of a task counts.
    private func count(_ runs: [RunRecord]) -> Int {
        Set(runs.map { [$0.task, $0.condition, $0.imported == nil ? "" : "\($0.number)"] }).count
    }

    /// Returns the session's state. If several sessions are planned, adds this session's number,
    /// such as `1 of 2`.
    private func state(_ record: SessionRecord) -> String {
        guard let plan = record.start?.plan, let period = plan.period, let count = plan.sessions
        else { return record.state.rawValue }
        return "\(record.state.rawValue), \(period) of \(count)"
    }
}

/// Selection of the sessions that reports use, from all sessions of a results file.
private struct SessionUse {
    static let used = "analysed"

    private struct Person: Hashable {
        var code: String?
        var lab: String

        init(_ session: StoredSession) {
            (code, lab) = (session.record.start?.participant, session.lab)
        }
    }

    /// Ids of the studies with sessions of real participants.
    private var studiesOfPeople: Set<String> = []
    /// The withdrawals of consent. A withdrawal counts for all sessions of the participant.
    private var withdrawals: [Person: Decision] = [:]

    init(_ sessions: [StoredSession]) {
        for session in sessions {
            if let withdrawal = session.record.withdrawal {
                withdrawals[Person(session)] = withdrawal
            }
            if let start = session.record.start, !start.pilot, !start.source.isPlayed {
                studiesOfPeople.insert(session.study)
            }
        }
    }

    /// Returns ``used`` if the report on the study uses the session; otherwise the reason why not,
    /// as a phrase.
    func words(_ session: StoredSession) -> String {
        let record = session.record
        if let withdrawal = record.withdrawal ?? withdrawals[Person(session)] {
            return "withdrawn: \(withdrawal.reason)"
        }
        if let exclusion = record.exclusion { return "excluded: \(exclusion.reason)" }
        if record.start?.pilot == true { return "not analysed: pilot" }
        guard record.hasEnded else { return "not analysed yet: unfinished" }
        guard let start = record.start else { return "" }
        let isMixed = start.source.isPlayed && studiesOfPeople.contains(session.study)
        return isMixed ? "not analysed: scripted or simulated" : Self.used
    }
}

struct AmendCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "amend",
        abstract: "Correct one answer; the log also keeps the old one."
    )

    @OptionGroup var who: ParticipantOptions
    @Option(help: "The questionnaire's id.")
    var questionnaire: String
    @Option(help: "The item's id.")
    var item: String
    @Option(help: "The condition, if the item was asked in several conditions.")
    var condition: String?
    @Option(help: "The task, if the item was asked after several tasks.")
    var task: String?
    @Option(help: "The study's id, if the participant has sessions of several studies.")
    var study: String?
    @Option(help: "The correct answer, as the participant would have typed it.")
    var answer: String
    @Option(help: "The reason; kept with the correction.")
    var reason: String

    func run() async throws {
        let amendments = who.amendments(of: study)
        let amended = try await amendments.amend(
            .init(
                questionnaire: questionnaire,
                item: item,
                condition: condition,
                task: task,
                answer: answer,
                reason: reason
            )
        )
        let place = [condition.map { " with \($0)" }, task.map { " after \($0)" }]
            .compactMap(\.self).joined()
        // Answers are not printed, because terminal output may be kept longer than consent allows.
        say(
            amended.isChanged
                ? "amended: \(questionnaire) → \(item)\(place) of \(who.participant); the log also "
                    + "keeps the old answer"
                : "nothing changed: this answer is already recorded"
        )
        if !amended.hidden.isEmpty {
            say(
                "note: with this answer, these questions are not asked: "
                    + amended.hidden.joined(separator: ", ")
                    + "; to remove an answer, amend it with --answer ''"
            )
        }
        try await amendments.markStale(because: "an answer was amended")
    }
}

struct ExcludeCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "exclude",
        abstract:
            "Leave a participant out of the analysis of a study. The data are kept; --undo "
            + "includes the participant again."
    )

    @OptionGroup var who: ParticipantOptions
    @Option(help: "The reason; the report prints it, unless the participant may not be quoted.")
    var reason: String
    @Option(help: "The study's id, if the participant has sessions of several studies.")
    var study: String?
    @Flag(help: "Undo an exclusion.")
    var undo = false

    func run() async throws {
        let participant = who.participant
        let amendments = who.amendments(of: study)
        let changed = try await amendments.exclude(reason: reason, undo: undo)
        if let study = changed.first?.study {
            say(try words(on: changed, of: study))
        } else {
            let state = undo ? "not excluded" : "already excluded"
            say("nothing changed: \(participant) is \(state)")
        }
        let change = undo ? "a participant was included again" : "a participant was excluded"
        try await amendments.markStale(because: change)
    }

    /// Returns a sentence that states whether the analysis now includes the changed sessions.
    private func words(on changed: [StoredSession], of study: String) throws -> String {
        let participant = who.participant
        let store = try ResultsStore(path: who.results.results, access: .read)
        defer { store.close() }
        let analysis = "the analysis of \(study) (\(counted(changed.count, "session")))"
        guard undo else { return "\(participant) is excluded from \(analysis); the data are kept" }
        let sessions = try store.sessions()
        let use = SessionUse(sessions)
        let states = sessions.filter { session in changed.contains { $0.id == session.id } }
            .map { use.words($0) }
        return states.contains(SessionUse.used)
            ? "\(participant) is included in \(analysis) again"
            : "the exclusion of \(participant) is undone, but the data are still left out of \(analysis): "
                + Set(states).sorted().joined(separator: "; ")
    }
}

struct WithdrawCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "withdraw",
        abstract:
            "Record that a participant withdraws consent. The data are then not analysed, and no "
            + "further session is possible. A withdrawal cannot be undone."
    )

    @OptionGroup var who: ParticipantOptions
    @Option(help: "The reason in the participant's words; no names.")
    var reason = "the participant withdrew"
    @OptionGroup var confirmation: ConfirmationOptions

    func run() async throws {
        let participant = who.participant
        if try who.amendments().isWithdrawable() {
            try confirmation.confirm(
                "a withdrawal cannot be undone",
                participant,
                "record the withdrawal",
                nothing: "changed"
            )
        }
        let count = try await who.amendments().withdraw(reason: reason)
        let erase = EvalrunCommand(["erase", participant], results: who.results.results)
        say(
            count == 0
                ? "nothing changed: \(participant) had already withdrawn"
                : "\(participant) has withdrawn; to erase the data: \(erase.line)"
        )
        if count > 0 {
            say(
                "Exports that were made before still contain data of \(participant); delete them "
                    + "yourself."
            )
            let store = try ResultsStore(path: who.results.results, access: .read)
            defer { store.close() }
            let labs = try store.otherLabs(of: participant)
            who.sayElsewhere("withdraw", change: "record the withdrawal", otherLabs: labs)
        }
        try await who.amendments().markStale(because: "a participant withdrew")
    }
}

func sayStale(_ reports: [String]) {
    for path in reports { say("marked as stale: \(path); write the report again") }
}

/// Prints the paths of the reports that are now marked as stale, and the number of reports that
/// were already marked. Warns about each report that could not be marked.
func sayStale(
    _ reports: (marked: [String], again: [String], unmarked: [String]),
    because reason: String
) {
    sayStale(reports.marked)
    if !reports.again.isEmpty {
        say("already marked as stale before: \(counted(reports.again.count, "report"))")
    }
    complain(reports.unmarked.map { StaleReport.warning($0, because: reason) })
}

/// Marks reports as stale if they were written before a merge or a synchronisation changed a
/// participant's data in the results file. Prints the paths of the marked reports. Returns a
/// warning for each report that could not be marked. Callers call this even if nothing was merged,
/// because an earlier command may have been killed after its merge.
func markReports(
    afterMergeInto results: String
) async throws(DiagnosticError) -> [Diagnostic] {
    // The merge has already tried to finish erasures.
    let store = try ResultsStore(path: results, access: .create, finishing: false)
    defer { store.close() }
    let reason =
        "a merge or a synchronisation added a withdrawal, an exclusion or a corrected result"
    let reports = try await store.markReports(
        on: Set(try store.studies()),
        because: reason,
        isAgain: false
    )
    sayStale(reports.marked)
    return reports.unmarked.map { StaleReport.warning($0, because: reason) }
}

extension SessionAmendments {
    /// Marks earlier reports as stale after a change to the participant's data, and prints the
    /// paths of those that were not stale yet. Callers call this even if nothing changed, because
    /// an earlier command may have been killed after the change.
    fileprivate func markStale(because reason: String) async throws {
        sayStale(try await markReports(because: reason), because: reason)
    }
}

/// Option and prompt for confirming an irreversible change to a participant's data.
struct ConfirmationOptions: ParsableArguments {
    @Flag(help: "Do not ask for confirmation. Required if there is no terminal.")
    var yes = false

    /// Asks the user at the terminal to type the participant's code, unless `--yes` is set. Throws
    /// an error if the code is not typed, or if there is no terminal.
    ///
    /// - Parameters:
    ///   - warning: a clause that says that the change cannot be undone.
    ///   - change: the change, such as `erase the data`.
    ///   - nothing: the word that completes the message `Nothing was …` if the user does not
    ///     confirm.
    func confirm(
        _ warning: String,
        _ participant: String,
        _ change: String,
        nothing: String
    ) throws {
        if yes { return }
        guard isatty(STDIN_FILENO) != 0 else {
            throw DiagnosticError(
                "not-confirmed",
                "\(warning), and cannot be confirmed without a terminal",
                fix: "add --yes; nothing was \(nothing)",
                status: .usage
            )
        }
        say("This cannot be undone. Type \(participant) to \(change):")
        guard readLine() == participant else {
            say("Nothing was \(nothing).")
            throw ExitCode(ExitStatus.findings.rawValue)
        }
    }
}

extension SessionStart.Source {
    /// Whether a script or a simulation played the participant.
    fileprivate var isPlayed: Bool { [.script, .simulated].contains(self) }
}
