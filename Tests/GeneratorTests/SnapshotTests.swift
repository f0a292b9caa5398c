import Foundation
import Generator
import SchemaReader
import TestSupport
import Testing

private let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .appendingPathComponent("Generated")

/// The files in `Generated` are part of this test target, so what the generator makes compiles and
/// runs. They are committed for people to read; the build makes those of the models in `Models`.
@Test func theGeneratorMakesTheFilesInGenerated() throws {
    #expect(try differences(libraryFiles(), in: folder) == [])
}

/// The code that the benchmarks use.
@Test func theGeneratorMakesTheFilesInPerformance() throws {
    let tests = folder.deletingLastPathComponent().deletingLastPathComponent()
    let model = "Performance/Model/Bench.xcdatamodeld/Bench.xcdatamodel/contents"
    let read = readSchema(
        contents: try Data(contentsOf: tests.appendingPathComponent(model)),
        named: "Bench",
        file: "contents"
    )
    let made = modelContext(for: read.schema, source: "Bench.xcdatamodeld")
    let output = tests.appendingPathComponent("Performance/Generated")
    #expect(try differences(generate(made.context), in: output) == [])
}

@Test func theSameModelGivesTheSameBytes() throws {
    #expect(try libraryFiles() == libraryFiles())
}

private let kit = folder.deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().appendingPathComponent("Sources/Kit")

/// The sources of the modules that determine generated code, without lines of comments. The test
/// models do not lead to every kind of query and file, so their code alone would not show each change.
private func generatorSources() throws -> [String] {
    let modules = [
        "Generator", "QueryCompiler", "QueryForm", "QueryLanguage", "QueryWords", "Schema",
        "SchemaReader", "Templates",
    ]
    return try modules.flatMap { module -> [String] in
        let folder = kit.appendingPathComponent(module)
        return try FileManager.default.subpathsOfDirectory(atPath: folder.path).sorted()
            .filter { $0.hasSuffix(".swift") && !$0.hasSuffix("GeneratorRevision.swift") }
            .map { path in
                try String(contentsOf: folder.appendingPathComponent(path), encoding: .utf8)
                    .split(separator: "\n")
                    .filter { !$0.drop { $0 == " " }.hasPrefix("//") }
                    .joined(separator: "\n")
            }
    }
}

/// The texts that the revision is the hash of.
private func revisionTexts() throws -> [String] {
    let tests = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    let models = try ["Kin", "Odd", "Rules"].flatMap { name in
        let path = "Models/\(name).xcdatamodeld/\(name).xcdatamodel/contents"
        let read = readSchema(
            contents: try Data(contentsOf: tests.appendingPathComponent(path)),
            named: name,
            file: "contents"
        )
        return try ["store", "coredata"].flatMap { backend in
            let options = GenerationOptions(
                types: backend == "store" ? .strict : .xcode,
                backend: try #require(.init(rawValue: backend))
            )
            return generate(modelContext(for: read.schema, source: name, options: options).context)
        }
    }
    return (try libraryFiles() + models).map(\.text) + (try generatorSources())
}

/// Manifests hold the revision, so files of an earlier generator are made again.
@Test func theRevisionIsTheHashOfTheGeneratorAndWhatItMakes() throws {
    let revision = quickHash(try revisionTexts().joined(separator: "\0"))
    let folder = kit.appendingPathComponent("Generator")
    let name = "GeneratorRevision.swift"
    let text = try String(contentsOf: folder.appendingPathComponent(name), encoding: .utf8)
    let head = text.components(separatedBy: "= \"").first ?? ""
    let file = (name: name, text: "\(head)= \"\(revision)\"\n")
    #expect(try Golden.differences([file], in: folder, isWhole: false) == [])
}

/// A change of any of these changes code that a user may have, which must be generated again.
@Test(arguments: [
    "private func renderQuery(_ context: QueryContext, _ shape: QueryShape)",
    "func renderManagedQuery(", "package func generateInterface(",
    "mutating func openSubquery(", "func derivationTriggers(", "package func applied(",
])
func theRevisionCovers(_ part: String) throws {
    #expect(try revisionTexts().contains { $0.contains(part) })
}

/// What differs between generated files and those that are committed in `folder`.
func differences(_ files: [GeneratedFile], in folder: URL) throws -> [String] {
    try Golden.differences(files.map { ($0.name, $0.text) }, in: folder)
}

/// Generated code that is committed is there to be read: the build makes the rest.
@Test func fewLinesOfGeneratedCodeAreCommitted() throws {
    let tests = folder.deletingLastPathComponent().deletingLastPathComponent()
    let files = try #require(
        FileManager.default.enumerator(at: tests, includingPropertiesForKeys: nil)
    )
    var count = 0
    for case let file as URL in files where file.pathExtension == "swift" {
        let text = try String(contentsOf: file, encoding: .utf8)
        if text.hasPrefix(GeneratedFile.mark) { count += text.count { $0 == "\n" } }
    }
    #expect(count > 1_000 && count <= 3_000)
}
