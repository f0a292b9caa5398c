import Foundation
import Testing

@testable import CacheStore

/// A store opens its readers later. After the program had changed its current folder, they read
/// another file, or none.
@Test func aRelativePathIsMadeAbsoluteWhenTheStoreIsOpened() throws {
    let (folder, name) = (FileManager.default.currentDirectoryPath, "\(UUID().uuidString).sqlite")
    #expect(try checkedFile(at: name) == "\(folder)/\(name)")
    #expect(try checkedFile(at: "/\(name)") == "/\(name)")
}
