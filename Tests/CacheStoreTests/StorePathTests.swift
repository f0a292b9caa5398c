import DataAccess
import Foundation
import Testing

@testable import CacheStore

/// SQLite says only "unable to open database file".
@Test func aPathThatIsTooLongIsNamedAsSuch() throws {
    let path = "/" + String(repeating: "a/", count: 251)
    #expect(try checkedFile(at: path + "b") == path + "b")
    let error = try #require(throws: StoreError.self) { try checkedFile(at: path + "bc") }
    #expect(
        error
            == .cannotOpen(
                path: path + "bc",
                reason: "SQLite allows a path of at most 504 bytes, but this one has 505"
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
