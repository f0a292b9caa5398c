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
                let part = ": provide values[\"Item.\(name)\"] in a migration hook"
                #expect(obstacles.contains { $0.hasPrefix("Item.\(name) ") && $0.hasSuffix(part) })
            }
            #expect(obstacles.count == 4)
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
            "the steps after the migration: Item.amount contains values of the wrong type"
        ),
        (
            hook(after: [.rows(of: "Item") { $0["code"] = .data(Data()) }]),
            "the steps after the migration: Item.code contains values of the wrong type"
        ),
        (
            hook(["Item.amount": "amount"]),
            "the value of Item.amount: the hook provides a value of the SQLite type text, but the attribute is stored as integer"
        ),
        (hook(["Item.amount": "amont"]), "the value of Item.amount: no such column: amont"),
        (hook(["Item.amount": "1); DELETE FROM Item; SELECT (1"]), "the value of Item.amount"),
        (hook(["Item.amonut": "1"]), "the value of Item.amonut: the new version has no attribute"),
        (
            hook(["Item.id": "1"]),
            "the value of Item.id: this attribute is the identity, which a hook cannot set"
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
        ("Shop 1", "Shop 2", "the model has no version \"Shop 1\""),
        ("Shop.xcdatamodel", "Shop 2", "the model has no version \"Shop.xcdatamodel\""),
        ("Shop", "Shop2", "the model has no version \"Shop2\""),
        ("Shop", "Shop 3", "in the order of their names, \"Shop\", \"Shop 2\""),
        ("Shop 2", "Shop", "\"Shop 2\" comes after \"Shop\""),
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
            #expect(
                "\(error, default: "none")".contains("only to other versions, such as \"Shop 2\"")
            )
            let twice = #expect(throws: StoreError.self) {
                try CacheStore(fileAt: path, model: shop(2), migrations: [hooks[0], hooks[0]])
            }
            #expect("\(twice, default: "none")".contains("there are 2 hooks"))
            let direct = hooks + [MigrationHook(from: "Shop", to: "Shop 3")]
            let store = try CacheStore(fileAt: path, model: shop(3), migrations: direct)
            #expect(try await texts(store, "SELECT text0 FROM Item") == ["a"])
        }
    }
}
