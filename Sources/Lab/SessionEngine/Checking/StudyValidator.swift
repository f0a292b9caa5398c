package import Diagnostics
import Foundation
import ResultsStore
package import StudyDefinition

/// Proves a study before anyone sits down: the starter builds and fails, every solution passes on
/// top of what its task starts from, every wrong variant fails for the reason that it names.
package struct StudyValidator: Sendable {
    package struct Finding: Sendable {
        package var subject: String
        package var isRight: Bool
        /// One line: what was found, and where it differs, what was expected.
        package var words: String
        package var seconds: Double
    }

    private let study: StudyFolder
    private let resources: Resources
    private let runner: CheckRunner

    package init(study: StudyFolder, resources: Resources, environment: [String: String]) {
        self.study = study
        self.resources = resources
        runner = CheckRunner(study: study, resources: resources, environment: environment)
    }

    /// One round; findings as they come.
    package func round(
        _ report: @Sendable (Finding) -> Void
    ) async throws(DiagnosticError) -> Bool {
        var allRight = true
        func note(_ finding: Finding) {
            allRight = allRight && finding.isRight
            report(finding)
        }
        try await runner.warm()
        for task in study.study.tasks {
            note(try await starter(task))
            note(try await solution(task))
        }
        for variant in study.wrongVariants { note(try await wrong(variant)) }
        return allRight
    }

    private func starter(_ task: StudyTask) async throws(DiagnosticError) -> Finding {
        let (result, seconds) = try await judge(task, applying: [])
        return Finding(
            subject: "starter, \(task.id)",
            isRight: result.verdict == .failed,
            words: result.verdict == .failed
                ? "fails: \(result.reason)" : "expected a failing check, got \(result.words)",
            seconds: seconds
        )
    }

    private func solution(_ task: StudyTask) async throws(DiagnosticError) -> Finding {
        let folders = before(task) + ["solutions/\(task.id)"]
        let (result, seconds) = try await judge(task, applying: folders)
        return Finding(
            subject: "solution, \(task.id)",
            isRight: result.verdict == .passed,
            words: result.words + (result.verdict == .passed ? "" : "\n\(result.log)"),
            seconds: seconds
        )
    }

    private func wrong(_ variant: WrongVariant) async throws(DiagnosticError) -> Finding {
        guard let task = study.study.tasks.first(where: { $0.id == variant.task }) else {
            return Finding(
                subject: "wrong/\(variant.name)",
                isRight: false,
                words: "is of an unknown task \"\(variant.task)\"",
                seconds: 0
            )
        }
        let (result, seconds) = try await judge(
            task,
            applying: before(task) + ["wrong/\(variant.name)"]
        )
        let named = result.verdict == .failed && result.reason.contains(variant.reason)
        return Finding(
            subject: "wrong/\(variant.name), \(task.id)",
            isRight: named,
            words: named
                ? "fails: \(result.reason)"
                : "expected a failing check for “\(variant.reason)”, got \(result.words)\n\(result.log)",
            seconds: seconds
        )
    }

    /// Solutions that the task starts from, in the order of the tasks.
    private func before(_ task: StudyTask) -> [String] {
        let session = Session(
            study: study.study,
            start: SessionStart(
                participant: "",
                study: "",
                conditions: [],
                source: .script,
                environment: SessionEnvironment()
            )
        )
        return session.needed(by: task, condition: "").map { "solutions/\($0)" }
    }

    private func judge(
        _ task: StudyTask,
        applying folders: [String]
    ) async throws(DiagnosticError) -> (CheckResult, Double) {
        let root = FileManager.default.temporaryDirectory
            .appendingPathComponent("evalrun-validate-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: root) }
        let workspace = Workspace(root: root, study: study, resources: resources)
        try workspace.create()
        for folder in folders {
            try await workspace.overlay(
                study.url.appendingPathComponent(folder),
                environment: runner.environment
            )
        }
        guard let check = study.study.checks.first(where: { $0.id == task.check }) else {
            return (CheckResult(verdict: .fault, reason: "no check \"\(task.check)\""), 0)
        }
        let (snapshot, bytes) = try workspace.snapshot()
        let start = ContinuousClock.now
        let result = await runner.run(check, on: snapshot, bytes: bytes)
        return (result, Double((ContinuousClock.now - start).nanoseconds) / 1e9)
    }
}

extension CheckResult {
    fileprivate var words: String {
        verdict == .passed ? "passes" : "\(verdict.rawValue): \(reason)"
    }
}
