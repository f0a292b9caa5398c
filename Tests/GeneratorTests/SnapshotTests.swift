import Foundation
import Generator
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
