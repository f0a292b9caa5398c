import Foundation
import ResultsStore
import SessionEngine
import StudyDefinition

/// What participant and facilitator wait for in the shipped study: the build after an edit, and the
/// check after "done", each with a file that differs from the one before.
struct WorkspaceTimes {
    private let study: StudyFolder
    private let resources: Resources
    private let runner: CheckRunner
    private let home: URL

    init(tools: URL, home: URL) throws {
        var resources = Resources.find(environment: ProcessInfo.processInfo.environment)
        resources.executables = tools
        resources.cache = home
        guard let studies = resources.studies else {
            throw Measured.Failed(description: "the shipped studies are missing")
        }
        self.home = home
        self.resources = resources
        study = try StudyReader.read(studies.appendingPathComponent("countries-cities"))
        runner = CheckRunner(
            study: study,
            resources: resources,
            environment: ProcessInfo.processInfo.environment
        )
    }

    var benchmarks: [Benchmark] { [incrementalBuild] + tasks.map(check) }

    /// The tasks of the first task set: those of another set have a project of their own.
    private var tasks: [StudyTask] {
        let study = study.study
        return study.tasks.filter { study.taskSet(of: $0.id) == study.taskSets?.first }
    }

    /// A right and a wrong solution of the last task by turns: the body of one file changes.
    private var incrementalBuild: Benchmark {
        let tasks = tasks.map(\.id)
        let (workspace, build) = (workspace("incremental"), study.study.project.build)
        return Benchmark(
            name: "incremental-build",
            subject: "the build of a workspace after an edit of one file",
            yardstick: "the same build with nothing to do",
            turns: 9,
            bar: .atMost(4),
            prepare: {
                try workspace.create()
                for task in tasks { try await apply("solutions/\(task)", to: workspace) }
                _ = try Measured(build, in: workspace.root)
            },
            turn: { number in
                // The compiler's driver tells whole seconds apart, as a person's edits are.
                try await Task.sleep(for: .seconds(1))
                try await apply(edit(of: tasks[tasks.count - 1], number), to: workspace)
                let subject = try Measured(build, in: workspace.root)
                let idle = try Measured(build, in: workspace.root)
                return .init(
                    subject: subject.seconds,
                    yardstick: idle.seconds,
                    memory: subject.memory
                )
            }
        )
    }

    private func check(_ task: StudyTask) -> Benchmark {
        let workspace = workspace(task.id)
        let build = study.study.project.build
        return Benchmark(
            name: "check-\(task.id)",
            subject: "the check of \(task.id) after \"done\"",
            yardstick: "a build in the check's folder with nothing to do",
            turns: 5,
            bar: .atMost(3),
            prepare: {
                try await runner.warm()
                try workspace.create()
                for before in tasks.prefix(while: { $0.id != task.id }) {
                    try await apply("solutions/\(before.id)", to: workspace)
                }
            },
            turn: { number in
                try await apply(edit(of: task.id, number), to: workspace)
                let (snapshot, bytes) = try workspace.snapshot()
                guard let check = study.study.checks.first(where: { $0.id == task.check }) else {
                    throw Measured.Failed(description: "no check \(task.check)")
                }
                let start = ContinuousClock.now
                let result = await runner.run(check, of: task.id, on: snapshot, bytes: bytes)
                let elapsed = ContinuousClock.now - start
                guard result.verdict == (number % 2 == 0 ? .passed : .failed) else {
                    throw Measured.Failed(description: "\(task.id): \(result.reason)")
                }
                let idle = try Measured(build, in: runner.folder())
                return .init(
                    subject: elapsed.seconds,
                    yardstick: idle.seconds,
                    memory: idle.memory
                )
            }
        )
    }

    private func workspace(_ name: String) -> Workspace {
        Workspace(
            root: home.appendingPathComponent("workspaces/\(name)"),
            study: study,
            resources: resources
        )
    }

    /// The right work and a wrong variant of it by turns.
    private func edit(of task: String, _ number: Int) -> String {
        let wrong = study.wrongVariants.first { $0.task == task }
        return number % 2 == 0 ? "solutions/\(task)" : "wrong/\(wrong?.name ?? "")"
    }

    private func apply(_ folder: String, to workspace: Workspace) async throws {
        try await workspace.overlay(
            study.url.appendingPathComponent(folder),
            environment: runner.environment
        )
    }
}
