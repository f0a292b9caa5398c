import ArgumentParser
import Diagnostics
import Foundation
import FrontEnd
import Hub
import ResultsStore
import Room
import SessionEngine
import StudyDefinition
import Synchronization

struct SessionCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "session",
        abstract: "Run a session with a participant, or continue an unfinished one."
    )

    enum ClockKind: String, ExpressibleByArgument, CaseIterable {
        case real, simulated
    }

    @Option(help: "The participant's code, such as P1; no names.")
    var participant: String
    @OptionGroup var study: StudyOptions
    @OptionGroup var results: ResultsOptions
    @Option(parsing: .upToNextOption, help: "Conditions, in this participant's order.")
    var condition: [String] = []
    @Flag(help: "Mark the session as a pilot, which is never analysed.")
    var pilot = false
    @Flag(help: "Use the facilitator's keys in another terminal, with evalrun control CODE.")
    var control = false
    @Flag(help: "Show the participant's screens in a browser and the facilitator's screens here.")
    var room = false
    @Option(help: "With --room: the port of 127.0.0.1 (default: a free one).")
    var port: UInt16?
    @Option(help: "With --room: the https address of a reverse proxy for the page.")
    var publicUrl: String?
    @Option(help: "A script file that plays the facilitator and the participant.")
    var script: String?
    @Option(help: "Clock for --script: real (the actual time) or simulated (times of the script).")
    var clock = ClockKind.real
    @Flag(help: "With --script: continue an unfinished session.")
    var resume = false
    @Option(help: "The plan (default: plan.csv next to the results file, if there is one).")
    var plan: String?
    @Option(help: "Why the session departs from the plan; required if it does.")
    var reason: String?
    @Option(
        help: """
            Address of a hub to which new results are pushed every minute and at the end. The \
            session waits for the hub only at the end, for at most 5 seconds.
            """
    )
    var sync: String?
    @Option(help: .hidden)
    var killAfterEvent: Int?

    func validate() throws {
        if script != nil, control {
            throw ValidationError(
                "--control cannot be combined with --script, which plays the facilitator."
            )
        }
        if room, script != nil || control {
            throw ValidationError("--room cannot be combined with --script or --control.")
        }
        if !room, port != nil || publicUrl != nil {
            throw ValidationError("--port and --public-url need --room.")
        }
        if script == nil, clock == .simulated {
            throw ValidationError("--clock simulated needs --script FILE.")
        }
        if script == nil, resume {
            throw ValidationError(
                "--resume is only for --script; without it, the same command continues the session."
            )
        }
    }

    func run() async throws {
        var command = self
        command.participant = try ParticipantCode.entered(participant, results: results.results)
        try await command.play()
    }

    /// Runs the session of `participant`. The code must be in the Unicode normalization form in
    /// which it is recorded.
    private func play() async throws {
        if let problem = ParticipantCode.problem(with: participant) {
            throw DiagnosticError([problem], status: .usage)
        }
        let resources = Resources.find(environment: processEnvironment)
        var remarks: [String] = []
        let folder = try readStudy(resources) { remarks.append($0) }
        try requireProject(folder)
        let earlier = try EarlierSessions(
            of: participant,
            study: folder.study.id,
            results: results.results
        )
        let unfinished = earlier.unfinished
        let (conditions, planned) = try follow(folder.study, earlier) { remarks.append($0) }
        var options = SessionRunner.Options(
            participant: participant,
            conditions: conditions,
            results: results.results,
            environment: processEnvironment
        )
        options.isPilot = pilot
        options.plan = planned
        options.remarks = remarks
        options.studyName = study.study
        var settings: Room.Options?
        if room {
            let address = try publicUrl.map { text throws(DiagnosticError) in
                try RoomAddress(text)
            }
            try Room.check(folder)
            if let remark = Room.languageRemark(folder) { options.remarks.append(remark) }
            options.identity = Room.identity(for: participant, results: results.results)
            settings = Room.Options(port: port ?? 0, address: address)
        }
        options.openPost = { [settings] seat throws(DiagnosticError) in
            // A process that was killed during an upload may leave a half-replaced workspace.
            try WorkspaceParcel(seat.workspace).recover()
            return try settings.map { settings throws(DiagnosticError) in
                try Room(settings, seat: seat)
            }
        }
        options.simulatesClock = clock == .simulated
        options.resumesScript = resume
        if let script {
            // An unfinished session continues with the version of the study with which it began.
            let version =
                try unfinished.map { try SessionRunner.study(of: $0, results: results.results) }
                ?? folder.study
            options.script = try ScriptReader.read(
                URL(fileURLWithPath: script),
                study: version,
                plan: SessionPlan(
                    version,
                    conditions: conditions,
                    planned: unfinished?.plan ?? planned
                ),
                earlier: earlier.answers(pilot: pilot)
            )
        } else {
            options.frontEnd = try SessionInterface(
                isControlled: control,
                command: EvalrunCommand(
                    ["session", "--participant", participant, "--control"],
                    study: study.study,
                    results: results.results
                ),
                environment: processEnvironment
            )
        }
        options.remark = { Output.complain("note: \($0)") }
        options.acknowledge = acknowledge
        // The screens of the session would hide a message that is printed while the session runs.
        let newLab = Mutex<String?>(nil)
        let background = try startSync { notice in
            switch notice {
            case .created: break
            case .belongs(let lab): newLab.withLock { $0 = lab }
            }
        }
        let last = try await SessionRunner(options, study: folder, resources: resources).run()
        if let left = await background?.stop(within: .seconds(5)) {
            complain(diagnostics(of: left))
        }
        if let lab = newLab.withLock({ $0 }) {
            say("\(results.results) now belongs to the lab \(lab)")
        }
        guard let last, let over = last.over else {
            throw DiagnosticError(
                "terminal-gone",
                "the terminal was closed; everything confirmed until then is recorded",
                fix: "run the same command to continue the session of \(participant)",
                status: .tryAgain
            )
        }
        try finish(last, over)
        // Reports leave out pilots. A session without consent has no events.
        if over.isFinal, last.isBegun, !(unfinished?.pilot ?? pilot) {
            let report = EvalrunCommand(["report"], study: study.study, results: results.results)
            say("For the report: \(report.line)")
        }
    }

    /// Reads the study. If its files have errors and the participant has an unfinished session,
    /// returns the version with which that session began.
    private func readStudy(
        _ resources: Resources,
        remark: (String) -> Void
    ) throws(DiagnosticError) -> StudyFolder {
        do throws(DiagnosticError) { return try study.folder(resources) } catch {
            guard error.status == .data,
                let stored = try SessionRunner.studyOfUnfinishedSession(
                    participant,
                    results: results.results,
                    resources: resources
                )
            else { throw error }
            remark(
                "the study's files have errors, which evalrun validate lists; the unfinished session "
                    + "of the study \"\(stored.study.id)\" continues with the version with which it began"
            )
            return stored
        }
    }

    /// Starts pushing to the hub in the background. Returns nil if no hub is given. If libpq is not
    /// available, prints the error and returns nil, because a session can run without the hub.
    ///
    /// - Throws: `DiagnosticError` if the address is malformed or contains a password.
    private func startSync(
        notice: @escaping @Sendable (SyncNotice) -> Void
    ) throws(DiagnosticError) -> BackgroundSync? {
        guard let sync else { return nil }
        do throws(DiagnosticError) {
            let address = try hubAddress(sync)
            let background = BackgroundSync(
                .init(results: results.results, address: address, notice: notice)
            )
            background.start(every: .seconds(60))
            return background
        } catch {
            guard error.status != .usage else { throw error }
            complain(error.diagnostics)
            return nil
        }
    }

    /// Returns warnings that state how many events are not at the hub, why, and how to push them.
    private func diagnostics(of left: BackgroundSync.Unpushed) -> [Diagnostic] {
        var diagnostics = left.reasons
        if left.events != 0, let sync {
            let url = left.isRefused ? "postgresql://LAB@HOST/DATABASE" : sync
            let command = EvalrunCommand(["sync", url], results: results.results)
            diagnostics.append(
                Diagnostic(
                    "events-left",
                    severity: .warning,
                    at: .init(file: results.results),
                    left.events.map { "the hub has not acknowledged \(counted($0, "event"))" }
                        ?? "the results file cannot be read, so it is unknown which events the hub lacks",
                    fix: "push the rest with: \(command.line)"
                )
            )
        }
        return diagnostics
    }

    /// A function that receives events after they are on disk. For a session with a script, it
    /// prints one line for each event. With `--kill-after-event N`, it kills the process once the
    /// session has at least N events.
    private var acknowledge: @Sendable (Int, [SessionEvent]) -> Void {
        let (isScripted, limit) = (script != nil, killAfterEvent)
        return { count, events in
            if isScripted {
                for (offset, event) in events.enumerated() {
                    say("recorded \(count - events.count + 1 + offset)  \(event.summary)")
                }
            }
            if let limit, count >= limit { kill(getpid(), SIGKILL) }
        }
    }
}
