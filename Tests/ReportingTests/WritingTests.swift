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
                    == "out/report.md: cannot be written\n"
                    + "  choose another folder with --output FOLDER"
            )
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
}
