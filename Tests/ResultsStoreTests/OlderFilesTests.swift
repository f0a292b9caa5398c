import Foundation
import GRDB
import TestSupport
import Testing

@testable import ResultsStore

/// Files that an older evalrun wrote.
@Suite struct OlderFilesTests {
    private func write(version: String, to path: String) throws {
        let queue = try DatabaseQueue(path: path)
        try Migrations.migrator.migrate(queue, upTo: version)
        try queue.close()
    }

    private func version(of path: String) throws -> Int? {
        var configuration = Configuration()
        configuration.readonly = true
        return try DatabaseQueue(path: path, configuration: configuration).read {
            try Int.fetchOne($0, sql: "PRAGMA user_version")
        }
    }

    @Test func readersSeeThePresentVersionAndLeaveTheFileAsItIs() throws {
        let folder = try TemporaryFolder()
        let path = folder.path("old.sqlite")
        try write(version: "1", to: path)
        let store = try ResultsStore(path: path, access: .read)
        #expect(try store.results().sessions.isEmpty)
        store.close()
        #expect(try version(of: path) == 1)
    }

    @Test func writersBringTheFileUpToThePresentVersion() throws {
        let folder = try TemporaryFolder()
        let path = folder.path("old.sqlite")
        try write(version: "1", to: path)
        try ResultsStore(path: path, access: .create).close()
        #expect(try version(of: path) == Migrations.current)
    }
}
