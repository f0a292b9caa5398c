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
                .renamed(entity: "Hamlet", from: "area", to: "size"),
                .filled(entity: "Town", property: "area", records: 1),
                .added(entity: "Town", property: "streets"),
                .removed(entity: "Farm", property: "cows", values: 1),
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

/// `Place` alone, as it was before it had children.
private func alone(_ attributes: [AttributeDescription]) -> StoreModel {
    model("Map", nil, [entity("Place", attributes)])
}

@Test func anEntityThatGetsItsFirstChildrenKeepsItsRecords() async throws {
    try await withFile { path in
        let name = AttributeDescription("name", .string)
        let old = alone([name, AttributeDescription("cows", .integer64)])
        try await makeStore(path, old, ["INSERT INTO Place VALUES (1, 'p', 5), (2, 'q', NULL)"])
        let store = try CacheStore(fileAt: path, model: after)
        #expect(
            try await texts(store, "SELECT _kind || ' ' || id || name FROM Place ORDER BY id")
                == ["Place 1p", "Place 2q"]
        )
        guard case .migrated(let migration) = store.opening else {
            Issue.record("\(store.opening)")
            return
        }
        #expect(!migration.changes.contains { "\($0)".contains("_kind") })
        #expect(
            migration.changes.contains(.removed(entity: "Place", property: "cows", values: 1))
        )
    }
}

@Test func recordsOfChildrenThatAreNoMoreGoFromTheirParentsTable() async throws {
    try await withFile { path in
        try await makeStore(
            path,
            before,
            ["INSERT INTO Place (_kind, id, name) VALUES ('Place', 1, 'p'), ('Farm', 2, NULL)"]
        )
        // The farm has no name, and need not have one any more.
        let new = alone([AttributeDescription("name", .string, isOptional: false)])
        let store = try CacheStore(fileAt: path, model: new)
        #expect(try await texts(store, "SELECT id || name FROM Place") == ["1p"])
        guard case .migrated(let migration) = store.opening else {
            Issue.record("\(store.opening)")
            return
        }
        #expect(migration.changes.contains(.removedEntity("Farm", records: 1)))
        #expect(!migration.changes.contains { "\($0)".contains("_kind") })
    }
}

/// `Farm` has a table of its own.
private let apart = StoreModel(
    name: "Map",
    statements: before.statements + [
        "CREATE TABLE \"Farm\" (\"id\" INTEGER PRIMARY KEY, \"name\" TEXT, \"cows\" INTEGER)"
    ],
    entities: Array(before.entities.prefix(3)) + [
        entity("Farm", [AttributeDescription("name", .string)])
    ]
)

@Test func anEntityThatLeavesItsParentsTableIsAnObstacle() async throws {
    try await withFile { path in
        try await makeStore(path, before, ["INSERT INTO Place (_kind, id) VALUES ('Farm', 1)"])
        let error = try #require(throws: StoreError.self) {
            try CacheStore(fileAt: path, model: apart)
        }
        #expect(error.description.contains("Farm was stored in the table of Place"))
        #expect(error.description.contains("or write a migration hook in which a"))
        let store = try CacheStore(fileAt: path, model: before)
        #expect(try await texts(store, "SELECT _kind FROM Place") == ["Farm"])
    }
}

@Test func anEntityWithoutRecordsLeavesItsParentsTable() async throws {
    try await withFile { path in
        try await makeStore(path, before, ["INSERT INTO Place (_kind, id) VALUES ('Town', 1)"])
        let store = try CacheStore(fileAt: path, model: apart)
        #expect(!"\(store.opening)".contains("removed Farm"), "\(store.opening)")
        #expect(try await texts(store, "SELECT _kind FROM Place") == ["Town"])
        #expect(try await texts(store, "SELECT count(*) FROM Farm") == ["0"])
    }
}

@Test func aHookMovesRecordsToAnotherTable() async throws {
    try await withFile { path in
        let rows = ["INSERT INTO Place (_kind, id, name) VALUES ('Town', 1, 't'), ('Farm', 2, 'f')"]
        try await makeStore(path, before, rows)
        let hook = MigrationHook(
            from: "Map",
            to: "Map",
            before: [
                .sql(
                    """
                    CREATE TEMP TABLE kept AS SELECT id, name FROM Place WHERE _kind = 'Farm';
                    DELETE FROM Place WHERE _kind = 'Farm'
                    """
                )
            ],
            after: [.sql("INSERT INTO Farm (id, name) SELECT id, name FROM kept")]
        )
        let store = try CacheStore(fileAt: path, model: apart, migrations: [hook])
        #expect(try await texts(store, "SELECT id || name FROM Farm") == ["2f"])
        #expect(try await texts(store, "SELECT id || name FROM Place") == ["1t"])
    }
}

@Test func aChildsPropertyIsNamedWithTheChild() async throws {
    let farms = before.entities.map { entity in
        entity.name == "Farm"
            ? place(
                "Farm",
                ["Farm"],
                [.integer64("cows"), .integer64("pigs", .required)]
            ) : entity
    }
    let after = StoreModel(
        name: "Map",
        statements: before.statements.map {
            $0.replacing("\"cows\" INTEGER", with: "\"cows\" INTEGER, \"pigs\" INTEGER")
        },
        entities: farms
    )
    try await withFile { path in
        try await makeStore(path, before, ["INSERT INTO Place (_kind, id) VALUES ('Farm', 1)"])
        let error = try #require(throws: StoreError.self) {
            try CacheStore(fileAt: path, model: after)
        }
        #expect(error.description.contains("provide values[\"Farm.pigs\"]"))
        let hook = MigrationHook(from: "Map", to: "Map", values: ["Farm.pigs": "id + 1"])
        let store = try CacheStore(fileAt: path, model: after, migrations: [hook])
        #expect(try await texts(store, "SELECT pigs FROM Place") == ["2"])
    }
}

@Test func aChildsValueOfAHookComesBeforeThatOfItsRoot() async throws {
    try await withFile { path in
        let rows = "('Place', 1, 'p'), ('Town', 2, 't'), ('Village', 4, 'v')"
        try await makeStore(path, before, ["INSERT INTO Place (_kind, id, name) VALUES \(rows)"])
        let hook = MigrationHook(
            from: "Map",
            to: "Map",
            values: [
                "Place.name": "'place ' || name", "Hamlet.name": "'hamlet ' || name",
                "Town.name": "'town ' || name",
            ]
        )
        let store = try CacheStore(fileAt: path, model: after, migrations: [hook])
        #expect(
            try await texts(store, "SELECT name FROM Place ORDER BY id")
                == ["place p", "town t", "hamlet v"]
        )
    }
}

/// The record belonged to no entity, and the migration succeeded.
@Test(arguments: ["Twon", "Place"]) func aHookWritesTheNameOfAnEntityThatCanHaveRecords(
    _ kind: String
) async throws {
    let entities = before.entities.map { entity in
        entity.name == "Place"
            ? EntityDescription(
                name: "Place",
                identity: "id",
                attributes: entity.attributes,
                hierarchy: EntityHierarchy(
                    root: "Place",
                    kinds: ["Town", "Village", "Farm"],
                    isAbstract: true
                )
            ) : entity
    }
    let index = "CREATE INDEX \"Place#1\" ON \"Place\" (\"name\")"
    let new = StoreModel(
        name: "Map",
        statements: before.statements + [index],
        entities: entities
    )
    let insert = MigrationHook.Step.sql("INSERT INTO Place (_kind, id) VALUES ('\(kind)', 5)")
    let update = MigrationHook.Step.sql("UPDATE Place SET _kind = '\(kind)'")
    let hooks = [
        (MigrationHook(from: "Map", to: "Map", after: [insert]), "after"),
        (MigrationHook(from: "Map", to: "Map", before: [update]), "before"),
    ]
    for (hook, time) in hooks {
        try await withFile { path in
            try await makeStore(path, before, ["INSERT INTO Place (_kind, id) VALUES ('Town', 1)"])
            let error = #expect(throws: StoreError.self) {
                try CacheStore(fileAt: path, model: new, migrations: [hook])
            }
            let reason = "the steps \(time) the migration: in 1 record of the table Place, _kind is"
            #expect("\(error, default: "none")".contains(reason))
        }
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

// MARK: - What moves between parents and children

private func animal(
    _ name: String,
    _ attributes: [AttributeDescription],
    _ columns: [String: String] = [:]
) -> EntityDescription {
    EntityDescription(
        name: name,
        identity: "id",
        attributes: [AttributeDescription("id", .integer64)] + attributes,
        hierarchy: EntityHierarchy(
            root: "Animal",
            kinds: name == "Animal" ? ["Animal", "Cat", "Dog", "Fox"] : [name],
            columns: columns
        )
    )
}

private func animals(_ columns: String, _ entities: [EntityDescription]) -> StoreModel {
    StoreModel(
        name: "Zoo",
        statements: [
            "CREATE TABLE \"Animal\" (\"_kind\" TEXT NOT NULL, \"id\" INTEGER PRIMARY KEY, \(columns))"
        ],
        entities: entities
    )
}

private let named = animals(
    "name TEXT, \"Dog.name\" TEXT",
    [
        animal("Animal", []), animal("Cat", [AttributeDescription("name", .string)]),
        animal("Dog", [AttributeDescription("name", .string)], ["name": "Dog.name"]),
        animal("Fox", []),
    ]
)

@Test(arguments: [
    (nil, true, ["Tom", "Rex", "-", "-", "-"]),
    ("no name", true, ["Tom", "Rex", "no name", "no name", "-"]),
    ("no name", false, ["Tom", "Rex", "no name", "no name", "no name"]),
])
func whatChildrenHadMovesToTheirParent(
    _ initial: String?,
    _ isOptional: Bool,
    _ expected: [String]
) async throws {
    let name = AttributeDescription(
        "name",
        .string,
        isOptional: isOptional,
        initial: initial.map(StoredValue.text) ?? .null
    )
    let after = animals(
        isOptional ? "name TEXT" : "name TEXT NOT NULL",
        ["Animal", "Cat", "Dog", "Fox"].map { animal($0, [name]) }
    )
    try await withFile { path in
        let rows = [
            """
            INSERT INTO Animal VALUES ('Cat', 1, 'Tom', NULL), ('Dog', 2, NULL, 'Rex'),
                ('Fox', 3, NULL, NULL), ('Animal', 4, NULL, NULL), ('Cat', 5, NULL, NULL)
            """
        ]
        try await makeStore(path, named, rows)
        let store = try CacheStore(fileAt: path, model: after)
        #expect(
            try await texts(store, "SELECT ifnull(name, '-') FROM Animal ORDER BY id") == expected
        )
    }
}

@Test func whatAChildLeavesIsCountedAndGone() async throws {
    let name = AttributeDescription("name", .string)
    let before = animals("name TEXT", ["Animal", "Cat", "Dog", "Fox"].map { animal($0, [name]) })
    let after = animals(
        "name TEXT, \"Fox.name\" TEXT",
        [
            animal("Animal", []), animal("Cat", [name]), animal("Dog", []),
            animal("Fox", [name], ["name": "Fox.name"]),
        ]
    )
    try await withFile { path in
        let rows = [
            "INSERT INTO Animal VALUES ('Cat', 1, 'Tom'), ('Dog', 2, 'Rex'), ('Fox', 3, 'Ren')"
        ]
        try await makeStore(path, before, rows)
        let store = try CacheStore(fileAt: path, model: after)
        let sql = """
            SELECT ifnull(name, '-') || ' ' || ifnull("Fox.name", '-') FROM Animal ORDER BY id
            """
        #expect(try await texts(store, sql) == ["Tom -", "- -", "- Ren"])
        guard case .migrated(let migration) = store.opening else {
            Issue.record("\(store.opening)")
            return
        }
        #expect(migration.changes == [.removed(entity: "Dog", property: "name", values: 1)])
    }
}

/// Toys of cats and dogs in tables of their own, or of all animals in one.
private func toys(_ isOfAll: Bool) -> StoreModel {
    func toys(of owner: String) -> RelationshipDescription {
        RelationshipDescription(
            "toys",
            to: "Toy",
            isToMany: true,
            storage: .none,
            join: PairTable("\(owner).toys", own: "source", other: "target")
        )
    }
    let owners = isOfAll ? ["Animal"] : ["Cat", "Dog"]
    let kinds = ["Animal", "Cat", "Dog", "Fox"]
    let entities = kinds.map { kind in
        let plain = animal(kind, [])
        let relationship = toys(of: isOfAll ? "Animal" : kind)
        let has = isOfAll || owners.contains(kind)
        return EntityDescription(
            name: kind,
            identity: "id",
            attributes: plain.attributes,
            relationships: has ? [relationship] : [],
            hierarchy: plain.hierarchy
        )
    }
    let tables = owners.map {
        """
        CREATE TABLE "\($0).toys" ("source" INTEGER NOT NULL REFERENCES "Animal" ("id"),
            "target" INTEGER NOT NULL REFERENCES "Toy" ("id"), PRIMARY KEY ("source", "target"))
        """
    }
    return StoreModel(
        name: "Zoo",
        version: ModelVersion(isOfAll ? "One" : "Many"),
        statements: [
            "CREATE TABLE \"Animal\" (\"_kind\" TEXT NOT NULL, \"id\" INTEGER PRIMARY KEY)",
            "CREATE TABLE \"Toy\" (\"id\" INTEGER PRIMARY KEY)",
        ] + tables,
        entities: entities + [entity("Toy", [])]
    )
}

@Test func pairsMoveBetweenParentsAndChildren() async throws {
    let records = [
        "INSERT INTO Animal VALUES ('Cat', 1), ('Dog', 2), ('Fox', 3)",
        "INSERT INTO Toy VALUES (7), (8)",
    ]
    try await withFile { path in
        let pairs = [
            "INSERT INTO \"Cat.toys\" VALUES (1, 7)",
            "INSERT INTO \"Dog.toys\" VALUES (2, 7), (2, 8)",
        ]
        try await makeStore(path, toys(false), records + pairs)
        let store = try CacheStore(fileAt: path, model: toys(true))
        let sql = "SELECT source || ' ' || target FROM \"Animal.toys\" ORDER BY 1"
        #expect(try await texts(store, sql) == ["1 7", "2 7", "2 8"])
    }
    try await withFile { path in
        let pairs = ["INSERT INTO \"Animal.toys\" VALUES (1, 7), (2, 8), (3, 8)"]
        try await makeStore(path, toys(true), records + pairs)
        let store = try CacheStore(fileAt: path, model: toys(false))
        let sql = """
            SELECT source || ' ' || target FROM (SELECT * FROM "Cat.toys"
            UNION ALL SELECT * FROM "Dog.toys") ORDER BY 1
            """
        #expect(try await texts(store, sql) == ["1 7", "2 8"])
        guard case .migrated(let migration) = store.opening else {
            Issue.record("\(store.opening)")
            return
        }
        // The fox has none any more.
        #expect(migration.changes == [.removed(entity: "Cat", property: "toys", values: 1)])
    }
}

@Test func pairsOfAParentThatComesBehindItsChildrenStay() async throws {
    let old = toys(true)
    let new = StoreModel(
        name: "Zoo",
        version: ModelVersion("Two", after: ["One"]),
        statements: old.statements.map {
            $0.replacing("PRIMARY KEY (", with: "\"n\" TEXT, PRIMARY KEY (")
        },
        entities: old.entities.reversed()
    )
    try await withFile { path in
        try await makeStore(
            path,
            old,
            [
                "INSERT INTO Animal VALUES ('Animal', 1), ('Cat', 2), ('Fox', 3)",
                "INSERT INTO Toy VALUES (7), (8)",
                "INSERT INTO \"Animal.toys\" VALUES (1, 7), (2, 8), (3, 7)",
            ]
        )
        let store = try CacheStore(fileAt: path, model: new)
        let sql = "SELECT source || ' ' || target FROM \"Animal.toys\" ORDER BY 1"
        #expect(try await texts(store, sql) == ["1 7", "2 8", "3 7"])
        #expect(!"\(store.opening)".contains("removed"), "\(store.opening)")
    }
}

/// Visits lead to towns; harbours are towns or not.
private func visits(_ harboursAreTowns: Bool) -> StoreModel {
    let town = RelationshipDescription("town", to: "Town", storage: .column)
    return StoreModel(
        name: "Map",
        version: harboursAreTowns ? ModelVersion("One") : ModelVersion("Two", after: ["One"]),
        statements: [
            "CREATE TABLE \"Place\" (\"_kind\" TEXT NOT NULL, \"id\" INTEGER PRIMARY KEY, \"name\" TEXT)",
            "CREATE TABLE \"Visit\" (\"id\" INTEGER PRIMARY KEY, \"town\" INTEGER REFERENCES \"Place\" (\"id\"))",
            "CREATE INDEX \"\(harboursAreTowns)\" ON \"Visit\" (\"town\")",
        ],
        entities: [
            place("Place", ["Place", "Town", "Harbour"], []),
            place("Town", harboursAreTowns ? ["Town", "Harbour"] : ["Town"], []),
            place("Harbour", ["Harbour"], []),
            entity("Visit", [], [town]),
        ]
    )
}

@Test func whatLedToAChildThatWentOverToAnotherParentIsCleared() async throws {
    try await withFile { path in
        try await makeStore(
            path,
            visits(true),
            [
                "INSERT INTO Place (_kind, id) VALUES ('Town', 1), ('Harbour', 2)",
                "INSERT INTO Visit VALUES (1, 1), (2, 2)",
            ]
        )
        let store = try CacheStore(fileAt: path, model: visits(false))
        let sql = "SELECT id || ' ' || ifnull(town, '-') FROM Visit ORDER BY id"
        #expect(try await texts(store, sql) == ["1 1", "2 -"])
        #expect("\(store.opening)".contains("cleared Visit.town in 1 record"))
    }
}

@Test func hooksChangeTheEntitiesOfASharedTableEachByItself() async throws {
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
        let hook = MigrationHook(
            from: "Map",
            to: "Map",
            before: [.rows(of: "Village") { $0["area"] = .text("tiny") }],
            values: [
                "Town.area": "coalesce(area, 2.5)",
                "Hamlet.name": .row { row in row["area"] },
                "Hamlet.size": "\"Village.area\" || '!'",
            ],
            after: [
                .rows(of: "Hamlet") { row in
                    if case .text(let name) = row["name"] { row["name"] = .text("of " + name) }
                }
            ]
        )
        let store = try CacheStore(fileAt: path, model: after, migrations: [hook])
        #expect(
            try await texts(
                store,
                """
                SELECT id || ' ' || name || ' ' || ifnull(area, '-') || ' '
                    || ifnull("Hamlet.size", '-') FROM Place ORDER BY id
                """
            ) == ["1 p - -", "2 t 2.5 -", "3 u 4.0 -", "4 of tiny - tiny!"]
        )
    }
}

/// The views of generated code have the columns of the child, and none for the kind.
@Test func aStepBeforeVisitsTheRecordsOfAChildAndItsDescendants() async throws {
    func zoo(_ indexes: [String]) -> StoreModel {
        let name = AttributeDescription("name", .string)
        let views = [("Cat", "'Cat', 'Fox'"), ("Dog", "'Dog'"), ("Fox", "'Fox'")].map {
            """
            CREATE VIEW "\($0)" AS SELECT "id", "name" FROM "Animal" WHERE "_kind" IN (\($1))
            """
        }
        let names = ["Animal", "Cat", "Dog", "Fox"]
        let plain = animals("name TEXT", names.map { animal($0, [name]) })
        return StoreModel(
            name: plain.name,
            statements: plain.statements + indexes + views,
            entities: plain.entities
        )
    }
    try await withFile { path in
        let rows = """
            INSERT INTO Animal VALUES ('Cat', 1, 'Tom'), ('Dog', 2, 'Rex'), ('Fox', 3, 'Ren'),
                ('Animal', 4, 'Mog')
            """
        try await makeStore(path, zoo([]), [rows])
        let visited = Box([StoredValue]())
        let hook = MigrationHook(
            from: "Zoo",
            to: "Zoo",
            before: [
                .rows(of: "Cat") { row in
                    let name = row["name"]
                    visited.change { $0.append(name) }
                    row["name"] = .text("changed")
                }
            ]
        )
        let new = zoo(["CREATE INDEX \"Animal#1\" ON \"Animal\" (\"name\")"])
        let store = try CacheStore(fileAt: path, model: new, migrations: [hook])
        #expect(visited.value == [.text("Tom"), .text("Ren")])
        #expect(
            try await texts(store, "SELECT name FROM Animal ORDER BY id")
                == ["changed", "Rex", "changed", "Mog"]
        )
    }
}
