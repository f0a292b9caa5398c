import DataAccess
import Foundation
import Testing

@testable import CacheStore

/// SQLite says only "unable to open database file".
@Test func aPathThatIsTooLongIsNamedAsSuch() throws {
    let home = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
    defer { try? FileManager.default.removeItem(at: home) }
    let names = home.path + "/" + String(repeating: "a", count: 230)
    let folder = names + "/" + String(repeating: "b", count: 500 - names.utf8.count)
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    _ = try CacheStore(fileAt: "\(folder)/ab", model: ClubModel.definition)
    let error = try #require(throws: StoreError.self) {
        _ = try CacheStore(fileAt: "\(folder)/abc", model: ClubModel.definition)
    }
    #expect(
        error
            == .cannotOpen(
                path: "\(folder)/abc",
                reason: "the path has 505 bytes, but SQLite allows at most 504"
            )
    )
}

/// A store opens its readers later. After the program had changed its current folder, they read
/// another file, or none.
@Test func aRelativePathIsMadeAbsoluteWhenTheStoreIsOpened() throws {
    let (folder, name) = (FileManager.default.currentDirectoryPath, "\(UUID().uuidString).sqlite")
    #expect(try checkedFile(at: name) == "\(folder)/\(name)")
    #expect(try checkedFile(at: "/\(name)") == "/\(name)")
}

/// SQLite took the first part of the path for a machine's name when the store was opened again.
@Test func aPathThatBeginsWithTwoSlashesIsOpenedAgain() async throws {
    try await withFile { path in
        try CacheStore(fileAt: "/\(path)", model: ClubModel.definition).close()
        let store = try CacheStore(fileAt: "/\(path)", model: ClubModel.definition)
        #expect(store.opening == .opened)
    }
}

/// The writer kept its file, so it saved everything in a file that no path led to any more.
@Test(arguments: [StoreConfiguration.Durability.full, .normal])
func aWriteThrowsIfTheFileIsNoLongerAtItsPath(
    _ durability: StoreConfiguration.Durability
) async throws {
    try await withFile { path in
        let (files, away) = (FileManager.default, path + ".away")
        let link = path + ".link"
        try files.createSymbolicLink(atPath: link, withDestinationPath: path)
        let store = try club(link, durability: durability)
        try await store.context.save(Team(id: 1, name: "Red"))
        try files.moveItem(atPath: path, toPath: away)
        let error = try await #require(throws: StoreError.self) {
            try await store.context.save(Team(id: 2, name: "Blue"))
        }
        let advice = "\(path) was removed, renamed or replaced while the store was open; move the"
        #expect("\(error)".contains("cannot be read or written (\(advice) original file back"))
        // Opening the store again would lose the log of the moved file.
        #expect(!"\(error)".contains("open it again"))
        // Another file at the path is not the store's file either.
        #expect(files.createFile(atPath: path, contents: nil))
        await #expect(throws: error) {
            try await store.write { try $0.save(Team(id: 2, name: "Blue")) }
        }
        try files.removeItem(atPath: path)
        try files.moveItem(atPath: away, toPath: path)
        try await store.context.save(Team(id: 3, name: "Green"))
        #expect(try await store.context.fetch(Team.self).map(\.id) == [1, 3])
    }
}
