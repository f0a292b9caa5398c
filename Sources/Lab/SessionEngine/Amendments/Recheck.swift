package import Diagnostics
import Foundation
package import ResultsStore
package import StudyDefinition

/// Repeats a task's check on the workspaces that earlier sessions saved. Uses the check of the
/// current study. The new verdicts are appended to the log. They replace the recorded verdicts only
/// on request.
package struct Recheck: Sendable {
    package struct VerdictChange: Sendable, Hashable {
        package var participant: String
        package var run: Int
        package var attempt: Int
        package var before: Verdict
        /// The new verdict. Nil if the workspace was not kept.
        package var now: Verdict?
        package var reason: String
    }

    /// The participants and attempts that were skipped.
    package struct Skipped: Sendable, Hashable {
        /// Codes of the participants who withdrew.
        package var withdrawn: [String] = []
        /// Codes of the participants whose log another process writes to.
        package var busy: [String] = []
        /// Number of attempts whose verdict was given by a script.
        package var scripted = 0
    }

    private let study: StudyFolder
    private let runner: CheckRunner
    private let results: String

    package init(
        study: StudyFolder,
        resources: Resources,
        environment: [String: String],
        results: String
    ) {
        self.study = study
        self.results = results
        runner = CheckRunner(study: study, resources: resources, environment: environment)
    }

    /// Returns the other tasks that have the same check as task `id`.
    package func tasksWithCheck(of id: String) -> [String] {
        guard let task = study.study.tasks.first(where: { $0.id == id }) else { return [] }
        return study.study.tasks.filter { $0.check == task.check && $0.id != id }.map(\.id)
    }

    /// Repeats the check of every attempt at task `id`, in all sessions of the study. Skips
    /// sessions of participants who withdrew, and of participants whose log another process writes
    /// to. Skips scripted verdicts, because no command ran for them.
    ///
    /// - Parameter applies: whether the new verdicts replace the recorded ones. A new verdict
    ///   `fault` never replaces a recorded verdict.
    /// - Returns: the participants and attempts that were skipped.
    @discardableResult
    package func run(
        task id: String,
        applies: Bool = false,
        tell: (VerdictChange) -> Void
    ) async throws(DiagnosticError) -> Skipped {
        let check = try check(of: id)
        try ResultsStore(path: results, access: .read).close()
        let store = try ResultsStore(path: results, access: .create)
        defer { store.close() }
        var skipped = Skipped()
        for session in try store.sessions() {
            guard let start = session.record.start,
                try store.study(hash: start.study).id == study.study.id
            else { continue }
            let all = session.record.runs.filter { $0.task == id }.flatMap(\.attempts)
            let attempts = all.filter { !$0.scripted }
            skipped.scripted += all.count - attempts.count
            guard !attempts.isEmpty else { continue }
            guard session.record.withdrawal == nil else {
                skipped.withdrawn.appendOnce(start.participant)
                continue
            }
            let taken = try ParticipantLock.takeIfFree(start.participant, results: results)
            guard let lock = taken else {
                skipped.busy.appendOnce(start.participant)
                continue
            }
            defer { lock.release() }
            let log = try store.reopen(session: session.id)
            for attempt in attempts {
                let verdict = try await judge(attempt, check, of: id, applies, in: store, log)
                tell(
                    VerdictChange(
                        participant: start.participant,
                        run: attempt.run,
                        attempt: attempt.attempt,
                        before: attempt.verdict,
                        now: verdict?.verdict,
                        reason: verdict?.reason ?? "the workspace was not kept"
                    )
                )
            }
        }
        return skipped
    }

    private func check(of id: String) throws(DiagnosticError) -> Check {
        let (tasks, checks) = (study.study.tasks, study.study.checks)
        guard let task = tasks.first(where: { $0.id == id }) else {
            throw DiagnosticError(
                "unknown-task",
                "the study has no task \"\(id)\"",
                fix: suggestion(for: id, among: tasks.map(\.id)),
                status: .usage
            )
        }
        guard let check = checks.first(where: { $0.id == task.check }) else {
            throw DiagnosticError(
                "no-check",
                "task \"\(id)\" has no check that could run again",
                expected: "a task with a `check` in study.yaml",
                status: .usage
            )
        }
        return check
    }

    private func judge(
        _ attempt: CheckFinished,
        _ check: Check,
        of task: String,
        _ applies: Bool,
        in store: ResultsStore,
        _ log: SessionLog
    ) async throws(DiagnosticError) -> CheckResult? {
        guard let hash = attempt.snapshot, let files = try store.snapshot(hash: hash) else {
            return nil
        }
        let bytes = Dictionary(
            files.map { ($0.file.content, $0.bytes) },
            uniquingKeysWith: { first, _ in first }
        )
        let result = await runner.run(
            check,
            of: task,
            on: Snapshot(hash: hash, files: files.map(\.file)),
            bytes: bytes
        )
        let repeated = CheckRepeated(
            run: attempt.run,
            attempt: attempt.attempt,
            verdict: result.verdict,
            step: result.step,
            reason: result.reason,
            study: study.hash,
            isApplied: applies && result.verdict != .fault ? true : nil
        )
        try log.append([.checkRepeated(repeated)], at: SessionClock.system.now())
        return result
    }
}

extension [String] {
    fileprivate mutating func appendOnce(_ member: String) {
        if !contains(member) { append(member) }
    }
}
