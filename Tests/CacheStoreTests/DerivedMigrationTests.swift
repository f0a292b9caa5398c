import CacheStore
import DataAccess
import Testing

private func shelves(_ attributes: [AttributeDescription], _ triggers: [String]) -> StoreModel {
    let books = RelationshipDescription(
        "books",
        to: "Book",
        isToMany: true,
        storage: .inverse("shelf")
    )
    let shelf = RelationshipDescription("shelf", to: "Shelf", storage: .column)
    let name = AttributeDescription("name", .string)
    return model(
        "Shop",
        nil,
        [entity("Shelf", [name] + attributes, [books]), entity("Book", [], [shelf])],
        indexes: triggers
    )
}

private func computed(
    _ name: String,
    _ derivation: String,
    _ value: String,
    _ kind: AttributeDescription.Kind = .string
) -> StoreModel {
    let attribute = AttributeDescription(
        name,
        kind,
        isOptional: false,
        derivation: derivation,
        computation: value
    )
    let trigger = """
        CREATE TRIGGER "Shelf.\(name):insert" AFTER INSERT ON "Shelf"
        BEGIN
            UPDATE "Shelf" SET "\(name)" = \(value.replacing("computed", with: "NEW"))
            WHERE "id" = NEW."id";
        END
        """
    return shelves([attribute], [trigger])
}

private let rows = [
    "INSERT INTO Shelf (id, name) VALUES (1, 'a'), (2, 'b')",
    "INSERT INTO Book VALUES (1, 1), (2, 1), (3, NULL)",
]

@Test func whatTheStoreComputesIsComputedForTheRecordsThatThereAre() async throws {
    let counted = "(SELECT count(*) FROM \"Book\" WHERE \"shelf\" = computed.\"id\")"
    try await withFile { path in
        try await makeStore(path, shelves([], []), rows)
        let store = try CacheStore(
            fileAt: path,
            model: computed("size", "books.@count", counted)
        )
        #expect(try await texts(store, "SELECT size FROM Shelf ORDER BY id") == ["2", "0"])
    }
}

@Test func aChangedExpressionIsComputedAgain() async throws {
    try await withFile { path in
        try await makeStore(
            path,
            lower,
            ["INSERT INTO Shelf (id, name, label) VALUES (1, 'a', '')"]
        )
        let upper = computed("label", "uppercase:(name)", "upper(computed.\"name\")")
        let store = try CacheStore(fileAt: path, model: upper)
        #expect(try await texts(store, "SELECT label FROM Shelf") == ["A"])
    }
}

private let lower = computed("label", "lowercase:(name)", "lower(computed.\"name\")")

/// The type of the old values does not matter, because none of them is kept.
@Test(arguments: [AttributeDescription.Kind.string, .integer64])
func theValuesThatADerivedAttributeReplacesAreCounted(
    _ kind: AttributeDescription.Kind
) async throws {
    try await withFile { path in
        let plain = shelves([AttributeDescription("label", kind)], [])
        let rows = "INSERT INTO Shelf (id, name, label) VALUES (1, 'A', 7), (2, 'B', NULL)"
        try await makeStore(path, plain, [rows])
        let store = try CacheStore(fileAt: path, model: lower)
        guard case .migrated(let migration) = store.opening else {
            Issue.record("\(store.opening)")
            return
        }
        #expect(
            Set(migration.changes) == [
                .added(entity: "Shelf", property: "label"),
                .removed(entity: "Shelf", property: "label", values: 1),
            ]
        )
        #expect(try await texts(store, "SELECT label FROM Shelf ORDER BY id") == ["a", "b"])
    }
}

/// The values of the parent's own records were lost, too.
@Test func anAttributeThatOnlyAChildDerivesKeepsTheParentsValues() async throws {
    func places(_ label: AttributeDescription, _ triggers: [String]) -> StoreModel {
        func place(_ name: String, _ kinds: [String], _ label: AttributeDescription)
            -> EntityDescription
        {
            EntityDescription(
                name: name,
                identity: "id",
                attributes: [.init("id", .integer64), .init("name", .string), label],
                hierarchy: EntityHierarchy(root: "Place", kinds: kinds)
            )
        }
        let table = """
            CREATE TABLE "Place" ("_kind" TEXT NOT NULL, "id" INTEGER PRIMARY KEY, "name" TEXT,
                "label" TEXT)
            """
        return StoreModel(
            name: "Map",
            statements: [table] + triggers,
            entities: [
                place("Place", ["Place", "Town"], .init("label", .string)),
                place("Town", ["Town"], label),
            ]
        )
    }
    let trigger = """
        CREATE TRIGGER "Town.label:insert" AFTER INSERT ON "Place" WHEN NEW."_kind" = 'Town'
        BEGIN
            UPDATE "Place" SET "label" = lower("name") WHERE "id" = NEW."id";
        END
        """
    let derived = AttributeDescription(
        "label",
        .string,
        derivation: "lowercase:(name)",
        computation: "lower(computed.\"name\")"
    )
    try await withFile { path in
        let rows = "INSERT INTO Place VALUES ('Place', 1, 'A', 'x'), ('Town', 2, 'B', 'y')"
        try await makeStore(path, places(.init("label", .string), []), [rows])
        let store = try CacheStore(fileAt: path, model: places(derived, [trigger]))
        #expect(try await texts(store, "SELECT label FROM Place ORDER BY id") == ["x", "b"])
    }
}

@Test func anExpressionOfAnotherTypeIsComputedAgain() async throws {
    try await withFile { path in
        let counted = "(SELECT count(*) FROM \"Book\" WHERE \"shelf\" = computed.\"id\")"
        let row = "INSERT INTO Shelf (id, name, label) VALUES (1, 'A', 0)"
        let size = computed("label", "books.@count", counted, .integer64)
        try await makeStore(path, size, [row])
        let store = try CacheStore(fileAt: path, model: lower)
        #expect("\(store.opening)".contains("no changes"), "\(store.opening)")
        #expect(try await texts(store, "SELECT label FROM Shelf") == ["a"])
    }
}

/// The report said that the attribute was set to the hook's values.
@Test func aHookCannotSetWhatTheStoreComputes() async throws {
    try await withFile { path in
        try await makeStore(path, shelves([], []), rows)
        let hook = MigrationHook(from: "Shop", to: "Shop", values: ["Shelf.label": "'x'"])
        let error = #expect(throws: StoreError.self) {
            try CacheStore(fileAt: path, model: lower, migrations: [hook])
        }
        let reason = "the value of Shelf.label: \"values\" cannot set a derived attribute"
        #expect("\(error, default: "none")".contains(reason))
    }
}

@Test func aTimeThatWasNotedStaysWhereItsExpressionDoes() async throws {
    let now = "'now'"
    try await withFile { path in
        try await makeStore(
            path,
            computed("time", "now()", "'then'"),
            ["INSERT INTO Shelf (id, name, time) VALUES (1, 'a', '')"]
        )
        let store = try CacheStore(fileAt: path, model: computed("time", "now()", now))
        #expect(try await texts(store, "SELECT time FROM Shelf") == ["then"])
    }
}

/// Generated code of an earlier release compares decimals as text.
@Test func decimalsAreComputedAgainAsNumbersThoughTheCodeIsOlder() async throws {
    func bills(_ indexes: [String]) -> StoreModel {
        let dearest = AttributeDescription(
            "dearest",
            .decimal,
            derivation: "items.@max.price",
            computation: "(SELECT max(\"price\") FROM \"Item\" WHERE \"bill\" = computed.\"id\")"
        )
        let items = RelationshipDescription(
            "items",
            to: "Item",
            isToMany: true,
            storage: .inverse("bill")
        )
        let bill = RelationshipDescription("bill", to: "Bill", storage: .column)
        let price = AttributeDescription("price", .decimal)
        return model(
            "Shop",
            nil,
            [entity("Bill", [dearest], [items]), entity("Item", [price], [bill])],
            indexes: indexes
        )
    }
    try await withFile { path in
        let rows = [
            "INSERT INTO Bill (id, dearest) VALUES (1, '9.5')",
            "INSERT INTO Item (id, price, bill) VALUES (1, '9.5', 1), (2, '10.25', 1)",
        ]
        try await makeStore(path, bills([]), rows)
        let new = bills(["CREATE INDEX \"Item.bill\" ON \"Item\" (\"bill\")"])
        let store = try CacheStore(fileAt: path, model: new)
        #expect(try await texts(store, "SELECT dearest FROM Bill") == ["10.25"])
    }
}

/// No trigger of this model runs for the second save.
@Test func aSaveKeepsWhatTheStoreHasComputed() async throws {
    try await withFile { path in
        let model = computed("label", "lowercase:(name)", "lower(computed.\"name\")")
        let store = try CacheStore(fileAt: path, model: model)
        let save = try #require(model.entities.first).statements.save
        let sql = save.replacing("?1", with: "1").replacing("?2", with: "'A'")
            .replacing("?3", with: "''")
        try await store.write { connection in
            for _ in 1...2 { try connection.execute(sql) }
        }
        #expect(try await texts(store, "SELECT label FROM Shelf") == ["a"])
    }
}
