import CacheStore
import Diagnostics
import Foundation
import Generator
import SchemaReader
import Testing

/// Models of other projects, where a folder of them stands beside the repository or is named by
/// `MODEL_CORPUS`; and our own.
private let corpus = URL(
    fileURLWithPath: ProcessInfo.processInfo.environment["MODEL_CORPUS"]
        ?? tests.appendingPathComponent("../../../shared/corpus").standardized.path
)
private let tests = URL(fileURLWithPath: #filePath).deletingLastPathComponent()

private func models() -> [String] {
    let places = ["cover", "models"].map(corpus.appendingPathComponent)
    let folders = places + [tests.appendingPathComponent("Models")]
    return folders.flatMap { folder in
        (FileManager.default.enumerator(atPath: folder.path)?.compactMap { $0 as? String } ?? [])
            .filter { $0.hasSuffix(".xcdatamodel/contents") }
            .map { folder.appendingPathComponent($0).path }
    }.sorted()
}

/// A model is refused with a reason, or its tables can be made.
@Test(arguments: models())
func theTablesOfAModelCanBeMade(path: String) throws {
    let read = readSchema(
        contents: try Data(contentsOf: URL(fileURLWithPath: path)),
        named: "Some",
        file: path
    )
    if read.hasErrors { return }
    let result = modelContext(for: read.schema, source: "Some.xcdatamodeld") {
        read.place(of: $0)
    }
    let refusals = result.diagnostics.filter { $0.severity == .error }
    #expect(refusals.isEmpty, "\(refusals.map(\.text))")
    if refusals.isEmpty {
        let model = StoreModel(name: "Some", statements: result.context.statements)
        #expect(throws: Never.self) { try CacheStore(inMemory: model) }
    }
}
