import Foundation
import GRDB
import TestSupport
import TestTraits
import Testing

/// A session that is killed while its workspace is made, and one that finds another workspace.
@Suite(.blocking) struct PreparationTests {
    private let folder: TemporaryFolder
    private let study = "Tests/StudyDefinitionTests/Fixtures/greeting"

    init() throws { folder = try TemporaryFolder() }

    private var arguments: [String] {
        [
            "session", "--participant", "P1", "--study", study, "--results",
            folder.path("x.sqlite"), "--script",
            "Tests/CommandTests/Fixtures/greeting-session.yaml",
            "--clock", "simulated",
        ]
    }

    /// The files of the first snapshot, and the starter's.
    private func starts() throws -> (found: [String: Data], wanted: [String: Data]) {
        let rows = try DatabaseQueue(path: folder.path("x.sqlite")).read { db in
            try Row.fetchAll(
                db,
                sql: """
                    SELECT path, bytes FROM task_runs
                    JOIN snapshot_files ON snapshot = start_snapshot
                    JOIN contents ON hash = content WHERE run = 1
                    """
            )
        }
        let project = Tool.root.appendingPathComponent("\(study)/project")
        let names = try FileManager.default.contentsOfDirectory(atPath: project.path)
        return (
            Dictionary(rows.map { ($0["path"], $0["bytes"]) }) { $1 },
            Dictionary(
                try names.map { ($0, try Data(contentsOf: project.appendingPathComponent($0))) }
            ) { $1 }
        )
    }

    private static let strace = "/usr/bin/strace"

    /// Calls of the preparation: the first copy, the last one, the synchronisation, the renames.
    @Test(
        .enabled(if: FileManager.default.isExecutableFile(atPath: strace)),
        arguments: [
            "copy_file_range:1", "copy_file_range:3", "renameat:1", "syncfs:1", "rename:1",
            "fsync:1", "fsync:2", "renameat:2",
        ]
    )
    func killedWhileTheWorkspaceIsMadeTheNextStartIsTheStarter(_ point: String) throws {
        let parts = point.split(separator: ":")
        let process = Process()
        process.executableURL = URL(fileURLWithPath: Self.strace)
        process.currentDirectoryURL = Tool.root
        process.arguments =
            [
                "-f", "-o", "/dev/null", "-e", "trace=\(parts[0])", "-e",
                "inject=\(parts[0]):signal=KILL:when=\(parts[1])",
                Tool.root.appendingPathComponent(".build/debug/evalrun").path,
            ] + arguments
        process.standardOutput = FileHandle.nullDevice
        process.standardError = FileHandle.nullDevice
        try process.run()
        process.waitUntilExit()
        #expect(process.terminationStatus != 0, "\(point) was not reached")
        let resumed = try Tool("evalrun").run(arguments + ["--resume"])
        #expect(resumed.status == 0, "\(resumed.errors)")
        let (found, wanted) = try starts()
        #expect(found == wanted)
    }

    /// As from an earlier version of evalrun, which worked in such a folder.
    @Test func aFolderWithTheParticipantsCodeIsNotTheWorkspace() throws {
        let torn = folder.url.appendingPathComponent("workspaces/greeting/P1")
        try FileManager.default.createDirectory(at: torn, withIntermediateDirectories: true)
        #expect(try Tool("evalrun").run(arguments).status == 0)
        let (found, wanted) = try starts()
        #expect(found == wanted)
        #expect(try FileManager.default.contentsOfDirectory(atPath: torn.path) == [])
    }

    @Test func aPilotInAnotherResultsFileLeavesNothingToTheRealSession() throws {
        let pilot = arguments.map { $0.replacing("x.sqlite", with: "pilot.sqlite") }
        #expect(try Tool("evalrun").run(pilot + ["--pilot"]).status == 0)
        #expect(try Tool("evalrun").run(arguments).status == 0)
        let (found, wanted) = try starts()
        #expect(found == wanted)
    }
}
