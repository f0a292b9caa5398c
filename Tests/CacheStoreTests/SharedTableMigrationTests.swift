import CacheStore
import DataAccess
import Testing

private func place(
    _ name: String,
    _ kinds: [String],
    _ attributes: [AttributeDescription],
    columns: [String: String] = [:],
    was identifier: String? = nil
) -> EntityDescription {
    EntityDescription(
        name: name,
        identity: "id",
        attributes: [
            AttributeDescription("id", .integer64), AttributeDescription("name", .string),
        ] + attributes,
        renamingIdentifier: identifier,
        hierarchy: EntityHierarchy(root: "Place", kinds: kinds, columns: columns)
    )
}

private let before = StoreModel(
    name: "Map",
    statements: [
        """
        CREATE TABLE "Place" ("_kind" TEXT NOT NULL, "id" INTEGER PRIMARY KEY, "name" TEXT,
            "area" REAL, "Village.area" TEXT, "cows" INTEGER)
        """,
        "CREATE VIEW \"Town\" AS SELECT * FROM \"Place\" WHERE \"_kind\" IN ('Town')",
        "CREATE VIEW \"Village\" AS SELECT * FROM \"Place\" WHERE \"_kind\" IN ('Village')",
    ],
    entities: [
        place("Place", ["Place", "Town", "Village", "Farm"], []),
        place("Town", ["Town"], [AttributeDescription("area", .double)]),
        place(
            "Village",
            ["Village"],
            [AttributeDescription("area", .string)],
            columns: ["area": "Village.area"]
        ),
        place("Farm", ["Farm"], [AttributeDescription("cows", .integer64)]),
    ]
)

/// `Village` is `Hamlet`, and its `area` is `size`; `Town` must have an area, and has streets; there
/// are no farms any more, and harbours are new.
private let after = StoreModel(
    name: "Map",
    statements: [
        """
        CREATE TABLE "Place" ("_kind" TEXT NOT NULL, "id" INTEGER PRIMARY KEY, "name" TEXT,
            "area" REAL CHECK ("area" NOTNULL OR "_kind" NOT IN ('Town')), "Hamlet.size" TEXT,
            "streets" INTEGER)
        """,
        "CREATE VIEW \"Town\" AS SELECT * FROM \"Place\" WHERE \"_kind\" IN ('Town')",
        "CREATE VIEW \"Hamlet\" AS SELECT * FROM \"Place\" WHERE \"_kind\" IN ('Hamlet')",
        "CREATE VIEW \"Harbour\" AS SELECT * FROM \"Place\" WHERE \"_kind\" IN ('Harbour')",
    ],
    entities: [
        place("Place", ["Place", "Town", "Hamlet", "Harbour"], []),
        place(
            "Town",
            ["Town"],
            [
                AttributeDescription("area", .double, isOptional: false, initial: .real(1.5)),
                AttributeDescription("streets", .integer64, initial: .integer(7)),
            ]
        ),
        place(
            "Hamlet",
            ["Hamlet"],
            [AttributeDescription("size", .string, renamingIdentifier: "area")],
            columns: ["size": "Hamlet.size"],
            was: "Village"
        ),
        place("Harbour", ["Harbour"], []),
    ]
)

@Test func entitiesThatShareATableAreMigratedEachByItself() async throws {
    try await withFile { path in
        try await makeStore(
            path,
            before,
            [
                """
                INSERT INTO Place VALUES ('Place', 1, 'p', NULL, NULL, NULL),
                    ('Town', 2, 't', NULL, NULL, NULL), ('Town', 3, 'u', 4, NULL, NULL),
                    ('Village', 4, 'v', NULL, 'small', NULL), ('Farm', 5, 'f', NULL, NULL, 9)
                """
            ]
        )
        let store = try CacheStore(fileAt: path, model: after)
        guard case .migrated(let migration) = store.opening else {
            Issue.record("\(store.opening)")
            return
        }
        #expect(
            Set(migration.changes) == [
                .renamedEntity(from: "Village", to: "Hamlet"), .addedEntity("Harbour"),
                .removedEntity("Farm", records: 1),
                .renamed(entity: "Place", from: "Village.area", to: "Hamlet.size"),
                .filled(entity: "Place", property: "area", records: 1),
                .added(entity: "Place", property: "streets"),
                .removed(entity: "Place", property: "cows", values: 1),
            ]
        )
        #expect(
            try await texts(
                store,
                """
                SELECT concat FROM (SELECT _kind || ' ' || id || ' ' || ifnull(area, '-') || ' '
                    || ifnull("Hamlet.size", '-') || ' ' || ifnull(streets, '-') AS concat
                    FROM Place ORDER BY id)
                """
            ) == [
                "Place 1 - - -", "Town 2 1.5 - 7", "Town 3 4.0 - 7", "Hamlet 4 - small -",
            ]
        )
        #expect(try await texts(store, "SELECT name FROM Hamlet") == ["v"])
        #expect(
            try await texts(store, "SELECT name FROM sqlite_master WHERE type = 'view'").sorted()
                == ["Hamlet", "Harbour", "Town"]
        )
    }
}

@Test func anEntityThatLeavesItsParentsTableIsAnObstacle() async throws {
    try await withFile { path in
        try await makeStore(path, before, ["INSERT INTO Place (_kind, id) VALUES ('Farm', 1)"])
        let apart = StoreModel(
            name: "Map",
            statements: before.statements + [
                "CREATE TABLE \"Farm\" (\"id\" INTEGER PRIMARY KEY, \"name\" TEXT, \"cows\" INTEGER)"
            ],
            entities: Array(before.entities.prefix(3)) + [
                entity("Farm", [AttributeDescription("name", .string)])
            ]
        )
        let error = try #require(throws: StoreError.self) {
            try CacheStore(fileAt: path, model: apart)
        }
        #expect(error.description.contains("Farm was kept in the table of Place"))
        let store = try CacheStore(fileAt: path, model: before)
        #expect(try await texts(store, "SELECT _kind FROM Place") == ["Farm"])
    }
}

@Test func pairsOfRelatedRecordsKeepTogetherUnderANewName() async throws {
    func tags(_ entityName: String, _ relationship: String, was: String?, _ wasTag: String?)
        -> StoreModel
    {
        let table = "\(entityName).\(relationship)"
        return StoreModel(
            name: "Tags",
            statements: [
                "CREATE TABLE \"\(entityName)\" (\"id\" INTEGER PRIMARY KEY)",
                "CREATE TABLE \"Tag\" (\"id\" INTEGER PRIMARY KEY)",
                """
                CREATE TABLE "\(table)" (
                    "\(entityName)" INTEGER REFERENCES "\(entityName)" ("id") ON DELETE CASCADE,
                    "Tag" INTEGER REFERENCES "Tag" ("id") ON DELETE CASCADE)
                """,
            ],
            entities: [
                entity(
                    entityName,
                    [],
                    [
                        RelationshipDescription(
                            relationship,
                            to: "Tag",
                            isToMany: true,
                            storage: .none,
                            renamingIdentifier: wasTag,
                            join: PairTable(table, own: entityName, other: "Tag")
                        )
                    ],
                    was: was
                ),
                entity("Tag", []),
            ]
        )
    }
    try await withFile { path in
        try await makeStore(
            path,
            tags("Note", "tags", was: nil, nil),
            [
                "INSERT INTO Note VALUES (1), (2)", "INSERT INTO Tag VALUES (10), (11)",
                "INSERT INTO \"Note.tags\" VALUES (1, 10), (1, 11), (2, 11)",
            ]
        )
        let store = try CacheStore(fileAt: path, model: tags("Memo", "labels", was: "Note", "tags"))
        #expect(
            try await texts(store, "SELECT \"Memo\" || ' ' || \"Tag\" FROM \"Memo.labels\"")
                == ["1 10", "1 11", "2 11"]
        )
        try await store.write { try $0.execute("DELETE FROM \"Memo\" WHERE id = 1") }
        #expect(try await texts(store, "SELECT count(*) FROM \"Memo.labels\"") == ["1"])
    }
}
