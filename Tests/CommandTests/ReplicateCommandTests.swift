import Foundation
import TestSupport
import TestTraits
import Testing

private let data = "Results/published/radwani-zein-2020"

/// `evalrun replicate` as a person runs it: on the published data, and on folders with mistakes.
@Suite(.blocking) struct ReplicateCommandTests {
    private struct Place {
        let folder: TemporaryFolder
        var results: String { folder.path("r.sqlite") }
        var paper: String { folder.path("paper") }

        init() throws {
            folder = try TemporaryFolder()
            try FileManager.default.copyItem(
                at: Tool.root.appendingPathComponent("\(data)/paper"),
                to: URL(fileURLWithPath: paper)
            )
            let run = try Tool("evalrun").run([
                "import", "--results", results, "--answers", "\(data)/Questionnaire Answers.csv",
                "--times", "\(data)/task-times.csv",
            ])
            #expect(run.status == 0, "\(run.errors)")
        }

        func replace(_ file: String, _ old: String, _ new: String) throws {
            let url = URL(fileURLWithPath: "\(paper)/\(file)")
            let text = try String(contentsOf: url, encoding: .utf8)
            try #require(text.contains(old))
            try Data(text.replacing(old, with: new).utf8).write(to: url)
        }

        func replicate() throws -> Tool.Result {
            try Tool("evalrun").run(["replicate", paper, "--results", results])
        }
    }

    /// The folder of the data has the folder with the tables.
    @Test func aFolderWithoutTablesIsRefusedWithAFix() throws {
        let run = try Tool("evalrun").run(["replicate", data])
        #expect(run.status == 66)
        #expect(
            run.errors == """
                \(data)/tables.csv: there is no such file
                  give the folder with tables.csv and the tables listed there

                """
        )
    }

    @Test func aPipeKeepsItsOwnFix() throws {
        let folder = try TemporaryFolder()
        #expect(mkfifo(folder.path("tables.csv"), 0o600) == 0)
        let run = try Tool("evalrun").run(["replicate", folder.path("")])
        #expect(run.status == 66)
        let fix = "  save the data in a file, and give its name\n"
        #expect(run.errors.hasSuffix(fix), "\(run.errors)")
    }

    @Test func thePublishedDataAreThePapersTables() throws {
        let run = try Place().replicate()
        #expect(run.status == 0, "\(run.errors)")
        #expect(run.errors == "")
        for line in [
            "Table 2: the same value in 48 of 48 cells.",
            "Table 3: the same value in 54 of 54 cells.",
            "Table 4: the same value in 42 of 42 cells.",
        ] { #expect(run.output.contains(line)) }
    }

    @Test func aDifferenceWithoutAReasonIsAFinding() throws {
        let place = try Place()
        try place.replace("table-4.csv", "2:58", "2:59")
        let run = try place.replicate()
        #expect(run.status == 1)
        #expect(run.output.contains("differs, and no reason is given"))
    }

    @Test func aMistakeInTheFolderIsNamedWithItsPlace() throws {
        let place = try Place()
        try place.replace("tables.csv", "times,", "tims,")
        let run = try place.replicate()
        #expect(run.status == 65)
        #expect(run.output == "")
        let said = "\(place.paper)/tables.csv:4:42: \"tims\" is not a valid measure"
        #expect(run.errors.hasPrefix(said))
    }

    @Test func whatIsMissingIsNamed() throws {
        let place = try Place()
        let noPaper = try Tool("evalrun").run([
            "replicate", place.folder.path("nowhere"), "--results", place.results,
        ])
        #expect(noPaper.status == 66)
        #expect(noPaper.errors.contains("nowhere/tables.csv"))
        let noResults = try Tool("evalrun").run([
            "replicate", place.paper, "--results", place.folder.path("none.sqlite"),
        ])
        #expect(noResults.status == 66)
        #expect(noResults.errors.contains("none.sqlite"))
    }
}
