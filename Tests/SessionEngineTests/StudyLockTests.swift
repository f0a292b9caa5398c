import Foundation
import ResultsStore
import TestSupport
import Testing

@testable import SessionEngine
@testable import StudyDefinition

/// The parts of a study that a lock fixes.
@Suite struct StudyLockTests {
    private func study() throws -> StudyFolder {
        try StudyReader.read(
            Tool.root.appendingPathComponent("Tests/StudyDefinitionTests/Fixtures/greeting")
        )
    }

    @Test func theRegisteredAnalysisIsLocked() throws {
        var study = try study()
        study.study.analysis = RegisteredAnalysis(primary: .init(measure: .time))
        let terms = try StudyLock.terms(study)
        study.study.analysis?.tests = [.init(measure: .time, method: .means)]
        let changed = try StudyLock.terms(study)
        #expect(terms.keys.filter { terms[$0] != changed[$0] } == ["registered analysis"])
    }

    @Test(arguments: ["project/", "./project"])
    func theStarterIsLockedHoweverItsFolderIsWritten(_ folder: String) throws {
        var study = try study()
        let plain = try StudyLock.terms(study)["materials"]
        study.study.project.folder = folder
        #expect(try StudyLock.terms(study)["materials"] == plain)
        #expect(study.study.isInMaterials("project"))
    }

    /// Locks contain hashes of the parsed texts, so their reading must not change.
    @Test func aTextInABlockIsLockedAsItIsWritten() throws {
        let folder = try TemporaryFolder()
        let path = folder.path("study")
        let fixture = try study().url
        try FileManager.default.copyItem(atPath: fixture.path, toPath: path)
        let file = URL(fileURLWithPath: "\(path)/study.yaml")
        let text = try String(contentsOf: file, encoding: .utf8)
        let title = "    title: Greet one person\n"
        #expect(text.contains(title))
        try text.replacing(title, with: "    title: |\n      Greet one person\n")
            .write(to: file, atomically: true, encoding: .utf8)
        var block = try StudyReader.read(URL(fileURLWithPath: path))
        let terms = try StudyLock.terms(block)
        #expect(block.study.tasks[0].title == "Greet one person\n")
        block.study.tasks[0].title = "Greet one person"
        #expect(try StudyLock.terms(block)["tasks"] != terms["tasks"])
    }

    /// Locks of studies without a registered analysis stay as they were.
    @Test func withoutAnAnalysisThereIsNoSuchTerm() throws {
        #expect(try StudyLock.terms(try study())["registered analysis"] == nil)
    }
}
