import Diagnostics
import Foundation
import ResultsStore
import Scenarios
import StudyDefinition

/// Dependencies of the engine's queries: results file, workspace, checker and clock.
struct SessionWorld: Sendable {
    let recorder: Recorder
    let workspace: Workspace
    let checker: CheckRunner
    let clock: SessionClock
    let currentCheck = CurrentCheck()
    /// A function that returns the script's verdict instead of running a check command. Nil unless
    /// the session's script contains the verdicts.
    var scriptedVerdict: (@Sendable () -> Verdict)?
    /// A function that copies the participant's files into the workspace. It is called before the
    /// workspace is inspected for unsaved work, and again after the facilitator was asked about
    /// such work. It is also called before a snapshot at the end of a task. It returns the reason
    /// for a failure, or nil. If the property itself is nil, no files are copied.
    var collect: (@Sendable () async -> String?)?
    /// A function that makes `collect` stop waiting.
    var forgoFiles: @Sendable () -> Void = {}
}

// MARK: - Preparing a task

extension SessionWorld {
    func keepSnapshot() async throws(DiagnosticError) -> String {
        let snapshot = try workspace.snapshot()
        try await recorder.keep(snapshot)
        return snapshot.0.hash
    }

    func prepare(_ query: Prepare) async throws(DiagnosticError) -> TaskPrepared {
        let (session, task) = (query.session, query.task)
        let condition = session.step?.condition ?? ""
        let recorder = recorder
        try await workspace.make(
            workspace.origin(of: task.id, in: condition),
            recorded: workspace.recorded(in: session.record)
        ) { snapshot throws(DiagnosticError) in
            try await recorder.files(ofSnapshot: snapshot)
        }
        let needed = session.needed(by: task)
        var kept: String?
        if !needed.isEmpty { kept = try await keepSnapshot() }
        for id in needed {
            let solution = workspace.study.study.solution(of: id, in: condition)
            try await workspace.overlay(
                workspace.study.url.appendingPathComponent(solution),
                environment: checker.environment
            )
        }
        try workspace.removeInstruction()
        try workspace.writePapers(tutorial: session.tutorial(at: session.position))
        if scriptedVerdict == nil { try await build(task.id) }
        return session.prepared(
            task,
            snapshot: try await keepSnapshot(),
            overlaid: needed,
            kept: kept
        )
    }

    /// Writes the task's instruction to TASK.md. Called after the task's clock has started.
    func instruct(_ query: Instruct) throws(DiagnosticError) {
        guard let task = query.task else { return }
        let condition = query.session.step?.condition ?? ""
        let instruction = task.instruction(in: condition).text
        try workspace.write(instruction: "# \(task.title)\n\n\(instruction)")
    }

    /// Builds the project in the workspace, so that later builds are fast. If the starter was not
    /// built in the check folder yet, also builds it there. Compile errors in the workspace are
    /// ignored. Throws if the starter does not build or if a build cannot be started.
    private func build(_ task: String) async throws(DiagnosticError) {
        let build = workspace.study.study.project.build
        guard !build.isEmpty else { return }
        if !checker.isWarm(task) { try await checker.warm(task: task, again: false) }
        let result = await Command(
            build,
            in: workspace.root,
            environment: checker.environment,
            timeout: 600
        ).run()
        if case .notStarted(let sentence) = result.end {
            throw DiagnosticError(
                "no-build",
                sentence,
                fix: "install the program, or correct \"build\" under \"project\" in the study "
                    + "file",
                status: .unavailable
            )
        }
    }
}

extension Session {
    /// Returns the content of the event that records the preparation of a run of `task`. The task
    /// must be the current step.
    func prepared(
        _ task: StudyTask,
        snapshot: String?,
        overlaid: [String] = [],
        kept: String? = nil
    ) -> TaskPrepared {
        TaskPrepared(
            run: nextRun,
            task: task.id,
            condition: step?.condition ?? "",
            practice: isPractice,
            timeLimit: task.timeLimit,
            snapshot: snapshot,
            overlaid: overlaid,
            kept: kept,
            taskSet: study.taskSet(of: task.id)?.id
        )
    }

    private var isPractice: Bool {
        if case .task(_, _, let practice) = step { return practice }
        return false
    }

    /// Returns the tasks on which `task` depends. Omits each task at which the participant
    /// succeeded in the condition of the current step.
    func needed(by task: StudyTask) -> [String] {
        let condition = step?.condition ?? ""
        return study.needed(by: task).filter {
            record.run(of: $0, condition: condition)?.outcome?.isSuccess != true
        }
    }
}

extension Study {
    /// Returns the tasks on which `task` depends, directly or indirectly, in the study's order.
    func needed(by task: StudyTask) -> [String] {
        var all: Set<String> = []
        var pending = task.startsFrom
        while let id = pending.popLast() {
            guard all.insert(id).inserted else { continue }
            pending += tasks.first { $0.id == id }?.startsFrom ?? []
        }
        return tasks.map(\.id).filter { all.contains($0) }
    }
}

// MARK: - Checking

extension SessionWorld {
    func check(_ query: RunCheck) async -> CheckFinished {
        let run = query.session.record.currentRun
        var finished = CheckFinished(
            run: run?.number ?? 0,
            attempt: (run?.attempts.count ?? 0) + 1,
            verdict: .fault,
            snapshot: nil,
            unsavedAsked: query.unsavedAsked
        )
        let snapshot: (Snapshot, [String: Data])
        do throws(DiagnosticError) {
            snapshot = try workspace.snapshot()
            try await recorder.keep(snapshot)
        } catch {
            finished.step = "snapshot"
            finished.reason = error.diagnostics.first?.problem ?? ""
            return finished
        }
        finished.snapshot = snapshot.0.hash
        if let scriptedVerdict {
            finished.verdict = scriptedVerdict()
            finished.scripted = true
            finished.reason = finished.verdict == .passed ? "" : "as stated in the script"
            return finished
        }
        guard let check = query.session.study.checks.first(where: { $0.id == query.task.check })
        else {
            finished.reason = "the study has no check “\(query.task.check)”"
            return finished
        }
        let start = ContinuousClock.now
        let (files, bytes) = snapshot
        let result = await checker.run(check, of: query.task.id, on: files, bytes: bytes)
        finished.duration = (ContinuousClock.now - start).nanoseconds
        (finished.verdict, finished.step) = (result.verdict, result.step)
        (finished.reason, finished.log) = (result.reason, result.log)
        // Files missing from the snapshot may have caused the failure.
        if result.verdict != .passed, let words = snapshot.0.omissionWords {
            finished.reason += finished.reason.isEmpty ? words : "; \(words)"
        }
        return finished
    }
}
