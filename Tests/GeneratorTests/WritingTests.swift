import Diagnostics
import Foundation
import Generator
import Schema
import Testing

private func withFolder(_ body: (String) throws -> Void) throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
    defer { try? FileManager.default.removeItem(at: folder) }
    try body(folder.path)
}

private func file(_ name: String, _ body: String) -> GeneratedFile {
    GeneratedFile(
        name: name,
        text: "\(GeneratedFile.mark)M. Edits are lost when cdgen runs again.\n\(body)"
    )
}

@Test func onlyChangedFilesAreWritten() throws {
    try withFolder { folder in
        let first = try write(
            [file("A.swift", "a"), file("B.swift", "b")],
            to: folder,
            source: "M"
        )
        #expect(first.written == ["A.swift", "B.swift"])
        let second = try write(
            [file("A.swift", "a"), file("B.swift", "c")],
            to: folder,
            source: "M"
        )
        #expect(second.written == ["B.swift"])
        #expect(second.unchanged == ["A.swift"])
    }
}

@Test func aFileOfTheUsersIsNeverWrittenOver() throws {
    try withFolder { folder in
        _ = try write([file("A.swift", "a")], to: folder, source: "M")
        let mine = "struct B {}\n"
        try Data(mine.utf8).write(to: URL(fileURLWithPath: "\(folder)/B.swift"))
        let error = try #require(throws: DiagnosticError.self) {
            try write([file("A.swift", "new"), file("B.swift", "b")], to: folder, source: "M")
        }
        #expect(error.diagnostics.map(\.place?.file) == ["\(folder)/B.swift"])
        #expect(try String(contentsOfFile: "\(folder)/B.swift", encoding: .utf8) == mine)
        #expect(try String(contentsOfFile: "\(folder)/A.swift", encoding: .utf8).hasSuffix("\na"))
    }
}

@Test func filesThatTheModelNoLongerMakesAreNamedAndKept() throws {
    try withFolder { folder in
        _ = try write([file("A.swift", "a"), file("B.swift", "b")], to: folder, source: "M")
        let summary = try write([file("A.swift", "a")], to: folder, source: "M")
        #expect(summary.stale == ["B.swift"])
        #expect(FileManager.default.fileExists(atPath: "\(folder)/B.swift"))
    }
}

@Test func whatIsNotGeneratedYetIsSaid() throws {
    var schema = try librarySchema()
    schema.entities[0].attributes[2].isDerived = true
    let result = modelContext(for: schema, source: librarySource)
    #expect(result.diagnostics.map(\.id) == ["stored-anyway"])
}

/// A query is written into the folder of a whole run.
@Test func writingOneFileLeavesWhatAWholeRunHasMade() throws {
    try withFolder { folder in
        let output = OutputFolder(path: folder)
        let whole = [file("A.swift", "a"), file("B.swift", "b")]
        try plan(whole, for: output, source: "M").carryOut(in: output)
        let summary = try write([file("q.swift", "q")], to: folder, source: "M")
        #expect(summary.written == ["q.swift"])
        let names = try FileManager.default.contentsOfDirectory(atPath: folder)
        #expect(Set(names) == [".cdgen-M", "A.swift", "B.swift", "q.swift"])
        // The next whole run does not know of it, and leaves it.
        let again = try plan(whole, for: output, source: "M")
        #expect(again.isUpToDate && again.removed.isEmpty && again.kept.isEmpty)
    }
}
