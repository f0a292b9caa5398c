package import Diagnostics
import Foundation
import ResultsStore
package import StudyDefinition

/// Validator that tests a study before its first session. The starter must build and must fail the
/// check of every task. Each task's solution, applied to the files with which the task starts, must
/// pass the task's check. Each wrong variant, which is a deliberately wrong solution, must fail the
/// check for the reason that its `variant.yaml` states.
package struct StudyValidator: Sendable {
    package struct Result: Sendable {
        package var subject: String
        package var isRight: Bool
        /// The result as text. The first line states the result. If the result is unexpected, lines
        /// with errors may follow.
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

    /// Validates the study once, and passes each result to `report` as soon as it is known. Returns
    /// whether all results are as expected.
    ///
    /// Tasks with the same starter are validated together: first their starters, then their
    /// solutions and wrong variants. Consecutive builds then differ in only a few files, so they
    /// are incremental.
    package func round(_ report: @Sendable (Result) -> Void) async throws(DiagnosticError) -> Bool {
        var allRight = true
        func note(_ finding: Result) {
            allRight = allRight && finding.isRight
            report(finding)
        }
        try await runner.warm()
        let bench = ValidationBench(study: study, resources: resources)
        var variants = study.wrongVariants
        for cells in cellsByStarter {
            note(try await build(cells[0], bench))
            for cell in cells { note(try await starter(cell, bench)) }
            for cell in cells { note(try await solution(cell, bench)) }
            let own = variants.filter { starter(of: $0) == starter(of: cells[0]) }
            for variant in own { note(try await wrong(variant, bench)) }
            variants.removeAll(where: own.contains)
        }
        for variant in variants { note(try await wrong(variant, bench)) }
        return allRight
    }

    private var cellsByStarter: [[Cell]] {
        var groups: [[Cell]] = []
        for cell in cells {
            if let place = groups.firstIndex(where: { starter(of: $0[0]) == starter(of: cell) }) {
                groups[place].append(cell)
            } else {
                groups.append([cell])
            }
        }
        return groups
    }

    private func starter(of cell: Cell) -> [String] {
        study.study.starter(of: cell.task.id, in: cell.condition)
    }

    private func starter(of variant: WrongVariant) -> [String] {
        study.study.starter(of: variant.task, in: condition(of: variant))
    }

    private func condition(of variant: WrongVariant) -> String {
        variant.condition ?? study.study.conditions.first?.id ?? ""
    }

    /// Pairs of a task and a condition to validate, grouped by condition. If a task has the same
    /// starter and the same solution in several conditions, only the first of these conditions is
    /// included.
    private var cells: [Cell] {
        let conditions = study.study.conditions.map(\.id)
        var seen: Set<[String]> = []
        return (conditions.isEmpty ? [""] : conditions).flatMap { condition in
            study.study.tasks.map { Cell(task: $0, condition: condition) }
        }.filter { cell in
            let solution = study.study.solution(of: cell.task.id, in: cell.condition)
            return seen.insert([cell.task.id] + starter(of: cell) + [solution]).inserted
        }
    }

    private struct Cell {
        var task: StudyTask
        var condition: String
    }

    /// Returns the display name, for example `city-list`, or `city-list (by-hand)` if the condition
    /// has its own folder.
    private func name(_ cell: Cell) -> String {
        let own = study.study.conditions.first { $0.id == cell.condition }?.folder
        return own == nil ? cell.task.id : "\(cell.task.id) (\(cell.condition))"
    }

    /// Validates that the starter builds. If the starter did not build, every check would fail for
    /// the wrong reason.
    private func build(
        _ cell: Cell,
        _ bench: ValidationBench
    ) async throws(DiagnosticError) -> Result {
        let (task, start) = (cell.task, ContinuousClock.now)
        let (snapshot, bytes) = try bench.workspace(for: task.id, in: cell.condition).snapshot()
        let failure = try await runner.buildFailure(of: task.id, on: snapshot, bytes: bytes)
        return Result(
            subject: "build of the starter, \(name(cell))",
            isRight: failure == nil,
            words: failure.map { "the starter project does not build\n\($0)" } ?? "builds",
            seconds: Double((ContinuousClock.now - start).nanoseconds) / 1e9
        )
    }

    private func starter(
        _ cell: Cell,
        _ bench: ValidationBench
    ) async throws(DiagnosticError) -> Result {
        let (result, seconds) = try await judge(cell, bench, applying: [])
        return Result(
            subject: "starter, \(name(cell))",
            isRight: result.verdict == .failed,
            words: result.verdict == .failed
                ? "fails: \(result.reason)"
                : "the check must fail on the starter project; result: \(result.words)",
            seconds: seconds
        )
    }

    private func solution(
        _ cell: Cell,
        _ bench: ValidationBench
    ) async throws(DiagnosticError) -> Result {
        let own = study.study.solution(of: cell.task.id, in: cell.condition)
        let (result, seconds) = try await judge(cell, bench, applying: before(cell) + [own])
        return Result(
            subject: "solution, \(name(cell))",
            isRight: result.verdict == .passed,
            words: result.words + (result.verdict == .passed ? "" : "\n\(result.log)"),
            seconds: seconds
        )
    }

    private func wrong(
        _ variant: WrongVariant,
        _ bench: ValidationBench
    ) async throws(DiagnosticError) -> Result {
        guard let task = study.study.tasks.first(where: { $0.id == variant.task }) else {
            return Result(
                subject: variant.path,
                isRight: false,
                words: "the variant is for an unknown task \"\(variant.task)\"",
                seconds: 0
            )
        }
        let cell = Cell(task: task, condition: condition(of: variant))
        let folders = before(cell) + [variant.path]
        let (result, seconds) = try await judge(cell, bench, applying: folders)
        let reason = variant.reason.trimmed
        let named = result.verdict == .failed && result.reason.contains(reason)
        return Result(
            subject: "\(variant.path), \(task.id)",
            isRight: named,
            words: named
                ? "fails: \(result.reason)"
                : "the check must fail for the reason “\(reason)”; result: "
                    + "\(result.words)\n\(result.log)",
            seconds: seconds
        )
    }

    /// Returns the solution folders of the tasks on which the task of `cell` depends, directly or
    /// indirectly. The folders are in the study's task order.
    private func before(_ cell: Cell) -> [String] {
        study.study.needed(by: cell.task).map {
            study.study.solution(of: $0, in: cell.condition)
        }
    }

    private func judge(
        _ cell: Cell,
        _ bench: ValidationBench,
        applying folders: [String]
    ) async throws(DiagnosticError) -> (CheckResult, Double) {
        let task = cell.task
        let place = try bench.workspace(for: task.id, in: cell.condition)
        // An `apply` program may leave files that a snapshot does not contain, so the workspace is
        // discarded.
        defer { if folders.contains(where: hasProgram) { bench.discard(place) } }
        for folder in folders {
            try await place.workspace.overlay(
                study.url.appendingPathComponent(folder),
                environment: runner.environment
            )
        }
        guard let check = study.study.checks.first(where: { $0.id == task.check }) else {
            return (CheckResult(verdict: .fault, reason: "no check \"\(task.check)\""), 0)
        }
        let (snapshot, bytes) = try place.snapshot()
        let start = ContinuousClock.now
        let result = await runner.run(check, of: task.id, on: snapshot, bytes: bytes)
        return (result, Double((ContinuousClock.now - start).nanoseconds) / 1e9)
    }
}

extension StudyValidator {
    private func hasProgram(_ folder: String) -> Bool {
        FileManager.default.isExecutableFile(
            atPath: study.url.appendingPathComponent("\(folder)/apply").path
        )
    }
}

extension CheckResult {
    fileprivate var words: String {
        verdict == .passed ? "passes" : "\(verdict.rawValue): \(reason)"
    }
}
