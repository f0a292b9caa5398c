import DataAccess
import Foundation
import Testing

@testable import CacheStore

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

@Test func aMissingValueIsReportedWithTheNameOfItsColumn() async throws {
    let store = try CacheStore(inMemory: model)
    try await store.insert("1", nil)
    let error = await #expect(throws: StoreError.self) {
        try await store.read { connection in
            try connection.rows("SELECT \"id\", \"text\" FROM \"Note\"") {
                try $0.required($0.string(1), 1)
            }
        }
    }
    #expect(error == .unexpectedValue(column: 1, name: "text"))
    let words = "the value of a record in the column \"text\" is missing, has the wrong type or "
    #expect(error?.description.hasPrefix(words) == true)
}

/// The error said that another program has changed the file.
@Test func aDerivedNumberThatDoesNotFitItsAttributeIsReportedAsOutOfRange() async throws {
    let store = try CacheStore(inMemory: model)
    let error = await #expect(throws: StoreError.self) {
        try await store.read { connection in
            try connection.rows("SELECT 40000 AS size") { try $0.required($0.int16(0), 0) }
        }
    }
    #expect(error == .unexpectedValue(column: 0, name: "size"))
    #expect(error?.description.contains("is out of range") == true)
    #expect(error?.description.contains("derived, such as a count") == true)
}

@Test func aTextThatIsNoCollectionIsReportedWithTheNameOfItsColumn() async throws {
    let store = try CacheStore(inMemory: model)
    try await store.insert("1", "[1")
    await #expect(throws: StoreError.unexpectedValue(column: 0, name: "text")) {
        try await store.read { connection in
            try connection.rows("SELECT \"text\" FROM \"Note\"") { row -> [Int]? in
                try row.json(0)
            }
        }
    }
}

@Test func aRelationshipThatItsInverseAloneSetsIsNamed() async throws {
    let backend = RecordBackend(try memoryClub())
    let team = Team(id: 1, name: "T")
    let words = "the relationship \"members\" of \"Team\" can only be set through its inverse"
    await #expect(throws: StoreError.badQuery(words)) {
        try await backend.set("members", of: team, to: [Person.Identity("1")], Person.self)
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

/// The error was "SQLite error 25".
@Test func aParameterThatTheSQLLacksIsNamedAsSuch() async throws {
    let store = try CacheStore(inMemory: model)
    let error = await #expect(throws: StoreError.self) {
        _ = try await store.read { connection in
            try connection.firstRow("SELECT ?1") {
                try $0.bind("a", at: 2)
            } read: {
                $0.string(0)
            }
        }
    }
    let reason = "a value is bound to a parameter that the SQL text does not contain"
    #expect("\(error, default: "none")".contains(reason))
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

/// SQLite ends the transaction; the statements after it were committed one by one.
@Test func nothingIsWrittenAfterAnErrorThatEndsTheTransaction() async throws {
    let store = try CacheStore(inMemory: model)
    try await store.insert("1", "one")
    await #expect {
        try await store.write { connection in
            _ = try? connection.execute("INSERT OR ROLLBACK INTO \"Note\" VALUES ('1', NULL)")
            _ = try? connection.execute("INSERT INTO \"Note\" VALUES ('2', 'two')")
        }
    } throws: {
        "\($0)".contains("has rolled back the whole transaction")
    }
    #expect(try await store.texts() == ["one"])
    try await store.insert("3", "three")
    #expect(try await store.texts() == ["one", "three"])
}

@Test(arguments: [
    "COMMIT", "-- done\nend transaction;", "ROLLBACK", "BEGIN", "; -- done\nCOMMIT",
    "\u{feff}COMMIT", "ROLLBACK -- to the beginning", "ROLLBACK TRANSACTION \"to\"",
])
func theSQLOfAWriteDoesNotEndItsTransaction(_ sql: String) async throws {
    let store = try CacheStore(inMemory: model)
    let error = await #expect(throws: StoreError.self) {
        try await store.write { connection in
            try connection.execute("INSERT INTO \"Note\" VALUES ('1', 'one')")
            try connection.execute(sql)
        }
    }
    #expect("\(error, default: "none")".contains("cannot begin or end a transaction"))
    #expect(try await store.texts() == [])
    try await store.write { connection in
        try connection.execute("SAVEPOINT one")
        try connection.execute("INSERT INTO \"Note\" VALUES ('1', 'one')")
        try connection.execute("/* END */ ROLLBACK TRANSACTION -- part\nTO SAVEPOINT one;")
        try connection.execute(
            """
            CREATE TEMP TRIGGER emptied AFTER DELETE ON "Note"
            BEGIN DELETE FROM "Note"; END;
            """
        )
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
        let other = StoreModel(name: "Other", statements: ["CREATE TABLE \"Other\" (\"id\")"])
        #expect(
            throws: StoreError.modelMismatch(path: path, stored: model.name, expected: "Other")
        ) {
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

@Test func statementsThatLookAlikeAreNotTheSame() async throws {
    let store = try CacheStore(inMemory: model)
    // Both have three bytes, and Swift strings with them are equal.
    let texts = ["\u{212b}", "A\u{30a}"]
    let found = try await store.read { connection in
        try texts.flatMap { text in try connection.rows("SELECT '\(text)'") { $0.string(0) ?? "" } }
    }
    #expect(found.map { Array($0.utf8) } == texts.map { Array($0.utf8) })
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

@Test func contentsIncludeATableWhoseNameBeginsWithSQLite() async throws {
    try await withFile { path in
        let files = StoreModel(
            name: "Files",
            statements: ["CREATE TABLE SQLiteFile (id INTEGER PRIMARY KEY)"]
        )
        try CacheStore(fileAt: path, model: files).close()
        #expect(try StoreContents(fileAt: path).tables.map(\.name) == ["SQLiteFile"])
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

@Test func removingAStoreBehindALinkRemovesBoth() async throws {
    try await withFile { path in
        let link = path + ".link"
        try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: path)
        let store = try CacheStore(fileAt: link, model: model)
        try await store.insert("1", "one")
        #expect(store.path == path)
        try store.close()
        try CacheStore.removeFiles(at: link)
        #expect(try neighbours(of: path) == [])
    }
}

/// The nodes below one in the tree where the children of n are 2n and 2n + 1, to 15.
private func walk(_ connection: StoreConnection, _ node: Int64, _ found: inout [Int64]) throws {
    let sql = "SELECT value FROM json_each('[' || (2 * ?1) || ',' || (2 * ?1 + 1) || ']')"
    try connection.forEachRow(sql) {
        try $0.bind(node, at: 1)
    } _: { row in
        let child = try row.required(row.int64(0), 0)
        if child > 15 { return }
        found.append(child)
        try walk(connection, child, &found)
    }
}

private func walked(_ connection: StoreConnection) throws -> [Int64] {
    var found: [Int64] = []
    try walk(connection, 1, &found)
    return found
}

@Test func aTextThatRunsInsideItselfKeepsItsRowsApart() async throws {
    let store = try CacheStore(inMemory: StoreModel(name: "Trees", statements: []))
    let order: [Int64] = [2, 4, 8, 9, 5, 10, 11, 3, 6, 12, 13, 7, 14, 15]
    #expect(try await store.read { try walked($0) } == order)
    #expect(try await store.write { try walked($0) } == order)
    #expect(try await store.write { try walked($0) } == order)
}

@Test func manyTextsInOneTransactionRunInsideEachOther() async throws {
    let store = try CacheStore(inMemory: StoreModel(name: "Numbers", statements: []))
    let sums = try await store.write { connection in
        var sums: [Int64] = []
        try connection.forEachRow("SELECT value FROM json_each('[1, 2, 3]')") { row in
            let outer = row.int64(0) ?? 0
            for number in Int64(0)..<12 {
                // More texts than are kept.
                let sum = try connection.firstRow("SELECT ?1 + \(number)") {
                    try $0.bind(outer, at: 1)
                } read: {
                    $0.int64(0) ?? 0
                }
                sums.append(sum ?? -1)
            }
        }
        return sums
    }
    let expected = Array(Int64(1)...12) + Array(Int64(2)...13) + Array(Int64(3)...14)
    #expect(sums == expected)
}

/// Synchronous code may wait for the store.
private func saveAndCount(_ store: CacheStore, _ id: String) throws -> Int64? {
    try store.writeAndWait { connection in
        try connection.execute("INSERT INTO \"Note\" VALUES (?1, 'text')") {
            try $0.bind(id, at: 1)
        }
    }
    return try store.readAndWait { connection in
        try connection.firstRow("SELECT count(*) FROM \"Note\"") { $0.int64(0) ?? 0 }
    }
}

@Test func synchronousCodeWritesAndReads() async throws {
    try await withFile { path in
        let store = try CacheStore(fileAt: path, model: model)
        var changes = store.changes.makeAsyncIterator()
        #expect(try saveAndCount(store, "a") == 1)
        #expect(await changes.next()?.entities == ["Note"])
        #expect(try saveAndCount(store, "b") == 2)
        // What throws leaves nothing.
        #expect(throws: StoreError.self) { try saveAndCount(store, "b") }
        #expect(try saveAndCount(store, "c") == 3)
        try store.close()
        try store.close()
        #expect(throws: StoreError.self) { try saveAndCount(store, "d") }
        #expect(try neighbours(of: path) == ["store.sqlite"])
    }
}

@Test func waitingInsideAClosureOfTheStoreIsRefused() async throws {
    let store = try CacheStore(inMemory: model)
    func isRefused(_ error: any Error) -> Bool {
        if case StoreError.refused(let reason)? = error as? StoreError {
            return reason.contains("writeAndWait")
        }
        return false
    }
    await #expect { try await store.write { _ in _ = try saveAndCount(store, "a") } } throws: {
        isRefused($0)
    }
    await #expect {
        try await store.read { _ in try store.readAndWait { _ in } }
    } throws: {
        isRefused($0)
    }
    #expect(try saveAndCount(store, "b") == 1)
}

/// The closure waited for the end of its own connection, without end.
@Test(.timeLimit(.minutes(3))) func closingInsideAClosureOfTheStoreIsRefused() async throws {
    try await withFile { path in
        let store = try CacheStore(fileAt: path, model: model)
        for isWrite in [true, false] {
            let error = await #expect(throws: StoreError.self) {
                if isWrite {
                    try await store.write { _ in try store.close() }
                } else {
                    try await store.read { _ in try store.close() }
                }
            }
            #expect("\(error, default: "none")".contains("after the closure has returned"))
        }
        try await store.insert("1", "one")
        #expect(try await store.texts() == ["one"])
        try store.close()
    }
}

@Test func aQueryByPrefixSearchesTheIndexThatTheModelDeclares() async throws {
    let indexed = DataAccess.StoreModel(
        name: "Club",
        statements: ClubModel.definition.statements + [
            "CREATE INDEX \"Person#1\" ON \"Person\" (\"name\")",
            "CREATE INDEX \"Team#1\" ON \"Team\" (store_fold_c(\"name\"), \"id\")",
        ],
        entities: ClubModel.definition.entities
    )
    let store = try CacheStore(inMemory: indexed)
    func plan<R: StoredRecord>(_ type: R.Type, _ filter: String) async throws -> [String] {
        let query = DataQuery(filter: .init(filter, ["t": "a"]))
        return try await store.read { connection in
            let sql = try connection.plan(query, type.entity).select
            return try connection.rows("EXPLAIN QUERY PLAN \(sql)") { $0.string(3) ?? "" }
        }
    }
    #expect(
        try await plan(Person.self, "name BEGINSWITH $t").contains {
            $0.hasPrefix("SEARCH") && $0.contains("INDEX Person#1")
        }
    )
    #expect(
        try await plan(Team.self, "name BEGINSWITH[c] $t").contains {
            $0.hasPrefix("SEARCH") && $0.contains("INDEX Team#1")
        }
    )
    #expect(try await plan(Team.self, "name BEGINSWITH $t").contains { $0.hasPrefix("SCAN") })
}

@Test func aReadEndsWhenItsTaskIsCancelled() async throws {
    try await withFile { path in
        let store = try CacheStore(fileAt: path, model: model)
        let hasBegun = DispatchSemaphore(value: 0)
        let task = Task {
            try await store.read { connection in
                hasBegun.signal()
                return try connection.firstRow(
                    """
                    WITH RECURSIVE counter(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM counter)
                    SELECT count(*) FROM (SELECT n FROM counter LIMIT 2000000000)
                    """
                ) {
                    $0.int64(0)
                }
            }
        }
        // From a thread of its own: those of tasks may all be busy.
        DispatchQueue.global().async {
            hasBegun.wait()
            usleep(20_000)
            task.cancel()
        }
        await #expect(throws: CancellationError.self) { _ = try await task.value }
        #expect(try await store.texts() == [])
    }
}

@Test func aReadNeverRunsOnTheMainThread() async throws {
    try await withFile { path in
        let store = try CacheStore(fileAt: path, model: model)
        let isElsewhere = try await Task { @MainActor in
            try await store.read { _ in !Thread.isMainThread }
        }.value
        #expect(isElsewhere)
    }
}

@Test func manyReadsAtOnceAllComeToAnEnd() async throws {
    try await withFile { path in
        let store = try CacheStore(fileAt: path, model: model)
        try await store.insert("1", "one")
        let found = try await withThrowingTaskGroup(of: Int.self) { group in
            for _ in 0..<200 { group.addTask { try await store.texts().count } }
            return try await group.reduce(0, +)
        }
        #expect(found == 200)
    }
}

/// SQLite reads text and bytes that are not a number as 0.
@Test func aTextIsNotTheNumberZero() async throws {
    let store = try CacheStore(inMemory: model)
    let sql = "SELECT 'abc', x'00', NULL, 0, 0.0"
    let (whole, real) = try await store.read { connection in
        let read = try connection.rows(sql) { row in
            ((0..<5).map { row.int64(Int32($0)) }, (0..<5).map { row.double(Int32($0)) })
        }
        return try #require(read.first)
    }
    #expect(whole == [nil, nil, nil, 0, 0])
    #expect(real == [nil, nil, nil, 0, 0])
}
