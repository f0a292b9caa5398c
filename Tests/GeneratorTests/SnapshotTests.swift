import Foundation
import Generator
import SchemaReader
import Testing

private let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .appendingPathComponent("Generated").path

/// The files in `Generated` are part of this test target, so what the generator makes compiles and
/// runs. With `EVALRUN_REGENERATE=1` they are written instead of compared.
@Test func theGeneratorMakesTheFilesInGenerated() throws {
    let files = try libraryFiles()
    if ProcessInfo.processInfo.environment["EVALRUN_REGENERATE"] == "1" {
        _ = try write(files, to: folder, source: librarySource)
    }
    for file in files {
        let stored = try? String(contentsOfFile: "\(folder)/\(file.name)", encoding: .utf8)
        #expect(stored == file.text, "\(file.name) differs: run with EVALRUN_REGENERATE=1")
    }
    let names = try FileManager.default.contentsOfDirectory(atPath: folder)
    #expect(Set(names) == Set(files.map(\.name)))
}

@Test func theSameModelGivesTheSameBytes() throws {
    #expect(try libraryFiles() == libraryFiles())
}

/// Manifests hold the revision, so files of an earlier generator are made again.
@Test func theRevisionIsTheHashOfWhatTheGeneratorMakes() throws {
    let tests = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    let models = try ["Kin", "Odd", "Rules"].flatMap { name in
        let path = "Fixtures/\(name).xcdatamodeld/\(name).xcdatamodel/contents"
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
    if ProcessInfo.processInfo.environment["EVALRUN_REGENERATE"] == "1" {
        let file = tests.deletingLastPathComponent().deletingLastPathComponent()
            .appendingPathComponent("Sources/Kit/Generator/GeneratorRevision.swift")
        let text = try String(contentsOf: file, encoding: .utf8)
        let head = text.components(separatedBy: "= \"").first ?? ""
        try Data("\(head)= \"\(revision)\"\n".utf8).write(to: file)
    } else {
        #expect(generatorRevision == revision, "run with EVALRUN_REGENERATE=1")
    }
}
