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

    @Test func changedTextsAndRulesAreNamed() async throws {
        let folder = try TemporaryFolder()
        let store = try ResultsStore(path: folder.path("x.sqlite"), access: .create)
        defer { store.close() }
        var study = try study()
        study.study.analysis = RegisteredAnalysis(primary: .init(measure: .time, margin: 1.25))
        let terms = try StudyLock.terms(study)
        let lock = StoredLock(study: "greeting", hash: "h", target: nil, terms: terms, wall: 1)
        try await store.keep(lock, of: study)
        #expect(try StudyLock.changes(in: study, from: lock, stored: store) == [])
        var changed = study
        guard case .consent(var consent) = changed.study.phases[0] else {
            Issue.record("the first phase is not the consent")
            return
        }
        consent.prose.text += "more\n"
        changed.study.phases[0] = .consent(consent)
        changed.study.analysis?.primary.margin = 2.5
        #expect(
            try StudyLock.changes(in: changed, from: lock, stored: store) == [
                "“phases” changed after the study was locked: consent.md",
                "“registered analysis” changed after the study was locked: primary: time, margin "
                    + "1.25 (removed), primary: time, margin 2.5 (new)",
            ]
        )
        changed = study
        changed.study.phases.removeLast()
        let deviations = try StudyLock.deviations(changed, from: lock, stored: store)
        #expect(deviations == ["phases": ["order of phases", "thanks.md (removed)"]])
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
