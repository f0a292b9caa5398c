import Diagnostics
import Foundation
import Schema
import SchemaReader
import Testing

/// A folder that is removed when the test ends.
private func withFolder<T>(_ body: (URL) throws -> T) throws -> T {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    return try body(folder)
}

private func writeVersion(_ name: String, entity: String, in package: URL) throws {
    let version = package.appendingPathComponent(name)
    try FileManager.default.createDirectory(at: version, withIntermediateDirectories: true)
    try Data(modelText("<entity name=\"\(entity)\"/>").utf8)
        .write(to: version.appendingPathComponent("contents"))
}

@Test func theOnlyVersionOfABundleIsRead() throws {
    try withFolder { folder in
        let package = folder.appendingPathComponent("Library.xcdatamodeld")
        try writeVersion("Library.xcdatamodel", entity: "Book", in: package)
        let read = try readSchema(at: package.path)
        #expect(read.schema.name == "Library")
        #expect(read.schema.entities.map(\.name) == ["Book"])
    }
}

@Test func theCurrentVersionOfSeveralIsRead() throws {
    try withFolder { folder in
        let package = folder.appendingPathComponent("Library.xcdatamodeld")
        try writeVersion("Library.xcdatamodel", entity: "Old", in: package)
        try writeVersion("Library 2.xcdatamodel", entity: "New", in: package)
        let list = ["_XCCurrentVersionName": "Library 2.xcdatamodel"]
        try PropertyListSerialization.data(fromPropertyList: list, format: .xml, options: 0)
            .write(to: package.appendingPathComponent(".xccurrentversion"))
        #expect(try readSchema(at: package.path).schema.entities.map(\.name) == ["New"])
    }
}

@Test func whatIsNotAModelEndsWithOneDiagnostic() throws {
    try withFolder { folder in
        let missing = folder.appendingPathComponent("None.xcdatamodeld").path
        let error = #expect(throws: DiagnosticError.self) { try readSchema(at: missing) }
        #expect(error?.diagnostics.map(\.id) == ["no-model"])
        #expect(error?.status == .noInput)
        #expect(throws: DiagnosticError.self) { try readSchema(at: folder.path) }
    }
}
