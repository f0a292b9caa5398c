import ArgumentParser
import Diagnostics
import Foundation
import ResultsStore
import SessionEngine
import StudyDefinition
import Terminal

struct DoctorCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "doctor",
        abstract: "Check whether a session can start now: tools, build, disk, results file, plan."
    )

    @OptionGroup var study: StudyOptions
    @OptionGroup var results: ResultsOptions
    @Flag(
        help: """
            Remove build folders that were not used for 30 days or whose study was deleted, and \
            exit.
            """
    )
    var clean = false

    func run() async throws {
        let resources = Resources.find(environment: processEnvironment)
        if clean {
            let names = CheckCache.clean(resources.cache)
            for name in names { evalrun.say("removed \(name)") }
            return evalrun.say(
                "\(counted(names.count, "folder")) removed from \(resources.cache.path)"
            )
        }
        let folder = try study.folder(resources)
        try requireProject(folder)
        var isFine = true
        func line(_ ok: Bool, _ subject: String, _ words: String) {
            isFine = isFine && ok
            say(ok ? "ok  " : "NO  ", subject, words)
        }
        let study = folder.study.printed
        line(true, "study", "\(study.title), version \(study.version)")
        let texts = folder.remarks.filter { $0.id == StudyFolder.placeholder }
            .compactMap(\.place?.file)
        if !texts.isEmpty {
            let list = texts.joined(separator: ", ")
            let words = "replace the placeholder \"Say here\" from evalrun init in: \(list)"
            say("look", "texts", words)
        }
        await tools(folder, resources, line)
        editor(folder, resources)
        await build(folder, resources, line)
        let workspaces = URL(fileURLWithPath: results.results).deletingLastPathComponent()
            .appendingPathComponent("workspaces")
        for (name, path) in [
            ("disk", results.results), ("workspaces", workspaces.path),
            ("cache disk", resources.cache.path),
        ] {
            disk(name, path, line)
        }
        let held = resultsFile(folder.study, line)
        lock(folder, line)
        let drawn = plan(folder.study, held, line)
        guard isFine else { throw ExitCode(ExitStatus.findings.rawValue) }
        let next = if let drawn { held.left(in: drawn).first } else { held.unusedCode }
        guard let next else {
            return evalrun.say(
                "A session can start, but no participant of the plan is left; for a participant "
                    + "who is not in the plan, give --reason"
            )
        }
        evalrun.say("A session can start: \(command(for: next))")
    }

    private func say(_ mark: String, _ subject: String, _ words: String) {
        sayFitted(words, after: "\(mark) \(padded(subject, to: 13)) ")
    }

    /// Returns the command line that starts a session with the same study and results file as this
    /// command.
    private func command(for participant: String) -> String {
        EvalrunCommand(
            ["session", "--participant", participant],
            study: study.study,
            results: results.results
        ).line
    }

    /// Checks the editor. A session can run without an editor, because a shell is always available
    /// with the key `s`.
    private func editor(_ folder: StudyFolder, _ resources: Resources) {
        let environment = resources.commandEnvironment(processEnvironment)
        let (wanted, found) = EnvironmentProbe.editor(folder.study, environment: environment)
        guard let wanted else { return }
        let words =
            "\(wanted) is not on the PATH; set VISUAL, or press \"s\" in the session for a shell"
        say(found == nil ? "look" : "ok  ", "editor", found ?? words)
    }

    private func tools(
        _ folder: StudyFolder,
        _ resources: Resources,
        _ line: (Bool, String, String) -> Void
    ) async {
        let environment = resources.commandEnvironment(processEnvironment)
        let missing = EnvironmentProbe.missingTools(folder.study, environment: environment)
        let found = await EnvironmentProbe.read(folder.study, environment: environment)
        for (tool, version) in found.tools.sorted(by: { $0.key < $1.key }) {
            let words = version.isEmpty ? "on the PATH; its version is unknown" : version
            line(
                !missing.contains(tool),
                tool,
                missing.contains(tool) ? "not on the PATH: install it" : words
            )
        }
        if folder.study.project.needsStore {
            let (fits, words) = await store(resources, environment)
            line(fits, "store", words)
        }
    }

    /// Checks the installed CacheStore library. Only the compiler version that built the library
    /// can link it. Returns whether sessions can use the library, and the words to print.
    private func store(
        _ resources: Resources,
        _ environment: [String: String]
    ) async -> (Bool, String) {
        guard let store = resources.store else {
            return (
                false,
                "not installed: run \"make store\" or \"make install\" in the source folder of "
                    + "evalrun"
            )
        }
        guard let built = BuildRecord.installed(beside: resources.executables)?.compiler else {
            return (true, store.path)
        }
        guard EnvironmentProbe.isFound("swiftc", environment: environment) else {
            return (false, "swiftc, which links CacheStore, is not on the PATH: install \(built)")
        }
        let here =
            await EnvironmentProbe.version(of: "swiftc", environment: environment)
            ?? "unknown version"
        guard here != built else { return (true, store.path) }
        return (
            false,
            "built with \"\(built)\", but swiftc here is \"\(here)\": "
                + "install the version used for the build, or build evalrun again"
        )
    }

    private func build(
        _ folder: StudyFolder,
        _ resources: Resources,
        _ line: (Bool, String, String) -> Void
    ) async {
        let runner = CheckRunner(
            study: folder,
            resources: resources,
            environment: processEnvironment
        )
        let note = "note: building the project; the first build can take minutes"
        Output.complain(TerminalText.fitted(note, to: 2))
        await build(nil, "the project", runner, line)
        for set in folder.study.taskSets ?? [] where set.project != nil {
            await build(set.tasks.first, "the project of task set \"\(set.id)\"", runner, line)
        }
    }

    /// Builds the project of a task, or the study's project if `task` is nil.
    private func build(
        _ task: String?,
        _ project: String,
        _ runner: CheckRunner,
        _ line: (Bool, String, String) -> Void
    ) async {
        let start = ContinuousClock.now
        do throws(DiagnosticError) {
            try await runner.warm(task: task)
            let seconds = Double((ContinuousClock.now - start).nanoseconds) / 1e9
            line(true, "warm build", "\(project) builds in \(String(format: "%.1f s", seconds))")
        } catch {
            line(false, "warm build", render(error.diagnostics))
        }
    }

    private func disk(_ name: String, _ path: String, _ line: (Bool, String, String) -> Void) {
        let folder = existingFolder(for: path)
        guard isWritable(folder) else {
            return line(false, name, "\(folder.path) cannot be written to: check its permissions")
        }
        let attributes = try? FileManager.default.attributesOfFileSystem(forPath: folder.path)
        let free = (attributes?[.systemFreeSize] as? NSNumber)?.int64Value ?? 0
        let words = String(format: "%.1f GB free", Double(free) / 1e9)
        line(
            free > 1_000_000_000,
            name,
            free > 1_000_000_000 ? words : "\(words): at least 1 GB is needed"
        )
    }

    /// Returns the nearest folder that exists: `path` itself, or a folder that contains it.
    private func existingFolder(for path: String) -> URL {
        var folder = URL(fileURLWithPath: path)
        while FileKind(at: folder.path) != .folder, folder.path != "/" {
            folder.deleteLastPathComponent()
        }
        return folder
    }

    /// Returns whether files can be created in the folder. Creates and removes a file, because
    /// permissions do not show whether a file system is mounted read-only.
    private func isWritable(_ folder: URL) -> Bool {
        let trial = folder.appendingPathComponent(".evalrun-doctor-\(getpid())")
        guard FileManager.default.createFile(atPath: trial.path, contents: Data([0])) else {
            return false
        }
        return unlink(trial.path) == 0
    }

    /// Compares the study with its lock. A session can start with a study that changed after the
    /// lock, so a change is only a warning.
    private func lock(_ folder: StudyFolder, _ line: (Bool, String, String) -> Void) {
        guard FileManager.default.fileExists(atPath: results.results) else {
            return say("ok  ", "lock", "not locked")
        }
        // The check of the results file reports a file that cannot be read.
        guard let store = try? ResultsStore(path: results.results, access: .read) else { return }
        defer { store.close() }
        do throws(DiagnosticError) {
            guard let lock = try store.lock(study: folder.study.id) else {
                return say("ok  ", "lock", "not locked")
            }
            let parts = try StudyLock.deviations(folder, from: lock, stored: store).keys.sorted()
            if parts.isEmpty { return say("ok  ", "lock", "nothing has changed since the lock") }
            let command = EvalrunCommand(
                ["lock"],
                study: study.study,
                results: results.results
            ).line
            let list = parts.joined(separator: ", ")
            say("look", "lock", "changed since the lock: \(list); list the changes: \(command)")
        } catch {
            line(false, "lock", render(error.diagnostics))
        }
    }

    /// Checks the plan in the folder of the results file, and returns it. Returns nil if there is
    /// no plan for the study, or if the plan cannot be read.
    private func plan(
        _ study: Study,
        _ held: HeldSessions,
        _ line: (Bool, String, String) -> Void
    ) -> ExperimentPlan? {
        do throws(DiagnosticError) {
            let drawn = try evalrun.plan(at: nil, besides: results.results, for: study) {
                say("look", "plan", $0)
            }
            guard let drawn else {
                if let remark = study.remarkWithoutPlan { say("look", "plan", remark) }
                return nil
            }
            let count = counted(drawn.currentParticipants.count, "participant")
            let left = held.left(in: drawn).count
            if left == 0, held.lacksLab(for: drawn) {
                let command = EvalrunCommand(["lab", "NAME"], results: results.results).line
                let words =
                    "\(count), each reserved for a lab, but this results file has no lab; set one: "
                    + command
                line(false, "plan", words)
            } else {
                // Sessions can follow a plan that is not balanced, so this is only a warning.
                let balance = drawn.balance(drawn.planned(study))
                let lack = balance.words.first { $0.hasPrefix("not balanced") } ?? "not balanced"
                say(
                    balance.isBalanced ? "ok  " : "look",
                    "plan",
                    "\(count), \(left) left" + (balance.isBalanced ? "" : "; \(lack)")
                )
            }
            return drawn
        } catch {
            line(false, "plan", render(error.diagnostics))
            return nil
        }
    }

    /// Checks the results file. Returns the study's sessions in it; no sessions if the file does
    /// not exist or cannot be read.
    private func resultsFile(
        _ study: Study,
        _ line: (Bool, String, String) -> Void
    ) -> HeldSessions {
        guard FileManager.default.fileExists(atPath: results.results) else {
            let isPossible = isWritable(existingFolder(for: results.results))
            let words = isPossible ? "will be created" : "cannot be created"
            line(isPossible, "results", "\(results.results) \(words)")
            return HeldSessions()
        }
        do throws(DiagnosticError) {
            let store = try ResultsStore(path: results.results, access: .create)
            defer { store.close() }
            for warning in try store.unfinishedErasure().diagnostics(in: results.results) {
                say("look", "erasure", warning.text)
            }
            let sessions = try store.sessions()
            let lab = try store.lab()
            line(
                true,
                "results",
                "\(results.results), \(counted(sessions.count, "session"))"
                    + (lab.isEmpty ? "" : ", lab \(lab)")
            )
            let open = try store.unfinished(study: study.id)
            line(
                true,
                "unfinished",
                open.first.map {
                    "\(open.joined(separator: ", ")): continue with \(command(for: $0))"
                } ?? "nobody"
            )
            return try HeldSessions(sessions, in: store, of: study)
        } catch {
            line(false, "results", render(error.diagnostics))
            return HeldSessions()
        }
    }
}

/// The sessions of one study in a results file. They determine with which participants a further
/// session can start.
private struct HeldSessions {
    /// The lab of the results file; empty if it has none.
    private var lab = ""
    /// Number of sessions, including unfinished ones, keyed by the participant's code.
    private var counts: [String: Int] = [:]
    /// Number of pilots among ``counts``, keyed by the participant's code.
    private var pilots: [String: Int] = [:]
    /// Codes of participants with whom no new session can start. Such a participant has an
    /// unfinished session, has withdrawn, or has had all data erased.
    private var closed: Set<String> = []

    init() {}

    init(
        _ sessions: [StoredSession],
        in store: ResultsStore,
        of study: Study
    ) throws(DiagnosticError) {
        lab = try store.lab()
        var known: Set<String> = []
        for session in sessions where isOwn(session.lab) {
            guard let start = session.record.start else { continue }
            known.insert(start.participant)
            // A withdrawal from another study counts too.
            if session.record.withdrawal != nil { closed.insert(start.participant) }
            guard session.study == study.id else { continue }
            counts[start.participant, default: 0] += 1
            if start.pilot { pilots[start.participant, default: 0] += 1 }
            if !session.record.hasEnded { closed.insert(start.participant) }
        }
        for tombstone in try store.tombstones()
        where isOwn(tombstone.lab) && !known.contains(tombstone.participant) {
            closed.insert(tombstone.participant)
        }
    }

    /// The first of the codes P1, P2, … with which a session can start.
    var unusedCode: String? { (1...).lazy.map { "P\($0)" }.first { isOpen($0, sessions: 1) } }

    /// Returns the participants of the plan with whom this lab can start a new session, in the
    /// plan's order.
    func left(in plan: ExperimentPlan) -> [String] {
        available(in: plan).filter { (plan.lab(of: $0) ?? lab) == lab }
    }

    /// Returns whether the results file needs a lab but has none. A lab is needed if a session
    /// could start with a participant whom the plan reserves for a lab.
    func lacksLab(for plan: ExperimentPlan) -> Bool {
        lab.isEmpty && available(in: plan).contains { plan.lab(of: $0) != nil }
    }

    /// Returns the participants of the plan, of any lab, with whom a new session can start.
    private func available(in plan: ExperimentPlan) -> [String] {
        plan.currentParticipants.filter { isOpen($0, sessions: plan.sessions(of: $0).count) }
    }

    private func isOpen(_ code: String, sessions: Int) -> Bool {
        // If several sessions are planned, pilots do not count as planned sessions.
        let pilots = sessions > 1 ? pilots[code, default: 0] : 0
        return !closed.contains(code) && counts[code, default: 0] - pilots < sessions
    }

    /// Returns whether a session of the lab `other` counts for this results file. A session counts
    /// if `other` is the file's lab or empty. If the file has no lab, all sessions count.
    private func isOwn(_ other: String) -> Bool { lab.isEmpty || ["", lab].contains(other) }
}
