import DataAccess
import Testing

@Test func whatBreaksRulesOfTheModelIsNotImported() async throws {
    let manager = try RulesManager.inMemory(.forImport)
    let report = try await imported(
        Country.self,
        """
        [{"code": "DE", "people": 5}, {"code": "x"}, {"code": "CH", "people": 0},
         {"code": "toolong", "people": 0}]
        """,
        manager
    )
    #expect(report.items == .init(inserted: 1, skipped: 3))
    #expect(
        report.problems.map(\.description) == [
            "item 1: code must be at least 2 characters; code must be text that matches the pattern [A-Z]+",
            "item 2, people: the value must be at least 1",
            """
            item 3: code must be at most 3 characters; code must be text that matches the pattern [A-Z]+; \
            people must be at least 1
            """,
        ]
    )
    // What is there is judged together with what comes.
    let again = try await imported(
        Country.self,
        #"[{"code": "DE", "people": 0}, {"code": "DE", "founded": "1990-10-03T00:00:00Z"}]"#,
        manager
    )
    #expect(again.items == .init(skipped: 2))
    #expect(again.problems.map(\.path) == ["people", "founded"])
    #expect(try await manager.countries.list().map(\.people) == [5])
}

@Test func entitiesThatShareATableAreImported() async throws {
    let manager = try RulesManager.inMemory(.forImport)
    let report = try await imported(
        Town.self,
        """
        [{"id": 1, "name": "ÜLM", "area": 2, "searchName": "made up", "country": {"code": "DE"}},
         {"id": 2, "name": "Aalen"}]
        """,
        manager
    )
    #expect(report.items == .init(inserted: 1, skipped: 1))
    #expect(
        report.problems.map(\.description) == [
            "item 1, area: the value is missing, but a new Town requires it"
        ]
    )
    let ulm = try #require(try await manager.towns.list().first)
    #expect(ulm.searchName == "ulm" && ulm.country?.value == "DE")
    #expect(try await manager.countries.list().map(\.tally) == [1])
    let places = try await imported(
        Place.self,
        #"[{"id": 1, "name": "Ulm"}, {"id": 7, "name": "nowhere"}]"#,
        manager
    )
    #expect(places.items == .init(updated: 1, skipped: 1))
    #expect(
        places.problems.map(\.description) == [
            "item 1: no existing Place matches the object, and a new record of the abstract entity Place cannot be created"
        ]
    )
    #expect(try await manager.towns.list().map(\.name) == ["Ulm"])
    // A number belongs to one kind.
    let village = try await imported(Village.self, #"[{"id": 1, "name": "Linn"}]"#, manager)
    #expect(village.items == .init(skipped: 1))
    #expect(
        village.problems.map(\.description) == [
            """
            item 0: a record of another entity has the same identity as this record, or the same \
            values of unique attributes
            """
        ]
    )
}

@Test func relationshipsInPairsAreImported() async throws {
    let manager = try RulesManager.inMemory(.forImport)
    try await manager.tags.save(Tag(name: "blue"))
    try await manager.villages.save(Village(id: 3, name: "Linn"))
    let text = """
        [{"name": "red", "akin": [{"name": "green"}, "blue", "none", 7, null], "places": [3]}]
        """
    let report = try await imported(Tag.self, text, manager)
    #expect(report.items == .init(inserted: 1))
    #expect(report.nested == .init(inserted: 1, skipped: 3))
    #expect(
        report.problems.map(\.description) == [
            "item 0, akin[4]: the value must not be null",
            "item 0, akin[2]: the related Tag does not exist",
            "item 0, akin[3]: the related Tag does not exist",
        ]
    )
    #expect(try await manager.akin(of: Tag(name: "red")).map(\.name).sorted() == ["blue", "green"])
    #expect(try await manager.akin(of: Tag(name: "green")) == [Tag(name: "red")])
    #expect(try await manager.places(of: Tag(name: "red")).map(\.id) == [3])
    // What an array does not name stays related; null clears, on both sides.
    _ = try await imported(Tag.self, #"[{"name": "red", "akin": ["blue"]}]"#, manager)
    #expect(try await manager.akin(of: Tag(name: "red")).count == 2)
    _ = try await imported(Tag.self, #"[{"name": "green", "akin": null}]"#, manager)
    #expect(try await manager.akin(of: Tag(name: "red")).map(\.name) == ["blue"])
}

@Test func pairsWithAnOrderAreImportedInTheOrderOfTheArray() async throws {
    let manager = try RulesManager.inMemory(.forImport)
    for name in ["a", "b", "c"] { try await manager.tags.save(Tag(name: name)) }
    _ = try await imported(
        Album.self,
        #"[{"shelf": "s", "number": 1, "tags": ["c", "a", "c", {"name": "d"}]}]"#,
        manager
    )
    let album = try #require(try await manager.albums.list().first)
    #expect(try await manager.tags(of: album).map(\.name) == ["c", "a", "d"])
    // From the other side, which has an order of its own.
    let report = try await imported(
        Tag.self,
        #"[{"name": "b", "albums": [{"shelf": "s", "number": 1}]}]"#,
        manager
    )
    #expect(report.problems == [])
    #expect(try await manager.albums(of: Tag(name: "b")) == [album])
    #expect(try await manager.tags(of: album).count == 4)
}

@Test func recordsThatHoldTheirOwnerAreImportedInTheOrderOfTheArray() async throws {
    let manager = try RulesManager.inMemory(.forImport)
    let town = Town(id: 1, name: "Ulm", area: 2)
    let text = """
        [{"id": 1, "name": "Ulm", "area": 2,
          "around": [{"id": 6, "name": "c"}, {"id": 5, "name": "b"}, {"id": 4, "name": "a"}]}]
        """
    let report = try await imported(Town.self, text, manager)
    #expect(report.nested == .init(inserted: 3))
    #expect(try await manager.around(of: town).map(\.id) == [6, 5, 4])
    // Those that are named come first, the others keep their order.
    _ = try await imported(Town.self, #"[{"id": 1, "around": [4, 404]}]"#, manager)
    #expect(try await manager.around(of: town).map(\.id) == [4, 6, 5])
}

@Test func anArrayMayNameRecordsThatComeLater() async throws {
    let manager = try RulesManager.inMemory(.forImport)
    let tags = try await imported(
        Tag.self,
        """
        [{"name": "a", "akin": ["b", {"name": "c"}, "none"]}, {"name": "b", "akin": ["d"]},
         {"name": "d"}]
        """,
        manager
    )
    #expect(tags.items == .init(inserted: 3))
    #expect(tags.nested == .init(inserted: 1, skipped: 1))
    #expect(
        tags.problems.map(\.description) == [
            "item 0, akin[2]: the related Tag does not exist"
        ]
    )
    #expect(try await manager.akin(of: Tag(name: "a")).map(\.name).sorted() == ["b", "c"])
    #expect(try await manager.akin(of: Tag(name: "b")).map(\.name).sorted() == ["a", "d"])
    // With an order, which is that of the array.
    let album =
        #"{"shelf": "s", "number": 1, "tags": ["z", "a", {"name": "y", "akin": ["z"]}, "x"]}"#
    let after = #"{"shelf": "s", "number": 2, "tags": [{"name": "x"}, {"name": "z"}]}"#
    let albums = try await imported(Album.self, "[\(album), \(after)]", manager)
    #expect(albums.problems == [])
    let first = try #require(try await manager.albums.list().first)
    #expect(try await manager.tags(of: first).map(\.name) == ["z", "a", "y", "x"])
    #expect(try await manager.akin(of: Tag(name: "z")).map(\.name) == ["y"])
}
