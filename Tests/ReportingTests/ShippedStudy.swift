import Exchange
import Foundation
import ResultsStore
import StudyDefinition

@testable import Reporting

let repository = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent()

func shippedStudy() throws -> StudyFolder {
    try StudyReader.read(repository.appending(path: "Tasks/countries-cities"))
}

/// A results file of its own for each test, removed at the end.
func withStore<Result>(_ body: (ResultsStore) async throws -> Result) async throws -> Result {
    let folder = FileManager.default.temporaryDirectory.appending(path: "reporting-\(UUID())")
    defer { try? FileManager.default.removeItem(at: folder) }
    let path = folder.appending(path: "results.sqlite").path
    return try await body(try ResultsStore(path: path, access: .create))
}

/// The report on the published answers and times, imported from the files in `Results/published`.
func publishedReport() async throws -> Report {
    try await withStore { store in
        let data = repository.appending(path: "Results/published/radwani-zein-2020")
        let folder = try shippedStudy()
        _ = try await Importer(study: folder)
            .importFiles(
                answers: .init(
                    url: data.appending(path: "Questionnaire Answers.csv"),
                    name: "answers"
                ),
                times: .init(url: data.appending(path: "task-times.csv"), name: "times"),
                into: store
            )
        var options = Report.Options()
        options.paper = try PublishedTables(folder: data.appending(path: "paper"), name: "paper")
        return try Report(store: store, study: folder.study.id, options: options)
    }
}

extension Report {
    var files: [File] { makers.map { $0() } }

    func text(_ path: String) -> String {
        let file = makers.lazy.map { $0() }.first { $0.path == path }
        return file.map { String(decoding: $0.bytes, as: UTF8.self) } ?? ""
    }
}

extension MappedImport {
    func importFile(
        _ data: Importer.File,
        mapping: Importer.File,
        into store: ResultsStore
    ) async throws -> [String] {
        try await importFiles([Source(data: data, mapping: mapping)], into: store)
    }
}
