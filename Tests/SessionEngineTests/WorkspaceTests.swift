import Diagnostics
import Foundation
import ResultsStore
import StudyDefinition
import TestSupport
import Testing

@testable import SessionEngine

/// How a workspace is made: whole, from the starter, for one session.
@Suite struct WorkspaceTests {
    private let home: TemporaryFolder
    private let study: URL
    private let session = UUID()

    init() throws {
        home = try TemporaryFolder()
        study = home.url.appendingPathComponent("study")
        try FileManager.default.copyItem(
            at: Tool.root.appendingPathComponent("Tests/StudyDefinitionTests/Fixtures/greeting"),
            to: study
        )
    }

    private func workspace(of session: UUID? = nil) throws -> Workspace {
        let session = session ?? self.session
        return Workspace(
            WorkspacePlace(
                results: home.path("x.sqlite"),
                study: "greeting",
                participant: "P1",
                session: session
            ),
            of: session,
            study: try StudyReader.read(study),
            resources: Resources(
                executables: home.url,
                store: home.url,
                studies: nil,
                cache: home.url
            )
        )
    }

    private func write(_ text: String, to url: URL) throws {
        try FileManager.default.createDirectory(
            at: url.deletingLastPathComponent(),
            withIntermediateDirectories: true
        )
        try Data(text.utf8).write(to: url)
    }

    private func text(_ workspace: Workspace, _ path: String) -> String? {
        try? String(contentsOf: workspace.root.appendingPathComponent(path), encoding: .utf8)
    }

    private func starterText(_ path: String = "project/greet.sh") throws -> String {
        try String(contentsOf: study.appendingPathComponent(path), encoding: .utf8)
    }

    private func make(
        _ workspace: Workspace,
        task: String = "one",
        condition: String = "shell",
        after recorded: [Workspace.Recorded] = []
    ) async throws {
        try await workspace.make(workspace.origin(of: task, in: condition), recorded: recorded)
    }

    private func recorded(
        _ workspace: Workspace,
        task: String = "one",
        condition: String = "shell"
    ) throws -> Workspace.Recorded {
        .init(
            origin: workspace.origin(of: task, in: condition),
            snapshot: try workspace.snapshot().0.hash
        )
    }

    @Test func theStartIsTheStarterByteForByteWithItsPermissions() async throws {
        chmod(study.appendingPathComponent("project/greet-one.sh").path, 0o755)
        let workspace = try workspace()
        try await make(workspace)
        let files = try workspace.snapshot().0.files
        #expect(files.map(\.path) == ["greet-all.sh", "greet-one.sh", "greet.sh"])
        #expect(files.map(\.mode) == [0o644, 0o755, 0o644])
        #expect(try text(workspace, "greet.sh") == starterText())
        #expect(!FileManager.default.fileExists(atPath: workspace.place.making.path))
    }

    @Test func twoSessionsOfOneCodeNeverShareAWorkspace() async throws {
        let (first, second) = (try workspace(), try workspace(of: UUID()))
        try await make(first)
        try write("solved", to: first.root.appendingPathComponent("greet.sh"))
        try await make(second)
        #expect(try text(second, "greet.sh") == starterText())
        #expect(text(first, "greet.sh") == "solved")
    }

    /// A folder, a folder of another session, a file, a link to a folder.
    @Test(arguments: 0..<4) func whatTheSessionDidNotMakeIsRefused(_ kind: Int) async throws {
        let workspace = try workspace()
        let root = workspace.root
        switch kind {
        case 0: try write("mine", to: root.appendingPathComponent("greet.sh"))
        case 1:
            try write(
                "\(UUID())\nshell\nproject",
                to: root.appendingPathComponent(".evalrun-workspace")
            )
        case 2: try write("a file", to: root)
        default:
            let other = home.url.appendingPathComponent("other")
            try write("mine", to: other.appendingPathComponent("greet.sh"))
            try write("", to: root.deletingLastPathComponent().appendingPathComponent("x"))
            try FileManager.default.createSymbolicLink(at: root, withDestinationURL: other)
        }
        await #expect(throws: DiagnosticError.self) { try await make(workspace) }
        if kind == 0 { #expect(text(workspace, "greet.sh") == "mine") }
    }

    @Test func aWorkspaceThatWasNeverRecordedIsMadeAnew() async throws {
        let workspace = try workspace()
        try await make(workspace)
        try FileManager.default.removeItem(
            at: workspace.root.appendingPathComponent("greet-one.sh")
        )
        try write("torn", to: workspace.root.appendingPathComponent("greet.sh"))
        try await make(workspace)
        #expect(try text(workspace, "greet.sh") == starterText())
        #expect(try workspace.snapshot().0.files.count == 3)
    }

    @Test func aHalfMadeWorkspaceIsNoneAndIsMadeAnew() async throws {
        let workspace = try workspace()
        try write("torn", to: workspace.place.making.appendingPathComponent("greet.sh"))
        try await make(workspace)
        #expect(try text(workspace, "greet.sh") == starterText())
    }

    @Test func aRecordedWorkspaceIsLeftAsItIsAndRestoredWhereItIsGone() async throws {
        let workspace = try workspace()
        try await make(workspace)
        try write("solved", to: workspace.root.appendingPathComponent("greet.sh"))
        let run = try recorded(workspace)
        let (snapshot, bytes) = try workspace.snapshot()
        // A participant may tidy up files that they do not know.
        try FileManager.default.removeItem(
            at: workspace.root.appendingPathComponent(".evalrun-workspace")
        )
        try await make(workspace, after: [run])
        #expect(text(workspace, "greet.sh") == "solved")
        try FileManager.default.removeItem(at: workspace.root)
        try await workspace.make(run.origin, recorded: [run]) {
            hash throws(DiagnosticError) in
            #expect(hash == snapshot.hash)
            return snapshot.files.map { ($0, bytes[$0.content] ?? Data()) }
        }
        #expect(text(workspace, "greet.sh") == "solved")
        try FileManager.default.removeItem(at: workspace.root)
        await #expect(throws: DiagnosticError.self) { try await make(workspace, after: [run]) }
    }

    /// A practice phase with the study's project, then tasks of a set with its own.
    @Test func tasksOfASetWithItsOwnProjectStartFromIt() async throws {
        try write("the set's", to: study.appendingPathComponent("second/greet.sh"))
        let text =
            try starterText("study.yaml")
            .replacing("tasks: [one, all]", with: "tasks: [one]")
            .replacing("    starts_from: [one]\n", with: "") + """

                task_sets:
                  - {id: a, tasks: [one]}
                  - {id: b, tasks: [all], project: second}

                """
        try Data(text.utf8).write(to: study.appendingPathComponent("study.yaml"))
        let workspace = try workspace()
        try await make(workspace)
        try write("practised", to: workspace.root.appendingPathComponent("greet.sh"))
        let practice = try recorded(workspace)
        try await make(workspace, task: "all", after: [practice])
        #expect(self.text(workspace, "greet.sh") == "the set's")
        #expect(self.text(workspace, "greet-one.sh") == nil)
        let task = try recorded(workspace, task: "all")
        // Ended between the two renames, or after them, and going on.
        try await make(workspace, task: "all", after: [practice])
        #expect(self.text(workspace, "greet.sh") == "the set's")
        try await make(workspace, after: [practice, task])
        #expect(self.text(workspace, "greet.sh") == "practised")
    }

    @Test func aCopyThatIsNotTheStarterIsRefused() async throws {
        let workspace = try workspace()
        try write("changed since", to: study.appendingPathComponent("project/greet.sh"))
        let error = await #expect(throws: DiagnosticError.self) { try await make(workspace) }
        #expect(error?.diagnostics.first?.id == "not-the-starter")
        #expect(!FileManager.default.fileExists(atPath: workspace.root.path))
    }

    @Test func aSolutionIsNotWrittenThroughWhatAParticipantHasLinked() async throws {
        let workspace = try workspace()
        try await make(workspace)
        let outside = home.url.appendingPathComponent("outside")
        try write("theirs", to: outside)
        let file = workspace.root.appendingPathComponent("greet-one.sh")
        try FileManager.default.removeItem(at: file)
        try FileManager.default.createSymbolicLink(at: file, withDestinationURL: outside)
        try await workspace.overlay(
            study.appendingPathComponent("solutions/one"),
            environment: [:]
        )
        #expect(try String(contentsOf: outside, encoding: .utf8) == "theirs")
        #expect(try text(workspace, "greet-one.sh") == starterText("solutions/one/greet-one.sh"))
    }
}
