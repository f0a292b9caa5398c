import CacheStore
import DataAccess
import Foundation
import GRDB
import Testing

private let first = model(
    "Shop",
    ModelVersion("Shop"),
    [
        entity(
            "Item",
            [
                AttributeDescription("title", .string),
                AttributeDescription("amount", .integer16),
                AttributeDescription("colour", .string),
            ],
            [RelationshipDescription("owner", to: "Client", storage: .column)]
        ),
        entity("Client", [AttributeDescription("name", .string, isOptional: false)]),
        entity("Draft", [AttributeDescription("text", .string)]),
    ]
)

private let rows = [
    "INSERT INTO Client VALUES (1, 'Ada'), (2, 'Bo')",
    "INSERT INTO Item VALUES (10, 'pen', 3, 'red', 1), (11, NULL, NULL, NULL, 2)",
    "INSERT INTO Item VALUES (12, 'cup', 5, 'blue', NULL)",
    "INSERT INTO Draft VALUES (1, 'gone')",
]

/// `Draft` is gone, `Client` is `Customer`, `title` is a required `name`, `amount` is wider, `colour`
/// is gone, `price` is new and required, `Shelf` is new.
private let second = model(
    "Shop",
    ModelVersion("Shop 2", after: ["Shop"]),
    [
        entity(
            "Item",
            [
                AttributeDescription(
                    "name",
                    .string,
                    isOptional: false,
                    initial: .text("it's \u{0} new"),
                    renamingIdentifier: "title"
                ),
                AttributeDescription("amount", .integer64),
                AttributeDescription("price", .double, isOptional: false, initial: .real(0.1)),
            ],
            [
                RelationshipDescription(
                    "buyer",
                    to: "Customer",
                    storage: .column,
                    renamingIdentifier: "owner"
                )
            ]
        ),
        entity(
            "Customer",
            [AttributeDescription("name", .string, isOptional: false)],
            was: "Client"
        ),
        entity("Shelf", [AttributeDescription("place", .string)]),
    ],
    indexes: ["CREATE INDEX \"Item.buyer\" ON \"Item\" (\"buyer\")"]
)

@Suite struct Migrations {
    @Test func whatTheNextVersionAddsRemovesRenamesAndRequiresIsDone() async throws {
        try await withFile { path in
            try await makeStore(path, first, rows)
            let store = try CacheStore(fileAt: path, model: second)
            guard case .migrated(let migration) = store.opening else {
                Issue.record("\(store.opening)")
                return
            }
            #expect(migration.from == "Shop")
            #expect(migration.to == "Shop 2")
            let expected: Set<StoreMigration.Change> = [
                .removedEntity("Draft", records: 1), .addedEntity("Shelf"),
                .renamedEntity(from: "Client", to: "Customer"),
                .renamed(entity: "Item", from: "title", to: "name"),
                .renamed(entity: "Item", from: "owner", to: "buyer"),
                .filled(entity: "Item", property: "name", records: 1),
                .added(entity: "Item", property: "price"),
                .removed(entity: "Item", property: "colour", values: 2),
            ]
            #expect(Set(migration.changes) == expected)
            #expect(migration.changes.count == expected.count)
            #expect(
                try await texts(
                    store,
                    """
                    SELECT id || ' ' || hex(name) || ' ' || ifnull(amount, '-') || ' ' || price || ' '
                        || ifnull(buyer, '-')
                    FROM Item ORDER BY id
                    """
                ) == [
                    "10 70656E 3 0.1 1", "11 69742773200020" + "6E6577 - 0.1 2",
                    "12 637570 5 0.1 -",
                ]
            )
            #expect(
                try await texts(store, "SELECT name FROM Customer ORDER BY id") == ["Ada", "Bo"]
            )
            #expect(
                try await texts(store, "SELECT name FROM sqlite_master ORDER BY name") == [
                    "Customer", "Item", "Item.buyer", "Shelf", "store_history", "store_model",
                ]
            )
            // The rules of the new version hold.
            try await store.write { try $0.execute("DELETE FROM Customer WHERE id = 1") }
            #expect(try await texts(store, "SELECT buyer FROM Item WHERE id = 10") == ["none"])
            await #expect(
                throws: StoreError.brokenRelationship(
                    BrokenRelationship(
                        entity: "Item",
                        relationship: "buyer",
                        identity: .integer(10)
                    )
                )
            ) {
                try await store.write { try $0.execute("UPDATE Item SET buyer = 77") }
            }
            try store.close()
            #expect(try CacheStore(fileAt: path, model: second).opening == .opened)
        }
    }

    @Test func aBrokenRelationshipBesideAnAttributeCalledRowidIsNamed() async throws {
        try await withFile { path in
            let shop = model([
                entity(
                    "Item",
                    [AttributeDescription("rowid", .double)],
                    [RelationshipDescription("owner", to: "Client", storage: .column)]
                ), entity("Client", []),
            ])
            try await makeStore(path, shop, ["INSERT INTO Item VALUES (10, 0.5, NULL)"])
            let store = try CacheStore(fileAt: path, model: shop)
            let broken = BrokenRelationship(
                entity: "Item",
                relationship: "owner",
                identity: .integer(10)
            )
            await #expect(throws: StoreError.brokenRelationship(broken)) {
                try await store.write { try $0.execute("UPDATE Item SET owner = 77") }
            }
        }
    }

    @Test func namesThatAreExchangedExchangeTheirValues() async throws {
        try await withFile { path in
            let before = model([
                entity(
                    "P",
                    [AttributeDescription("a", .string), AttributeDescription("b", .string)]
                )
            ])
            try await makeStore(path, before, ["INSERT INTO P VALUES (1, 'was a', 'was b')"])
            let after = model([
                entity(
                    "P",
                    [
                        AttributeDescription("a", .string, renamingIdentifier: "b"),
                        AttributeDescription("b", .string, renamingIdentifier: "a"),
                    ]
                )
            ])
            let store = try CacheStore(fileAt: path, model: after)
            #expect(try await texts(store, "SELECT a || ', ' || b FROM P") == ["was b, was a"])
        }
    }

    @Test func aNameIsKeptThoughANewThingIsCalledAsItWasOnce() async throws {
        func attributes(_ attributes: [AttributeDescription]) -> StoreModel {
            model([entity("P", attributes)])
        }
        try await withFile { path in
            let renamed = AttributeDescription("b", .string, renamingIdentifier: "a")
            try await makeStore(path, attributes([renamed]), ["INSERT INTO P VALUES (1, 'b''s')"])
            let after = attributes([
                AttributeDescription("a", .string), AttributeDescription("b", .string),
            ])
            let store = try CacheStore(fileAt: path, model: after)
            #expect(try await texts(store, "SELECT ifnull(a, '-') || b FROM P") == ["-b's"])
        }
    }

    @Test func aRenamedThingKeepsItsValuesBesideANewOneWithItsFormerName() async throws {
        let (a, z) = (
            AttributeDescription("a", .string),
            AttributeDescription("z", .string, renamingIdentifier: "a")
        )
        try await withFile { path in
            let row = "INSERT INTO P VALUES (1, 'a''s', 'z''s')"
            try await makeStore(path, model([entity("P", [a, z])]), [row])
            let later = model([entity("P", [a, z, .string("new")])])
            let store = try CacheStore(fileAt: path, model: later)
            #expect(try await texts(store, "SELECT a || ' ' || z FROM P") == ["a's z's"])
        }
    }

    @Test func anIdentifierCountsMoreThanANameThatAnotherThingHad() async throws {
        func attributes(_ names: [(name: String, identifier: String?)]) -> StoreModel {
            model([
                entity(
                    "P",
                    names.map { AttributeDescription($0, .string, renamingIdentifier: $1) }
                )
            ])
        }
        try await withFile { path in
            // `b` was `z` once; `a`, which is new, names as its former one what `b` has been since.
            let before = attributes([("b", "z")])
            try await makeStore(path, before, ["INSERT INTO P VALUES (1, 'b''s')"])
            let store = try CacheStore(fileAt: path, model: attributes([("a", "b"), ("c", "z")]))
            #expect(try await texts(store, "SELECT ifnull(a, '-') || c FROM P") == ["-b's"])
        }
    }

    @Test(arguments: [false, true])
    func aThingRenamedTwiceIsFoundFromEitherVersion(_ skipsOne: Bool) async throws {
        func named(_ name: String, _ number: Int) -> StoreModel {
            model([
                entity(
                    name,
                    [AttributeDescription("v\(number)", .string, renamingIdentifier: "v1")],
                    was: number == 1 ? nil : "One"
                )
            ])
        }
        try await withFile { path in
            try await makeStore(path, named("One", 1), ["INSERT INTO One VALUES (1, 'kept')"])
            if !skipsOne { try CacheStore(fileAt: path, model: named("Two", 2)).close() }
            let store = try CacheStore(fileAt: path, model: named("Three", 3))
            #expect(try await texts(store, "SELECT v3 FROM Three") == ["kept"])
        }
    }

    @Test func aStoreMadeBeforeHistoriesWereKeptIsMigrated() async throws {
        try await withFile { path in
            try await makeStore(path, first, rows)
            let queue = try DatabaseQueue(path: path)
            try await queue.write { try $0.execute(sql: "DROP TABLE store_history") }
            try queue.close()
            let store = try CacheStore(fileAt: path, model: second)
            #expect(try await texts(store, "SELECT count(*) FROM Item") == ["3"])
            #expect(try await texts(store, "SELECT name FROM Item WHERE id = 10") == ["pen"])
            #expect(try await texts(store, "SELECT name FROM Customer WHERE id = 2") == ["Bo"])
        }
    }

    @Test func everyObstacleIsNamedAndNothingIsTouched() async throws {
        try await withFile { path in
            try await makeStore(path, first, rows)
            let before = try StoreContents(fileAt: path)
            let bad = model(
                "Shop",
                ModelVersion("Shop 3"),
                [
                    entity(
                        "Item",
                        [
                            AttributeDescription("title", .string, isOptional: false),
                            AttributeDescription("amount", .string),
                            AttributeDescription("colour", .string),
                            AttributeDescription("weight", .double, isOptional: false),
                        ],
                        [RelationshipDescription("owner", to: "Draft", storage: .column)]
                    ),
                    entity("Client", [AttributeDescription("name", .string)]),
                    EntityDescription(
                        name: "Draft",
                        identity: "text",
                        attributes: [AttributeDescription("text", .string, isOptional: false)]
                    ),
                ]
            )
            let error = try #require(throws: StoreError.self) {
                try CacheStore(fileAt: path, model: bad)
            }
            guard case .cannotMigrate(path, "Shop", "Shop 3", let obstacles) = error else {
                Issue.record("\(error)")
                return
            }
            #expect(
                Set(obstacles) == [
                    "Item.title is now required and has no default, but 1 record has no value: provide values[\"Item.title\"] in a migration hook",
                    "Item.amount had the type Integer 16 and now has the type String: provide values[\"Item.amount\"] in a migration hook",
                    "Item.weight is new and required and has no default, but 3 existing records need a value: provide values[\"Item.weight\"] in a migration hook",
                    "Item.owner had the destination Client and now has the destination Draft: in a migration hook, provide values[\"Item.owner\"] with the identity of a related record",
                ]
            )
            for part in obstacles + [path, "nothing was changed"] {
                #expect(error.description.contains(part))
            }
            #expect(try StoreContents(fileAt: path).tables.map(\.rows) == before.tables.map(\.rows))
            #expect(try CacheStore(fileAt: path, model: first).opening == .opened)
        }
    }

    @Test(arguments: ["(1, NULL)", "(1, 5)", nil])
    func aTypeMayChangeWhereThereIsNoValue(_ row: String?) async throws {
        let old = model([entity("Item", [.integer16("amount")])])
        let new = model([entity("Item", [.string("amount")])])
        try await withFile { path in
            try await makeStore(path, old, row.map { ["INSERT INTO Item VALUES \($0)"] } ?? [])
            let store = try? CacheStore(fileAt: path, model: new)
            #expect((store == nil) == (row == "(1, 5)"))
        }
    }

    @Test func theValuesOfAnIdentityThatGoesAreCounted() async throws {
        let (code, title) = (AttributeDescription.string("code", .required), "title TEXT")
        let old = StoreModel(
            name: "Shop",
            statements: ["CREATE TABLE Item (code TEXT PRIMARY KEY NOT NULL, \(title))"],
            entities: [
                EntityDescription("Item", identity: "code").attributes([code, .string("title")])
            ]
        )
        let new = StoreModel(
            name: "Shop",
            statements: ["CREATE TABLE Item (_id INTEGER PRIMARY KEY, \(title))"],
            entities: [EntityDescription("Item").attributes([.string("title")])]
        )
        try await withFile { path in
            try await makeStore(path, old, ["INSERT INTO Item VALUES ('x', 'a'), ('y', 'b')"])
            let store = try CacheStore(fileAt: path, model: new)
            #expect(try await texts(store, "SELECT title FROM Item ORDER BY title") == ["a", "b"])
            #expect("\(store.opening)".contains("removed Item.code with 2 values"))
        }
    }

    @Test func aStoreThatCannotBeMigratedIsMovedAsideWhereThatIsAskedFor() async throws {
        try await withFile { path in
            try await makeStore(path, first, rows)
            let bad = model([entity("Item", [AttributeDescription("amount", .string)])])
            let store = try CacheStore(
                model: bad,
                configuration: StoreConfiguration(
                    location: .file(path),
                    replacesStoreOnModelMismatch: true
                )
            )
            guard case .replaced(.cannotMigrate, path + ".aside-1") = store.opening else {
                Issue.record("\(store.opening)")
                return
            }
            #expect(try await texts(store, "SELECT count(*) FROM Item") == ["0"])
        }
    }

    @Test func aNewerStoreIsToldFromAnotherModels() async throws {
        try await withFile { path in
            try await makeStore(path, second)
            let newer = try #require(throws: StoreError.self) {
                try CacheStore(fileAt: path, model: first)
            }
            #expect(newer == .newerModel(path: path, stored: "Shop 2", expected: "Shop"))
            #expect(newer.description.contains("\"Shop 2\""))
            #expect(newer.description.contains("\"Shop\""))
            let other = try #require(throws: StoreError.self) {
                try CacheStore(fileAt: path, model: model("Clinic", nil, first.entities))
            }
            #expect(other == .modelMismatch(path: path, stored: "Shop", expected: "Clinic"))
            #expect(other.description.contains("\"Shop\""))
            #expect(other.description.contains("\"Clinic\""))
        }
    }

    /// The code of an application's first release often names no version, also where the only
    /// version does not have the model's name.
    @Test(arguments: [
        ModelVersion("Shop 3", after: ["Shop", "Shop 2"]),
        ModelVersion("Model 2", after: ["Model"]), ModelVersion("2.0"),
    ])
    func aStoreWithAVersionIsNewerThanAModelWithout(_ version: ModelVersion) async throws {
        let old = model([entity("P", [.string("a")])])
        let new = model("Shop", version, [entity("P", [.string("a"), .string("b")])])
        try await withFile { path in
            try await makeStore(path, new, ["INSERT INTO P VALUES (1, 'a', 'kept')"])
            #expect(
                throws: StoreError.newerModel(path: path, stored: version.name, expected: "Shop")
            ) { try CacheStore(fileAt: path, model: old) }
            let store = try CacheStore(fileAt: path, model: new)
            #expect(store.opening == .opened)
            #expect(try await texts(store, "SELECT b FROM P") == ["kept"])
        }
        try await withFile { path in
            try await makeStore(path, old, ["INSERT INTO P VALUES (1, 'kept')"])
            let store = try CacheStore(fileAt: path, model: new)
            #expect(try await texts(store, "SELECT a FROM P") == ["kept"])
        }
    }

    /// Where the model has one version only, which is edited.
    @Test func aStoreThatWasOnceOfThisModelIsNewer() async throws {
        let old = model([entity("P", [AttributeDescription("a", .string)])])
        let new = model([
            entity("P", [AttributeDescription("a", .string), AttributeDescription("b", .string)])
        ])
        try await withFile { path in
            try await makeStore(path, old)
            try CacheStore(fileAt: path, model: new).close()
            #expect(
                throws: StoreError.newerModel(path: path, stored: "Shop", expected: "Shop")
            ) { try CacheStore(fileAt: path, model: old) }
        }
    }

    /// The only version was edited, and edited back.
    @Test func aStoreThatWasOnceOfThisModelIsOlderThanTheSecondVersion() async throws {
        let old = [entity("P", [.string("a")])]
        let edited = [entity("P", [.string("a"), .string("b")])]
        try await withFile { path in
            try await makeStore(path, model(old), ["INSERT INTO P VALUES (1, 'kept')"])
            try CacheStore(fileAt: path, model: model(edited)).close()
            let error = #expect(throws: StoreError.self) {
                try CacheStore(fileAt: path, model: model(old))
            }
            let fix = "add a model version whose name sorts after \"Shop\""
            #expect("\(error, default: "none")".contains(fix))
            let named = model("Shop", ModelVersion("Shop 2", after: ["Shop"]), old)
            let store = try CacheStore(fileAt: path, model: named)
            #expect(try await texts(store, "SELECT a FROM P") == ["kept"])
        }
    }

    /// A program without a version has migrated the store since, as earlier releases allowed.
    @Test func aStoreThatWasOnceOfANamedVersionIsNewerThanIt() async throws {
        let version = ModelVersion("Shop 2", after: ["Shop"])
        let named = model("Shop", version, [entity("P", [.string("a")])])
        let entry = try await withFile { path in
            let store = try CacheStore(fileAt: path, model: named)
            return try await texts(
                store,
                "SELECT quote(definition) || ', ' || quote(description) FROM store_history"
            )
        }
        try await withFile { path in
            let only = model([entity("P", [.string("a"), .string("b")])])
            let rows = entry.map { "INSERT INTO store_history VALUES (0, \($0))" }
            try await makeStore(path, only, rows)
            #expect(
                throws: StoreError.newerModel(path: path, stored: "Shop", expected: "Shop 2")
            ) { try CacheStore(fileAt: path, model: named) }
        }
    }

    /// The released versions are gone from the package, and the last one has the package's name.
    @Test func theErrorOfANewerStoreTellsANewerProgramWhatToDo() async throws {
        let entities = [entity("P", [.string("a"), .string("b")])]
        let third = model(
            "Shop",
            ModelVersion("Shop 3", after: ["Shop", "Shop 2"]),
            [entity("P", [.string("a")])]
        )
        try await withFile { path in
            try await makeStore(path, third, ["INSERT INTO P VALUES (1, 'kept')"])
            let error = #expect(throws: StoreError.self) {
                try CacheStore(fileAt: path, model: model(entities))
            }
            let fix = "add a model version whose name sorts after \"Shop 3\" and \"Shop\""
            #expect("\(error, default: "none")".contains(fix))
            let named = model("Shop", ModelVersion("Shop 4", after: ["Shop"]), entities)
            let store = try CacheStore(fileAt: path, model: named)
            #expect(try await texts(store, "SELECT a FROM P") == ["kept"])
        }
    }

    @Test func aStoreThatIsOpenElsewhereIsNotMigrated() async throws {
        try await withFile { path in
            try await makeStore(path, first, rows)
            let other = try CacheStore(fileAt: path, model: first)
            #expect(try await texts(other, "SELECT count(*) FROM Item") == ["3"])
            #expect(throws: StoreError.busy) {
                try CacheStore(
                    model: second,
                    configuration: StoreConfiguration(location: .file(path), busyTimeout: 0.1)
                )
            }
            try await other.write { try $0.execute("DELETE FROM Draft") }
            try other.close()
            #expect(try CacheStore(fileAt: path, model: second).path == path)
        }
    }

    @Test func aStoreForReadingOnlyIsNotMigrated() async throws {
        try await withFile { path in
            try await makeStore(path, first, rows)
            let error = try #require(throws: StoreError.self) {
                try CacheStore(
                    model: second,
                    configuration: StoreConfiguration(location: .file(path), isReadOnly: true)
                )
            }
            #expect(error == .migrationNeeded(path: path, from: "Shop", to: "Shop 2"))
            #expect(error.description.contains("reading only: open the store once for writing;"))
            #expect(!error.description.contains("move the file"))
            #expect(try CacheStore(fileAt: path, model: first).opening == .opened)
        }
    }

    @Test func aToOneRelationshipThatTurnsRoundKeepsItsRecords() async throws {
        func pair(_ isTurned: Bool) -> StoreModel {
            let here = RelationshipDescription("key", to: "Key", storage: .column)
            let there = RelationshipDescription("lock", to: "Lock", storage: .inverse("key"))
            let many = RelationshipDescription(
                "keys",
                to: "Key",
                isToMany: true,
                storage: .inverse("lock"),
                renamingIdentifier: "key"
            )
            let back = RelationshipDescription("lock", to: "Lock", storage: .column)
            return model([
                entity("Lock", [], [isTurned ? many : here]),
                entity("Key", [], [isTurned ? back : there]),
            ])
        }
        try await withFile { path in
            let rows = [
                "INSERT INTO Key VALUES (7), (8)", "INSERT INTO Lock VALUES (1, 8), (2, NULL)",
            ]
            try await makeStore(path, pair(false), rows)
            let store = try CacheStore(fileAt: path, model: pair(true))
            #expect(
                try await texts(store, "SELECT id || ' ' || ifnull(lock, '-') FROM Key ORDER BY id")
                    == ["7 -", "8 1"]
            )
        }
    }

    @Test func referencesThatLeadNowhereAreClearedOnceTheyAreWatched() async throws {
        func watched(_ rule: RelationshipDescription.DeletionRule) -> StoreModel {
            let owner = RelationshipDescription(
                "owner",
                to: "Owner",
                whenDestinationIsDeleted: rule,
                storage: .column
            )
            return model([entity("Item", [], [owner]), entity("Owner", [])])
        }
        try await withFile { path in
            let rows = [
                "INSERT INTO Owner VALUES (1)", "INSERT INTO Item VALUES (1, 1), (2, 99), (3, 98)",
            ]
            try await makeStore(path, watched(.noAction), rows)
            let store = try CacheStore(fileAt: path, model: watched(.nullify))
            guard case .migrated(let migration) = store.opening else {
                Issue.record("\(store.opening)")
                return
            }
            #expect(
                migration.changes == [.cleared(entity: "Item", relationship: "owner", records: 2)]
            )
            #expect(
                try await texts(store, "SELECT ifnull(owner, '-') FROM Item ORDER BY id") == [
                    "1", "-", "-",
                ]
            )
        }
    }

    @Test func valuesThatAreToBeUniqueAndAreNotAreAnObstacle() async throws {
        let item = [entity("Item", [AttributeDescription("code", .string)])]
        try await withFile { path in
            try await makeStore(
                path,
                model("Shop", nil, item),
                ["INSERT INTO Item VALUES (1, 'x'), (2, 'x')"]
            )
            let unique = model(
                "Shop",
                nil,
                item,
                indexes: ["CREATE UNIQUE INDEX \"Item.code\" ON \"Item\" (\"code\")"]
            )
            let error = try #require(throws: StoreError.self) {
                try CacheStore(fileAt: path, model: unique)
            }
            #expect(error.description.contains("another Item has the same code"))
            let store = try CacheStore(fileAt: path, model: model("Shop", nil, item))
            #expect(try await texts(store, "SELECT count(*) FROM Item") == ["2"])
        }
    }

    /// The message said that it has no default, although it may have one in the model.
    @Test func aNewRequiredKeyIsNamedAsAKey() async throws {
        try await withFile { path in
            let old = model([entity("Item", [])])
            try await makeStore(path, old, ["INSERT INTO Item VALUES (1), (2)"])
            let item = EntityDescription(
                name: "Item",
                identity: "id",
                attributes: [.integer64("id", .required), .string("slug", .required)],
                uniqueness: [["slug"]]
            )
            let error = #expect(throws: StoreError.self) {
                try CacheStore(fileAt: path, model: model([item]))
            }
            let reason = """
                Item.slug is new and required and a unique key cannot consist of default values, \
                but 2 existing records need a value: provide values["Item.slug"]
                """
            #expect("\(error, default: "none")".contains(reason))
        }
    }

    @Test func allThatIsToBeUniqueAndIsNotIsCounted() async throws {
        let item = entity("Item", [.string("code"), .string("mark")])
        try await withFile { path in
            try await makeStore(
                path,
                model([item, entity("Client", [.string("name", .required)])]),
                [
                    "INSERT INTO Item VALUES (1, 'x', 'm'), (2, 'x', 'm'), (3, 'x', NULL)",
                    "INSERT INTO Item VALUES (4, NULL, NULL)",
                    "INSERT INTO Client VALUES (1, 'Ada'), (2, 'Bo'), (3, 'Ada')",
                ]
            )
            let unique = StoreModel(
                name: "Shop",
                statements: [
                    "CREATE TABLE \"Item\" (\"id\" INTEGER PRIMARY KEY, \"code\" TEXT, \"mark\" TEXT)",
                    "CREATE UNIQUE INDEX \"Item!1\" ON \"Item\" (\"code\")",
                    "CREATE UNIQUE INDEX \"Item!2\" ON \"Item\" (\"code\", \"mark\")",
                    "CREATE TABLE \"Client\" (\"name\" TEXT PRIMARY KEY NOT NULL)",
                ],
                entities: [
                    item,
                    EntityDescription(
                        name: "Client",
                        identity: "name",
                        attributes: [.string("name", .required)]
                    ),
                ]
            )
            let error = #expect(throws: StoreError.self) {
                try CacheStore(fileAt: path, model: unique)
            }
            guard case .cannotMigrate(_, _, _, let obstacles) = error else {
                Issue.record("\(String(describing: error))")
                return
            }
            let advice = ": change the records in a \"before\" step of a migration hook"
            #expect(
                Set(obstacles) == [
                    "another Item has the same code, in 3 records\(advice)",
                    "another Item has the same code and mark, in 2 records\(advice)",
                    "another Client has the same name, in 2 records\(advice)",
                ]
            )
        }
    }

    @Test func equalValuesAreCountedBesideAnAttributeCalledNumber() async throws {
        let item = entity("Item", [.string("code"), .integer64("number"), .integer64("records")])
        let indexes = ["code", "number"].map {
            "CREATE UNIQUE INDEX \"Item#\($0)\" ON \"Item\" (\"\($0)\")"
        }
        try await withFile { path in
            let rows = "INSERT INTO Item VALUES (1, 'x', 5, 9), (2, 'x', 5, 9), (3, 'y', 7, 9)"
            try await makeStore(path, model([item]), [rows])
            let error = #expect(throws: StoreError.self) {
                try CacheStore(fileAt: path, model: model("Shop", nil, [item], indexes: indexes))
            }
            for name in ["code", "number"] {
                let obstacle = "another Item has the same \(name), in 2 records"
                #expect("\(error, default: "none")".contains(obstacle))
            }
        }
    }

    @Test func tablesThatOnlyTriggersUseAreNobodysBusiness() async throws {
        func shop(_ table: String?) -> StoreModel {
            let statements = table.map { ["CREATE TABLE \"\($0)\" (\"n\" INTEGER)"] } ?? []
            return model("Shop", nil, [entity("Item", [])], indexes: statements)
        }
        try await withFile { path in
            try await makeStore(path, shop(nil))
            for table in ["Item:denials", "Item:others"] {
                let store = try CacheStore(fileAt: path, model: shop(table))
                guard case .migrated(let migration) = store.opening else {
                    Issue.record("\(store.opening)")
                    return
                }
                #expect(migration.changes.isEmpty)
                try store.close()
            }
        }
    }
}
