import Diagnostics
import Foundation
import Schema
import Testing

@testable import Generator

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

/// Foundation expands the tilde and system calls do not: files were written to two folders.
@Test func aTildeAtTheBeginningIsTheHomeFolder() {
    #expect(OutputFolder(path: "~/out/").path == "\(NSHomeDirectory())/out")
    #expect(OutputFolder(path: "./~/out").path == "./~/out")
}

@Test func onlyChangedFilesAreWritten() throws {
    try withFolder { folder in
        let first = try write(
            [file("A.swift", "a"), file("B.swift", "b")],
            to: folder,
            source: "M"
        )
        #expect(first.written.map(\.name) == ["A.swift", "B.swift"])
        let second = try write(
            [file("A.swift", "a"), file("B.swift", "c")],
            to: folder,
            source: "M"
        )
        #expect(second.written.map(\.name) == ["B.swift"])
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

/// Editors and Git change line ends, the last line, and the bytes of composed letters.
@Test(arguments: [
    ("a\r\nb\r\n", "a\nb\n", ["@@ -1,2 +1,2 @@", "-a\r", "-b\r", "+a", "+b"]),
    ("a\nb", "a\nb\n", ["@@ -1,2 +1,2 @@", " a", "-b", "\\ No newline at end of file", "+b"]),
    ("e\u{301}\n", "\u{E9}\n", ["@@ -1 +1 @@", "-e\u{301}", "+\u{E9}"]),
])
func aDifferenceShowsEachByteThatDiffers(_ old: String, _ new: String, _ lines: [String]) {
    let shown = unifiedDifference(from: old, to: new, name: "A.swift")
    let expected = (["--- A.swift", "+++ A.swift"] + lines).joined(separator: "\n") + "\n"
    #expect(Array(shown.utf8) == Array(expected.utf8), "\(shown)")
}

@Test func filesThatTheModelNoLongerMakesAreNamedAndKept() throws {
    try withFolder { folder in
        _ = try write([file("A.swift", "a"), file("B.swift", "b")], to: folder, source: "M")
        let summary = try write([file("A.swift", "a")], to: folder, source: "M")
        #expect(summary.kept == ["B.swift"])
        #expect(FileManager.default.fileExists(atPath: "\(folder)/B.swift"))
    }
}

@Test func aNameOfUnderscoresIsNoSwiftName() {
    #expect(["a", "_a", "_1", "é", "a_"].allSatisfy(isSwiftName))
    #expect(!["", "_", "__", "1", "a b", "a-b"].contains(where: isSwiftName))
}

@Test func whatIsNotGeneratedYetIsSaid() throws {
    var schema = try librarySchema()
    schema.entities[0].attributes[2].isDerived = true
    let result = modelContext(for: schema, source: librarySource)
    #expect(result.diagnostics.map(\.id) == ["derivation-not-computed"])
}

/// A query is written into the folder of a whole run.
@Test(arguments: [
    (GenerationOptions.Backend.store, "The store cannot derive it from `things.@count`"),
    (.coredata, "Derived by the store from `things.@count`"),
])
func theCommentOfADerivedAttributeSaysWhoComputesIt(
    _ backend: GenerationOptions.Backend,
    comment: String
) throws {
    var count = Attribute(name: "size", type: .integer64)
    (count.isDerived, count.derivation) = (true, "things.@count")
    var name = Attribute(name: "plain", type: .string)
    (name.isDerived, name.derivation) = (true, "canonical:(name)")
    let attributes = [count, name, Attribute(name: "name", type: .string)]
    let schema = Schema(name: "M", entities: [Entity(name: "Box", attributes: attributes)])
    let options = GenerationOptions(backend: backend)
    let context = modelContext(for: schema, source: "M.xcdatamodeld", options: options).context
    let box = try #require(generate(context).first { $0.name == "Box.swift" }).text
    #expect(box.contains("    /// \(comment)"))
    #expect(box.contains("    /// Derived by the store from `canonical:(name)`"))
}

@Test func writingOneFileLeavesWhatAWholeRunHasMade() throws {
    try withFolder { folder in
        let output = OutputFolder(path: folder)
        let whole = [file("A.swift", "a"), file("B.swift", "b")]
        try plan(whole, for: output, source: "M").carryOut()
        let summary = try write([file("q.swift", "q")], to: folder, source: "M")
        #expect(summary.written.map(\.name) == ["q.swift"])
        let names = try FileManager.default.contentsOfDirectory(atPath: folder)
        #expect(Set(names) == [".cdgen-M", "A.swift", "B.swift", "q.swift"])
        // The next whole run does not know of it, and leaves it.
        let again = try plan(whole, for: output, source: "M")
        #expect(again.isUpToDate && again.removed.isEmpty && again.kept.isEmpty)
    }
}

@Test func aFileThatIsAddedToAWholeRunIsKnownToTheNext() throws {
    try withFolder { folder in
        let output = OutputFolder(path: folder)
        let model = [file("A.swift", "a")]
        try plan(model + [file("q.swift", "1")], for: output, source: "M", input: "1").carryOut()
        for (name, body) in [("q.swift", "2"), ("r.swift", "3")] {
            var added = try plan(model + [file(name, body)], for: output, source: "M")
            added.written = added.written.filter { $0.name == name }
            try added.addFiles()
        }
        let next = try plan(
            model + [file("q.swift", "4"), file("r.swift", "3")],
            for: output,
            source: "M"
        )
        #expect(next.written.map(\.name) == ["q.swift"])
        #expect(next.edited == [] && next.removed == [] && next.kept == [])
        // A run that has the same input as the first must not skip the files.
        #expect(output.manifest(of: "M")?.input == "")
        #expect(output.holding("1", of: "M") == nil)
        let without = try plan(model, for: output, source: "M")
        #expect(without.removed == ["q.swift", "r.swift"])
        #expect(without.kept == [])
    }
}

/// The manifest is written before the files.
@Test(arguments: ["1", "2"]) func aKilledAdditionIsNotCalledEdited(_ onDisk: String) throws {
    try withFolder { folder in
        let output = OutputFolder(path: folder)
        try plan([file("q.swift", "1")], for: output, source: "M").carryOut()
        try plan([file("q.swift", "2")], for: output, source: "M").addFiles()
        try Data(file("q.swift", onDisk).text.utf8)
            .write(to: URL(fileURLWithPath: "\(folder)/q.swift"))
        let next = try plan([file("q.swift", "3")], for: output, source: "M")
        #expect(next.edited == [])
        try plan([file("q.swift", "3")], for: output, source: "M").addFiles()
        let after = try plan([], for: output, source: "M")
        #expect(after.removed == ["q.swift"] && after.kept == [])
    }
}

@Test func aNewFileIsAddedWithoutARecordIfAsked() throws {
    try withFolder { folder in
        let output = OutputFolder(path: folder)
        try plan([file("A.swift", "a"), file("q.swift", "1")], for: output, source: "M").carryOut()
        try plan(
            [file("A.swift", "a"), file("q.swift", "2"), file("r.swift", "3")],
            for: output,
            source: "M"
        ).addFiles(recordsNew: false)
        let next = try plan([file("A.swift", "a")], for: output, source: "M")
        #expect(next.removed == ["q.swift"] && next.kept == [])
        #expect(FileManager.default.fileExists(atPath: "\(folder)/r.swift"))
    }
}

/// Names in the folder that the output folder is to stand in.
private func withParent(
    _ body: (_ output: OutputFolder, _ names: () throws -> [String]) throws -> Void
)
    throws
{
    try withFolder { parent in
        let manager = FileManager.default
        try manager.createDirectory(atPath: parent, withIntermediateDirectories: true)
        try body(OutputFolder(path: "\(parent)/out")) {
            try manager.contentsOfDirectory(atPath: parent).sorted()
        }
    }
}

@Test func aDraftBecomesTheFolderWithWhatWasPlanned() throws {
    try withParent { output, names in
        let files = [file("A.swift", "a"), file("B.swift", "b")]
        let draft = try #require(try FolderDraft(of: output))
        draft.add(files[0])
        draft.add(file("C.swift", "made, but not planned"))
        #expect(try !names().contains("out"))
        try plan(files, for: output, source: "M", draft: draft).carryOut()
        #expect(try names() == ["out"])
        let written = try FileManager.default.contentsOfDirectory(atPath: output.path)
        #expect(Set(written) == [".cdgen-M", "A.swift", "B.swift"])
        #expect(try plan(files, for: output, source: "M").isUpToDate)
    }
}

@Test func aDraftThatIsDiscardedLeavesNothing() throws {
    try withParent { output, names in
        let draft = try #require(try FolderDraft(of: output))
        for number in 0..<20 { draft.add(file("A\(number).swift", "a")) }
        draft.discard()
        #expect(try names() == [])
    }
}

@Test func aFolderThatAppearsWhileADraftIsWrittenIsNotWrittenOver() throws {
    try withParent { output, names in
        let files = [file("A.swift", "a")]
        let draft = try #require(try FolderDraft(of: output))
        draft.add(files[0])
        let planned = try plan(files, for: output, source: "M", draft: draft)
        let mine = "struct Mine {}\n"
        try FileManager.default.createDirectory(
            atPath: output.path,
            withIntermediateDirectories: true
        )
        try Data(mine.utf8).write(to: URL(fileURLWithPath: "\(output.path)/Mine.swift"))
        try planned.carryOut()
        #expect(try names() == ["out"])
        #expect(try String(contentsOfFile: "\(output.path)/Mine.swift", encoding: .utf8) == mine)
        #expect(try plan(files, for: output, source: "M").isUpToDate)
    }
}

/// A run that stops after it has written `A.swift` and `New.swift`: a folder is where the next file
/// is to be written first.
private func stop(_ plan: WritePlan, at name: String) throws {
    let obstacle = "\(plan.folder.path)/\(name).cdgen-new"
    try FileManager.default.createDirectory(
        atPath: obstacle,
        withIntermediateDirectories: true
    )
    #expect(throws: DiagnosticError.self) { try plan.carryOut() }
    try FileManager.default.removeItem(atPath: obstacle)
}

@Test func theNextRunKnowsTheFilesOfARunThatWasStopped() throws {
    try withFolder { folder in
        let output = OutputFolder(path: folder)
        let old = [file("A.swift", "a"), file("Gone.swift", "g"), file("Z.swift", "z")]
        let new = [file("A.swift", "b"), file("New.swift", "n"), file("Z.swift", "y")]
        try plan(old, for: output, source: "M").carryOut()
        try stop(plan(new, for: output, source: "M"), at: "Z.swift")
        let on = try plan(new, for: output, source: "M")
        #expect(on.written.map(\.name) == ["Z.swift"])
        #expect(on.removed == ["Gone.swift"])
        #expect(on.edited == [] && on.kept == [])
        #expect(output.holding("", of: "M") == nil)
        let back = try plan(old, for: output, source: "M")
        #expect(back.written.map(\.name) == ["A.swift"])
        #expect(back.removed == ["New.swift"])
        #expect(back.edited == [] && back.kept == [])
        try back.carryOut()
        let names = try FileManager.default.contentsOfDirectory(atPath: folder)
        #expect(Set(names) == [".cdgen-M", "A.swift", "Gone.swift", "Z.swift"])
        #expect(output.holding("", of: "M")?.files.count == 3)
    }
}

@Test func anEditedFileIsNamedAlsoAfterARunThatWasStopped() throws {
    try withFolder { folder in
        let output = OutputFolder(path: folder)
        let new = [file("A.swift", "b"), file("Z.swift", "y")]
        try plan([file("A.swift", "a"), file("Z.swift", "z")], for: output, source: "M").carryOut()
        let edited = file("Z.swift", "mine").text
        try Data(edited.utf8).write(to: URL(fileURLWithPath: "\(folder)/Z.swift"))
        try stop(plan(new, for: output, source: "M"), at: "Z.swift")
        #expect(try plan(new, for: output, source: "M").edited == ["Z.swift"])
    }
}

/// Two runs of different versions of the model, each planned before the other has written.
@Test func aFolderHasTheFilesOfTheRunThatWroteLast() throws {
    try withFolder { folder in
        let output = OutputFolder(path: folder)
        let (first, second) = (
            [file("A.swift", "a"), file("B.swift", "b")],
            [file("A.swift", "c"), file("C.swift", "c")]
        )
        try plan([file("A.swift", "a")], for: output, source: "M").carryOut()
        let plans = try [first, second].map { try plan($0, for: output, source: "M") }
        try plans[1].carryOut()
        let done = try [plans[0]].carryOut()
        #expect(done[0].written.map(\.name) == ["A.swift", "B.swift"])
        #expect(done[0].removed == ["C.swift"])
        let names = try FileManager.default.contentsOfDirectory(atPath: folder)
        #expect(Set(names) == [".cdgen-M", "A.swift", "B.swift"])
        #expect(try plan(first, for: output, source: "M").isUpToDate)
    }
}

/// The other run changes a file after the plan was made, and its manifest stays the same.
@Test func aPlanOfAFolderThatAnotherRunWritesIsMadeAgain() throws {
    try withFolder { folder in
        let output = OutputFolder(path: folder)
        let old = [file("A.swift", "a"), file("Z.swift", "z")]
        let new = [file("A.swift", "b"), file("Z.swift", "y")]
        try plan(old, for: output, source: "M").carryOut()
        try stop(plan(new, for: output, source: "M"), at: "Z.swift")
        let back = try plan(old, for: output, source: "M")
        try Data(new[1].text.utf8).write(to: URL(fileURLWithPath: "\(folder)/Z.swift"))
        try back.carryOut()
        #expect(output.holding("", of: "M") != nil)
        #expect(try plan(old, for: output, source: "M").isUpToDate)
    }
}

@Test func aFolderThatAnotherProcessWritesIsWaitedFor() throws {
    try withFolder { folder in
        let manager = FileManager.default
        try manager.createDirectory(atPath: folder, withIntermediateDirectories: true)
        let lock = try WriteLock(on: folder)
        let error = #expect(throws: DiagnosticError.self) {
            try WriteLock(on: folder, patience: .milliseconds(20))
        }
        #expect(error?.status == .tryAgain)
        lock.release()
        _ = try WriteLock(on: folder, patience: .zero)
    }
}

/// As when a message refers to a file outside the model: each run makes a plan.
@Test func aRunThatChangesNothingDoesNotWaitForAnother() throws {
    try withFolder { folder in
        let output = OutputFolder(path: folder)
        let files = [file("A.swift", "a")]
        try plan(files, for: output, source: "M", remarks: nil).carryOut()
        let lock = try WriteLock(on: folder)
        defer { lock.release() }
        try plan(files, for: output, source: "M", remarks: nil).carryOut()
    }
}

/// Reading the pipe would wait for a writer.
@Test func aPipeWithTheNameOfAFileIsNotOurs() throws {
    try withFolder { folder in
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        try #require(mkfifo("\(folder)/A.swift", 0o600) == 0)
        let error = #expect(throws: DiagnosticError.self) {
            try plan([file("A.swift", "a")], for: OutputFolder(path: folder), source: "M")
        }
        #expect(error?.diagnostics.map(\.id) == ["not-ours"])
    }
}

/// The other process may write for longer than this one waits.
@Test func nothingIsWrittenBeforeEveryFolderIsLocked() throws {
    try withFolder { folder in
        let (interface, output) = ("\(folder)/in", "\(folder)/out")
        try plan([file("M.swift", "a")], for: OutputFolder(path: output), source: "M").carryOut()
        let plans = [
            try plan([file("A.swift", "a")], for: OutputFolder(path: interface), source: "M"),
            try plan([file("M.swift", "b")], for: OutputFolder(path: output), source: "M"),
        ]
        let lock = try WriteLock(on: output)
        let end = DispatchSemaphore(value: 0)
        Thread.detachNewThread {
            _ = try? plans.carryOut()
            end.signal()
        }
        #expect(end.wait(timeout: .now() + .milliseconds(100)) == .timedOut)
        #expect(!FileManager.default.fileExists(atPath: interface))
        lock.release()
        end.wait()
        let names = try FileManager.default.contentsOfDirectory(atPath: interface)
        #expect(Set(names) == [".cdgen-M", "A.swift"])
        #expect(try String(contentsOfFile: "\(output)/M.swift", encoding: .utf8).hasSuffix("b"))
    }
}

@Test func whatAKilledRunLeftIsRemoved() throws {
    try withParent { output, names in
        let manager = FileManager.default
        // No process has this id.
        let draft = URL(fileURLWithPath: output.path).deletingLastPathComponent()
            .appendingPathComponent(".out.cdgen-99999999")
        try manager.createDirectory(at: draft, withIntermediateDirectories: true)
        try plan([file("A.swift", "a")], for: output, source: "M").carryOut()
        #expect(try names() == ["out"])
        for name in ["A.swift", ".cdgen-M", "mine"] {
            try Data().write(to: URL(fileURLWithPath: "\(output.path)/\(name).cdgen-new"))
        }
        try plan([file("A.swift", "b")], for: output, source: "M").carryOut()
        let written = try manager.contentsOfDirectory(atPath: output.path)
        #expect(Set(written) == [".cdgen-M", "A.swift", "mine.cdgen-new"])
    }
}

@Test func aFileIsReplacedOverWhatAKilledRunLeft() throws {
    try withFolder { folder in
        let manager = FileManager.default
        try manager.createDirectory(atPath: folder, withIntermediateDirectories: true)
        let path = "\(folder)/.cdgen.yml"
        try Data("old".utf8).write(to: URL(fileURLWithPath: path))
        try manager.setAttributes([.posixPermissions: 0o600], ofItemAtPath: path)
        try Data("half of a long text".utf8)
            .write(to: URL(fileURLWithPath: "\(path).cdgen-new"))
        try replaceFile(at: path, with: "new")
        #expect(try String(contentsOfFile: path, encoding: .utf8) == "new")
        #expect(try manager.contentsOfDirectory(atPath: folder) == [".cdgen.yml"])
        let mode = try manager.attributesOfItem(atPath: path)[.posixPermissions] as? NSNumber
        #expect(mode?.intValue == 0o600)
        #expect(throws: POSIXError.self) { try replaceFile(at: "\(path)/a", with: "new") }
    }
}

/// A second link to the file stands for a file system that ignores case.
@Test(arguments: ["a", "b"])
func aFileWhoseNameChangesItsCaseIsNotRemoved(_ body: String) throws {
    try withFolder { folder in
        let output = OutputFolder(path: folder)
        let (old, new) = ("\(folder)/Todo.swift", "\(folder)/ToDo.swift")
        try plan([file("Todo.swift", "a")], for: output, source: "M").carryOut()
        if !FileManager.default.fileExists(atPath: new) {
            try FileManager.default.linkItem(atPath: old, toPath: new)
        }
        let files = [file("ToDo.swift", body)]
        let planned = try plan(files, for: output, source: "M")
        #expect(planned.removed == [] && planned.kept == [] && planned.edited == [])
        try planned.carryOut()
        #expect(try String(contentsOfFile: new, encoding: .utf8) == files[0].text)
        #expect(try plan(files, for: output, source: "M").isUpToDate)
    }
}

@Test func anEditedFileWhoseNameChangesItsCaseIsNamed() throws {
    try withFolder { folder in
        let output = OutputFolder(path: folder)
        let (old, new) = ("\(folder)/Todo.swift", "\(folder)/ToDo.swift")
        try plan([file("Todo.swift", "a")], for: output, source: "M").carryOut()
        try Data(file("Todo.swift", "mine").text.utf8).write(to: URL(fileURLWithPath: old))
        if !FileManager.default.fileExists(atPath: new) {
            try FileManager.default.linkItem(atPath: old, toPath: new)
        }
        let planned = try plan([file("ToDo.swift", "b")], for: output, source: "M")
        #expect(planned.edited == ["ToDo.swift"])
        #expect(planned.kept == [])
    }
}

@Test func aManifestIsReadAsItWasWritten() throws {
    let manifest = Manifest(
        source: "My Model.xcdatamodeld",
        input: "12",
        remarks: ["{model}/contents:1:2: warning: a b", "  do this", ""],
        files: ["A b.swift": "ff", "É.swift": "00"],
        earlier: ["A b.swift": "fe", "Gone.swift": "01"]
    )
    #expect(Manifest(text: manifest.text) == manifest)
    let bare = Manifest(source: "M", input: "", files: [:])
    #expect(Manifest(text: bare.text) == bare)
    #expect(Manifest(text: manifest.text + "file 12 ../A.swift\n") == nil)
    #expect(Manifest(text: manifest.text + "file 12\n") == nil)
    #expect(Manifest(text: manifest.text + "else\n") == nil)
    #expect(Manifest(text: "") == nil)
}
