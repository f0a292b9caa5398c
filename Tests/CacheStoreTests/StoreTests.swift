import CacheStore
import DataAccess
import Foundation
import Testing

private let model = StoreModel(
    name: "Notes",
    statements: ["CREATE TABLE \"Note\" (\"id\" TEXT PRIMARY KEY NOT NULL, \"text\" TEXT)"]
)

extension CacheStore {
    fileprivate func insert(_ id: String, _ text: String?) async throws {
        try await write { connection in
            _ = try connection.execute("INSERT INTO \"Note\" VALUES (?1, ?2)") {
                try $0.bind(id, at: 1)
                try $0.bind(text, at: 2)
            }
        }
    }

    fileprivate func texts() async throws -> [String?] {
        try await read { connection in
            try connection.rows("SELECT \"text\" FROM \"Note\" ORDER BY \"id\"") { $0.string(0) }
        }
    }
}

@Test func whatWasWrittenIsThereWhenTheFileIsOpenedAgain() async throws {
    try await withFile { path in
        let store = try CacheStore(fileAt: path, model: model)
        try await store.insert("1", "one")
        try store.close()
        #expect(try await CacheStore(fileAt: path, model: model).texts() == ["one"])
    }
}

@Test func aFileIsInWALModeAndSyncsEachTransaction() async throws {
    try await withFile { path in
        let store = try CacheStore(fileAt: path, model: model)
        let (journal, synchronous) = try await store.write { connection in
            (
                try connection.firstRow("PRAGMA journal_mode") { $0.string(0) },
                try connection.firstRow("PRAGMA synchronous") { $0.int64(0) }
            )
        }
        #expect(journal == "wal")
        #expect(synchronous == 2)
    }
}

@Test func everyTextComesBackAsItWas() async throws {
    let store = try CacheStore(inMemory: model)
    let texts: [String?] = [
        "", nil, "a\0b", "القاهرة", "it's", "🇯🇵", String(repeating: "x", count: 100_000),
    ]
    for (index, text) in texts.enumerated() { try await store.insert("\(index)", text) }
    #expect(try await store.texts() == texts)
}

@Test func aWriteThatThrowsLeavesNothing() async throws {
    struct Stop: Error {}
    let store = try CacheStore(inMemory: model)
    await #expect(throws: Stop.self) {
        try await store.write { connection in
            try connection.execute("INSERT INTO \"Note\" VALUES ('1', 'one')")
            throw Stop()
        }
    }
    #expect(try await store.texts() == [])
}

@Test func aConstraintIsNamedAndNoValueIsInTheMessage() async throws {
    let store = try CacheStore(inMemory: model)
    try await store.insert("secret", "one")
    let error = try await #require(throws: StoreError.self) {
        try await store.insert("secret", "two")
    }
    #expect(error == .constraint(reason: "UNIQUE constraint failed: Note.id"))
    #expect(!error.description.contains("secret"))
}

@Test func filesThatAreNoStoreOfThisModelAreRefusedAndKept() async throws {
    try await withFile { path in
        let folder = URL(fileURLWithPath: path).deletingLastPathComponent()
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let text = Data(String(repeating: "no database ", count: 1000).utf8)
        try text.write(to: URL(fileURLWithPath: path))
        #expect(throws: StoreError.notADatabase(path: path)) {
            try CacheStore(fileAt: path, model: model)
        }
        #expect(FileManager.default.contents(atPath: path) == text)
    }
    try await withFile { path in
        try CacheStore(fileAt: path, model: model).close()
        let other = StoreModel(name: "Notes", statements: ["CREATE TABLE \"Other\" (\"id\")"])
        #expect(throws: StoreError.modelMismatch(path: path)) {
            try CacheStore(fileAt: path, model: other)
        }
    }
}

@Test func textFunctionsFoldAndMatch() async throws {
    let store = try CacheStore(inMemory: model)
    let row = try await store.read { connection in
        try connection.firstRow(
            """
            SELECT store_fold_c('STRAẞE'), store_fold_d('é'), store_fold_cd('ÜB'),
                store_like('Berlin', 'B*n'), store_fold_c(NULL)
            """
        ) { row in (0..<5).map { row.string($0) } }
    }
    #expect(row == ["strasse", "e", "ub", "1", nil])
}

@Test func contentsAreReadWithoutTheModel() async throws {
    try await withFile { path in
        #expect(try StoreContents(fileAt: path).tables.isEmpty)
        let store = try CacheStore(fileAt: path, model: model)
        try await store.insert("1", nil)
        let tables = try StoreContents(fileAt: path).tables
        #expect(tables.map(\.name) == ["Note"])
        #expect(tables.first?.columns == ["id", "text"])
        #expect(tables.first?.rows == [["1", nil]])
    }
}

@Test func removingAStoreRemovesItsCompanions() async throws {
    try await withFile { path in
        let store = try CacheStore(fileAt: path, model: model)
        try await store.insert("1", "one")
        try store.close()
        try CacheStore.removeFiles(at: path)
        let folder = URL(fileURLWithPath: path).deletingLastPathComponent().path
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder) == [])
    }
}
