import ArgumentParser
import Diagnostics
import Foundation
import ResultsStore
import SessionEngine
import StudyDefinition

struct RecheckCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "recheck",
        abstract:
            "Run a task's corrected check on the kept workspaces; list the changed verdicts."
    )

    @OptionGroup var study: StudyOptions
    @OptionGroup var results: ResultsOptions
    @Option(help: "The task's id.")
    var task: String
    @Flag(help: "Apply the new verdicts: reports use the new outcomes, and also show the old ones.")
    var apply = false

    func run() async throws {
        let resources = Resources.find(environment: processEnvironment)
        let folder = try study.folder(resources)
        let recheck = Recheck(
            study: folder,
            resources: resources,
            environment: processEnvironment,
            results: results.results
        )
        var (count, changed, unjudged) = (0, 0, 0)
        let skipped = try await recheck.run(task: task, applies: apply) { finding in
            count += 1
            let isJudged = finding.now == .passed || finding.now == .failed
            if !isJudged { unjudged += 1 }
            if finding.now == finding.before { return }
            if isJudged { changed += 1 }
            let now = finding.now?.rawValue ?? "not judged"
            let reason = finding.reason.isEmpty ? "" : ": \(finding.reason)"
            say(
                "\(finding.participant)  attempt \(finding.run), check \(finding.attempt)  "
                    + "\(finding.before.rawValue) → \(now)\(reason)"
            )
        }
        let checks = counted(count, "check")
        let come = changed == 0 ? "no verdict" : counted(changed, "verdict")
        if count > 0 {
            say("\(checks) of task \"\(task)\" run again; \(come) changed")
        } else if skipped.busy.isEmpty, skipped.scripted == 0 {
            say("there is no check of task \"\(task)\" to run again")
        }
        if unjudged > 0 {
            say("not judged, so the earlier verdict counts: \(counted(unjudged, "check"))")
        }
        if !skipped.withdrawn.isEmpty {
            say("skipped participants who withdrew: \(skipped.withdrawn.joined(separator: ", "))")
        }
        if skipped.scripted > 0 {
            let checks = counted(skipped.scripted, "check")
            say("skipped, because a script set the verdict: \(checks)")
        }
        for other in recheck.tasksWithCheck(of: task) {
            say(
                "task \"\(other)\" has the same check; to recheck that task too: "
                    + command("recheck", "--task", other)
            )
        }
        if changed > 0 {
            say(
                apply
                    ? "the new verdicts are applied: \(command("report")) shows the old and the new outcomes"
                    : "outcomes stay as recorded; to apply the new verdicts: "
                        + command("recheck", "--task", task, "--apply")
            )
        }
        // Also called if nothing changed, because an earlier command may have been killed after
        // the change.
        if apply { try await markReports(on: folder.study.id) }
        guard !skipped.busy.isEmpty else { return }
        say(
            "skipped, because another evalrun process is using the data: "
                + "\(skipped.busy.joined(separator: ", ")); when that process has ended, run "
                + "this command again"
        )
        throw ExitCode(ExitStatus.tryAgain.rawValue)
    }

    private func markReports(on study: String) async throws {
        let store = try ResultsStore(path: results.results, access: .create)
        defer { store.close() }
        let reason = "checks were run again"
        sayStale(try await store.markReports(on: [study], because: reason), because: reason)
    }

    private func command(_ words: String...) -> String {
        EvalrunCommand(words, study: study.study, results: results.results).line
    }
}

struct ObserveCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "observe",
        abstract: "Follow a session while it runs, from another terminal; nothing is changed."
    )

    @OptionGroup var who: ParticipantOptions
    @Flag(help: "Show the events so far and exit.")
    var once = false

    func run() async throws {
        let store = try ResultsStore(path: who.results.results, access: .read)
        defer { store.close() }
        let session = try who.lastSession(in: store)
        var shown = 0
        while true {
            let events = try store.events(session: session.id)
            for event in events.dropFirst(shown) {
                let time = event.stamp == .unknown ? "" : clock(event.stamp.wall)
                say("\(time)  \(event.event.summary)")
            }
            shown = events.count
            let state = SessionRecord(events).state
            if once || state == .finished || state == .ended { return }
            try await Task.sleep(for: .milliseconds(300))
        }
    }

    /// Returns the time of day in the local time zone, such as `14:05:09`.
    private func clock(_ wall: Int64) -> String {
        let date = Date(timeIntervalSince1970: Double(wall) / 1e6)
        let style = Date.ISO8601FormatStyle(timeZone: .current)
        return date.formatted(style.time(includingFractionalSeconds: false))
    }
}
