import DataAccess
import Testing

@Test func anImportTakesARecordFromTheOneBefore() async throws {
    let manager = try KinManager.inMemory(.forImport)
    let report = try await imported(
        Partner.self,
        """
        [{"id": "p", "desk": {"id": 1}, "badge": {"id": 1}}, {"id": "q", "badge": {"id": 2}},
         {"id": "p", "desk": {"id": 2}, "badge": {"id": 3}}, {"id": "p", "badge": 2}]
        """,
        manager
    )
    #expect(try await manager.desks.list().map { $0.owner?.value } == [nil, "p"])
    #expect(try await manager.badges.list().map(\.holder.value) == ["p", "q"])
    #expect(report.problems.map(\.index) == [2, 3])
    #expect(report.nested.skipped == 2)
}

@Test func aRecordThatAnotherNeedsIsNotTakenFromIt() async throws {
    let manager = try KinManager.inMemory(.forImport)
    let report = try await imported(
        Queen.self,
        """
        [{"id": 1, "crown": {"id": 1}}, {"id": 2, "crown": {"id": 2}}, {"id": 3, "crown": 1},
         {"id": 2, "crown": {"id": 1}}, {"id": 2, "crown": {"id": 3}}, {"id": 4, "crown": 2}]
        """,
        manager
    )
    #expect(report.items == .init(inserted: 3, updated: 1, skipped: 2))
    #expect(report.problems.map(\.index) == [2, 3])
    #expect(try await manager.queens.list().map(\.crown.value) == [1, 3, 2])
}

@Test func aPairIsImportedOnBothSides() async throws {
    let manager = try KinManager.inMemory(.forImport)
    _ = try await imported(
        Partner.self,
        #"[{"id": "a", "spouse": "b"}, {"id": "b"}, {"id": "c", "spouse": {"id": "d"}}]"#,
        manager
    )
    #expect(Set(try await manager.partners.list().map(\.id)) == ["a", "b", "c", "d"])
    let report = try await imported(
        Partner.self,
        #"[{"id": "a", "spouse": "d"}, {"id": "d"}, {"id": "b", "spouse": null}]"#,
        manager
    )
    #expect(report.items == .init(updated: 1, unchanged: 2))
    let found = try await manager.partners.list().map { "\($0.id)\($0.spouse?.value ?? "-")" }
    #expect(found.sorted() == ["ad", "b-", "c-", "da"])
}

@Test func anObjectInAnArrayMayNeedARecordThatComesLater() async throws {
    let manager = try KinManager.inMemory(.forImport)
    let report = try await imported(
        Firm.self,
        """
        [{"id": "f", "rooms": [{"id": "r", "section": "none"}, {"id": "q", "section": "late"}]},
         {"id": "g", "sections": [{"id": "late"}]}]
        """,
        manager
    )
    #expect(report.items == .init(inserted: 2))
    #expect(report.nested == .init(inserted: 2, skipped: 1))
    #expect(
        report.problems.map(\.description) == [
            "item 0, rooms[0].section: the related Section does not exist"
        ]
    )
    #expect(try await manager.rooms.list().map(\.id) == ["q"])
}

@Test func aPairIsAsBeforeIfTheItemFailsThatTookOneOfIt() async throws {
    let manager = try KinManager.inMemory(.forImport)
    func pairs() async throws -> [String] {
        try await manager.partners.list().map { "\($0.id)\($0.spouse?.value ?? "-")" }.sorted()
    }
    _ = try await imported(
        Partner.self,
        #"[{"id": "a", "spouse": {"id": "c"}}, {"id": "d", "badge": {"id": 3}}]"#,
        manager
    )
    #expect(try await pairs() == ["ac", "ca", "d-"])
    // The partner's other badge would be without one.
    let report = try await imported(
        Badge.self,
        #"[{"id": 5, "holder": {"id": "d", "spouse": "c"}}]"#,
        manager
    )
    #expect(report.items == .init(skipped: 1))
    #expect(try await pairs() == ["ac", "ca", "d-"])
    #expect(try await manager.badges.list().map(\.id) == [3])
}
