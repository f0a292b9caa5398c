// Made by cdgen from Odd.xcdatamodeld. Edits are lost when cdgen runs again.

import CacheStore

/// Words in the store.
struct StoredWordsDAO: WordsDAO, StoredDataAccessObject {
    let store: CacheStore

    func list() async throws -> [Words] {
        try await store.read { connection in
            try connection.rows(WordsMapping.list) { try WordsMapping.record(from: $0) }
        }
    }

    func retrieve(_ identity: Words.Identity) async throws -> Words? {
        try await store.read { connection in
            try connection.firstRow(WordsMapping.retrieve) {
                try $0.bind(identity.value, at: 1)
            } read: {
                try WordsMapping.record(from: $0)
            }
        }
    }

    func save(_ words: Words) async throws -> Words {
        try await store.write { connection in
            try Self.save(words, connection)
        }
    }

    func save(_ words: [Words]) async throws -> [Words] {
        try await store.write { connection in
            try words.map { try Self.save($0, connection) }
        }
    }

    func delete(_ identity: Words.Identity) async throws -> Bool {
        try await store.write { connection in
            let count = try connection.execute(WordsMapping.delete) {
                try $0.bind(identity.value, at: 1)
            }
            return count > 0
        }
    }

    func deleteAll() async throws -> Int {
        try await store.write { connection in
            let count = try connection.firstRow(WordsMapping.count) {
                try $0.required($0.int64(0), 0)
            }
            try connection.execute(WordsMapping.deleteAll)
            return Int(count ?? 0)
        }
    }

    func count() async throws -> Int {
        try await store.read { connection in
            let count = try connection.firstRow(WordsMapping.count) {
                try $0.required($0.int64(0), 0)
            }
            return Int(count ?? 0)
        }
    }

    private nonisolated static func save(
        _ words: Words,
        _ connection: StoreConnection
    ) throws -> Words {
        var saved = words
        try connection.execute(WordsMapping.save) {
            try WordsMapping.bind(saved, to: $0)
        }
        if saved.identity == nil { saved.identity = Words.Identity(connection.lastInsertedNumber) }
        return saved
    }
}

/// How words stand in the table `Words`.
nonisolated enum WordsMapping {
    static func record(from row: StoreRow) throws -> Words {
        Words(
            identity: row.int64(0).map(Words.Identity.init),
            `inout`: row.string(1),
            hash: row.string(2),
            description: row.string(3),
            self_: row.string(4),
            init_: row.string(5),
            class: row.string(6),
            default: row.string(7),
            identity_: row.string(8),
            columnValues_: row.string(9),
            hashValue_: row.string(10),
            entity: row.string(11),
            statements: row.string(12),
            protocol: row.string(13),
            in: row.string(14),
            is: row.string(15),
            store: row.string(16),
            connection: row.string(17),
            row: row.string(18),
            bindings: row.string(19),
            some: row.string(20),
            any: row.string(21),
            await: row.string(22),
            actor: row.string(23),
            debugDescription: row.string(24),
            objectID: row.string(25),
            isDeleted: row.string(26),
            copy: row.string(27),
            private: row.string(28),
            _2fast: row.string(29),
            überGröße: row.string(30),
            名前: row.string(31),
            bind: row.string(32),
            blank: row.string(33),
            values: row.string(34),
            manager: row.string(35),
            value: row.string(36),
            switch: row.int64(37).map(DataRecord.Identity.init)
        )
    }

    static func bind(_ words: Words, to bindings: StoreBindings) throws {
        try bindings.bind(words.identity?.value, at: 1)
        try bindings.bind(words.inout, at: 2)
        try bindings.bind(words.hash, at: 3)
        try bindings.bind(words.description, at: 4)
        try bindings.bind(words.self_, at: 5)
        try bindings.bind(words.init_, at: 6)
        try bindings.bind(words.class, at: 7)
        try bindings.bind(words.default, at: 8)
        try bindings.bind(words.identity_, at: 9)
        try bindings.bind(words.columnValues_, at: 10)
        try bindings.bind(words.hashValue_, at: 11)
        try bindings.bind(words.entity, at: 12)
        try bindings.bind(words.statements, at: 13)
        try bindings.bind(words.protocol, at: 14)
        try bindings.bind(words.in, at: 15)
        try bindings.bind(words.is, at: 16)
        try bindings.bind(words.store, at: 17)
        try bindings.bind(words.connection, at: 18)
        try bindings.bind(words.row, at: 19)
        try bindings.bind(words.bindings, at: 20)
        try bindings.bind(words.some, at: 21)
        try bindings.bind(words.any, at: 22)
        try bindings.bind(words.await, at: 23)
        try bindings.bind(words.actor, at: 24)
        try bindings.bind(words.debugDescription, at: 25)
        try bindings.bind(words.objectID, at: 26)
        try bindings.bind(words.isDeleted, at: 27)
        try bindings.bind(words.copy, at: 28)
        try bindings.bind(words.private, at: 29)
        try bindings.bind(words._2fast, at: 30)
        try bindings.bind(words.überGröße, at: 31)
        try bindings.bind(words.名前, at: 32)
        try bindings.bind(words.bind, at: 33)
        try bindings.bind(words.blank, at: 34)
        try bindings.bind(words.values, at: 35)
        try bindings.bind(words.manager, at: 36)
        try bindings.bind(words.value, at: 37)
        try bindings.bind(words.switch?.value, at: 38)
    }

    static let list = """
        SELECT "_id", "inout", "hash", "description", "Self", "init", "class", "default",
        "identity", "columnValues", "hashValue", "entity", "statements", "Protocol",
        "in", "is", "store", "connection", "row", "bindings", "some", "any",
        "await", "actor", "debugDescription", "objectID", "isDeleted", "copy",
        "_private", "2fast", "über_größe", "名前", "bind", "blank", "values",
        "manager", "value", "switch"
        FROM "Words"
        ORDER BY "_id"
        """

    static let retrieve = """
        SELECT "_id", "inout", "hash", "description", "Self", "init", "class", "default",
        "identity", "columnValues", "hashValue", "entity", "statements", "Protocol",
        "in", "is", "store", "connection", "row", "bindings", "some", "any",
        "await", "actor", "debugDescription", "objectID", "isDeleted", "copy",
        "_private", "2fast", "über_größe", "名前", "bind", "blank", "values",
        "manager", "value", "switch"
        FROM "Words"
        WHERE "_id" = ?1
        """

    static let save = """
        INSERT INTO "Words" (
            "_id", "inout", "hash", "description", "Self", "init", "class", "default",
            "identity", "columnValues", "hashValue", "entity", "statements", "Protocol",
            "in", "is", "store", "connection", "row", "bindings", "some", "any",
            "await", "actor", "debugDescription", "objectID", "isDeleted", "copy",
            "_private", "2fast", "über_größe", "名前", "bind", "blank", "values",
            "manager", "value", "switch"
        ) VALUES (
            ?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14, ?15, ?16, ?17,
            ?18, ?19, ?20, ?21, ?22, ?23, ?24, ?25, ?26, ?27, ?28, ?29, ?30, ?31, ?32,
            ?33, ?34, ?35, ?36, ?37, ?38
        )
        ON CONFLICT ("_id") DO UPDATE SET
            "inout" = excluded."inout",
            "hash" = excluded."hash",
            "description" = excluded."description",
            "Self" = excluded."Self",
            "init" = excluded."init",
            "class" = excluded."class",
            "default" = excluded."default",
            "identity" = excluded."identity",
            "columnValues" = excluded."columnValues",
            "hashValue" = excluded."hashValue",
            "entity" = excluded."entity",
            "statements" = excluded."statements",
            "Protocol" = excluded."Protocol",
            "in" = excluded."in",
            "is" = excluded."is",
            "store" = excluded."store",
            "connection" = excluded."connection",
            "row" = excluded."row",
            "bindings" = excluded."bindings",
            "some" = excluded."some",
            "any" = excluded."any",
            "await" = excluded."await",
            "actor" = excluded."actor",
            "debugDescription" = excluded."debugDescription",
            "objectID" = excluded."objectID",
            "isDeleted" = excluded."isDeleted",
            "copy" = excluded."copy",
            "_private" = excluded."_private",
            "2fast" = excluded."2fast",
            "über_größe" = excluded."über_größe",
            "名前" = excluded."名前",
            "bind" = excluded."bind",
            "blank" = excluded."blank",
            "values" = excluded."values",
            "manager" = excluded."manager",
            "value" = excluded."value",
            "switch" = excluded."switch"
        """

    static let delete = """
        DELETE FROM "Words" WHERE "_id" = ?1
        """

    static let deleteAll = """
        DELETE FROM "Words"
        """

    static let count = """
        SELECT count(*) FROM "Words"
        """
}

extension Words: StoredRecord {
    static let statements = RecordStatements(entity)

    init(row: StoreRow) throws {
        self = try WordsMapping.record(from: row)
    }

    func bind(to bindings: StoreBindings) throws {
        try WordsMapping.bind(self, to: bindings)
    }
}
