import ContentHash
package import Diagnostics
package import Foundation
package import ResultsStore
package import StudyDefinition

/// Result of a check.
package struct CheckResult: Sendable, Hashable {
    package var verdict: Verdict
    /// Name of the check's step that decided the verdict. Empty if all steps passed.
    package var step = ""
    /// Reason for the verdict, in one line for the facilitator.
    package var reason = ""
    package var log = ""

    /// Text that ``reason`` contains if a step reached its time limit. The reason begins with this
    /// text if the verdict is `fault`. If the verdict is `failed`, the text follows the study's
    /// reason for the step.
    static let noAnswer = "no answer within"
}

/// Runner for checks on copies of workspaces. Each project of a study has its own check folder,
/// which keeps its build products between checks.
package struct CheckRunner: Sendable {
    package let study: StudyFolder
    package let resources: Resources
    package let environment: [String: String]
    private let known = KnownContents()

    package init(study: StudyFolder, resources: Resources, environment: [String: String]) {
        self.study = study
        self.resources = resources
        self.environment = resources.commandEnvironment(environment)
    }

    /// Returns the check folder for a project of this study. The folder's name depends on the path
    /// of the study and on the path of the compiled CacheStore library. Two checkouts of the study
    /// therefore do not invalidate each other's build products.
    ///
    /// - Parameter task: the task to check; nil for the study's project. If the task belongs to a
    ///   task set with its own project, returns the folder for that project.
    package func folder(of task: String? = nil) -> URL {
        let set = task.flatMap { study.study.taskSet(of: $0) }.flatMap { $0.project }
        let key =
            "\(study.url.path)\n\(resources.store?.path ?? "")" + (set.map { "\n\($0)" } ?? "")
        return resources.cache
            .appendingPathComponent(
                "checks/\(study.study.id)-\(sha256(Array(key.utf8)).prefix(12))"
            )
    }

    /// Runs the check of `task` on the files of `snapshot`. Never throws: an error that prevents
    /// the check gives the verdict `fault`.
    package func run(
        _ check: Check,
        of task: String,
        on snapshot: Snapshot,
        bytes: [String: Data]
    ) async -> CheckResult {
        do {
            let folder = folder(of: task)
            let lock = try await lock(folder)
            defer { lock.release() }
            CheckCache.note(study.url, for: folder)
            try copy(at: folder).fill(snapshot, bytes)
            return await run(check, in: folder)
        } catch {
            return CheckResult(verdict: .fault, step: "copy", reason: plain(error))
        }
    }

    private func run(_ check: Check, in folder: URL) async -> CheckResult {
        let scratch = folder.deletingLastPathComponent()
            .appendingPathComponent("\(folder.lastPathComponent).scratch")
        try? FileTree.remove(scratch)
        do {
            try FileManager.default.createDirectory(at: scratch, withIntermediateDirectories: true)
        } catch {
            return CheckResult(verdict: .fault, step: "scratch", reason: plain(error))
        }
        defer { try? FileTree.remove(scratch) }
        for step in check.steps {
            let result = await Command(
                step.run.map { fill($0, scratch) },
                in: folder,
                environment: environment,
                input: fill(step.input, scratch),
                timeout: step.timeout
            ).run()
            if let found = judge(step, result) { return found }
        }
        return CheckResult(verdict: .passed)
    }

    /// Locks a check folder. On Linux, also kills commands that a killed evalrun process left
    /// running in the folder. Such commands could change the files of the next check.
    func lock(_ folder: URL) async throws(DiagnosticError) -> FolderLock {
        let lock = try await FolderLock(beside: folder)
        await ProcessFamily.endAbandoned(in: folder)
        return lock
    }

    func copy(at folder: URL) -> CheckFolder {
        CheckFolder(root: folder, study: study, resources: resources, known: known)
    }

    private func fill(_ text: String, _ scratch: URL) -> String {
        text.replacing("{data}", with: study.url.appendingPathComponent("data").path)
            .replacing("{scratch}", with: scratch.path)
    }

    /// Returns whether the task's starter project was built in its check folder, or a check was
    /// started there. Returns false again after a failed or interrupted build of the starter.
    func isWarm(_ task: String) -> Bool { CheckCache.isNoted(folder(of: task)) }

    /// Builds the starter project in its check folder, so that the first check is as fast as later
    /// checks. Throws if the project does not build.
    ///
    /// - Parameters:
    ///   - task: the task whose starter is built; nil for the study's starter.
    ///   - again: whether to rebuild the starter if the check folder already has a build. Another
    ///     process may have made that build while this process waited for the folder's lock.
    package func warm(
        task: String? = nil,
        again: Bool = true
    ) async throws(DiagnosticError) {
        let folder = folder(of: task)
        let starter = Workspace(
            root: study.url.appendingPathComponent(
                study.study.starter(of: task ?? "", in: "")[0]
            ).resolvingSymlinksInPath(),
            study: study,
            resources: resources
        )
        let (snapshot, bytes) = try starter.snapshot()
        let lock = try await lock(folder)
        defer { lock.release() }
        if !again, CheckCache.isNoted(folder) { return }
        CheckCache.forget(folder)
        do { try copy(at: folder).fill(snapshot, bytes) } catch let error as DiagnosticError {
            throw error
        } catch {
            throw DiagnosticError(
                "check-folder",
                at: .init(file: folder.path),
                plain(error),
                status: .inputOutput
            )
        }
        let build = study.study.project.build
        guard !build.isEmpty else { return CheckCache.note(study.url, for: folder) }
        let result = await Command(build, in: folder, environment: environment, timeout: 600).run()
        guard !result.succeeded else { return CheckCache.note(study.url, for: folder) }
        let output = tail(result.output + result.errors, bytes: 2000)
        throw DiagnosticError(
            "warm-build",
            at: .init(file: folder.path),
            "the starter project does not build (\(result.end))",
            fix: output.isEmpty ? "to see why, run the study's build in this folder" : output,
            status: .unavailable
        )
    }
}
