package import Diagnostics
import Foundation
package import ResultsStore
package import StudyDefinition
import Terminal

/// The repetition of a task's check on workspace snapshots of earlier sessions, with the study's
/// current definition of the check. When all checks have run, the new verdicts are appended to the
/// logs in one transaction. They replace the recorded verdicts only on request.
package struct Recheck: Sendable {
    package struct VerdictChange: Sendable, Hashable {
        package var participant: String
        package var run: Int
        package var attempt: Int
        /// The attempt's verdict before this recheck: the recorded verdict, unless an earlier
        /// recheck replaced it.
        package var before: Verdict
        /// The new verdict. Nil if no snapshot of the workspace was kept.
        package var now: Verdict?
        package var reason: String
    }

    /// The participants and attempts that were skipped.
    package struct Skipped: Sendable, Hashable {
        /// Codes of the participants who withdrew.
        package var withdrawn: [String] = []
        /// Codes of the participants whose log is locked by another process.
        package var busy: [String] = []
        /// Number of attempts whose verdict came from a script instead of a check.
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
    /// participants who withdrew, and participants whose log is locked by another process. Also
    /// skips attempts whose verdict came from a script, because no check command ran for them.
    ///
    /// If this process ends before all checks have run, nothing is recorded. A result that equals
    /// the attempt's last recheck is not recorded again.
    ///
    /// - Parameter applies: whether the new verdicts replace the recorded verdicts. A new verdict
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
        var found: [Int64: [SessionEvent]] = [:]
        // The locks are held until the verdicts are recorded, so that no other process changes the
        // logs.
        var locks: [String: FolderLock] = [:]
        defer { for lock in locks.values { lock.release() } }
        EndingSignals.write(
            message: "\nthe recheck was stopped early: no new verdict was recorded or applied\n"
        )
        defer { EndingSignals.write(message: nil) }
        for session in try store.sessions() where session.study == study.study.id {
            guard let start = session.record.start else { continue }
            let all = session.record.attempts(at: id)
            let scripted = all.count { $0.scripted }
            skipped.scripted += scripted
            guard all.count > scripted else { continue }
            guard try lock(start.participant, &locks) else {
                skipped.busy.appendOnce(start.participant)
                continue
            }
            // Another process may have changed or erased the session before the lock was taken.
            let record = SessionRecord(try store.events(session: session.id))
            guard try !store.hasWithdrawn(start.participant, lab: session.lab) else {
                skipped.withdrawn.appendOnce(start.participant)
                continue
            }
            for attempt in record.attempts(at: id) where !attempt.scripted {
                let result = try await judge(attempt, check, of: id, in: store)
                tell(
                    VerdictChange(
                        participant: start.participant,
                        run: attempt.run,
                        attempt: attempt.attempt,
                        before: record.verdict(of: attempt),
                        now: result?.verdict,
                        reason: result?.reason ?? "no snapshot of the workspace was kept"
                    )
                )
                guard let result else { continue }
                let repeated = repeated(attempt, result, applies)
                if record.lastRecheck(of: attempt) != repeated {
                    found[session.id, default: []].append(.checkRepeated(repeated))
                }
            }
        }
        EndingSignals.write(message: nil)
        try await store.append(found, at: SessionClock.system.now())
        return skipped
    }

    /// Locks the participant's log and adds the lock to `locks`. Returns false if another process
    /// holds the lock.
    private func lock(
        _ participant: String,
        _ locks: inout [String: FolderLock]
    ) throws(DiagnosticError) -> Bool {
        if locks[participant] == nil {
            locks[participant] = try ParticipantLock.takeIfFree(participant, results: results)
        }
        return locks[participant] != nil
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
        in store: ResultsStore
    ) async throws(DiagnosticError) -> CheckResult? {
        guard let hash = attempt.snapshot, let files = try store.snapshot(hash: hash) else {
            return nil
        }
        let bytes = Dictionary(
            files.map { ($0.file.content, $0.bytes) },
            uniquingKeysWith: { first, _ in first }
        )
        return await runner.run(
            check,
            of: task,
            on: Snapshot(hash: hash, files: files.map(\.file)),
            bytes: bytes
        )
    }

    private func repeated(
        _ attempt: CheckFinished,
        _ result: CheckResult,
        _ applies: Bool
    ) -> CheckRepeated {
        CheckRepeated(
            run: attempt.run,
            attempt: attempt.attempt,
            verdict: result.verdict,
            step: result.step,
            reason: result.reason,
            study: study.hash,
            isApplied: applies && result.verdict != .fault ? true : nil
        )
    }
}

extension SessionRecord {
    fileprivate func attempts(at task: String) -> [CheckFinished] {
        runs.filter { $0.task == task }.flatMap(\.attempts)
    }

    /// Returns the attempt's current verdict: the recorded verdict, unless a recheck replaced it.
    fileprivate func verdict(of attempt: CheckFinished) -> Verdict {
        runs.last { $0.number == attempt.run }?.applied[attempt.attempt] ?? attempt.verdict
    }

    fileprivate func lastRecheck(of attempt: CheckFinished) -> CheckRepeated? {
        rechecks.last { $0.value.run == attempt.run && $0.value.attempt == attempt.attempt }?.value
    }
}

extension [String] {
    fileprivate mutating func appendOnce(_ member: String) {
        if !contains(member) { append(member) }
    }
}
