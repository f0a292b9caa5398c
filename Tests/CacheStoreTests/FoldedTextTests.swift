import CacheStore
import DataAccess
import Foundation
import GRDB
import Testing

/// Records whose index entries another version of Unicode had made were not found.
@Test func foldedTextsOfAnotherVersionOfUnicodeAreComputedAgain() async throws {
    try await withFile { path in
        let model = StoreModel(name: "Words", records: [Word.self])
        try CacheStore(fileAt: path, model: model).close()
        // A version to which the letters are unknown, so that it leaves them as they are.
        var configuration = Configuration()
        configuration.prepareDatabase { database in
            let fold = DatabaseFunction("store_fold_cd", argumentCount: 1, pure: true) { values in
                String.fromDatabaseValue(values[0])
            }
            database.add(function: fold)
        }
        let queue = try DatabaseQueue(path: path, configuration: configuration)
        try await queue.write { database in
            try database.execute(sql: "INSERT INTO Word (name) VALUES ('ÄRA')")
            try database.execute(sql: "UPDATE store_text SET version = '1:1.1'")
        }
        try queue.close()
        for _ in 0..<2 {
            let store = try CacheStore(fileAt: path, model: model)
            #expect(store.opening == .opened)
            let query = DataQuery(filter: DataQuery.Filter("name ==[cd] 'ara'"))
            #expect(try await store.context.fetch(Word.self, query).map(\.key) == ["ara"])
            try store.close()
        }
    }
}

/// A word with its folded form.
private struct Word: NumberedRecord {
    var identity: RecordID<Word, Int64>?
    var name: String?
    var key: String?
}

extension Word: StoredRecord {
    static let statements = EntityDescription(
        "Word",
        indexes: [[IndexedColumn("name", ignoresCase: true, ignoresDiacritics: true)]]
    ).attributes([
        .string("name"),
        .string("key").with(
            derivation: "canonical:(name)",
            computation: "store_fold_cd(computed.name)"
        ),
    ]).statements

    init(row: some ColumnReader) throws {
        self.init(
            identity: row.int64(0).map(Identity.init),
            name: row.string(1),
            key: row.string(2)
        )
    }

    func bind(to row: any ColumnBinder) throws {
        try row.bind(identity?.value, name, key, at: 1)
    }
}
