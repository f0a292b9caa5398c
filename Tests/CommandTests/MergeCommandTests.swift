import Foundation
import TestSupport
import TestTraits
import Testing

/// Files of two machines, merged by the built tool.
@Suite(.blocking) struct MergeCommandTests {
    private static let greeting = "Tests/StudyDefinitionTests/Fixtures/greeting"

    private func evalrun(_ arguments: String...) throws -> Tool.Result {
        let result = try Tool("evalrun").run(arguments)
        #expect(result.status == 0, "\(result.errors)")
        return result
    }

    private func play(_ participants: [String], _ results: String) throws {
        for participant in participants {
            _ = try evalrun(
                "session",
                "--participant",
                participant,
                "--study",
                Self.greeting,
                "--results",
                results,
                "--script",
                "Tests/CommandTests/Fixtures/greeting-session.yaml",
                "--clock",
                "simulated"
            )
        }
    }

    /// Path → bytes of the files below `folder`.
    private func files(_ folder: String) throws -> [String: Data] {
        let walker = FileManager.default.enumerator(atPath: folder)
        var files: [String: Data] = [:]
        while let path = walker?.nextObject() as? String {
            files[path] = FileManager.default.contents(atPath: "\(folder)/\(path)")
        }
        return files
    }

    private func report(_ results: String, to folder: String) throws -> [String: Data] {
        _ = try evalrun(
            "report",
            "--study",
            Self.greeting,
            "--results",
            results,
            "--output",
            folder
        )
        return try files(folder)
    }

    @Test func bothOrdersOfMergingGiveTheSameReport() throws {
        let folder = try TemporaryFolder()
        let names = ["a", "b", "ab", "ba"].map { folder.path("\($0).sqlite") }
        try play(["P10", "P2", "P5"], names[0])
        try play(["P1", "P7"], names[1])
        _ = try evalrun("exclude", "P7", "--reason", "noise", "--results", names[1])
        _ = try evalrun("erase", "P5", "--yes", "--results", names[0])
        for (own, other, target) in [(0, 1, 2), (1, 0, 3)] {
            try FileManager.default.copyItem(atPath: names[own], toPath: names[target])
            let merged = try evalrun("merge", names[other], "--results", names[target])
            #expect(merged.output.contains("added: "))
        }
        let (one, other) = (
            try report(names[2], to: folder.path("ab")), try report(names[3], to: folder.path("ba"))
        )
        #expect(one.count > 3)
        #expect(one.keys.sorted() == other.keys.sorted())
        for (path, bytes) in one { #expect(other[path] == bytes, "\(path)") }
        let markdown = String(decoding: one["report.md"] ?? Data(), as: UTF8.self)
        #expect(markdown.contains("1 session was erased on request"))
    }

    /// The report has the data of somebody who withdraws, which only the other file knows at first.
    @Test func aMergedWithdrawalMarksTheReportsOnce() throws {
        let folder = try TemporaryFolder()
        let (lab, own) = (folder.path("lab.sqlite"), folder.path("own.sqlite"))
        let place = folder.path("report")
        try play(["P1", "P2"], lab)
        let first = try evalrun("merge", lab, "--results", own).output
        #expect(first.hasPrefix("new results file: \(own)\nadded: P1"), "\(first)")
        _ = try report(own, to: place)
        let again = try evalrun("merge", lab, "--results", own).output
        #expect(!again.contains("stale") && !again.contains("new results file"), "\(again)")
        _ = try evalrun("withdraw", "P2", "--yes", "--reason", "moved away", "--results", lab)
        let merged = try evalrun("merge", lab, "--results", own)
        #expect(merged.output.contains("marked as stale: \(place); write the report again"))
        let notes = try files(place).values.map { String(decoding: $0, as: UTF8.self) }
        let note = "This report is stale: a merge or a synchronisation added a withdrawal"
        #expect(notes.contains { $0.hasPrefix(note) })
        #expect(try !evalrun("merge", lab, "--results", own).output.contains("stale"))
    }

    /// The file that cannot be merged keeps none of the others back.
    @Test func severalFilesAreMergedAndTheOneThatFailsIsNamed() throws {
        let folder = try TemporaryFolder()
        let (own, missing) = (folder.path("r.sqlite"), folder.path("missing.sqlite"))
        let others = ["a", "b"].map { folder.path("\($0).sqlite") }
        try play(["P1"], others[0])
        try play(["P2"], others[1])
        let tool = Tool("evalrun")
        let merged = try tool.run(["merge", others[0], missing, others[1], "--results", own])
        #expect(merged.status == 66)
        #expect(merged.errors.contains("\(missing): there is no such results file"))
        let lines = [
            "new results file: \(own)", "\(others[0]):", "added: P1", "\(others[1]):", "added: P2",
            "not merged: \(missing)",
        ]
        #expect(merged.output == lines.joined(separator: "\n") + "\n")
        let again = try evalrun("merge", others[0], others[1], "--results", own).output
        #expect(again.contains("already here: P1\n\(others[1]):\nadded: nobody\nalready here: P2"))
        let renamed = try tool.run(["merge"] + others + ["--results", own, "--rename", "P1=P9"])
        #expect(renamed.status == 64)
        #expect(
            renamed.errors.contains(
                "--rename needs a single file; merge the other files in separate commands."
            )
        )
    }

    @Test func aSessionThatIsLeftOutIsAnErrorAfterTheOthersAreMerged() throws {
        let folder = try TemporaryFolder()
        let (own, other) = (folder.path("own.sqlite"), folder.path("other.sqlite"))
        try play(["P1"], own)
        try FileManager.default.copyItem(atPath: own, toPath: other)
        for (file, reason) in [(own, "noise"), (other, "illness")] {
            _ = try evalrun("exclude", "P1", "--reason", reason, "--results", file)
        }
        try play(["P2"], other)
        _ = try evalrun("withdraw", "P1", "--yes", "--reason", "a letter", "--results", other)
        let merged = try Tool("evalrun").run(["merge", other, "--results", own])
        #expect(merged.status == 65)
        #expect(merged.output.hasPrefix("added: P2\nsessions with new events: P1\n"))
        #expect(merged.output.contains("left out: 1 session\n"))
        #expect(merged.errors.contains("has different events in this file and in \(other)"))
        let listed = try evalrun("participants", "--results", own).output
        #expect(listed.contains(#/P1 .*withdr/#), "\(listed)")
    }

    @Test func aResultsFileThatCannotBeWrittenIsNamedOnce() throws {
        let folder = try TemporaryFolder()
        let own = folder.path("r.sqlite")
        try Data("text".utf8).write(to: URL(fileURLWithPath: own))
        let others = ["a", "b"].map { folder.path("\($0).sqlite") }
        for other in others { try play(["P1"], other) }
        let merged = try Tool("evalrun").run(["merge"] + others + ["--results", own])
        #expect(merged.status == 65)
        #expect(merged.errors.components(separatedBy: own).count == 2, "\(merged.errors)")
        #expect(merged.output == "not merged: \(others.joined(separator: ", "))\n")
    }

    @Test func aRefusedMergeLeavesNoNewResultsFile() throws {
        let folder = try TemporaryFolder()
        let (own, other) = (folder.path("r.sqlite"), folder.path("a.sqlite"))
        try play(["P1"], other)
        let arguments = ["merge", other, "--results", own, "--rename"]
        let refused = try Tool("evalrun").run(arguments + ["P7=P8"])
        #expect(refused.errors.contains("contains no participant \"P7\" to rename"))
        #expect(!FileManager.default.fileExists(atPath: own))
        #expect(try Tool("evalrun").run(arguments + ["P1=P8"]).output.contains("added: P8"))
    }

    @Test func aMissingFileIsNamedByTheArgumentThatGivesIt() throws {
        let folder = try TemporaryFolder()
        let (own, missing) = (folder.path("r.sqlite"), folder.path("missing.sqlite"))
        try play(["P1"], own)
        let tool = Tool("evalrun")
        let merged = try tool.run(["merge", missing, "--results", own])
        #expect(merged.status == 66)
        #expect(merged.errors.contains("give an existing file as an argument of evalrun merge"))
        let compared = try tool.run([
            "report", "--study", Self.greeting, "--results", own, "--compare", missing,
            "--output", folder.path("report"),
        ])
        #expect(compared.status == 66)
        #expect(compared.errors.contains("give an existing file with --compare FILE"))
    }

    @Test func aSessionThatTheOtherFileErasedIsErasedWithItsWorkspace() throws {
        let folder = try TemporaryFolder()
        let (here, there) = (folder.path("here/r.sqlite"), folder.path("there/r.sqlite"))
        try play(["P1", "P2"], here)
        try FileManager.default.createDirectory(
            atPath: folder.path("there"),
            withIntermediateDirectories: true
        )
        try FileManager.default.copyItem(atPath: here, toPath: there)
        _ = try evalrun("erase", "P1", "--yes", "--results", there)
        let refused = try evalrun("merge", here, "--results", there)
        #expect(refused.output.contains("not added (erased in this file): P1"))
        let erased = try evalrun("merge", there, "--results", here)
        #expect(erased.output.contains("now erased in this file too: P1"))
        let names = try files(folder.path("here")).keys.filter { $0.contains("P1") }
        #expect(names == [])
        let listed = try evalrun("participants", "--results", here).output
        #expect(listed.contains(#/P1 +greeting +erased/#))
        #expect(listed.contains(#/P2 +greeting +finished/#))
    }
}
