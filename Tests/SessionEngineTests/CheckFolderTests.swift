import ContentHash
import Foundation
import ResultsStore
import SessionEngine
import StudyDefinition
import TestSupport
import Testing

@Suite struct CheckFolderTests {
    private let home: TemporaryFolder
    private let folder: CheckFolder

    init() throws {
        home = try TemporaryFolder()
        let study = try StudyReader.read(
            Tool.root.appendingPathComponent("Tests/StudyDefinitionTests/Fixtures/greeting")
        )
        folder = CheckFolder(
            root: home.url.appendingPathComponent("check"),
            study: study,
            resources: Resources(
                executables: home.url,
                store: home.url,
                studies: nil,
                cache: home.url
            )
        )
    }

    private func fill(_ files: [String: String]) throws {
        var bytes: [String: Data] = [:]
        let entries = files.sorted { $0.key < $1.key }.map { path, text in
            let hash = sha256(Array(text.utf8))
            bytes[hash] = Data(text.utf8)
            return Snapshot.File(path: path, mode: 0o644, content: hash)
        }
        try folder.fill(Snapshot(hash: "", files: entries), bytes)
    }

    private func changed(_ path: String) throws -> Date {
        let attributes = try FileManager.default.attributesOfItem(
            atPath: folder.root.appendingPathComponent(path).path
        )
        return try #require(attributes[.modificationDate] as? Date)
    }

    private func second(_ path: String) throws -> Int {
        Int(try changed(path).timeIntervalSince1970)
    }

    /// A compiler driver that compares whole seconds must see each edit, however fast they come.
    @Test func everyChangeOfAFileHasASecondOfItsOwn() throws {
        var seen: Set<Int> = []
        for round in 1...5 {
            try fill(["a.swift": "round \(round)", "b.swift": "still"])
            #expect(seen.insert(try second("a.swift")).inserted, "round \(round)")
        }
    }

    /// make does not compile a file that is older than its build product.
    @Test func aChangedFileIsNewerThanEachBuildProduct() throws {
        let product = folder.root.appendingPathComponent("product.swp")
        try FileManager.default.createDirectory(at: folder.root, withIntermediateDirectories: true)
        try Data("built".utf8).write(to: product)
        try fill(["a.c": "changed"])
        #expect(try changed("a.c") > changed("product.swp"))
        // make warns about a file from the future, and compiles it again in the check's next step.
        #expect(try changed("a.c") <= Date())
        // The second check follows at once.
        try Data("built again".utf8).write(to: product)
        try fill(["a.c": "changed again"])
        #expect(try changed("a.c") > changed("product.swp"))
    }

    @Test func whatDidNotChangeKeepsItsTime() throws {
        try fill(["a.swift": "one", "b.swift": "still"])
        let before = try second("b.swift")
        try fill(["a.swift": "two", "b.swift": "still"])
        #expect(try second("b.swift") == before)
    }

    @Test func filesOfTheWorkBeforeAreGone() throws {
        try fill(["a.swift": "one", "old.swift": "gone"])
        try fill(["a.swift": "one"])
        #expect(
            !FileManager.default.fileExists(
                atPath: folder.root.appendingPathComponent("old.swift").path
            )
        )
    }
}
