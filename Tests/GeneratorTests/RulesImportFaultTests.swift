import DataAccess
import Testing

@Test func uniqueValuesOfAnotherRecordAreNotImported() async throws {
    let manager = try RulesManager.inMemory(.forImport)
    let report = try await imported(
        Town.self,
        """
        [{"id": 1, "name": "a", "area": 1, "code": "A"}, {"id": 2, "name": "b", "area": 1, "code": "A"},
         {"id": 3, "name": "c", "area": 1}, {"id": 3, "code": "A", "name": "changed"},
         {"id": 1, "name": "again", "code": "A"}]
        """,
        manager
    )
    #expect(report.items == .init(inserted: 2, updated: 1, skipped: 2))
    #expect(
        report.problems.map(\.description) == [
            "item 1: another Town has the same code", "item 3: another Town has the same code",
        ]
    )
    #expect(try await manager.towns.list().map(\.name) == ["again", "c"])
}

@Test func uniqueValuesOfARecordOfTheParentAreNotImported() async throws {
    let manager = try RulesManager.inMemory(.forImport)
    try await manager.towns.save(Town(id: 1, name: "Ulm", area: 1, code: "A"))
    let report = try await imported(
        Capital.self,
        #"[{"id": 2, "name": "b", "area": 1, "code": "A"}, {"id": 3, "name": "c", "area": 1}]"#,
        manager
    )
    #expect(report.items == .init(inserted: 1, skipped: 1))
    #expect(
        report.problems.map(\.description) == ["item 0: another Town has the same code"]
    )
    #expect(try await manager.towns.list().map(\.name) == ["Ulm", "c"])
}

@Test func recordsWithoutAnIdentityAreMatchedByTheirUniqueValues() async throws {
    let manager = try RulesManager.inMemory(.forImport)
    let report = try await imported(
        Album.self,
        """
        [{"shelf": "s", "number": 1, "title": "a"}, {"shelf": "s", "number": 2},
         {"shelf": "s", "number": 1, "title": "b"}, {"shelf": "s", "number": 2}, {"number": 1}]
        """,
        manager
    )
    #expect(report.items == .init(inserted: 2, updated: 1, unchanged: 1, skipped: 1))
    let again = try await imported(Album.self, #"{"shelf": "s", "number": 1}"#, manager)
    #expect(again.items == .init(unchanged: 1))
    #expect(try await manager.albums.list().map(\.title) == ["b", nil])
}

@Test func anOrderIsAsBeforeIfItsItemFails() async throws {
    let manager = try RulesManager.inMemory(.forImport)
    let town = Town(id: 1, name: "Ulm", area: 2)
    _ = try await imported(
        Town.self,
        """
        [{"id": 1, "name": "Ulm", "area": 2,
          "around": [{"id": 6, "name": "c"}, {"id": 5, "name": "b"}, {"id": 4, "name": "a"}]},
         {"id": 2, "name": "Aalen", "area": 1, "around": [{"id": 7, "name": "d"}]}]
        """,
        manager
    )
    let report = try await imported(
        Village.self,
        """
        [{"id": 99, "nearest": {"id": 1, "name": "Changed", "around": [4, 7, {"id": 98, "name": "e"}]}},
         {"id": 97, "nearest": {"id": 2, "around": [5, 6]}}]
        """,
        manager
    )
    #expect(report.items == .init(skipped: 2))
    #expect(report.nested == .init())
    #expect(report.problems.map(\.path) == ["name", "name"])
    #expect(try await manager.around(of: town).map(\.id) == [6, 5, 4])
    #expect(try await manager.around(of: Town(id: 2, name: "Aalen", area: 1)).map(\.id) == [7])
    #expect(try await manager.towns.list().map(\.name) == ["Ulm", "Aalen"])
    #expect(try await manager.villages.list().map(\.id) == [4, 5, 6, 7])
}

@Test func recordsThatTheStoreNumbersAreGoneIfTheirItemFails() async throws {
    let manager = try RulesManager.inMemory(.forImport)
    let report = try await imported(
        Visit.self,
        """
        [{"photo": {"title": "a", "reel": {"shelf": "s", "number": 1}}},
         {"day": "d", "photo": {"title": "b", "next": {"title": "c"}}},
         {"day": "x", "photo": {"title": "d", "reel": {"shelf": "s", "number": 2}}}]
        """,
        manager
    )
    #expect(report.items == .init(skipped: 3))
    #expect(try await manager.photos.count() == 0)
    #expect(try await manager.albums.count() == 0)
    let photos = try await imported(
        Photo.self,
        """
        [{"title": "b", "visit": {"day": "d"}, "reel": {"shelf": "s", "number": 1}},
         {"title": "c", "reel": {"shelf": "s", "number": 1}}]
        """,
        manager
    )
    #expect(photos.items == .init(inserted: 1, skipped: 1))
    let album = try #require(try await manager.albums.list().first)
    #expect(try await manager.frames(of: album).map(\.title) == ["c"])
}

@Test func aNestedObjectThatNeedsAMissingRecordLeavesOutItsItemAlone() async throws {
    let manager = try RulesManager.inMemory(.forImport)
    try await manager.towns.save(Town(id: 1, name: "Ulm", area: 2))
    let report = try await imported(
        Photo.self,
        """
        [{"title": "a", "visit": {"day": "d", "place": 7}},
         {"title": "b", "visit": {"day": "e", "place": 1}}]
        """,
        manager
    )
    #expect(report.items == .init(inserted: 1, skipped: 1))
    #expect(
        report.problems.map(\.description) == [
            "item 0, visit.place: the related Place does not exist"
        ]
    )
    #expect(try await manager.photos.list().map(\.title) == ["b"])
    #expect(try await manager.visits.list().map(\.day) == ["e"])
}
