import Diagnostics
import Foundation
import ResultsStore
import Testing

@testable import SessionEngine

@Suite struct StoredStudyTests {
    /// The hash is a part of the path of the folder whose other files are removed.
    @Test(arguments: ["../..", "..", "", "a/../../.."])
    func aHashThatLeadsOutOfTheCacheIsRefused(_ hash: String) throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "stored-\(UUID())")
        defer { try? FileManager.default.removeItem(at: folder) }
        let cache = folder.appending(path: "a/b")
        let kept = ["", "a/", "a/b/", "a/b/studies/"].map { folder.appending(path: $0 + "keep") }
        try FileManager.default.createDirectory(
            at: cache.appending(path: "studies/a"),
            withIntermediateDirectories: true
        )
        for file in kept { try Data().write(to: file) }
        let store = try ResultsStore(path: folder.path + "/r.sqlite", access: .create)
        defer { store.close() }
        #expect(throws: DiagnosticError.self) {
            try StoredStudy.restore(hash, from: store, into: cache)
        }
        #expect(kept.allSatisfy { FileManager.default.fileExists(atPath: $0.path) })
    }
}
