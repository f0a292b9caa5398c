import CacheStore
import DataAccess
import Foundation
import Testing

private func version(
    _ number: Int,
    _ entities: [EntityDescription],
    _ indexes: [String] = []
) -> StoreModel {
    let names = ["Shop", "Shop 2", "Shop 3"]
    let version = ModelVersion(names[number - 1], after: Array(names[..<(number - 1)]))
    return model("Shop", version, entities, indexes: indexes)
}

/// SQL for the deletion rule Deny: a deleted record of `entity` denies that its related record of
/// `destination` remains.
private func denial(of destination: String, by entity: String, _ relationship: String) -> [String] {
    [
        """
        CREATE TABLE "\(destination):denials" (
            "target" INTEGER PRIMARY KEY REFERENCES "\(destination)" ("id")
                ON DELETE CASCADE DEFERRABLE INITIALLY DEFERRED,
            "refused" BLOB NOT NULL DEFAULT x''
                REFERENCES "\(destination)" ("id") DEFERRABLE INITIALLY DEFERRED
        )
        """,
        """
        CREATE TRIGGER "\(entity).\(relationship):deny" BEFORE DELETE ON "\(entity)" BEGIN
            INSERT INTO "\(destination):denials" ("target")
            SELECT "id" FROM "\(destination)" WHERE "id" = OLD."\(relationship)"
            ON CONFLICT DO NOTHING;
        END
        """,
    ]
}

private let first = version(
    1,
    [
        entity(
            "Item",
            [.string("title"), .string("amount"), .double("rowid")],
            [RelationshipDescription("owner", to: "Client", storage: .column)]
        ),
        entity("Client", [.string("name", .required)]),
        entity("Firm", [.string("name", .required)]),
    ]
)

private let rows = [
    "INSERT INTO Client VALUES (1, 'Ada'), (2, 'Bo')", "INSERT INTO Firm VALUES (7, 'Bo')",
    "INSERT INTO Item VALUES (10, 'pen', '3 pieces', 0.5, 1), (11, NULL, 'many', NULL, 2)",
    "INSERT INTO Item VALUES (12, 'pen', NULL, NULL, NULL)",
]

/// `amount` is a number, `code` is new and required, `title` is required, `owner` leads to a firm.
private let second = version(
    2,
    [
        entity(
            "Item",
            [
                .string("title", .required), .integer64("amount"), .string("code", .required),
                .double("rowid"),
            ],
            [RelationshipDescription("owner", to: "Firm", storage: .column)]
        ),
        entity("Client", [.string("name", .required)]),
        entity("Firm", [.string("name", .required)]),
    ]
)

private func hook(
    _ values: [String: MigrationHook.Value] = [:],
    before: [MigrationHook.Step] = [],
    after: [MigrationHook.Step] = []
) -> MigrationHook {
    let all: [String: MigrationHook.Value] = [
        "Item.amount": "CASE WHEN amount GLOB '[0-9]*' THEN CAST(amount AS INTEGER) END",
        "Item.title": "coalesce(title, 'untitled')",
        "Item.code": .row { .text("code \($0["title"] == .null ? "none" : "some")") },
        "Item.owner": """
        (SELECT f.id FROM Firm f JOIN Client c ON c.name = f.name WHERE c.id = Item.owner)
        """,
    ]
    return MigrationHook(
        from: "Shop",
        to: "Shop 2",
        before: before,
        values: all.merging(values) { $1 },
        after: after
    )
}

private func item(_ store: CacheStore) async throws -> [String] {
    try await texts(
        store,
        """
        SELECT id || ' ' || title || ' ' || ifnull(amount, '-') || ' ' || code || ' '
            || ifnull(owner, '-') || ' ' || ifnull("rowid", '-') FROM Item ORDER BY id
        """
    )
}

private struct Stopped: Error, Equatable {}

@Test func aStoredValueIsReadByItsType() {
    let values: [StoredValue] = [.null, .integer(2), .real(0.5), .text("a"), .data(Data([1]))]
    #expect(values.map(\.isNull) == [true, false, false, false, false])
    #expect(values.map(\.integer) == [nil, 2, nil, nil, nil])
    #expect(values.map(\.real) == [nil, 2, 0.5, nil, nil])
    #expect(values.map(\.text) == [nil, nil, nil, "a", nil])
    #expect(values.map(\.data) == [nil, nil, nil, nil, Data([1])])
}

/// An item with a collection. The table is the same whatever the collection's type is.
private struct Listed<Words: Codable & Hashable & Sendable>: NumberedRecord {
    var identity: RecordID<Listed, Int64>?
    var words: Words?
}

extension Listed: StoredRecord {
    static var statements: RecordStatements { listedStatements }

    init(row: some ColumnReader) throws {
        try self.init(identity: row.int64(0).map { RecordID($0) }, words: row.json(1))
    }

    func bind(to row: any ColumnBinder) throws {
        try row.bind(identity?.value, at: 1)
        try row.bind(json: words, at: 2)
    }
}

private let listedStatements = EntityDescription("Item").attributes([.transformable("words")])
    .statements

private func listed<Words: Codable & Hashable & Sendable>(
    _ words: Words.Type,
    _ version: ModelVersion? = nil
) -> StoreModel {
    StoreModel(name: "Shop", version: version, records: [Listed<Words>.self])
}

/// Types of one's own that are stored as the same JSON.
private struct Label: Codable, Hashable, Sendable {
    var text: String
}

private struct Mark: Codable, Hashable, Sendable {
    var text: String
}

/// An item with a required value that has no blank one, before a collection.
private struct Labelled: NumberedRecord {
    var identity: RecordID<Labelled, Int64>?
    var label: Label
    var words: [String]?
}

extension Labelled: StoredRecord {
    static var statements: RecordStatements { labelledStatements }

    init(row: some ColumnReader) throws {
        try self.init(
            identity: row.int64(0).map { RecordID($0) },
            label: row.required(row.json(1), 1),
            words: row.json(2)
        )
    }

    func bind(to row: any ColumnBinder) throws {
        try row.bind(identity?.value, at: 1)
        try row.bind(json: label, at: 2)
        try row.bind(json: words, at: 3)
    }
}

private let labelledStatements = EntityDescription("Item")
    .attributes([.transformable("label", .required), .transformable("words")]).statements

/// Makes a store with one item whose words are `1` and `2`.
private func makeListed(_ path: String, _ model: StoreModel) async throws {
    let store = try CacheStore(fileAt: path, model: model)
    _ = try await store.write { try $0.save(Listed(words: ["1", "2"])) }
    try store.close()
}

/// Removes the type of the collections from the store's history, as earlier releases wrote it.
private func forgetCollectionTypes(_ store: CacheStore) async throws {
    try await store.write { connection in
        try connection.execute(
            """
            UPDATE store_history
            SET description = replace(description, '"collection":"[String]",', '')
            """
        )
    }
}

/// Texts and numbers that become attributes whose stored values have a form.
private enum Forms {
    static let first = version(
        1,
        [
            entity(
                "Item",
                [
                    .string("code"), .string("site"), .string("price"), .integer64("size"),
                    .integer64("flag"), .string("words"), .string("born"),
                ]
            )
        ]
    )
    static let second = version(
        2,
        [
            entity(
                "Item",
                [
                    .uuid("code"), .uri("site"), .decimal("price"), .integer16("size"),
                    .boolean("flag"), .transformable("words"), .date("born"),
                ]
            )
        ]
    )
    static let row = """
        INSERT INTO Item VALUES
            (1, '6ba7b810-9dad-11d1-80b4-00c04fd430c8', 'http://x', '0.5', 3, 1, '["a"]', '12')
        """
    static let values: [String: MigrationHook.Value] = [
        "Item.code": "code", "Item.site": "site", "Item.price": "price", "Item.size": "size",
        "Item.flag": "flag", "Item.words": "words", "Item.born": "CAST(born AS REAL)",
    ]
}

@Suite struct MigrationHooks {
    @Test func everyObstacleNamesThePartOfAHook() async throws {
        try await withFile { path in
            try await makeStore(path, first, rows)
            let error = #expect(throws: StoreError.self) {
                try CacheStore(fileAt: path, model: second)
            }
            guard case .cannotMigrate(path, "Shop", "Shop 2", let obstacles) = error else {
                Issue.record("\(String(describing: error))")
                return
            }
            for name in ["amount", "title", "code", "owner"] {
                let values = "provide values[\"Item.\(name)\"]"
                let part =
                    name == "owner"
                    ? ": in a migration hook, \(values) with the identity of a related record"
                    : ": \(values) in a migration hook"
                #expect(obstacles.contains { $0.hasPrefix("Item.\(name) ") && $0.hasSuffix(part) })
            }
            #expect(obstacles.count == 4)
        }
    }

    /// The texts of an attribute become records.
    @Test(arguments: [(true, "NULL"), (false, "0")])
    func anAttributeBecomesAnEntityAsTheAdviceSays(
        _ isOptional: Bool,
        _ placeholder: String
    ) async throws {
        let presence: Presence = isOptional ? .optional : .required
        let author = RelationshipDescription(
            "author",
            to: "Author",
            isOptional: isOptional,
            storage: .column
        )
        let old = version(1, [entity("Book", [.string("author", presence)])])
        let new = version(
            2,
            [entity("Book", [], [author]), entity("Author", [.string("name", .required)])]
        )
        try await withFile { path in
            try await makeStore(path, old, ["INSERT INTO Book VALUES (1, 'Ada'), (2, 'Ada')"])
            let error = #expect(throws: StoreError.self) {
                try CacheStore(fileAt: path, model: new)
            }
            let advice = """
                Book.author was an attribute and is now a relationship: write a migration hook \
                that copies the old data to a temporary table in a "before" step, sets \
                values["Book.author"] to "\(placeholder)", and in an "after" step inserts the \
                Author records and then sets Book.author
                """
            #expect("\(error, default: "none")".contains(advice))
            let hook = MigrationHook(
                from: "Shop",
                to: "Shop 2",
                before: [.sql("CREATE TEMP TABLE kept AS SELECT id, author FROM Book")],
                values: ["Book.author": .sql(placeholder)],
                after: [
                    .sql(
                        """
                        INSERT INTO Author (name) SELECT DISTINCT author FROM kept;
                        UPDATE Book SET author = (SELECT a.id FROM Author a JOIN kept k
                            ON k.author = a.name WHERE k.id = Book.id)
                        """
                    )
                ]
            )
            let store = try CacheStore(fileAt: path, model: new, migrations: [hook])
            let names = "SELECT name FROM Book b JOIN Author a ON a.id = b.author"
            #expect(try await texts(store, names) == ["Ada", "Ada"])
        }
    }

    @Test func anotherTypeOfElementsNeedsAHook() async throws {
        let (old, later) = (ModelVersion("Shop"), ModelVersion("Shop 2", after: ["Shop"]))
        let (words, numbers) = (listed([String].self, old), listed([Int64].self, later))
        let reason = "Item.words had the type [String] and now has the type [Int64]"
        let verdict = try MigrationVerdict(from: VersionTables(words), to: VersionTables(numbers))
        #expect(verdict.obstacles.map(\.text) == [reason])
        try await withFile { path in
            try await makeListed(path, words)
            let error = #expect(throws: StoreError.self) {
                try CacheStore(fileAt: path, model: numbers)
            }
            let advice = "\(reason): provide values[\"Item.words\"] in a migration hook"
            #expect("\(error, default: "none")".contains(advice))
            let hook = MigrationHook(
                from: "Shop",
                to: "Shop 2",
                values: ["Item.words": "replace(words, '\"', '')"]
            )
            let store = try CacheStore(fileAt: path, model: numbers, migrations: [hook])
            let found = try await store.read { try $0.fetch(Listed<[Int64]>.self) }
            #expect(found.map(\.words) == [[1, 2]])
        }
    }

    @Test func elementsOfAWiderTypeNeedNoHook() async throws {
        try await withFile { path in
            let small = try CacheStore(fileAt: path, model: listed([String: [Int16]].self))
            _ = try await small.write { try $0.save(Listed(words: ["a": [Int16.max]])) }
            try small.close()
            let store = try CacheStore(fileAt: path, model: listed([String: [Int64]].self))
            let found = try await store.read { try $0.fetch(Listed<[String: [Int64]]>.self) }
            #expect(found.map(\.words) == [["a": [32767]]])
            #expect(throws: StoreError.self) {
                try CacheStore(fileAt: path, model: listed([Int64].self))
            }
        }
    }

    /// Releases before this one did not record the types of collections.
    @Test func aStoreThatDoesNotStateItsCollectionsIsNoNewerOne() async throws {
        try await withFile { path in
            try await makeListed(path, listed([String].self))
            let old = try CacheStore(fileAt: path, model: listed([String].self))
            try await forgetCollectionTypes(old)
            try old.close()
            let store = try CacheStore(fileAt: path, model: listed([String].self))
            #expect(store.opening == .opened)
            let count = "SELECT count(*) FROM store_history"
            #expect(try await texts(store, count) == ["1"])
            let stated = "SELECT count(*) FROM store_history WHERE description LIKE '%[String]%'"
            #expect(try await texts(store, stated) == ["1"])
            try store.close()
            let error = #expect(throws: StoreError.self) {
                try CacheStore(fileAt: path, model: listed([Int64].self))
            }
            #expect("\(error, default: "none")".contains("Item.words had the type [String]"))
        }
    }

    /// Its entry does not state the types of collections.
    @Test func aProgramOfAnEarlierReleaseDoesNotHideTheTypesOfCollections() async throws {
        try await withFile { path in
            try await makeListed(path, listed([String].self))
            for _ in 1...2 {
                let store = try CacheStore(fileAt: path, model: listed([String].self))
                #expect(try await texts(store, "SELECT count(*) FROM store_history") == ["1"])
                try await store.write { connection in
                    try connection.execute(
                        """
                        INSERT INTO store_history (definition, description)
                        SELECT definition, replace(description, '"collection":"[String]",', '')
                        FROM store_history
                        """
                    )
                }
                try store.close()
            }
            let error = #expect(throws: StoreError.self) {
                try CacheStore(fileAt: path, model: listed([Int64].self))
            }
            #expect("\(error, default: "none")".contains("Item.words had the type [String]"))
        }
    }

    /// The models differ in an index only, which descriptions do not state.
    @Test func aModelThatDidNotStateItsCollectionsIsStillAnEarlierOne() async throws {
        try await withFile { path in
            let plain = listed([String].self)
            let index = "CREATE INDEX \"Item#1\" ON \"Item\" (\"words\")"
            let indexed = StoreModel(
                name: "Shop",
                statements: plain.statements + [index],
                records: [Listed<[String]>.self]
            )
            let store = try CacheStore(fileAt: path, model: plain)
            try await forgetCollectionTypes(store)
            try store.close()
            try CacheStore(fileAt: path, model: indexed).close()
            #expect(
                throws: StoreError.newerModel(path: path, stored: "Shop", expected: "Shop")
            ) { try CacheStore(fileAt: path, model: plain) }
        }
    }

    @Test func aTypeOfOnesOwnMayGetAnotherName() async throws {
        try await withFile { path in
            let old = try CacheStore(fileAt: path, model: listed(Label.self))
            _ = try await old.write { try $0.save(Listed(words: Label(text: "a"))) }
            try old.close()
            let store = try CacheStore(fileAt: path, model: listed(Mark.self))
            let found = try await store.read { try $0.fetch(Listed<Mark>.self) }
            #expect(found.map(\.words) == [Mark(text: "a")])
        }
    }

    @Test func aCollectionOfAHookIsTakenBesideAValueWithoutABlankOne() async throws {
        try await withFile { path in
            let old = StoreModel(name: "Shop", records: [Labelled.self])
            let store = try CacheStore(fileAt: path, model: old)
            _ = try await store.write { try $0.save(Labelled(label: Label(text: "a"))) }
            try store.close()
            let index = "CREATE INDEX \"Item#1\" ON \"Item\" (\"words\")"
            let new = StoreModel(
                name: "Shop",
                statements: old.statements + [index],
                records: [Labelled.self]
            )
            let hook = MigrationHook(
                from: "Shop",
                to: "Shop",
                after: [.sql("UPDATE Item SET words = '[\"b\"]', label = '{\"text\":\"c\"}'")]
            )
            let later = try CacheStore(fileAt: path, model: new, migrations: [hook])
            let found = try await later.read { try $0.fetch(Labelled.self) }
            #expect(found.map(\.words) == [["b"]])
            #expect(found.map(\.label) == [Label(text: "c")])
        }
    }

    /// As `--transformable data` keeps a collection, and as it is kept by default.
    @Test func bytesBecomeACollectionByAHookAlone() async throws {
        try await withFile { path in
            let bytes = version(1, [entity("Item", [.binary("words")])])
            let collection = version(2, [entity("Item", [.transformable("words")])])
            let row = "INSERT INTO Item VALUES (1, CAST('a b' AS BLOB)), (2, NULL)"
            try await makeStore(path, bytes, [row])
            let error = #expect(throws: StoreError.self) {
                try CacheStore(fileAt: path, model: collection)
            }
            guard case .cannotMigrate(path, "Shop", "Shop 2", let obstacles) = error else {
                Issue.record("\(String(describing: error))")
                return
            }
            #expect(
                obstacles == [
                    "Item.words had the type Binary and now has the type Transformable: provide values[\"Item.words\"] in a migration hook"
                ]
            )
            let hook = MigrationHook(
                from: "Shop",
                to: "Shop 2",
                values: [
                    "Item.words":
                        "'[\"' || replace(CAST(words AS TEXT), ' ', '\",\"') || '\"]'"
                ]
            )
            let store = try CacheStore(fileAt: path, model: collection, migrations: [hook])
            let found = try await texts(store, "SELECT ifnull(words, '-') FROM Item ORDER BY id")
            #expect(found == ["[\"a\",\"b\"]", "-"])
            try store.close()
            #expect(throws: StoreError.self) { try CacheStore(fileAt: path, model: bytes) }
        }
    }

    @Test func valuesDoWhatTheStoreCannot() async throws {
        try await withFile { path in
            try await makeStore(path, first, rows)
            let store = try CacheStore(fileAt: path, model: second, migrations: [hook()])
            guard case .migrated(let migration) = store.opening else {
                Issue.record("\(store.opening)")
                return
            }
            #expect(
                Set(migration.changes) == [
                    .given(entity: "Item", property: "amount"),
                    .given(entity: "Item", property: "title"),
                    .given(entity: "Item", property: "code"),
                    .given(entity: "Item", property: "owner"),
                ]
            )
            #expect(
                try await item(store) == [
                    "10 pen 3 code some - 0.5", "11 untitled - code none 7 -",
                    "12 pen - code some - -",
                ]
            )
            try store.close()
            #expect(try CacheStore(fileAt: path, model: second).opening == .opened)
        }
    }

    @Test func stepsRunBeforeAndAfter() async throws {
        try await withFile { path in
            try await makeStore(path, first, rows)
            let steps = hook(
                before: [
                    .sql(
                        "CREATE TEMP TABLE kept AS SELECT id, title FROM Item; DELETE FROM Client"
                    ),
                    .rows(of: "Item") { row in
                        row["amount"] = .text("9")
                        if row["title"] == .null { row["title"] = .text("none") }
                    },
                ],
                after: [
                    .rows(of: "Item") { $0["amount"] = $0["owner"] == .null ? .integer(8) : .null },
                    .sql(
                        "UPDATE Item SET code = ifnull((SELECT title FROM kept k WHERE k.id = Item.id), '?')"
                    ),
                ]
            )
            let store = try CacheStore(fileAt: path, model: second, migrations: [steps])
            #expect(
                try await item(store) == [
                    "10 pen 8 pen - 0.5", "11 none 8 ? - -", "12 pen 8 pen - -",
                ]
            )
            #expect(try await texts(store, "SELECT count(*) FROM Client") == ["0"])
        }
    }

    @Test func referencesThatAHookLeavesDanglingAreCleared() async throws {
        try await withFile { path in
            try await makeStore(path, first, rows)
            let steps = hook(after: [.sql("UPDATE Item SET owner = 99")])
            let store = try CacheStore(fileAt: path, model: second, migrations: [steps])
            #expect(
                try await texts(store, "SELECT count(*) FROM Item WHERE owner IS NULL") == ["3"]
            )
            #expect(
                try await texts(store, "SELECT count(*) FROM pragma_foreign_key_check") == ["0"]
            )
        }
    }

    /// The obstacle was a column of an internal table that no hook knows.
    @Test func aHookDeletesARecordInSpiteOfTheRuleDeny() async throws {
        let statements = denial(of: "Client", by: "Item", "owner")
        func shop(_ number: Int, _ attributes: [AttributeDescription]) -> StoreModel {
            let owner = RelationshipDescription("owner", to: "Client", storage: .column)
            let entities = [entity("Item", attributes, [owner]), entity("Client", [])]
            return version(number, entities, statements)
        }
        try await withFile { path in
            let rows = [
                "INSERT INTO Client VALUES (1)", "INSERT INTO Item VALUES (10, 1), (11, 1)",
            ]
            try await makeStore(path, shop(1, []), rows)
            let hook = MigrationHook(
                from: "Shop",
                to: "Shop 2",
                before: [.sql("DELETE FROM Item WHERE id = 10")],
                after: [.sql("DELETE FROM Item WHERE id = 11")]
            )
            let new = shop(2, [.string("title")])
            let store = try CacheStore(fileAt: path, model: new, migrations: [hook])
            #expect(try await texts(store, "SELECT count(*) FROM Item") == ["0"])
            #expect(try await texts(store, "SELECT id FROM Client") == ["1"])
            let broken = "SELECT count(*) FROM pragma_foreign_key_check"
            #expect(try await texts(store, broken) == ["0"])
        }
    }

    /// The removal of a pair deletes a record, and references to it were left in the file. The
    /// record's own relationship has the rule Deny.
    @Test func referencesToARecordThatACascadeDeletesAreCleared() async throws {
        let cascade = """
            CREATE TRIGGER "Tag.books:pair" AFTER DELETE ON "Book.tags" BEGIN
                DELETE FROM "Book" WHERE "id" = OLD."source";
            END
            """
        let books = RelationshipDescription.toMany(
            "books",
            "Book",
            in: PairTable("Book.tags", own: "target"),
            whenDeleted: .cascade
        )
        func shop(_ number: Int, _ attributes: [AttributeDescription]) -> StoreModel {
            let entities = [
                entity("Book", [], [RelationshipDescription.toOne("shelf", "Shelf")]),
                entity("Tag", [], [books]), entity("Shelf", []),
                entity("Review", attributes, [.toOne("book", "Book")]),
            ]
            return version(number, entities, [cascade] + denial(of: "Shelf", by: "Book", "shelf"))
        }
        try await withFile { path in
            let rows = [
                "INSERT INTO Shelf VALUES (3)", "INSERT INTO Book VALUES (1, 3)",
                "INSERT INTO Tag VALUES (5), (6)",
                "INSERT INTO \"Book.tags\" (source, target) VALUES (1, 5), (1, 6)",
                "INSERT INTO Review VALUES (9, 1)",
            ]
            try await makeStore(path, shop(1, []), rows)
            let step = MigrationHook.Step.sql("DELETE FROM Tag WHERE id = 5")
            let hook = MigrationHook(from: "Shop", to: "Shop 2", before: [step])
            let new = shop(2, [.string("note")])
            let store = try CacheStore(fileAt: path, model: new, migrations: [hook])
            #expect(try await texts(store, "SELECT id FROM Book") == [])
            #expect(try await texts(store, "SELECT id FROM Review WHERE book IS NULL") == ["9"])
            #expect(try await texts(store, "SELECT id FROM Shelf") == ["3"])
            let broken = "SELECT count(*) FROM pragma_foreign_key_check"
            #expect(try await texts(store, broken) == ["0"])
        }
    }

    /// The error named neither the file nor the hook.
    @Test func aRelationshipThatATriggerRefusesIsNamedWithTheStep() async throws {
        let check = """
            CREATE TRIGGER "Item.owner:kindAnew" AFTER UPDATE OF "owner" ON "Item"
            WHEN NEW."owner" = 2 BEGIN
                SELECT RAISE(ABORT, 'FOREIGN KEY constraint failed');
            END
            """
        func shop(_ number: Int, _ attributes: [AttributeDescription]) -> StoreModel {
            let owner = RelationshipDescription("owner", to: "Client", storage: .column)
            return version(
                number,
                [entity("Item", attributes, [owner]), entity("Client", [])],
                [check]
            )
        }
        try await withFile { path in
            let rows = ["INSERT INTO Client VALUES (1), (2)", "INSERT INTO Item VALUES (10, 1)"]
            try await makeStore(path, shop(1, []), rows)
            let step = MigrationHook.Step.sql("UPDATE Item SET owner = 2")
            let hook = MigrationHook(from: "Shop", to: "Shop 2", before: [step])
            let error = #expect(throws: StoreError.self) {
                try CacheStore(fileAt: path, model: shop(2, [.string("a")]), migrations: [hook])
            }
            let part = "step 1 before the migration: a relationship refers to a record of the wrong"
            #expect("\(error, default: "none")".contains(part))
        }
    }

    @Test func anAfterStepGivesTheIdentityAsTheAdviceSays() async throws {
        let attributes: [AttributeDescription] = [
            .string("code", .required), .string("name", .required),
        ]
        let owner = RelationshipDescription("owner", to: "Client", storage: .column)
        let item = entity("Item", [], [owner])
        let client = EntityDescription("Client", identity: "code").attributes(attributes)
        let new = StoreModel(
            name: "Shop",
            version: ModelVersion("Shop 2", after: ["Shop"]),
            statements: [
                "CREATE TABLE Client (code TEXT PRIMARY KEY NOT NULL, name TEXT NOT NULL)",
                """
                CREATE TABLE Item (id INTEGER PRIMARY KEY, owner TEXT REFERENCES Client (code)
                    ON DELETE SET NULL DEFERRABLE INITIALLY DEFERRED)
                """,
            ],
            entities: [item, client]
        )
        let hook = MigrationHook(
            from: "Shop",
            to: "Shop 2",
            after: [
                .sql(
                    """
                    UPDATE Item SET owner = (SELECT lower(c.name) FROM Client c
                        WHERE c.code = Item.owner);
                    UPDATE Client SET code = lower(name);
                    """
                )
            ]
        )
        try await withFile { path in
            try await makeStore(path, first, rows)
            let store = try CacheStore(fileAt: path, model: new, migrations: [hook])
            let owners = """
                SELECT i.id || c.name || c.code FROM Item i JOIN Client c ON c.code = i.owner
                ORDER BY i.id
                """
            #expect(try await texts(store, owners) == ["10Adaada", "11Bobo"])
        }
    }

    /// The advice was to provide `values`, which no hook can have for the identity.
    @Test func anIdentityGetsAnotherTypeAsTheAdviceSays() async throws {
        let owner = RelationshipDescription("owner", to: "Client", storage: .column)
        let item = entity("Item", [], [owner])
        let client = EntityDescription("Client", identity: "id")
            .attributes([.string("id", .required), .string("name")])
        let new = StoreModel(
            name: "Shop",
            version: ModelVersion("Shop 2", after: ["Shop"]),
            statements: [
                "CREATE TABLE Client (id TEXT PRIMARY KEY NOT NULL, name TEXT)",
                """
                CREATE TABLE Item (id INTEGER PRIMARY KEY, owner TEXT REFERENCES Client (id)
                    ON DELETE SET NULL DEFERRABLE INITIALLY DEFERRED)
                """,
            ],
            entities: [item, client]
        )
        let hook = MigrationHook(
            from: "Shop",
            to: "Shop 2",
            before: [.sql("CREATE TEMP TABLE kept AS SELECT * FROM Client; DELETE FROM Client")],
            after: [
                .sql(
                    """
                    INSERT INTO Client SELECT 'c' || id, name FROM kept;
                    UPDATE Item SET owner = 'c' || owner;
                    """
                )
            ]
        )
        try await withFile { path in
            let rows = ["INSERT INTO Client VALUES (1, 'Ada')", "INSERT INTO Item VALUES (10, 1)"]
            let old = version(1, [item, entity("Client", [.string("name")])])
            try await makeStore(path, old, rows)
            let error = #expect(throws: StoreError.self) {
                try CacheStore(fileAt: path, model: new)
            }
            let advice = """
                Client.id had the type Integer 64 and now has the type String: write a migration \
                hook in which a "before" step moves the records
                """
            #expect("\(error, default: "none")".contains(advice))
            let store = try CacheStore(fileAt: path, model: new, migrations: [hook])
            let owners = "SELECT c.id || c.name FROM Item i JOIN Client c ON c.id = i.owner"
            #expect(try await texts(store, owners) == ["c1Ada"])
        }
    }

    @Test func aHookGivesACollectionAsText() async throws {
        try await withFile { path in
            let old = version(1, [entity("Item", [.string("words")])])
            try await makeStore(path, old, ["INSERT INTO Item VALUES (1, 'a')"])
            let hook = MigrationHook(
                from: "Shop",
                to: "Shop 2",
                values: ["Item.words": "json_array(words)"],
                after: [.sql("UPDATE Item SET words = json_insert(words, '$[#]', 'b')")]
            )
            let new = version(2, [entity("Item", [.transformable("words")])])
            let store = try CacheStore(fileAt: path, model: new, migrations: [hook])
            #expect(try await texts(store, "SELECT words FROM Item") == [#"["a","b"]"#])
        }
    }

    @Test func aStepVisitsEachOfManyRowsOnce() async throws {
        try await withFile { path in
            let many = """
                INSERT INTO Item WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n LIMIT 1700)
                SELECT i, 'a', '1', NULL, NULL FROM n
                """
            try await makeStore(path, first, [many])
            let visited = Box(0)
            let steps = hook(after: [
                .rows(of: "Item") { row in
                    visited.change { $0 += 1 }
                    if case .integer(let amount) = row["amount"] {
                        row["amount"] = .integer(amount + 1)
                    }
                }
            ])
            let store = try CacheStore(fileAt: path, model: second, migrations: [steps])
            #expect(visited.value == 1700)
            #expect(try await texts(store, "SELECT sum(amount) FROM Item") == ["3400"])
        }
    }

    @Test(arguments: [false, true])
    func anErrorThatAClosureThrowsLeavesTheFileAsItWas(_ replaces: Bool) async throws {
        try await withFile { path in
            try await makeStore(path, first, rows)
            let before = try Data(contentsOf: URL(fileURLWithPath: path))
            let names = try neighbours(of: path)
            let throwing: [MigrationHook] = [
                hook(before: [
                    .sql("DELETE FROM Item"), .rows(of: "Client") { _ in throw Stopped() },
                ]),
                hook(
                    ["Item.code": .row { _ in throw Stopped() }],
                    before: [.sql("DELETE FROM Firm")]
                ),
                hook(after: [.sql("DELETE FROM Item"), .rows(of: "Firm") { _ in throw Stopped() }]),
            ]
            for hook in throwing {
                let configuration = StoreConfiguration(
                    location: .file(path),
                    replacesStoreOnModelMismatch: replaces
                )
                #expect(throws: Stopped()) {
                    try CacheStore(model: second, configuration: configuration, migrations: [hook])
                }
                #expect(try neighbours(of: path) == names)
                #expect(try Data(contentsOf: URL(fileURLWithPath: path)) == before)
            }
            let old = try CacheStore(fileAt: path, model: first)
            #expect(old.opening == .opened)
            #expect(try await texts(old, "SELECT count(*) FROM Item") == ["3"])
        }
    }

    /// The store's own errors of these kinds move a file aside, try again, or name the hook.
    @Test(arguments: [
        StoreError.busy, .refused(reason: "mine"), .constraint(reason: "mine"),
        .modelMismatch(path: "other", stored: "A", expected: "B"),
        .newerModel(path: "other", stored: "B", expected: "A"),
        .cannotMigrate(path: "other", from: "A", to: "B", obstacles: ["mine"]),
        .notADatabase(path: "other"),
    ])
    func aStoreErrorThatAClosureThrowsIsThrownAsItIs(_ error: StoreError) async throws {
        try await withFile { path in
            try await makeStore(path, first, rows)
            let names = try neighbours(of: path)
            let calls = Box(0)
            @Sendable func fail() throws {
                calls.change { $0 += 1 }
                throw error
            }
            let throwing: [MigrationHook] = [
                hook(before: [.rows(of: "Client") { _ in try fail() }]),
                hook([
                    "Item.code": .row { _ in
                        try fail()
                        return .null
                    }
                ]),
                hook(after: [.rows(of: "Firm") { _ in try fail() }]),
            ]
            let configuration = StoreConfiguration(
                location: .file(path),
                replacesStoreOnModelMismatch: true,
                replacesStoreOnIntegrityErrors: true
            )
            for hook in throwing {
                #expect(throws: error) {
                    try CacheStore(model: second, configuration: configuration, migrations: [hook])
                }
                #expect(try neighbours(of: path) == names)
            }
            #expect(calls.value == 3)
            #expect(try CacheStore(fileAt: path, model: first).opening == .opened)
        }
    }

    @Test(arguments: [
        (
            hook(before: [.sql("UPDATE Itm SET title = 1")]),
            "step 1 before the migration: no such table: Itm"
        ),
        (
            hook(before: [.sql("DELETE FROM Item; COMMIT")]),
            "step 1 before the migration: a hook's SQL may not use"
        ),
        (hook(before: [.sql("PRAGMA journal_mode = DELETE")]), "a hook's SQL may not use"),
        (hook(before: [.sql("ATTACH ':memory:' AS other")]), "a hook's SQL may not use"),
        (hook(before: [.sql("CREATE TABLE Other (a)")]), "a hook's SQL may not use"),
        (hook(before: [.sql("ALTER TABLE Item ADD COLUMN a")]), "a hook's SQL may not use"),
        (hook(before: [.sql("UPDATE store_model SET name = 'x'")]), "a hook's SQL may not use"),
        (
            hook(before: [.sql("CREATE TEMP TABLE item (a)")]),
            "a temporary table has the same name as the table Item"
        ),
        (
            hook(before: [.sql("CREATE TEMP TRIGGER a DELETE ON Item BEGIN SELECT 1; END")]),
            "only temporary tables and their indexes"
        ),
        (
            hook(before: [.rows(of: "Itm") { _ in }]),
            "step 1 before the migration: this version of the model has no entity Itm"
        ),
        (
            hook(after: [.sql("DROP TABLE Item")]),
            "step 1 after the migration: a hook's SQL may not use"
        ),
        (
            hook(after: [.sql("UPDATE Item SET code = NULL")]),
            "NOT NULL constraint failed: Item.code"
        ),
        (
            hook(after: [.rows(of: "Item") { $0["amont"] = .null }]),
            "step 1 after the migration: Item has no property amont"
        ),
        (
            hook(after: [.rows(of: "Item") { $0["id"] = .integer(77) }]),
            "the closure changes the identity of a record of Item"
        ),
        (
            hook(after: [.sql("UPDATE Item SET amount = 'x' WHERE id = 11")]),
            "the steps after the migration: in 1 record, Item.amount is not a whole number"
        ),
        (
            hook(after: [.rows(of: "Item") { $0["code"] = .data(Data()) }]),
            "the steps after the migration: in 3 records, Item.code is not text"
        ),
        (
            hook(before: [.sql("UPDATE Item SET \"rowid\" = 'half'")]),
            "the steps before the migration: in 3 records, Item.rowid is not a number"
        ),
        (
            hook(before: [.rows(of: "Item") { $0["rowid"] = .text("half") }]),
            "the steps before the migration: in 3 records, Item.rowid is not a number"
        ),
        (
            hook(["Item.amount": "amount"]),
            "the value of Item.amount: in 2 records, Item.amount is not a whole number"
        ),
        (hook(["Item.amount": "amont"]), "the value of Item.amount: no such column: amont"),
        (hook(["Item.amount": "1); DELETE FROM Item; SELECT (1"]), "the value of Item.amount"),
        (hook(["Item.amonut": "1"]), "the value of Item.amonut: the new version has no attribute"),
        (
            hook(["Item.id": "1"]),
            "the value of Item.id: \"values\" cannot set the identity: in an \"after\" step, use SQL"
        ),
        (hook(["Item": "1"]), "the value of Item: the new version has no attribute"),
        (
            hook(["Item.amount": .row { $0["x"] }]),
            "the value of Item.amount: Item has no property x"
        ),
    ])
    func aHookThatDoesNotFitIsNamed(_ hook: MigrationHook, _ reason: String) async throws {
        try await withFile { path in
            try await makeStore(path, first, rows)
            let before = try Data(contentsOf: URL(fileURLWithPath: path))
            let error = #expect(throws: StoreError.self) {
                try CacheStore(fileAt: path, model: second, migrations: [hook])
            }
            guard case .migrationHook(path, "Shop", "Shop 2", let text) = error else {
                Issue.record("\(String(describing: error))")
                return
            }
            #expect(text.contains(reason), "\(text)")
            #expect(try Data(contentsOf: URL(fileURLWithPath: path)) == before)
            #expect(try CacheStore(fileAt: path, model: first).opening == .opened)
        }
    }

    @Test(arguments: [
        ("code", "'not'", "a UUID stored as text in capital letters"),
        ("site", "''", "a URL stored as text"),
        ("price", "'abc'", "a decimal number stored as text"),
        ("price", "'1 EUR'", "a decimal number stored as text"),
        ("size", "70000", "a whole number from -32768 to 32767"), ("flag", "2", "0 or 1"),
        ("words", "'{'", "JSON text for a collection of the attribute's type"),
        ("born", "'2020-01-01'", "a date stored as seconds since 2001-01-01 00:00 UTC"),
    ])
    func aValueThatTheAttributeCannotHaveIsCountedButNotShown(
        _ property: String,
        _ value: String,
        _ form: String
    ) async throws {
        let reason = ": in 1 record, Item.\(property) is not \(form)"
        let hooks = [
            MigrationHook(
                from: "Shop",
                to: "Shop 2",
                values: Forms.values.merging(["Item.\(property)": .sql(value)]) { $1 }
            ),
            MigrationHook(
                from: "Shop",
                to: "Shop 2",
                values: Forms.values,
                after: [.sql("UPDATE Item SET \(property) = \(value)")]
            ),
        ]
        for hook in hooks {
            try await withFile { path in
                try await makeStore(path, Forms.first, [Forms.row])
                let error = #expect(throws: StoreError.self) {
                    try CacheStore(fileAt: path, model: Forms.second, migrations: [hook])
                }
                guard case .migrationHook(path, "Shop", "Shop 2", let text) = error else {
                    Issue.record("\(String(describing: error))")
                    return
                }
                #expect(text.hasSuffix(reason), "\(text)")
            }
        }
    }

    @Test func aUUIDOfAHookGetsCapitalLetters() async throws {
        let lower = MigrationHook.Step.sql("UPDATE Item SET code = lower(code)")
        for steps in [[], [lower]] {
            try await withFile { path in
                try await makeStore(path, Forms.first, [Forms.row])
                let hook = MigrationHook(
                    from: "Shop",
                    to: "Shop 2",
                    values: Forms.values,
                    after: steps
                )
                let store = try CacheStore(fileAt: path, model: Forms.second, migrations: [hook])
                #expect(
                    try await texts(store, "SELECT code FROM Item") == [
                        "6BA7B810-9DAD-11D1-80B4-00C04FD430C8"
                    ]
                )
            }
        }
    }

    @Test func aCollectionOfAHookHasTheTypeOfTheAttribute() async throws {
        try await withFile { path in
            try await makeListed(path, listed([String].self))
            let hook = MigrationHook(from: "Shop", to: "Shop", values: ["Item.words": "'{}'"])
            let error = #expect(throws: StoreError.self) {
                try CacheStore(fileAt: path, model: listed([Int64].self), migrations: [hook])
            }
            let reason = "in 1 record, Item.words is not JSON text for a collection"
            #expect("\(error, default: "none")".contains(reason))
        }
    }

    /// What the steps do not write is not theirs.
    @Test func aValueThatWasWrongBeforeIsNoFaultOfAHook() async throws {
        try await withFile { path in
            let wrong = "INSERT INTO Item VALUES (1, 'a', 'many')"
            let old = version(1, [entity("Item", [.string("title"), .integer32("amount")])])
            try await makeStore(path, old, [wrong])
            let hook = MigrationHook(
                from: "Shop",
                to: "Shop 2",
                before: [.sql("UPDATE Item SET title = 'b'")],
                after: [.rows(of: "Item") { $0["title"] = .text("c") }]
            )
            let new = version(2, old.entities)
            let store = try CacheStore(fileAt: path, model: new, migrations: [hook])
            #expect(try await texts(store, "SELECT title || amount FROM Item") == ["cmany"])
        }
    }

    /// Earlier releases stored NaN as text.
    @Test func aNaNOfADecimalIsNoFaultOfAHook() async throws {
        try await withFile { path in
            let old = version(1, [entity("Item", [.decimal("price")])])
            try await makeStore(path, old, ["INSERT INTO Item VALUES (1, 'NaN'), (2, '1')"])
            let hook = MigrationHook(
                from: "Shop",
                to: "Shop 2",
                before: [.sql("UPDATE Item SET price = '2' WHERE id = 2")],
                after: [.sql("UPDATE Item SET price = '3' WHERE id = 2")]
            )
            let new = version(2, old.entities)
            let store = try CacheStore(fileAt: path, model: new, migrations: [hook])
            #expect(try await texts(store, "SELECT price FROM Item ORDER BY id") == ["NaN", "3"])
        }
    }

    @Test func aHookRunsOnceAlsoWhereTheTablesAreTheSame() async throws {
        try await withFile { path in
            let tables = [entity("Item", [.integer64("amount")])]
            let (old, new) = (version(1, tables), version(2, tables))
            try await makeStore(path, old, ["INSERT INTO Item VALUES (1, 5)"])
            let double = MigrationHook(
                from: "Shop",
                to: "Shop 2",
                after: [.sql("UPDATE Item SET amount = amount * 2")]
            )
            // An older program takes a file whose tables it knows; the newer one has done its work.
            for (model, hooks) in [(new, [double]), (new, [double]), (old, []), (new, [double])] {
                let store = try CacheStore(fileAt: path, model: model, migrations: hooks)
                #expect(try await texts(store, "SELECT amount FROM Item") == ["10"])
                try store.close()
            }
        }
    }

    @Test(arguments: [
        ("Shop 1", "Shop 2", "this program's model has no version \"Shop 1\""),
        ("Shop.xcdatamodel", "Shop 2", "model has no version \"Shop.xcdatamodel\""),
        ("Shop", "Shop2", "model has no version \"Shop2\""),
        ("Shop", "Shop 3", "no version \"Shop 3\", but only \"Shop\", \"Shop 2\": "),
        ("Shop 2", "Shop", "\"Shop 2\" comes after \"Shop\""),
        ("Club", "Club 2", "no version \"Club 2\""),
    ])
    func aHookThatWouldNeverRunIsRefused(
        _ from: String,
        _ to: String,
        _ reason: String
    ) async throws {
        try await withFile { path in
            try await makeStore(path, first, rows)
            let error = #expect(throws: StoreError.self) {
                try CacheStore(
                    fileAt: path,
                    model: second,
                    migrations: [hook(), MigrationHook(from: from, to: to)]
                )
            }
            guard case .migrationHook(path, from, to, let text) = error else {
                Issue.record("\(String(describing: error))")
                return
            }
            #expect(text.contains(reason), "\(text)")
            #expect(try CacheStore(fileAt: path, model: first).opening == .opened)
        }
    }

    /// The first version of a package may have another name than the package.
    @Test(arguments: [nil, "Model"], ["Shop", "Model"])
    func theFirstVersionAlsoHasTheNameOfTheModel(_ named: String?, _ from: String) async throws {
        try await withFile { path in
            let tables = [entity("Item", [.integer64("amount")])]
            let old = model("Shop", named.map { ModelVersion($0) }, tables)
            let new = model("Shop", ModelVersion("Model 2", after: ["Model"]), tables)
            try await makeStore(path, old, ["INSERT INTO Item VALUES (1, 5)"])
            let double = MigrationHook(
                from: from,
                to: "Model 2",
                after: [.sql("UPDATE Item SET amount = amount * 2")]
            )
            for _ in 1...2 {
                let store = try CacheStore(fileAt: path, model: new, migrations: [double])
                #expect(try await texts(store, "SELECT amount FROM Item") == ["10"])
                try store.close()
            }
        }
    }

    @Test func hooksOfOtherVersionsAreNotLeftOutInSilence() async throws {
        try await withFile { path in
            func shop(_ number: Int) -> StoreModel {
                version(number, [entity("Item", (0..<number).map { .string("text\($0)") })])
            }
            try await makeStore(path, shop(1), ["INSERT INTO Item VALUES (1, 'a')"])
            let hooks = [
                MigrationHook(from: "Shop", to: "Shop 2"),
                MigrationHook(from: "Shop 2", to: "Shop 3"),
            ]
            let error = #expect(throws: StoreError.self) {
                try CacheStore(fileAt: path, model: shop(3), migrations: hooks)
            }
            let reason = "the hook from \"Shop\" to \"Shop 2\" does not apply to this migration"
            #expect("\(error, default: "none")".contains(reason))
            let twice = #expect(throws: StoreError.self) {
                try CacheStore(fileAt: path, model: shop(2), migrations: [hooks[0], hooks[0]])
            }
            #expect("\(twice, default: "none")".contains("2 hooks migrate from"))
            let direct = hooks + [MigrationHook(from: "Shop", to: "Shop 3")]
            let store = try CacheStore(fileAt: path, model: shop(3), migrations: direct)
            #expect(try await texts(store, "SELECT text0 FROM Item") == ["a"])
        }
    }
}
