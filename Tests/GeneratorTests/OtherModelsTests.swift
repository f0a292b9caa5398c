import Foundation
import Generator
import SchemaReader
import Testing

private let tests = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent()

/// Other targets have generated code of their own: it is what the generator makes now. With
/// `EVALRUN_REGENERATE=1` it is written instead of compared.
@Test(arguments: [
    ("Club", "CacheStoreTests/Fixtures", "CacheStoreTests/Generated"),
    ("Bench", "Performance/Model", "Performance/Generated"),
    ("Rules", "GeneratorTests/Fixtures", "GeneratorTests/GeneratedRules"),
    ("Kin", "GeneratorTests/Fixtures", "GeneratorTests/GeneratedKin"),
    ("Odd", "GeneratorTests/Fixtures", "GeneratorTests/GeneratedOdd"),
    ("Keys", "GeneratorTests/Fixtures", "GeneratorTests/GeneratedKeys"),
])
func theGeneratedCodeOfOtherTargetsIsUpToDate(_ name: String, _ home: String, _ folder: String)
    throws
{
    let source = "\(name).xcdatamodeld"
    let model = tests.appendingPathComponent("\(home)/\(source)/\(name).xcdatamodel/contents")
    let read = readSchema(contents: try Data(contentsOf: model), named: name, file: "contents")
    let files = generate(modelContext(for: read.schema, source: source).context)
    let output = tests.appendingPathComponent(folder).path
    if ProcessInfo.processInfo.environment["EVALRUN_REGENERATE"] == "1" {
        _ = try write(files, to: output, source: source)
    }
    for file in files {
        let stored = try? String(contentsOfFile: "\(output)/\(file.name)", encoding: .utf8)
        #expect(stored == file.text, "\(file.name) differs: run with EVALRUN_REGENERATE=1")
    }
    #expect(
        try Set(FileManager.default.contentsOfDirectory(atPath: output)) == Set(files.map(\.name))
    )
}
