import Foundation
import GRDB
import TestSupport
import TestTraits
import Testing

private let data = "Results/published/radwani-zein-2020"

/// `evalrun report` beside what it writes: notes for an erasure, opening, following.
@Suite(.blocking) struct ReportCommandTests {
    private func imported(_ results: String) throws {
        let run = try Tool("evalrun").run([
            "import", "--results", results, "--answers", "\(data)/Questionnaire Answers.csv",
            "--times", "\(data)/task-times.csv",
        ])
        #expect(run.status == 0, "\(run.errors)")
    }

    private func text(_ path: String) -> String {
        (try? String(contentsOfFile: path, encoding: .utf8)) ?? ""
    }

    /// Waits until `condition` holds, thirty seconds at most.
    private func until(_ condition: () -> Bool) -> Bool {
        for _ in 0..<300 {
            if condition() { return true }
            Thread.sleep(forTimeInterval: 0.1)
        }
        return condition()
    }

    /// Writes a study without a project whose only task is "t".
    private func survey(_ folder: TemporaryFolder) throws -> String {
        let study = folder.path("survey")
        try FileManager.default.createDirectory(atPath: study, withIntermediateDirectories: true)
        let text = """
            format: 1
            id: survey
            title: Survey
            version: "1"
            product: {name: x, version: "1"}
            assistants: none
            method: method.md
            conditions: [{id: only, title: Only}]
            phases: [{tasks: [t]}]
            tasks: [{id: t, title: T}]
            """
        try text.write(toFile: study + "/study.yaml", atomically: true, encoding: .utf8)
        try "None.\n".write(toFile: study + "/method.md", atomically: true, encoding: .utf8)
        return study
    }

    @Test func anImportOfACodeLikeAnEarlierOneSaysSo() throws {
        let folder = try TemporaryFolder()
        let words = ["--study", try survey(folder), "--results", folder.path("r.sqlite")]
        func imported(_ code: String) throws -> Bool {
            let file = folder.path("times.csv")
            try "participant,T\n\(code),1:00\n"
                .write(toFile: file, atomically: true, encoding: .utf8)
            let run = try Tool("evalrun").run(["import", "--times", file] + words)
            #expect(run.status == 0, "\(run.errors)")
            let next = "written to \(words[3]); write its report: evalrun report --study "
            #expect(run.output.contains(next), "\(run.output)")
            return run.output.contains("these codes are similar")
        }
        #expect(try !imported("P1"))
        #expect(try !imported("P2"))
        #expect(try imported("p01"))
    }

    @Test func anImportUnderAChangedStudyOfTheSameVersionSaysSo() throws {
        let folder = try TemporaryFolder()
        let study = try survey(folder)
        let words = ["--study", study, "--results", folder.path("r.sqlite")]
        func imported(_ times: String) throws -> Tool.Result {
            let file = folder.path("times.csv")
            try times.write(toFile: file, atomically: true, encoding: .utf8)
            let run = try Tool("evalrun").run(["import", "--times", file] + words)
            #expect(run.status == 0, "\(run.errors)")
            return run
        }
        let note = "note: the study has changed since earlier sessions, but its version is still 1"
        let first = try imported("participant,T\nP1,1:00\n")
        #expect(!first.output.contains(note))
        let file = study + "/study.yaml"
        try text(file).replacing("tasks: [t]", with: "tasks: [u]")
            .replacing("{id: t, title: T}", with: "{id: u, title: U}")
            .write(toFile: file, atomically: true, encoding: .utf8)
        #expect(try imported("participant,U\nP2,2:00\n").output.contains(note))
        let report = try Tool("evalrun").run(["report", "--output", folder.path("report")] + words)
        #expect(report.status == 0, "\(report.errors)")
        let page = text(folder.path("report/report.md"))
        #expect(
            page.contains(
                "tables of this report leave out 1 attempt at task “T”. In these sessions"
            )
        )
        #expect(page.contains("used different definitions of the study"))
    }

    @Test func aStudyWithoutAProjectIsValidatedByReadingIt() throws {
        let folder = try TemporaryFolder()
        let study = try survey(folder)
        let run = try Tool("evalrun").run(["validate", "--study", study])
        #expect(run.status == 0, "\(run.errors)")
        #expect(run.output.contains("nothing is run, because the study has no project"))
    }

    @Test func anErasureNamesTheReportsThatWereMadeBefore() throws {
        let folder = try TemporaryFolder()
        let results = folder.path("r.sqlite")
        try imported(results)
        let report = try Tool("evalrun").run([
            "report", "--results", results, "--output", folder.path("report"),
        ])
        #expect(report.status == 0, "\(report.errors)")
        let erased = try Tool("evalrun").run(["erase", "P3", "--yes", "--results", results])
        #expect(erased.status == 0, "\(erased.errors)")
        #expect((erased.output + erased.errors).contains(folder.path("report")))
        let again = try Tool("evalrun").run([
            "report", "--results", results, "--output", folder.path("report"),
        ])
        #expect(again.status == 0)
        let markdown = text(folder.path("report/report.md"))
        #expect(markdown.contains("1 session was erased on request, including all data."))
        #expect(!markdown.contains("P3"))
    }

    /// A report that ends while its files are written has a part of them in its folder.
    @Test func theFolderOfAReportIsRecordedBeforeItsFilesAreWritten() throws {
        let folder = try TemporaryFolder()
        let (results, report) = (folder.path("r.sqlite"), folder.path("report"))
        try imported(results)
        try Data().write(to: URL(fileURLWithPath: report))
        let stopped = try Tool("evalrun").run([
            "report", "--results", results, "--output", report,
        ])
        #expect(stopped.status == 73)
        #expect(stopped.errors.hasPrefix("\(report): cannot be written: Not a directory"))
        try FileManager.default.removeItem(atPath: report)
        let left = "\(report)/.evalrun-draft-1"
        try FileManager.default.createDirectory(atPath: left, withIntermediateDirectories: true)
        try Data("P3".utf8).write(to: URL(fileURLWithPath: "\(left)/report.md"))
        try Data("P3".utf8).write(to: URL(fileURLWithPath: "\(report)/report.html"))
        let erased = try Tool("evalrun").run(["erase", "P3", "--yes", "--results", results])
        #expect(erased.status == 0, "\(erased.errors)")
        #expect(erased.output.contains("marked as stale: \(report)"), "\(erased.output)")
        #expect(
            try FileManager.default.contentsOfDirectory(atPath: report).sorted()
                == ["STALE.md", "report.html"]
        )
    }

    /// Killed as soon as its folder has something, or later.
    @Test func nothingOfAnErasedParticipantStaysHiddenInAKilledReport() throws {
        let folder = try TemporaryFolder()
        let (results, report) = (folder.path("r.sqlite"), folder.path("report"))
        try imported(results)
        func names() -> [String] {
            (try? FileManager.default.contentsOfDirectory(atPath: report)) ?? []
        }
        let process = try Tool("evalrun").start(
            ["report", "--results", results, "--output", report],
            output: folder.path("output")
        )
        while names().isEmpty, process.isRunning { usleep(200) }
        kill(process.processIdentifier, SIGKILL)
        process.waitUntilExit()
        let erased = try Tool("evalrun").run(["erase", "P3", "--yes", "--results", results])
        #expect(erased.status == 0, "\(erased.errors)")
        #expect(!names().contains { $0.hasPrefix(".evalrun-draft-") }, "\(names())")
        #expect(names().contains("report.md") == names().contains("STALE.md"))
    }

    /// The report is in the default folder, but was made from another results file.
    @Test func anErasureLeavesTheReportOnAnotherFileAlone() throws {
        let folder = try TemporaryFolder()
        let (own, other) = (folder.path("a.sqlite"), folder.path("b.sqlite"))
        try imported(own)
        try imported(other)
        func run(_ arguments: String...) throws -> Tool.Result {
            let run = try Tool("evalrun").run(arguments, in: folder.url)
            #expect(run.status == 0, "\(run.errors)")
            return run
        }
        let written = try run("report", "--results", own)
        #expect(written.output.contains("Report: Reports/countries-cities/report.html"))
        func notes() throws -> [String] {
            try FileManager.default.subpathsOfDirectory(atPath: folder.path("Reports"))
                .filter { $0.hasSuffix("STALE.md") }
        }
        let erased = try run("erase", "P3", "--yes", "--results", other)
        #expect(!erased.output.contains("stale"), "\(erased.output)")
        #expect(try notes() == [])
        let marked = try run("erase", "P3", "--yes", "--results", own)
        #expect(marked.output.contains("Reports/countries-cities; write the report again"))
        #expect(try notes() == ["countries-cities/STALE.md"])
    }

    @Test func anErasureFromTheOtherFileMarksTheComparison() throws {
        let folder = try TemporaryFolder()
        let (own, other) = (folder.path("a.sqlite"), folder.path("b.sqlite"))
        let report = folder.path("report")
        try imported(own)
        try imported(other)
        let compared = try Tool("evalrun").run([
            "report", "--results", own, "--compare", other, "--output", report,
        ])
        #expect(compared.status == 0, "\(compared.errors)")
        let erased = try Tool("evalrun").run(["erase", "P3", "--yes", "--results", other])
        #expect(erased.status == 0, "\(erased.errors)")
        #expect(erased.output.contains("marked as stale: \(report)"), "\(erased.output)")
        #expect(FileManager.default.fileExists(atPath: "\(report)/STALE.md"))
    }

    @Test func aFileThatCannotBeWrittenIsReportedAllTheSame() throws {
        let folder = try TemporaryFolder()
        let place = folder.url.appendingPathComponent("locked")
        try FileManager.default.createDirectory(at: place, withIntermediateDirectories: true)
        let results = place.appendingPathComponent("r.sqlite").path
        try imported(results)
        // For root, whom permissions do not stop, the report is noted.
        try FileManager.default.setAttributes([.posixPermissions: 0o400], ofItemAtPath: results)
        let report = try Tool("evalrun").run([
            "report", "--results", results, "--output", folder.path("report"),
        ])
        #expect(report.status == 0, "\(report.errors)")
        if getuid() != 0 { #expect(report.output.contains("will not be marked as stale")) }
    }

    @Test func openGivesThePageToTheSystemAndSaysWhereItFails() throws {
        let folder = try TemporaryFolder()
        let results = folder.path("r.sqlite")
        try imported(results)
        let bin = folder.path("bin")
        try FileManager.default.createDirectory(
            at: URL(fileURLWithPath: bin),
            withIntermediateDirectories: true
        )
        let path = ProcessInfo.processInfo.environment["PATH"] ?? ""
        for (script, status) in [("echo \"$1\" > \(folder.path("opened"))", 0), ("exit 3", 74)] {
            for name in ["xdg-open", "open"] {
                let file = URL(fileURLWithPath: bin).appendingPathComponent(name)
                try Data("#!/bin/sh\n\(script)\n".utf8).write(to: file)
                try FileManager.default.setAttributes(
                    [.posixPermissions: 0o755],
                    ofItemAtPath: file.path
                )
            }
            let output = folder.path("output")
            let process = try Tool("evalrun").start(
                ["report", "--open", "--results", results, "--output", folder.path("report")],
                output: output,
                environment: ["PATH": "\(bin):\(path)"]
            )
            process.waitUntilExit()
            if status == 0 {
                #expect(process.terminationStatus == 0)
                #expect(text(folder.path("opened")) == folder.path("report/report.html") + "\n")
            } else {
                #expect(process.terminationStatus != 0)
                #expect(text(output).contains("was written, but"))
                #expect(text(output).contains("open the file in a browser"))
            }
        }
    }

    @Test func followWritesAgainWhenSomethingIsRecordedAndOnlyThen() throws {
        let folder = try TemporaryFolder()
        let (results, other) = (folder.path("r.sqlite"), folder.path("other.sqlite"))
        try imported(results)
        try imported(other)
        _ = try Tool("evalrun").run(["erase", "P6", "--yes", "--results", results])
        let output = folder.path("output")
        let process = try Tool("evalrun").start(
            ["report", "--follow", "--results", results, "--output", folder.path("report")],
            output: output
        )
        defer { process.terminate() }
        #expect(until { text(output).contains("Following") })
        // The report's own note in the file is nothing that was recorded.
        Thread.sleep(forTimeInterval: 3)
        #expect(!text(output).contains("Report updated."))
        #expect(text(folder.path("report/report.md")).contains("5 participants"))
        let merged = try Tool("evalrun").run([
            "exclude", "P5", "--reason", "r", "--results", results,
        ])
        #expect(merged.status == 0, "\(merged.errors)")
        #expect(until { text(output).contains("Report updated.") })
        #expect(until { text(folder.path("report/report.md")).contains("4 participants") })
        #expect(process.isRunning)
    }
}

/// `evalrun export` makes all its files or none.
@Suite(.blocking) struct ExportCommandTests {
    private let folder: TemporaryFolder
    private let results: String
    private let output: String

    init() throws {
        folder = try TemporaryFolder()
        results = folder.path("r.sqlite")
        output = folder.path("exports/e")
        let run = try Tool("evalrun").run([
            "import", "--results", results, "--answers", "\(data)/Questionnaire Answers.csv",
            "--times", "\(data)/task-times.csv",
        ])
        #expect(run.status == 0, "\(run.errors)")
    }

    private func arguments(_ format: String = "csv") -> [String] {
        ["export", "--results", results, "--format", format, "--output", output]
    }

    private func names(_ path: String) throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: path).sorted()
    }

    private func makeFolder(_ path: String) throws {
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    }

    @Test(arguments: ["csv", "json", "psych-ds"])
    func anExportThatEndsHalfwayIsNotThere(format: String) throws {
        // While the file is open elsewhere, reading it makes no file that would be too large.
        let other = try DatabaseQueue(path: results)
        _ = try other.read { try Int.fetchOne($0, sql: "SELECT count(*) FROM events") }
        #expect(try Tool("evalrun").run(arguments(format), blocks: 8) != 0)
        try other.close()
        #expect(!FileManager.default.fileExists(atPath: output))
        let whole = try Tool("evalrun").run(arguments(format))
        #expect(whole.status == 0, "\(whole.errors)")
        #expect(try names(folder.path("exports")) == ["e"])
        #expect(try Tool("evalrun").run(arguments(format)).errors.contains("is not empty"))
    }

    @Test func anEmptyFolderIsFilledWhateverAKillLeftThere() throws {
        try makeFolder("\(output)/.evalrun-draft-1")
        let run = try Tool("evalrun").run(arguments("psych-ds"))
        #expect(run.status == 0, "\(run.errors)")
        let files = try names(output)
        #expect(files.contains("data") && files.contains("README.md"))
        #expect(!files.contains { $0.hasPrefix(".evalrun-draft-") })
        // Killed while the files were given their names.
        try makeFolder("\(output)/.evalrun-draft-2")
        let refused = try Tool("evalrun").run(arguments("psych-ds"))
        #expect(refused.status == 73)
        #expect(refused.errors.hasPrefix("\(output): contains an unfinished export"))
    }

    @Test func whyAnExportCannotBeWrittenIsNamed() throws {
        try Data().write(to: URL(fileURLWithPath: folder.path("exports")))
        let run = try Tool("evalrun").run(arguments())
        #expect(run.status == 73)
        #expect(run.errors.hasPrefix("\(output): could not be written: Not a directory"))
    }
}
