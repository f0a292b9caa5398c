import CacheStore
import DataAccess
import Testing

/// How a relationship between teams and players may be kept. Either side has the same renaming
/// identifier in all of them.
private enum Kept: String, CaseIterable {
    case column, columnWithoutInverse, columnOfAPair, columnOfTheTeam
    case pairs, pairsOfTheTeam, pairsOfThePlayer

    var model: StoreModel {
        let (team, player) = sides
        return CacheStoreTests.model(
            "League",
            ModelVersion(rawValue),
            [
                entity("Team", [], team.map { [$0] } ?? []),
                entity("Player", [], player.map { [$0] } ?? []),
            ]
        )
    }

    private var sides: (team: RelationshipDescription?, player: RelationshipDescription?) {
        let table = "Team.players"
        switch self {
        case .column: return (toPlayers(true, .inverse("team")), toTeams(false, .column))
        case .columnWithoutInverse: return (nil, toTeams(false, .column))
        case .columnOfAPair: return (toPlayers(false, .inverse("team")), toTeams(false, .column))
        case .columnOfTheTeam: return (toPlayers(false, .column), toTeams(true, .inverse("player")))
        case .pairs:
            return (
                toPlayers(true, .none, PairTable(table, own: "source", other: "target")),
                toTeams(true, .none, PairTable(table, own: "target", other: "source"))
            )
        case .pairsOfTheTeam:
            return (toPlayers(true, .none, PairTable(table, own: "source", other: "target")), nil)
        case .pairsOfThePlayer:
            let join = PairTable("Player.teams", own: "source", other: "target")
            return (nil, toTeams(true, .none, join))
        }
    }

    /// Whether something tells that the relationship of both is one.
    func isFound(from old: Kept) -> Bool {
        let (mine, theirs) = (sides, old.sides)
        return (mine.team != nil && theirs.team != nil)
            || (mine.player != nil && theirs.player != nil)
    }

    /// The statements that relate each player to a team.
    func relate(_ pairs: [(team: Int, player: Int)]) -> [String] {
        pairs.map { team, player in
            switch self {
            case .column, .columnWithoutInverse, .columnOfAPair:
                "UPDATE Player SET team = \(team) WHERE id = \(player)"
            case .columnOfTheTeam: "UPDATE Team SET player = \(player) WHERE id = \(team)"
            case .pairs, .pairsOfTheTeam: "INSERT INTO \"Team.players\" VALUES (\(team), \(player))"
            case .pairsOfThePlayer: "INSERT INTO \"Player.teams\" VALUES (\(player), \(team))"
            }
        }
    }

    /// The query of the pairs.
    var query: String {
        switch self {
        case .column, .columnWithoutInverse, .columnOfAPair:
            "SELECT team || ' ' || id FROM Player WHERE team NOT NULL ORDER BY 1"
        case .columnOfTheTeam:
            "SELECT id || ' ' || player FROM Team WHERE player NOT NULL ORDER BY 1"
        case .pairs, .pairsOfTheTeam:
            "SELECT source || ' ' || target FROM \"Team.players\" ORDER BY 1"
        case .pairsOfThePlayer: "SELECT target || ' ' || source FROM \"Player.teams\" ORDER BY 1"
        }
    }
}

private func toPlayers(
    _ isToMany: Bool,
    _ storage: RelationshipDescription.Storage,
    _ join: PairTable? = nil
) -> RelationshipDescription {
    RelationshipDescription(
        isToMany ? "players" : "player",
        to: "Player",
        isToMany: isToMany,
        storage: storage,
        renamingIdentifier: "players",
        join: join
    )
}

private func toTeams(
    _ isToMany: Bool,
    _ storage: RelationshipDescription.Storage,
    _ join: PairTable? = nil
) -> RelationshipDescription {
    RelationshipDescription(
        isToMany ? "teams" : "team",
        to: "Team",
        isToMany: isToMany,
        storage: storage,
        renamingIdentifier: "team",
        join: join
    )
}

private let records = [
    "INSERT INTO Team (id) VALUES (10), (11), (12)",
    "INSERT INTO Player (id) VALUES (1), (2), (3), (4)",
]

/// Rows of persons with their partners, and the pairs after the relationship has become its own
/// inverse; nil if it cannot.
private let partners: [(String, [String]?)] = [
    ("(1, 2), (2, NULL)", ["1 2", "2 1"]), ("(1, 2), (2, NULL), (3, 2)", nil),
    ("(1, 2), (2, 3), (3, NULL)", nil),
]

@Suite struct RelationshipMigrations {
    @Test(arguments: Kept.allCases, Kept.allCases)
    private func relatedRecordsStayRelated(_ old: Kept, _ new: Kept) async throws {
        if old == new || !new.isFound(from: old) { return }
        try await withFile { path in
            let related = old.relate([(10, 1), (11, 3)])
            try await makeStore(path, old.model, records + related)
            let store = try CacheStore(fileAt: path, model: new.model)
            #expect(try await texts(store, new.query) == ["10 1", "11 3"])
            #expect(!"\(store.opening)".contains("removed"), "\(store.opening)")
        }
    }

    @Test(arguments: [
        (Kept.pairs, Kept.column, "Player.team", [(10, 1), (11, 1), (11, 2)]),
        (.pairsOfTheTeam, .column, "Player.team", [(10, 1), (11, 1), (11, 2)]),
        (.pairs, .columnOfTheTeam, "Team.player", [(10, 1), (10, 2), (11, 3)]),
        (.column, .columnOfTheTeam, "Team.player", [(10, 1), (10, 2), (11, 3)]),
        (.column, .columnOfAPair, "Team.player", [(10, 1), (10, 2), (11, 3)]),
        (.pairs, .columnOfAPair, "Team.player", [(10, 1), (10, 2), (11, 3)]),
    ])
    private func severalRelatedRecordsWhereOneFitsAreAnObstacle(
        _ old: Kept,
        _ new: Kept,
        _ name: String,
        _ pairs: [(Int, Int)]
    ) async throws {
        try await withFile { path in
            try await makeStore(path, old.model, records + old.relate(pairs))
            let error = try #require(throws: StoreError.self) {
                try CacheStore(fileAt: path, model: new.model)
            }
            guard case .cannotMigrate(_, _, _, let obstacles) = error else {
                Issue.record("\(error)")
                return
            }
            #expect(
                obstacles == [
                    "\(name) is now to-one, and 1 record has several related records: change the records in a \"before\" step of a migration hook"
                ]
            )
            let store = try CacheStore(fileAt: path, model: old.model)
            #expect(try await texts(store, old.query).count == 3)
        }
    }

    @Test func aToManyRelationshipFindsTheColumnOfAnInverseThatWent() async throws {
        try await withFile { path in
            let old = Kept.column
            try await makeStore(path, old.model, records + old.relate([(10, 1), (10, 2), (11, 3)]))
            let store = try CacheStore(fileAt: path, model: Kept.pairsOfTheTeam.model)
            #expect(
                try await texts(store, Kept.pairsOfTheTeam.query) == ["10 1", "10 2", "11 3"]
            )
        }
    }

    @Test func aRelationshipThatIsRequiredNowNeedsARecord() async throws {
        func required(_ isRequired: Bool) -> StoreModel {
            let here = RelationshipDescription(
                "team",
                to: "Team",
                isOptional: false,
                storage: .column
            )
            let there = RelationshipDescription(
                "players",
                to: "Player",
                isToMany: true,
                storage: isRequired ? .inverse("team") : .none,
                join: isRequired ? nil : PairTable("Team.players", own: "source", other: "target")
            )
            return model([
                entity("Team", [], [there]), entity("Player", [], isRequired ? [here] : []),
            ])
        }
        try await withFile { path in
            let related = Kept.pairsOfTheTeam.relate([(10, 1), (10, 2), (11, 3)])
            try await makeStore(path, required(false), records + related)
            let error = try #require(throws: StoreError.self) {
                try CacheStore(fileAt: path, model: required(true))
            }
            #expect(
                error.description.contains(
                    "Player.team is now required and has no default, but 1 record has no value"
                )
            )
            let old = try CacheStore(fileAt: path, model: required(false))
            try await old.write { try $0.execute("DELETE FROM Player WHERE id = 4") }
            try old.close()
            let store = try CacheStore(fileAt: path, model: required(true))
            #expect(try await texts(store, Kept.column.query) == ["10 1", "10 2", "11 3"])
        }
    }

    @Test func pairsWithRecordsOfAnEntityThatIsNotRecognisedAreAnObstacle() async throws {
        func teams(_ team: String) -> StoreModel {
            let join = PairTable("Player.teams", own: "source", other: "target")
            return model([
                entity(team, [], was: team == "Club" ? "Squad" : nil),
                entity(
                    "Player",
                    [],
                    [
                        RelationshipDescription(
                            "teams",
                            to: team,
                            isToMany: true,
                            storage: .none,
                            join: join
                        )
                    ]
                ),
            ])
        }
        try await withFile { path in
            let related = Kept.pairsOfThePlayer.relate([(10, 1)])
            try await makeStore(path, teams("Team"), records + related)
            let error = try #require(throws: StoreError.self) {
                try CacheStore(fileAt: path, model: teams("Club"))
            }
            #expect(
                error.description.contains(
                    "Player.teams had the destination Team and now has the destination Club, which matches no entity of the previous version"
                )
            )
        }
    }

    @Test func aRelationshipThatBecomesItsOwnInverseHoldsBothWays() async throws {
        func friends(_ isMutual: Bool) -> StoreModel {
            let many = RelationshipDescription(
                "friends",
                to: "P",
                isToMany: true,
                storage: .none,
                renamingIdentifier: "friend",
                join: PairTable("P.friends", own: "source", other: "target", isSymmetric: true)
            )
            let one = RelationshipDescription("friend", to: "P", storage: .column)
            return model([entity("P", [], [isMutual ? many : one])])
        }
        try await withFile { path in
            let rows = ["INSERT INTO P VALUES (1, 2), (2, NULL), (3, 1)"]
            try await makeStore(path, friends(false), rows)
            let store = try CacheStore(fileAt: path, model: friends(true))
            #expect(
                try await texts(
                    store,
                    "SELECT source || ' ' || target FROM \"P.friends\" ORDER BY 1"
                ) == ["1 2", "1 3", "2 1", "3 1"]
            )
        }
    }

    @Test(arguments: partners)
    func aToOneRelationshipThatBecomesItsOwnInverseHoldsBothWays(
        _ rows: String,
        _ expected: [String]?
    ) async throws {
        func people(_ isMutual: Bool) -> StoreModel {
            let partner = RelationshipDescription(
                "partner",
                to: "P",
                storage: .column,
                isOneToOne: isMutual,
                isSymmetric: isMutual
            )
            let index = "CREATE INDEX pairs ON P (partner)"
            return model(
                "Shop",
                nil,
                [entity("P", [], [partner])],
                indexes: isMutual ? [index] : []
            )
        }
        try await withFile { path in
            try await makeStore(path, people(false), ["INSERT INTO P VALUES \(rows)"])
            guard let expected else {
                let error = #expect(throws: StoreError.self) {
                    try CacheStore(fileAt: path, model: people(true))
                }
                #expect("\(error, default: "none")".contains("P.partner is now its own inverse"))
                return
            }
            let store = try CacheStore(fileAt: path, model: people(true))
            let pairs = "SELECT id || ' ' || partner FROM P ORDER BY id"
            #expect(try await texts(store, pairs) == expected)
        }
    }

    @Test func linksToRecordsThatAreNotThereAreClearedAndCounted() async throws {
        func posts(_ isToMany: Bool) -> StoreModel {
            let one = RelationshipDescription(
                "author",
                to: "Author",
                whenDestinationIsDeleted: .noAction,
                storage: .column
            )
            let many = RelationshipDescription(
                "authors",
                to: "Author",
                isToMany: true,
                storage: .none,
                renamingIdentifier: "author",
                join: PairTable("Post.authors", own: "source", other: "target")
            )
            return model([entity("Post", [], [isToMany ? many : one]), entity("Author", [])])
        }
        try await withFile { path in
            let rows = ["INSERT INTO Author VALUES (1)", "INSERT INTO Post VALUES (5, 1), (6, 9)"]
            try await makeStore(path, posts(false), rows)
            let store = try CacheStore(fileAt: path, model: posts(true))
            guard case .migrated(let migration) = store.opening else {
                Issue.record("\(store.opening)")
                return
            }
            #expect(
                Set(migration.changes) == [
                    .renamed(entity: "Post", from: "author", to: "authors"),
                    .cleared(entity: "Post", relationship: "authors", records: 1),
                ]
            )
            #expect(
                try await texts(store, "SELECT source || ' ' || target FROM \"Post.authors\"")
                    == ["5 1"]
            )
        }
        // A post without an author has lost none, also where there are no authors.
        try await withFile { path in
            try await makeStore(path, posts(false), ["INSERT INTO Post VALUES (5, NULL)"])
            let store = try CacheStore(fileAt: path, model: posts(true))
            #expect(!"\(store.opening)".contains("cleared"), "\(store.opening)")
        }
    }
}

// MARK: - Order

/// `tracks` in the order of a list; `lists` where they have it.
private func lists(
    _ name: String = "List",
    was: String? = nil,
    tracks: RelationshipDescription,
    lists: RelationshipDescription? = nil
) -> StoreModel {
    model([entity(name, [], [tracks], was: was), entity("Track", [], lists.map { [$0] } ?? [])])
}

private func tracks(
    _ name: String = "tracks",
    _ join: PairTable? = nil,
    column: String? = nil
) -> RelationshipDescription {
    RelationshipDescription(
        name,
        to: "Track",
        isToMany: true,
        storage: column.map { .inverse($0) } ?? .none,
        renamingIdentifier: "tracks",
        join: join,
        isOrdered: column != nil
    )
}

private func back(
    _ name: String,
    to list: String = "List",
    _ join: PairTable? = nil
) -> RelationshipDescription {
    RelationshipDescription(
        name,
        to: list,
        isToMany: join != nil,
        storage: join == nil ? .column : .none,
        renamingIdentifier: "lists",
        join: join
    )
}

private let ordered = PairTable("List.tracks", own: "source", other: "target", isOrdered: true)
private let turned = PairTable("A.lists", own: "target", other: "source", isOrdered: true)
private let inverse = PairTable("A.lists", own: "source", other: "target")
private let threeTracks = [
    "INSERT INTO List VALUES (1)", "INSERT INTO Track (id) VALUES (1), (2), (3)",
    "INSERT INTO \"List.tracks\" VALUES (1, 3, 0), (1, 1, 1), (1, 2, 2)",
]

@Test func theOrderOfPairsStaysWhereTheTableTurnsRound() async throws {
    let news = [
        lists(tracks: tracks("tracks", turned), lists: back("lists", inverse)),
        lists(
            "Mix",
            was: "List",
            tracks: tracks("songs", turned),
            lists: back("mixes", to: "Mix", inverse)
        ),
    ]
    for new in news {
        try await withFile { path in
            try await makeStore(path, lists(tracks: tracks("tracks", ordered)), threeTracks)
            let store = try CacheStore(fileAt: path, model: new)
            let sql = "SELECT source FROM \"A.lists\" WHERE target = 1 ORDER BY targetPosition"
            #expect(try await texts(store, sql) == ["3", "1", "2"])
        }
    }
}

@Test func theOrderOfPairsStaysWhereAnInverseIsAdded() async throws {
    try await withFile { path in
        try await makeStore(path, lists(tracks: tracks("tracks", ordered)), threeTracks)
        let column = lists(tracks: tracks(column: "list"), lists: back("list"))
        let store = try CacheStore(fileAt: path, model: column)
        let sql = "SELECT id FROM Track WHERE list = 1 ORDER BY \"list.position\""
        #expect(try await texts(store, sql) == ["3", "1", "2"])
        #expect(!"\(store.opening)".contains("removed"), "\(store.opening)")
    }
}

@Test func theOrderOfAColumnStaysWhereItIsRenamedOrBecomesPairs() async throws {
    let old = lists(tracks: tracks(column: "list"), lists: back("list"))
    let rows = [
        "INSERT INTO List VALUES (1)",
        "INSERT INTO Track (id, list, \"list.position\") VALUES (1, 1, 1), (2, 1, 2), (3, 1, 0)",
    ]
    let news = [
        (
            lists(tracks: tracks(column: "place"), lists: back("place")),
            "SELECT id FROM Track WHERE place = 1 ORDER BY \"place.position\""
        ),
        (
            lists(tracks: tracks("tracks", turned), lists: back("lists", inverse)),
            "SELECT source FROM \"A.lists\" WHERE target = 1 ORDER BY targetPosition"
        ),
    ]
    for (new, sql) in news {
        try await withFile { path in
            try await makeStore(path, old, rows)
            let store = try CacheStore(fileAt: path, model: new)
            #expect(try await texts(store, sql) == ["3", "1", "2"])
        }
    }
}

@Test func anOrderThatGoesIsCounted() async throws {
    let plain = PairTable("List.tracks", own: "source", other: "target")
    try await withFile { path in
        try await makeStore(path, lists(tracks: tracks("tracks", ordered)), threeTracks)
        let store = try CacheStore(fileAt: path, model: lists(tracks: tracks("tracks", plain)))
        guard case .migrated(let migration) = store.opening else {
            Issue.record("\(store.opening)")
            return
        }
        #expect(
            migration.changes == [
                .removed(entity: "List", property: "tracks.position", values: 3)
            ]
        )
        #expect(try await texts(store, "SELECT count(*) FROM \"List.tracks\"") == ["3"])
    }
}

@Test func aStoreMadeBeforeHistoriesWereKeptKeepsItsOrder() async throws {
    let old = lists(tracks: tracks(column: "list"), lists: back("list"))
    let rows = [
        "INSERT INTO List VALUES (1)",
        "INSERT INTO Track (id, list, \"list.position\") VALUES (1, 1, 1), (2, 1, 2), (3, 1, 0)",
        "DROP TABLE store_history",
    ]
    let wider = model(old.entities.map { $0.name == "Track" ? withTitle($0) : $0 })
    try await withFile { path in
        try await makeStore(path, old, rows)
        let store = try CacheStore(fileAt: path, model: wider)
        let sql = "SELECT id FROM Track WHERE list = 1 ORDER BY \"list.position\""
        #expect(try await texts(store, sql) == ["3", "1", "2"])
    }
}

private func withTitle(_ entity: EntityDescription) -> EntityDescription {
    EntityDescription(
        name: entity.name,
        identity: entity.identity,
        attributes: entity.attributes + [AttributeDescription("title", .string)],
        relationships: entity.relationships
    )
}
