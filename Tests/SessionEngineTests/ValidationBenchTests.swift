import Foundation
import ResultsStore
import StudyDefinition
import TestSupport
import Testing

@testable import SessionEngine

/// A workspace of a validation round is the starter again at each use, and is removed at the end.
@Suite struct ValidationBenchTests {
    private let home: TemporaryFolder
    private let study: StudyFolder
    private let resources: Resources

    init() throws {
        home = try TemporaryFolder()
        study = try StudyReader.read(
            Tool.root.appendingPathComponent("Tests/StudyDefinitionTests/Fixtures/greeting")
        )
        resources = Resources(
            executables: home.url,
            store: home.url,
            studies: nil,
            cache: home.url
        )
    }

    @Test func eachUseStartsFromTheStarter() throws {
        let bench = ValidationBench(study: study, resources: resources)
        let first = try bench.workspace(for: "one", in: "shell")
        let root = first.workspace.root
        let start = try first.snapshot().0
        #expect(start.files.map(\.path) == ["greet-all.sh", "greet-one.sh", "greet.sh"])
        let files = FileManager.default
        try files.removeItem(at: root.appendingPathComponent("greet.sh"))
        try files.createDirectory(
            at: root.appendingPathComponent("greet.sh/folder"),
            withIntermediateDirectories: true
        )
        try Data("x".utf8).write(to: root.appendingPathComponent("new.sh"))
        try Data("x".utf8).write(to: root.appendingPathComponent("greet-one.sh"))
        #expect(try first.snapshot().0.hash != start.hash)
        let second = try bench.workspace(for: "all", in: "shell")
        #expect(second.workspace.root == root)
        #expect(try second.snapshot().0 == start)
        bench.discard(second)
        #expect(!files.fileExists(atPath: root.path))
        #expect(try bench.workspace(for: "one", in: "shell").snapshot().0 == start)
    }

    @Test func whatAKilledRoundLeftIsRemovedByTheNext() throws {
        let left = FileManager.default.temporaryDirectory
            .appendingPathComponent(".evalrun-draft-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: left, withIntermediateDirectories: true)
        let bench = ValidationBench(study: study, resources: resources)
        let root = try bench.workspace(for: "one", in: "shell").workspace.root
        #expect(!FileManager.default.fileExists(atPath: left.path))
        #expect(FileManager.default.fileExists(atPath: root.path))
    }

    @Test func nothingIsLeftOfARound() throws {
        var root: URL?
        do {
            let bench = ValidationBench(study: study, resources: resources)
            root = try bench.workspace(for: "one", in: "shell").workspace.root
        }
        #expect(try !FileManager.default.fileExists(atPath: #require(root).path))
    }
}
