import CacheStore
import DataAccess
import Foundation
import Testing

@Test(arguments: Backing.allCases)
func whatIsDerivedFromRecordsOfTheSameEntityIsOfThoseThatLeadBack(_ backing: Backing) async throws {
    let manager = try KinManager.inMemory(backing)
    try await manager.workers.save([
        Worker(id: "a"), Worker(id: "b", pay: 2, boss: .init("a")),
        Worker(id: "c", pay: 3, boss: .init("a")),
    ])
    func figures() async throws -> [[Int64?]] {
        try await manager.workers.list().map { [$0.staff, $0.cost] }
    }
    #expect(try await figures() == [[2, 5], [0, 0], [0, 0]])
    try await manager.workers.save(Worker(id: "c", pay: 4, boss: .init("b")))
    #expect(try await figures() == [[1, 2], [1, 4], [0, 0]])
    try await manager.workers.delete(.init("b"))
    #expect(try await figures() == [[0, 0], [0, 0]])

    try await manager.camps.save(Camp(id: "x"))
    try await manager.forts.save(Fort(id: "y", base: .init("x")))
    #expect(try await manager.camps.list().map(\.size) == [1, 0])
}

@Test(arguments: Backing.allCases)
func decimalsAreDerivedAsNumbers(_ backing: Backing) async throws {
    let manager = try KinManager.inMemory(backing)
    func figures(_ weights: [String]) async throws -> [Decimal?] {
        let rungs = weights.enumerated().map { place, weight in
            Rung(id: Int64(place + 2), weight: Decimal(string: weight), below: .init(1))
        }
        try await manager.rungs.save([Rung(id: 1)] + rungs + [Rung(id: 9, below: .init(1))])
        let first = try #require(try await manager.rungs.list().first)
        return [first.heaviest, first.lightest, first.total]
    }
    func decimals(_ texts: String...) -> [Decimal?] { texts.map { Decimal(string: $0) } }
    #expect(try await figures(["9.5", "10.25"]) == decimals("10.25", "9.5", "19.75"))
    #expect(try await figures(["-9", "-10"]) == decimals("-9", "-10", "-19"))
    #expect(try await figures(["0.1", "0.2"]) == decimals("0.2", "0.1", "0.3"))
    // More digits than a Double has.
    let long = "12345678901234567890.125"
    #expect(try await figures([long, "7"]).prefix(2) == decimals(long, "7")[...])
}

// MARK: - To-many on both sides

/// The names of join tables and of tables for deletion rules were among the entities.
@Test func aChangeNamesOnlyEntities() async throws {
    let manager = try RulesManager.inMemory(.store)
    let album = try await manager.albums.save(Album(shelf: "a", number: 1))
    try await manager.tags.save(Tag(name: "red"))
    let photo = try await manager.photos.save(Photo(album: album.identity))
    var changes = try await manager.store.changes.makeAsyncIterator()
    try await manager.setTags([Tag.Identity("red")], of: album)
    #expect(await changes.next()?.entities == ["Album", "Tag"])
    try await manager.setTags([], of: album)
    #expect(await changes.next()?.entities == ["Album", "Tag"])
    let names = Set(RulesModel.definition.entities.map(\.name))
    _ = try await manager.store.write { connection in
        try connection.delete(Photo.self, #require(photo.identity))
        try connection.delete(Album.self, #require(album.identity))
        try connection.delete(Tag.self, Tag.Identity("red"))
    }
    let deleted = try #require(await changes.next()?.entities)
    #expect(deleted.isSuperset(of: ["Album", "Photo", "Tag"]))
    #expect(deleted.isSubset(of: names), "\(deleted.subtracting(names))")
}

// MARK: - To-one on both sides

@Test(arguments: Backing.allCases)
func aRecordThatIsRelatedToOneTakesItFromTheOneBefore(_ backing: Backing) async throws {
    let manager = try KinManager.inMemory(backing)
    let partner = try await manager.partners.save(Partner(id: "p"))
    for id in Int64(1)...3 { try await manager.desks.save(Desk(id: id, owner: partner.identity)) }
    #expect(try await manager.desks.list().map { $0.owner?.value } == [nil, nil, "p"])
    #expect(try await manager.desk(of: partner)?.id == 3)
    try await manager.desks.update(Desk(id: 1, owner: partner.identity))
    #expect(try await manager.desks.list().map { $0.owner?.value } == ["p", nil, nil])
    #expect(try await manager.desks(of: [partner]).values.map(\.id) == [1])
}

@Test(arguments: Backing.allCases)
func aRecordThatMayNotBeWithoutIsNotTakenItsOne(_ backing: Backing) async throws {
    let manager = try KinManager.inMemory(backing)
    let partner = try await manager.partners.save(Partner(id: "p"))
    try await manager.badges.save(Badge(id: 1, holder: .init("p")))
    try await manager.badges.save(Badge(id: 1, holder: .init("p")))
    await expectBroken {
        try await manager.badges.save(Badge(id: 2, holder: .init("p")))
    }
    #expect(try await manager.badges.list().map(\.id) == [1])
    try await manager.badges.delete(.init(1))
    try await manager.badges.save(Badge(id: 2, holder: .init("p")))
    #expect(try await manager.badge(of: partner)?.id == 2)
}

// MARK: - A to-one relationship that is its own inverse

private func spouses(_ manager: KinManager) async throws -> [String?] {
    try await manager.partners.list().map { $0.spouse?.value }
}

@Test(arguments: Backing.allCases)
func bothSidesOfAPairTellTheSame(_ backing: Backing) async throws {
    let manager = try KinManager.inMemory(backing)
    try await manager.partners.save(["a", "b", "c", "d"].map { Partner(id: $0) })
    try await manager.partners.save(Partner(id: "a", spouse: .init("b")))
    #expect(try await spouses(manager) == ["b", "a", nil, nil])
    #expect(try await manager.spouse(of: Partner(id: "b", spouse: .init("a")))?.id == "a")
    try await manager.partners.save(Partner(id: "c", spouse: .init("d")))
    try await manager.partners.save(Partner(id: "a", spouse: .init("d")))
    #expect(try await spouses(manager) == ["d", nil, nil, "a"])
    try await manager.partners.save(Partner(id: "d"))
    #expect(try await spouses(manager) == [nil, nil, nil, nil])
    try await manager.partners.save(Partner(id: "a", spouse: .init("a")))
    #expect(try await spouses(manager) == ["a", nil, nil, nil])
    try await manager.partners.save(Partner(id: "b", spouse: .init("a")))
    #expect(try await spouses(manager) == ["b", "a", nil, nil])
    try await manager.partners.delete(.init("a"))
    #expect(try await spouses(manager) == [nil, nil, nil])
}

@Test(arguments: Backing.allCases)
func aPartnerThatIsSavedLaterLeadsBack(_ backing: Backing) async throws {
    let manager = try KinManager.inMemory(backing)
    try await manager.partners.save([Partner(id: "a", spouse: .init("b")), Partner(id: "b")])
    #expect(try await spouses(manager) == ["b", "a"])
    await #expect(throws: broken("Partner", "spouse", .text("a"))) {
        try await manager.partners.save(Partner(id: "a", spouse: .init("x")))
    }
    #expect(try await spouses(manager) == ["b", "a"])
}

// MARK: - Relationships to one of several entities that share a table

@Test(arguments: Backing.allCases)
func aRecordOfAnotherEntityOfTheTableIsNotRelated(_ backing: Backing) async throws {
    let manager = try KinManager.inMemory(backing)
    try await manager.ponds.save(Pond(id: "pond"))
    try await manager.camps.save(Camp(id: "camp"))
    try await manager.forts.save(Fort(id: "fort", base: .init("camp")))
    let trail = Trail(id: "t", start: .init("fort"), goal: .init("pond"))
    try await manager.trails.save(trail)
    try await manager.setCamps([.init("camp"), .init("fort")], of: trail)

    await expectBroken {
        try await manager.trails.save(Trail(id: "u", start: .init("pond")))
    }
    await expectBroken {
        try await manager.trails.save(Trail(id: "t", start: .init("pond")))
    }
    await expectBroken {
        try await manager.camps.save(Camp(id: "camp", base: .init("pond")))
    }
    await expectBroken {
        try await manager.setCamps([.init("pond")], of: trail)
    }
    #expect(try await manager.trails.list() == [trail])
    #expect(try await manager.camps(of: trail).count == 2)
}

@Test(arguments: Backing.allCases)
func aRecordMayLeadToOneThatIsSavedLater(_ backing: Backing) async throws {
    let manager = try KinManager.inMemory(backing)
    try await manager.camps.save([Camp(id: "a", base: .init("b")), Camp(id: "b")])
    #expect(try await manager.camps.list().map(\.size) == [0, 1])
}

@Test func aRecordOfAnotherEntityIsNotRelatedWhenItIsSavedLater() async throws {
    let manager = try KinManager.inMemory()
    for other in [Pond(id: "later"), Fort(id: "later")] as [any StoredRecord & Sendable] {
        let trail = Trail(id: "t", start: .init("later"))
        let isCamp = other is Fort
        do {
            try await manager.store.write { connection in
                try connection.save(trail)
                try connection.save(other)
            }
            #expect(isCamp)
        } catch StoreError.brokenRelationship {
            #expect(!isCamp)
        }
        #expect(try await manager.trails.count() == (isCamp ? 1 : 0))
    }
}

/// Though its entity sorts behind the other one.
@Test(arguments: Backing.allCases)
func aRequiredRecordIsKeptThoughItsInverseIsOptional(_ backing: Backing) async throws {
    let manager = try KinManager.inMemory(backing)
    try await manager.crowns.save(Crown(id: 1))
    try await manager.queens.save(Queen(id: 1, crown: .init(1)))
    await #expect(throws: broken("Queen", "crown", .integer(1))) {
        try await manager.crowns.delete(.init(1))
    }
    #expect(try await manager.worn(of: Crown(id: 1)) == Queen(id: 1, crown: .init(1)))
    await #expect(throws: StoreError.self) {
        try await manager.queens.save(Queen(id: 2, crown: .init(7)))
    }
    try await manager.queens.delete(.init(1))
    #expect(try await manager.crowns.delete(.init(1)))
}

@Test(arguments: Backing.allCases)
func relatedRecordsAreKeyedByTheFormOfTheirIdentity(_ backing: Backing) async throws {
    let manager = try LibraryManager.inMemory(backing)
    let forms = ["\u{e9}", "e\u{301}"]
    for form in forms {
        let author = try await manager.authors.save(Author(id: form, name: ""))
        try await manager.books.save(Book(isbn: form, title: "", author: author.identity))
    }
    let books = try await manager.books(of: manager.authors.list())
    #expect(books.count == 2 && books.values.allSatisfy { $0.count == 1 })
    let authors = try await manager.authors(of: manager.books.list())
    #expect(authors.count == 2)
}
