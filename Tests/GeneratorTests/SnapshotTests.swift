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

/// Manifests hold the revision, so files of an earlier generator are made again.
@Test func theRevisionIsTheHashOfWhatTheGeneratorMakes() throws {
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
    let texts = (try libraryFiles() + models).map(\.text)
    let revision = quickHash(texts.joined(separator: "\0"))
    let folder = tests.deletingLastPathComponent().deletingLastPathComponent()
        .appendingPathComponent("Sources/Kit/Generator")
    let name = "GeneratorRevision.swift"
    let text = try String(contentsOf: folder.appendingPathComponent(name), encoding: .utf8)
    let head = text.components(separatedBy: "= \"").first ?? ""
    let file = (name: name, text: "\(head)= \"\(revision)\"\n")
    #expect(try Golden.differences([file], in: folder, isWhole: false) == [])
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
