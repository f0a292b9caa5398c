import Diagnostics
import Foundation
import Reporting
import ResultsStore
import StudyDefinition
import Testing

@Suite struct WritingTests {
    private let run = Played.Run(task: "first", seconds: 30)

    private func withFolder(_ body: (URL) async throws -> Void) async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "written-\(UUID())")
        defer { try? FileManager.default.removeItem(at: folder) }
        try await body(folder)
    }

    @Test func everyFileIsWrittenAndReplaced() async throws {
        try await withFolder { folder in
            let report = try await report(Played(participant: "P1", runs: [run]))
            for _ in 1...2 { try report.write(to: folder, named: "out") }
            for file in report.files {
                let written = try Data(contentsOf: folder.appending(path: file.path))
                #expect(Array(written) == file.bytes)
            }
        }
    }

    @Test func aFolderThatCannotBeMadeIsNamed() async throws {
        try await withFolder { folder in
            try Data().write(to: folder)
            let report = try await report(Played(participant: "P1", runs: [run]))
            let error = #expect(throws: DiagnosticError.self) {
                try report.write(to: folder, named: "out")
            }
            #expect(error?.status == .cannotCreate)
            #expect(
                error?.diagnostics.first?.text
                    == "out: cannot be written: Not a directory\n"
                    + "  choose another folder with --output FOLDER"
            )
        }
    }

    private func names(_ folder: URL) throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
    }

    /// A participant who was erased is in no table, but tables of the user's own stay.
    @Test func tablesThatTheNewReportDoesNotHaveAreRemoved() async throws {
        try await withFolder { folder in
            let marked = Played.Run(task: "first", seconds: 30, marks: [(.problem, "x")])
            let first = try await report(Played(participant: "P1", runs: [marked]))
            let second = try await report(Played(participant: "P2", runs: [run]))
            try first.write(to: folder, named: "out")
            let tables = folder.appending(path: "tables")
            #expect(try names(tables).contains("problems.csv"))
            for name in ["tables/own.csv", "notes.md"] {
                try Data("P1".utf8).write(to: folder.appending(path: name))
            }
            try second.write(to: folder, named: "out")
            let expected = second.files.map(\.path).filter { $0.hasPrefix("tables/") }
                .map { String($0.dropFirst("tables/".count)) }
            #expect(try names(tables) == (expected + ["own.csv"]).sorted())
            #expect(try names(folder).contains("notes.md"))
        }
    }

    /// A list that somebody edited removes nothing outside the report's tables.
    @Test func onlyTablesOfTheFolderAreRemoved() async throws {
        try await withFolder { folder in
            let report = try await report(Played(participant: "P1", runs: [run]))
            let out = folder.appending(path: "out")
            try report.write(to: out, named: "out")
            for name in ["own.csv", "out/own.csv"] {
                try Data("x".utf8).write(to: folder.appending(path: name))
            }
            try Data("../own.csv\nown.csv\ntables/../own.csv\ntables/gone.csv\n".utf8)
                .write(to: out.appending(path: ".evalrun-report"))
            try report.write(to: out, named: "out")
            for name in ["own.csv", "out/own.csv"] {
                #expect(FileManager.default.fileExists(atPath: folder.appending(path: name).path))
            }
        }
    }

    @Test func whatAKilledReportLeftIsRemovedByTheNext() async throws {
        try await withFolder { folder in
            let left = folder.appending(path: ".evalrun-draft-1")
            try FileManager.default.createDirectory(at: left, withIntermediateDirectories: true)
            try Data("P1".utf8).write(to: left.appending(path: "report.md"))
            let report = try await report(Played(participant: "P2", runs: [run]))
            try report.write(to: folder, named: "out")
            #expect(
                try names(folder)
                    == [".evalrun-report", "report.html", "report.json", "report.md", "tables"]
            )
        }
    }

    @Test func aReplacedFileKeepsItsPermissions() async throws {
        try await withFolder { folder in
            let report = try await report(Played(participant: "P1", runs: [run]))
            try report.write(to: folder, named: "out")
            let page = folder.appending(path: "report.md").path
            try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: page)
            try report.write(to: folder, named: "out")
            let mode = try FileManager.default.attributesOfItem(atPath: page)[.posixPermissions]
            #expect((mode as? NSNumber)?.intValue == 0o600)
        }
    }

    @Test func aFileThatCannotBeReplacedIsNamed() async throws {
        try await withFolder { folder in
            let first = try await report(Played(participant: "P1", runs: [run]))
            try first.write(to: folder, named: "out")
            // Nobody can write a file in the place of a folder, not even root.
            let table = folder.appending(path: "tables/times.csv")
            try FileManager.default.removeItem(at: table)
            try FileManager.default.createDirectory(at: table, withIntermediateDirectories: true)
            let error = #expect(throws: DiagnosticError.self) {
                try first.write(to: folder, named: "out")
            }
            let text = error?.diagnostics.first?.text ?? ""
            #expect(text.hasPrefix("out/tables/times.csv: cannot be written: "), "\(text)")
            #expect(try !names(folder).contains { $0.hasPrefix(".evalrun-draft-") })
        }
    }

    /// A process that is killed leaves the same state.
    @Test func aReportOfWhichOnlySomeFilesWereReplacedIsMarked() async throws {
        try await withFolder { folder in
            let first = try await report(Played(participant: "P1", runs: [run]))
            let second = try await report(Played(participant: "P2", runs: [run]))
            try first.write(to: folder, named: "out")
            // Nobody can write a file in the place of a folder, not even root.
            let table = folder.appending(path: "tables/times.csv")
            try FileManager.default.removeItem(at: table)
            try FileManager.default.createDirectory(at: table, withIntermediateDirectories: true)
            #expect(throws: DiagnosticError.self) { try second.write(to: folder, named: "out") }
            let note = folder.appending(path: "STALE.md")
            let text = try String(contentsOf: note, encoding: .utf8)
            #expect(text.hasPrefix("This report is incomplete: some of its files"), "\(text)")
            try FileManager.default.removeItem(at: table)
            try second.write(to: folder, named: "out")
            #expect(!FileManager.default.fileExists(atPath: note.path))
        }
    }

    @Test func aFileOpenedForReadingIsEnough() async throws {
        try await withStore { store in
            try await Played(participant: "P1", runs: [run]).record(in: store)
            let readOnly = try ResultsStore(path: store.path, access: .read)
            let read = try Report(store: readOnly, study: "small")
            let written = try Report(store: store, study: "small")
            #expect(read.files.map(\.bytes) == written.files.map(\.bytes))
        }
    }

    @Test func everyDotIsDrawnHoweverManyAreEqual() async throws {
        try await withStore { store in
            for index in 1...9 {
                try await Played(participant: "P\(index)", runs: [run]).record(in: store)
            }
            let html = try Report(store: store, study: "small").text("report.html")
            #expect(html.components(separatedBy: "<circle").count - 1 == 9)
        }
    }

    /// On macOS and Windows, `Times.csv` and `times.csv` are one file.
    @Test func tablesDifferInMoreThanCapitals() async throws {
        var folder = smallStudy()
        folder.study.questionnaires[0].id = "Times"
        folder.study.questionnaires[1].id = "questionnaire-times"
        folder.study.phases = [
            .questionnaire("Times"),
            .eachCondition([.tasks(["first", "second"]), .questionnaire("questionnaire-times")]),
        ]
        let study = folder
        let report = try await withStore { store in
            try await Played(participant: "P1", runs: [run]).record(in: store, study: study)
            return try Report(store: store, study: "small")
        }
        let paths = report.files.map(\.path)
        #expect(Set(paths.map { $0.lowercased() }).count == paths.count)
        #expect(paths.contains("tables/questionnaire-Times.csv"))
        #expect(report.text("tables/times.csv").contains(",seconds,outcome,"))
    }
}
