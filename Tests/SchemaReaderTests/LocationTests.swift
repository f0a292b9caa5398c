import Diagnostics
import Foundation
import Schema
import SchemaReader
import TestSupport
import Testing

/// As a model that a program has written, on a single line: columns are counted from its start.
@Test func columnsAreRightFarIntoALine() {
    let names = (0..<600).map { "äé\($0)" }
    let attributes = names.map { "<attribute name=\"\($0)\" attributeType=\"String\"/>" }
    let text = "<model><entity name=\"E\">\(attributes.joined())</entity></model>"
    let read = readSchema(contents: Data(text.utf8), named: "M", file: "contents")
    for name in names {
        let place = read.place(ofEntity: "E", property: name)
        let quoted = text.range(of: "<attribute name=\"\(name)\"")
        let before = quoted.map { text[..<$0.lowerBound].unicodeScalars.count }
        let column = (before ?? 0) + 1
        #expect(place == .init(file: "contents", line: 1, column: column))
    }
}

/// A folder for a package, and what is put into it.
private struct Package {
    let folder: TemporaryFolder
    var path: String { folder.path("Library.xcdatamodeld") }

    init() throws {
        folder = try TemporaryFolder()
        try FileManager.default.createDirectory(
            atPath: path,
            withIntermediateDirectories: true
        )
    }

    func write(_ text: String, to file: String) throws {
        let url = URL(fileURLWithPath: path).appendingPathComponent(file)
        try FileManager.default.createDirectory(
            at: url.deletingLastPathComponent(),
            withIntermediateDirectories: true
        )
        try Data(text.utf8).write(to: url)
    }

    func version(_ name: String, entity: String) throws {
        try write(modelText("<entity name=\"\(entity)\"/>"), to: "\(name).xcdatamodel/contents")
    }

    func current(_ name: String) throws {
        let list = ["_XCCurrentVersionName": name]
        try PropertyListSerialization.data(fromPropertyList: list, format: .xml, options: 0)
            .write(to: URL(fileURLWithPath: path + "/.xccurrentversion"))
    }
}

private func failure(_ path: String) -> DiagnosticError? {
    #expect(throws: DiagnosticError.self) { try readSchema(at: path) }
}

@Test func theOnlyVersionOfAPackageIsRead() throws {
    let package = try Package()
    try package.version("Library", entity: "Book")
    let read = try readSchema(at: package.path)
    #expect(read.schema.name == "Library")
    #expect(read.version == "Library")
    #expect(read.isCurrent)
    #expect(read.diagnostics == [])
    #expect(read.schema.entities.map(\.name) == ["Book"])
}

@Test func theVersionThatThePackageNamesIsRead() throws {
    let package = try Package()
    try package.version("Library", entity: "Old")
    try package.version("Library 2", entity: "New")
    try package.current("Library.xcdatamodel")
    let read = try readSchema(at: package.path)
    #expect(read.schema.entities.map(\.name) == ["Old"])
    #expect(read.diagnostics == [])
    let other = try readSchema(at: package.path, version: "Library 2")
    #expect(other.schema.entities.map(\.name) == ["New"])
    #expect(!other.isCurrent)
    for (name, isCurrent) in [("Library", true), ("Library 2", false)] {
        let version = try readSchema(at: "\(package.path)/\(name).xcdatamodel")
        #expect(version.isCurrent == isCurrent)
    }
}

@Test func withoutACurrentVersionTheLastByNameIsReadAndSaid() throws {
    let package = try Package()
    for name in ["Library", "Library 2", "Library 10"] {
        try package.version(name, entity: "Book")
    }
    let read = try readSchema(at: package.path)
    #expect(read.version == "Library 10")
    #expect(read.diagnostics.map(\.id) == ["no-current-version"])
    #expect(read.diagnostics.first?.severity == .warning)
    #expect(read.diagnostics.first?.problem.contains("\"Library 10\"") == true)
    #expect(read.diagnostics.first?.fix?.contains("\"Library 2\"") == true)
}

@Test func anUnknownVersionIsReportedAtThePathThatWasGiven() throws {
    let package = try Package()
    try package.version("Library", entity: "Book")
    try package.version("Library 2", entity: "Book")
    for (path, version) in [
        (package.path, "Library 3"), (package.path + "/Library.xcdatamodel", "Library 2"),
    ] {
        let error = #expect(throws: DiagnosticError.self) {
            try readSchema(at: path, version: version)
        }
        #expect(error?.diagnostics.first?.place?.file == path)
    }
}

/// As `tar` and network drives write them for a package from macOS.
@Test func aHiddenFileIsNoVersion() throws {
    let package = try Package()
    try package.version("Library", entity: "Book")
    try package.write("\u{0}\u{5}\u{16}\u{7}", to: "._Library.xcdatamodel")
    #expect(try ModelPackage(at: package.path).versions.map(\.name) == ["Library"])
    #expect(try readSchema(at: package.path).diagnostics == [])
}

@Test func aCurrentVersionThatIsNotThereIsReplacedAndSaid() throws {
    let package = try Package()
    try package.version("Library", entity: "Book")
    try package.current("Librarry 3.xcdatamodel")
    let read = try readSchema(at: package.path)
    #expect(read.diagnostics.map(\.id) == ["no-such-version"])
    #expect(read.diagnostics.first?.place?.file.hasSuffix(".xccurrentversion") == true)
    #expect(read.schema.entities.map(\.name) == ["Book"])
}

@Test(arguments: ["", "nonsense", "<?xml version=\"1.0\"?><plist><dict/></plist>"])
func anUnreadableCurrentVersionIsReplacedAndSaid(text: String) throws {
    let package = try Package()
    try package.version("Library", entity: "Book")
    try package.write(text, to: ".xccurrentversion")
    #expect(
        try readSchema(at: package.path).diagnostics.map(\.id) == ["unreadable-current-version"]
    )
}

@Test func aVersionInsideAPackageIsReadUnderThePackagesName() throws {
    let package = try Package()
    try package.version("Library 2", entity: "Book")
    for path in [
        "Library 2.xcdatamodel", "Library 2.xcdatamodel/", "Library 2.xcdatamodel/contents",
    ] {
        let read = try readSchema(at: "\(package.path)/\(path)")
        #expect(read.schema.name == "Library")
        #expect(read.version == "Library 2")
    }
}

@Test func aVersionThatThePackageDoesNotHaveIsAnErrorWithTheNearest() throws {
    let package = try Package()
    try package.version("Library 2", entity: "Book")
    let error = #expect(throws: DiagnosticError.self) {
        try readSchema(at: package.path, version: "Libary 2")
    }
    #expect(error?.diagnostics.first?.fix == "did you mean \"Library 2\"?")
}

@Test func oneUnreadableVersionDoesNotHideTheOthers() throws {
    let package = try Package()
    try package.version("Library", entity: "Book")
    try package.write("old", to: "Library 2.xcdatamodel/elements")
    let versions = try readVersions(at: package.path)
    #expect(versions.map(\.isWellFormed) == [true, false])
    #expect(versions.last?.diagnostics.contains { $0.id == "old-format" } == true)
}

@Test func whatIsNotAModelEndsWithOneDiagnostic() throws {
    let package = try Package()
    #expect(failure(package.path + "x")?.diagnostics.map(\.id) == ["no-model"])
    #expect(failure(package.folder.url.path)?.diagnostics.map(\.id) == ["not-a-model"])
    #expect(failure(package.path)?.diagnostics.map(\.id) == ["no-version"])
    try package.write("text", to: "notes.txt")
    #expect(failure(package.path + "/notes.txt")?.diagnostics.map(\.id) == ["not-a-model"])
    try package.write("", to: "Library.xcdatamodel/readme")
    #expect(failure(package.path)?.diagnostics.map(\.id) == ["no-contents"])
}

@Test func compiledAndOldModelsAreRefusedWithTheWayOut() throws {
    let package = try Package()
    for name in ["A.mom", "A.omo", "B.momd/x"] { try package.write("", to: name) }
    for name in ["A.mom", "A.omo", "B.momd"] {
        #expect(failure("\(package.path)/\(name)")?.diagnostics.map(\.id) == ["compiled-model"])
    }
    try package.write("bplist00", to: "Old.xcdatamodel/elements")
    try package.write("bplist00", to: "Old.xcdatamodel/layout")
    let old = failure("\(package.path)/Old.xcdatamodel")
    #expect(old?.diagnostics.map(\.id) == ["old-format"])
    #expect(old?.diagnostics.first?.fix?.contains("Xcode") == true)
    try package.write("bplist00\u{1}", to: "Binary.xcdatamodel/contents")
    let binary = failure("\(package.path)/Binary.xcdatamodel")
    #expect(binary?.diagnostics.map(\.id) == ["binary-model"])
}

@Test func namesAreOrderedByTheirNumbers() throws {
    let package = try Package()
    for name in ["B", "A 10", "A 9", "A", "A 09b"] { try package.version(name, entity: "E") }
    #expect(
        try readVersions(at: package.path).map(\.version) == ["A", "A 9", "A 09b", "A 10", "B"]
    )
}
