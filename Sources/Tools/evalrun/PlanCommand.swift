import ArgumentParser
import Diagnostics
import Foundation
import ResultsStore
import SessionEngine
import StudyDefinition

struct PlanCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "plan",
        abstract:
            "Randomise each participant's order of conditions and parallel task sets; write a plan."
    )

    @OptionGroup var study: StudyOptions
    @OptionGroup var results: ResultsOptions
    @Option(help: "Number of participants.")
    var participants: Int?
    @Option(help: "Random seed; the same seed draws the same plan (default: 1).")
    var seed: Int?
    @Option(
        help: """
            Conditions to plan, separated by commas (default: all; with N parallel task sets, the \
            first N conditions).
            """
    )
    var conditions: String?
    @Option(
        help: """
            The rule for the order of conditions: latin-square (each condition equally often in each \
            position), williams (also equally often directly after each other condition), or \
            randomised-blocks (one condition per participant). The default is williams, or \
            latin-square if only latin-square fits the number of participants.
            """
    )
    var table: String?
    @Option(
        help: """
            Labs, separated by commas; each row of the plan is reserved for one lab.
            """
    )
    var labs: String?
    @Flag(help: "Give each participant a separate session for each condition.")
    var separateSessions = false
    @Option(help: "The file to write (default: plan.csv next to the results file).")
    var output: String?
    @Option(help: "The code of a drop-out to replace in the plan; needs --by.")
    var replace: String?
    @Option(help: "With --replace: the new participant's code.")
    var by: String?

    func validate() throws {
        guard (participants == nil) != (replace == nil) else {
            throw ValidationError("Give --participants N, or --replace CODE --by CODE.")
        }
        // A replacement has the drop-out's order, so the options for drawing an order do not apply.
        let drawing = [
            ("--seed", seed != nil), ("--conditions", conditions != nil), ("--table", table != nil),
            ("--labs", labs != nil), ("--separate-sessions", separateSessions),
        ]
        for (option, isGiven) in drawing where isGiven && replace != nil {
            throw ValidationError("\(option) needs --participants.")
        }
        guard (replace == nil) == (by == nil) else {
            throw ValidationError("Give --replace and --by together.")
        }
        if let participants, !(1...100_000).contains(participants) {
            throw ValidationError("--participants must be from 1 to 100000.")
        }
    }

    func run() async throws {
        let folder = try study.folder(.find(environment: processEnvironment))
        let url = output.map { URL(fileURLWithPath: $0) } ?? planFile(beside: results.results)
        let drawn = try planned(folder.study)
        let new: ExperimentPlan? = try replace == nil ? draw(drawn) : nil
        // If the plan is a symbolic link, writes to the link's target and keeps the link.
        let file = URL(fileURLWithPath: resolvedPath(url.path))
        // Other processes wait until this lock is released. They cannot overwrite the plan after
        // this process has read it.
        let lock = try lock(file, creatingFolder: new != nil)
        defer { lock.release() }
        // An earlier command may have been killed after it wrote the plan.
        ScratchFolder.removeAbandoned(in: file.deletingLastPathComponent())
        if new != nil, FileKind(at: url.path) != nil { throw planExists(url, drawn) }
        let plan = try new ?? replaced(drawn, at: url)
        let balance = plan.balance(replace == nil ? drawn : plan.planned(folder.study))
        try write(PlanFile.text(plan), to: file)
        for line in balance.words { say(line) }
        say("\(balance.isBalanced ? "balanced" : "NOT balanced"): \(url.path)")
        if labs != nil {
            let command = EvalrunCommand(["lab", "NAME"]).line
            say("copy the plan to the folder of each lab's results file, and run there: \(command)")
        }
        let usual = planFile(beside: results.results)
        if let output, url.standardizedFileURL.path != usual.standardizedFileURL.path {
            say("to follow this plan, start sessions with --plan \(shellWord(output))")
        }
    }

    /// Returns the study with only the requested conditions.
    ///
    /// If no conditions are requested, keeps as many conditions as the study has task sets, because
    /// each condition needs its own task set. Keeps the first conditions, and prints which
    /// conditions are left out.
    ///
    /// There are three exceptions, in which all conditions are kept:
    ///
    /// - The study has fewer than two task sets.
    /// - A participant is replaced.
    /// - `--table` is `randomised-blocks`.
    ///
    /// - Throws: `DiagnosticError` if `--conditions` is empty, names an unknown condition, or names
    ///   a condition twice.
    private func planned(_ study: Study) throws(DiagnosticError) -> Study {
        guard let conditions else {
            let sets = study.taskSets?.count ?? 0
            let left = study.conditions.dropFirst(sets).map(\.id)
            guard replace == nil, sets > 1, !left.isEmpty,
                table != OrderTable.randomisedBlocks.rawValue
            else { return study }
            say(
                """
                the plan leaves out \(left.joined(separator: ", ")): each condition needs a task \
                set, and "task_sets" of the study has only \(sets); to plan other conditions, use \
                --conditions
                """
            )
            var found = study
            found.conditions = Array(study.conditions.prefix(sets))
            return found
        }
        let ids = conditions.split(separator: ",").map {
            $0.trimmingCharacters(in: .whitespaces)
        }
        let known = study.conditions.map(\.id)
        for id in ids where !known.contains(id) {
            throw DiagnosticError(
                "unknown-condition",
                at: .init(file: "--conditions"),
                "the study has no condition \"\(id)\"",
                fix: suggestion(for: id, among: known),
                status: .usage
            )
        }
        if ids.isEmpty || Set(ids).count < ids.count {
            throw DiagnosticError(
                "bad-conditions",
                at: .init(file: "--conditions"),
                ids.isEmpty ? "the list of conditions is empty" : "a condition is named twice",
                expected: known.joined(separator: ","),
                status: .usage
            )
        }
        var found = study
        found.conditions = study.conditions.filter { ids.contains($0.id) }
        return found
    }

    /// Locks the folder of the plan. While the folder is locked, this process must not open a
    /// results file in the folder for writing: the process would wait forever for its own lock.
    private func lock(_ file: URL, creatingFolder: Bool) throws(DiagnosticError) -> WriteLock {
        // If the folder cannot be created, writing the plan reports the reason.
        if creatingFolder { try? file.createParent() }
        return try WriteLock(on: file.deletingLastPathComponent().path)
    }

    /// Reads the plan from the file, and replaces the drop-out given by `--replace` with the
    /// participant given by `--by`.
    private func replaced(_ study: Study, at url: URL) throws(DiagnosticError) -> ExperimentPlan {
        let (replace, by) = (replace ?? "", ParticipantCode.entered(by ?? ""))
        if let problem = ParticipantCode.problem(with: by) {
            throw DiagnosticError([problem], status: .usage)
        }
        let drawn = try PlanFile.read(url, for: study)
        let alike = ParticipantCode.alike(by, among: drawn.participants)
        if !alike.isEmpty {
            Output.complain(
                "note: the plan already has \(alike.joined(separator: ", ")); \(by) is a different "
                    + "code, so it counts as another person"
            )
        }
        return try drawn.replacing(replace, by: by)
    }

    private func draw(_ study: Study) throws(DiagnosticError) -> ExperimentPlan {
        var design = ExperimentPlan.Design(participants: participants ?? 0, seed: seed ?? 1)
        design.separatesSessions = separateSessions
        design.labs = try reserved()
        if let table {
            guard let known = OrderTable(rawValue: table), known != .oneOrder else {
                throw DiagnosticError(
                    "unknown-table",
                    "\"\(table)\" is not a valid value of --table",
                    fix: suggestion(
                        for: table,
                        among: OrderTable.allCases.filter { $0 != .oneOrder }.map(\.rawValue)
                    ),
                    status: .usage
                )
            }
            design.table = known
        }
        return try ExperimentPlan(design, study: study)
    }
}

extension PlanCommand {
    private func planExists(_ url: URL, _ study: Study) -> DiagnosticError {
        let subject: String
        let fix: String
        let other = "write another file with --output, and start sessions with --plan and that file"
        switch try? PlanFile.content(of: url, for: study) {
        case .otherStudy(let owner)?:
            subject = "a plan for study \"\(owner)\""
            // With --output, the folder of the results file does not matter.
            fix =
                output == nil
                ? "for \"\(study.id)\", use a results file in another folder, with --results"
                : other
        case .plan?:
            subject = "a plan"
            fix = "\(other), or remove this plan if no session used it"
        case nil where FileKind(at: url.path) == .folder:
            return DiagnosticError(
                "plan-exists",
                at: .init(file: url.path),
                "this is a folder",
                expected: "the name of a new file, such as plan.csv",
                status: .cannotCreate
            )
        case nil:
            subject = "a file"
            fix = "\(other), or remove this file if no session used it"
        }
        return DiagnosticError(
            "plan-exists",
            at: .init(file: url.path),
            "\(subject) exists already, and recorded sessions may depend on it",
            fix: fix,
            status: .cannotCreate
        )
    }

    private func reserved() throws(DiagnosticError) -> [String] {
        guard let labs else { return [] }
        let names = labs.split(separator: ",", omittingEmptySubsequences: false)
            .map { $0.trimmingCharacters(in: .whitespaces) }
        for name in names {
            guard let problem = ParticipantCode.problem(withLab: name) else { continue }
            throw DiagnosticError([problem], status: .usage)
        }
        guard Set(names).count == names.count else {
            throw DiagnosticError(
                "bad-labs",
                at: .init(file: "--labs"),
                "a lab is named twice",
                expected: "each lab once",
                status: .usage
            )
        }
        return names
    }
}

func planFile(beside results: String) -> URL {
    URL(fileURLWithPath: results).deletingLastPathComponent()
        .appendingPathComponent(PlanFile.name)
}

func write(_ text: String, to url: URL) throws(DiagnosticError) {
    do throws(SystemFault) { try ScratchFolder.write(Data(text.utf8), to: url) } catch {
        throw notWritten(url.path, error, fix: "check the folder's permissions and the disk")
    }
}

/// Returns the error for a file or folder that cannot be written.
func notWritten(_ path: String, _ fault: SystemFault, fix: String) -> DiagnosticError {
    DiagnosticError(
        "not-written",
        at: .init(file: path),
        "could not be written: \(fault.words)",
        fix: fix,
        status: .cannotCreate
    )
}

struct MarksCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "marks",
        abstract: "Write a session's marks as WebVTT subtitles for an external recording."
    )

    @OptionGroup var who: ParticipantOptions
    @Option(help: "The recording's number within the session: 1, 2, 3, …")
    var recording = 1
    @Option(help: "The file to write (default: print the marks).")
    var output: String?

    func run() async throws {
        let results = who.results.results
        let store = try ResultsStore(path: results, access: .read)
        defer { store.close() }
        let session = try who.lastSession(in: store)
        // A withdrawal or a refusal in one session counts for all sessions of the participant.
        let sessions = try store.sessions(participant: who.participant)
        try sessions.requireNoWithdrawal(of: who.participant, file: results)
        let track = MarkTrack.webVTT(
            try store.events(session: session.id),
            recording: recording,
            withholdsWords: sessions.refuseQuotes
        )
        guard let track else {
            throw DiagnosticError(
                "no-recording",
                at: .init(file: results),
                "the session log of \(who.participant) lists "
                    + "\(counted(session.record.recordings.count, "recording")), so there is no "
                    + "recording \(recording)",
                fix: session.record.recordings.isEmpty
                    ? "in later sessions, press \"v\" when a recording starts"
                    : "choose another recording with --recording",
                status: .noInput
            )
        }
        guard let output else { return say(track) }
        try write(track, to: URL(fileURLWithPath: output))
        let count = MarkTrack.markCount(session.record, recording: recording)
        say("\(output): \(counted(count, "mark"))")
    }
}
