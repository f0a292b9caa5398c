import CacheStore
import DataAccess
import Foundation
import GRDB
import Testing

private let otherModel = StoreModel(
    name: "Other",
    statements: ["CREATE TABLE \"Person\" (\"id\" TEXT PRIMARY KEY NOT NULL)"]
)

/// Overwrites these bytes of the file.
///
/// - Returns: what the file contains then.
@discardableResult
private func damage(_ path: String, at place: Int, count: Int) throws -> Data {
    let file = try FileHandle(forUpdating: URL(fileURLWithPath: path))
    try file.seek(toOffset: UInt64(place))
    try file.write(contentsOf: Data(repeating: 0xA5, count: count))
    try file.close()
    return try Data(contentsOf: URL(fileURLWithPath: path))
}

/// The damaged file at `path` is moved aside for `replacesStoreOnIntegrityErrors` alone.
private func expectMovedAsideOnlyWhenAsked(_ path: String, contents: Data) throws {
    #expect(throws: StoreError.notADatabase(path: path)) {
        try open(path) { $0.replacesStoreOnModelMismatch = true }
    }
    #expect(try neighbours(of: path) == ["store.sqlite"])
    let store = try open(path) { $0.replacesStoreOnIntegrityErrors = true }
    let aside = path + ".aside-1"
    #expect(store.opening == .replaced(reason: .notADatabase(path: path), movedTo: aside))
    #expect(FileManager.default.contents(atPath: aside) == contents)
}

@Test func aStoreOfAnotherModelIsMovedAsideWhole() async throws {
    try await withFile { path in
        let old = try CacheStore(fileAt: path, model: otherModel)
        try await old.write { connection in
            _ = try connection.execute("INSERT INTO \"Person\" VALUES ('kept')")
        }
        try old.close()
        let store = try open(path) { $0.replacesStoreOnModelMismatch = true }
        let aside = path + ".aside-1"
        #expect(
            store.opening
                == .replaced(
                    reason: .modelMismatch(path: path, stored: "Other", expected: "Club"),
                    movedTo: aside
                )
        )
        #expect(try await store.context.count(Person.self) == 0)
        let tables = try StoreContents(fileAt: aside).tables
        #expect(tables.first { $0.name == "Person" }?.rows == [["kept"]])
    }
}

@Test func aStoreInUseElsewhereIsNotMoved() async throws {
    try await withFile { path in
        let other = try CacheStore(fileAt: path, model: otherModel)
        let rows = try await other.read { try $0.rows("SELECT 1") { $0.int64(0) } }
        #expect(rows == [1])
        #expect(throws: StoreError.busy) {
            try open(path) {
                $0.replacesStoreOnModelMismatch = true
                $0.busyTimeout = 0.1
            }
        }
        try other.close()
        #expect(try CacheStore(fileAt: path, model: otherModel).opening == .opened)
    }
}

@Test func aFileThatIsNoDatabaseIsMovedAsideOnlyWhenAsked() async throws {
    try await withFile { path in
        let text = Data(String(repeating: "no database ", count: 1000).utf8)
        try text.write(to: URL(fileURLWithPath: path))
        #expect(throws: StoreError.notADatabase(path: path)) { try open(path) { _ in } }
        try expectMovedAsideOnlyWhenAsked(path, contents: text)
    }
}

@Test func aStoreWithADamagedHeaderIsMovedAsideOnlyWhenAsked() async throws {
    try await withFile { path in
        try club(path).close()
        let damaged = try damage(path, at: 0, count: 100)
        try expectMovedAsideOnlyWhenAsked(path, contents: damaged)
    }
}

@Test func aDamagedDatabaseOfAnotherProgramIsNeverMoved() async throws {
    try await withFile { path in
        let queue = try DatabaseQueue(path: path)
        try await queue.write { database in
            try database.execute(
                sql: """
                    CREATE TABLE mine (id INTEGER PRIMARY KEY, text);
                    WITH c(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM c WHERE i < 2000)
                    INSERT INTO mine SELECT i, 'text ' || i FROM c;
                    """
            )
        }
        try queue.close()
        // First a page of the table, then the schema.
        for (place, error) in [
            (4096 * 3, StoreError.foreignDatabase(path: path)), (100, .notADatabase(path: path)),
        ] {
            try damage(path, at: place, count: 3996)
            #expect(throws: error) { try open(path) { $0.replacesStoreOnIntegrityErrors = true } }
        }
        #expect(try neighbours(of: path) == ["store.sqlite"])
    }
}

/// The log was moved first: the store was opened without it, and the log was lost.
@Test func aMoveAsideThatWasKilledIsCompleted() async throws {
    try await withFile { path in
        let (files, aside) = (FileManager.default, path + ".aside-1")
        for suffix in ["", "-wal", "-shm"] {
            try Data(suffix.utf8).write(to: URL(fileURLWithPath: path + suffix))
        }
        try files.moveItem(atPath: path, toPath: aside + "-moving")
        try files.moveItem(atPath: path + "-shm", toPath: aside + "-shm")
        #expect(try club(path).opening == .created)
        for suffix in ["", "-wal", "-shm"] {
            #expect(files.contents(atPath: aside + suffix) == Data(suffix.utf8))
        }
        #expect(!files.fileExists(atPath: aside + "-moving"))
    }
}

@Test func aDamagedStoreIsMovedAsideWithItsLog() async throws {
    try await withFile { path in
        let store = try club(path)
        try await store.write { connection in
            for index in 0..<2000 {
                try connection.save(Team(id: Int64(index), name: "team \(index)"))
            }
        }
        try store.close()
        // Pages of the records become garbage, but not those of the schema; a log lies beside it.
        try damage(path, at: 4096 * 14, count: 4096 * 6)
        try Data("log".utf8).write(to: URL(fileURLWithPath: path + "-wal"))
        let fresh = try open(path) { $0.replacesStoreOnIntegrityErrors = true }
        #expect(
            fresh.opening
                == .replaced(reason: .notADatabase(path: path), movedTo: path + ".aside-1")
        )
        #expect(try await fresh.context.count(Team.self) == 0)
        #expect(
            FileManager.default.contents(atPath: path + ".aside-1-wal") == Data("log".utf8)
        )
    }
}

@Test func aStoreOfCoreDataIsRecognisedAndLeftAlone() async throws {
    try await withFile { path in
        let queue = try DatabaseQueue(path: path)
        try await queue.write { database in
            try database.execute(
                sql: """
                    CREATE TABLE ZPERSON (Z_PK INTEGER PRIMARY KEY, ZNAME VARCHAR);
                    CREATE TABLE Z_METADATA (Z_VERSION INTEGER PRIMARY KEY, Z_PLIST BLOB);
                    CREATE TABLE Z_PRIMARYKEY (Z_ENT INTEGER PRIMARY KEY, Z_NAME VARCHAR);
                    """
            )
        }
        try await queue.writeWithoutTransaction { database in
            _ = try String.fetchOne(database, sql: "PRAGMA journal_mode = WAL")
        }
        try queue.close()
        let before = FileManager.default.contents(atPath: path)
        let error = try #require(throws: StoreError.self) {
            try open(path) {
                $0.replacesStoreOnModelMismatch = true
                $0.replacesStoreOnIntegrityErrors = true
            }
        }
        #expect(error == .coreDataStore(path: path))
        #expect(error.description.contains("Moving from Core Data"))
        #expect(FileManager.default.contents(atPath: path) == before)
        #expect(try neighbours(of: path) == ["store.sqlite"])
    }
}

@Test func aForeignDatabaseIsNeverMoved() async throws {
    try await withFile { path in
        let queue = try DatabaseQueue(path: path)
        try await queue.write { try $0.execute(sql: "CREATE TABLE mine (id)") }
        try queue.close()
        #expect(throws: StoreError.foreignDatabase(path: path)) {
            try open(path) {
                $0.replacesStoreOnModelMismatch = true
                $0.replacesStoreOnIntegrityErrors = true
            }
        }
        #expect(try neighbours(of: path) == ["store.sqlite"])
    }
}
