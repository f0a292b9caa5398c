import CacheStore
import DataAccess
import Foundation
import SeededRandom
import Testing

// MARK: - Records with different keys are different records

@Test(arguments: Backing.allCases, [UInt64(1), 2, 3])
func recordsWithDistinctKeysAreAsManyRows(_ backing: Backing, _ seed: UInt64) async throws {
    var random = SplitMix64(seed: seed)
    let manager = try KeysManager.inMemory(backing)
    let sites = (1...4).map { Site(id: $0, name: "same", town: random.one(in: 2) ? nil : "\($0)") }
    try await manager.sites.save(sites)
    try await manager.sites.save(sites)
    #expect(try await manager.sites.list() == sites)

    // The parts of the keys meet all the time; the keys do not.
    var pairs: [(Int64, Int64)] = []
    for first in Int64(-1)...3 { for second in Int64(0)...4 { pairs.append((first, second)) } }
    pairs.shuffle(using: &random)
    let rates = pairs.map { Levy(id: $0, siteID: $1) }
    for rate in rates { try await manager.levies.save(rate) }
    #expect(try await manager.levies.count() == pairs.count)
    // Once more, as one batch: the same records.
    try await manager.levies.save(rates)
    #expect(try await manager.levies.count() == pairs.count)

    let members = sites.flatMap { site in
        (Int16(0)...5).map { seat in
            Member(
                email: random.one(in: 2) ? "m@example.org" : nil,
                seat: seat,
                since: Date(timeIntervalSinceReferenceDate: Double(site.id) * 10 + Double(seat)),
                site: site.identity
            )
        }
    }
    try await manager.members.save(members.shuffled(using: &random))
    #expect(try await manager.members.count() == members.count)
    try await manager.members.save(members.shuffled(using: &random))
    #expect(try await manager.members.count() == members.count)

    var (talks, pauses) = (0, 0)
    for day in ["mo", "tu", "we"] {
        for slot in Int16(0)...4 {
            if random.one(in: 2) {
                try await manager.talks.save(Talk(day: day, slot: slot, speaker: "S\(slot)"))
                talks += 1
            } else {
                try await manager.pauses.save(Pause(day: day, slot: slot))
                pauses += 1
            }
        }
    }
    #expect(try await manager.talks.count() == talks)
    #expect(try await manager.pauses.count() == pauses)
    #expect(try await manager.events.count() == 15)
}

@Test(arguments: Backing.allCases)
func aNameAloneMakesNoIdentity(_ backing: Backing) async throws {
    let manager = try KeysManager.inMemory(backing)
    try await manager.notes.save(Note(id: 1, noteID: "a", text: "first"))
    try await manager.notes.save(Note(id: 1, noteID: "a", text: "second"))
    try await manager.notes.save(Note(text: "third"))
    #expect(try await manager.notes.list().map(\.text) == ["first", "second", "third"])
}

@Test(arguments: Backing.allCases)
func aKeyThatIsNotGivenIsNoKey(_ backing: Backing) async throws {
    let manager = try KeysManager.inMemory(backing)
    try await manager.members.save([Member(email: "a"), Member(email: "b"), Member()])
    #expect(try await manager.members.count() == 3)
}

// MARK: - Records with one key are one record

@Test(arguments: Backing.allCases)
func aCompoundKeyFindsTheRecord(_ backing: Backing) async throws {
    let manager = try KeysManager.inMemory(backing)
    let first = try await manager.levies.save(Levy(id: 1, name: "old", siteID: 10))
    let second = try await manager.levies.save(Levy(id: 1, name: "other", siteID: 20))
    let again = try await manager.levies.save(Levy(id: 1, name: "new", siteID: 10))
    #expect(again.identity == first.identity)
    #expect(second.identity != first.identity)
    #expect(try await manager.levies.retrieve(siteID: 10, id: 1)?.name == "new")
    #expect(try await manager.levies.retrieve(siteID: 20, id: 1) == second)
    #expect(try await manager.levies.retrieve(siteID: 1, id: 10) == nil)

    try await manager.sites.save(Site(id: 5, name: "five"))
    let member = try await manager.members.save(Member(seat: 2, site: Site.Identity(5)))
    #expect(try await manager.members.retrieve(site: Site.Identity(5), seat: 2) == member)
    await #expect(throws: StoreError.constraint(reason: "another Levy has the same siteID and id"))
    {
        try await manager.levies.insert(Levy(id: 1, siteID: 10))
    }
}

@Test(arguments: Backing.allCases)
func aSaveThatHitsTwoRecordsIsRefused(_ backing: Backing) async throws {
    let manager = try KeysManager.inMemory(backing)
    try await manager.sites.save(Site(id: 1, name: "one"))
    let date = Date(timeIntervalSinceReferenceDate: 5)
    try await manager.members.save([
        Member(identity: .init(1), seat: 1, site: .init(1)),
        Member(identity: .init(2), email: "b", since: date),
    ])
    let before = try await manager.members.list()
    await #expect(
        throws: StoreError.constraint(reason: "another Member has the same email and since")
    ) {
        try await manager.members.save(
            Member(identity: .init(1), email: "b", seat: 1, since: date, site: .init(1))
        )
    }
    await #expect(
        throws: StoreError.constraint(reason: "another Member has the same email and since")
    ) {
        try await manager.members.save(Member(email: "b", seat: 1, since: date, site: .init(1)))
    }
    #expect(try await manager.members.list() == before)
    try await manager.sites.save(Site(id: 2, name: "two", town: "x"))
    await #expect(throws: StoreError.constraint(reason: "another Site has the same name and town"))
    {
        try await manager.sites.save(Site(id: 1, name: "two", town: "x"))
    }
    try await manager.talks.save(Talk(day: "mo", slot: 1, speaker: "A"))
    await #expect(throws: StoreError.self) {
        try await manager.pauses.save(Pause(day: "mo", slot: 1))
    }
    #expect(try await manager.events.count() == 1)
}

// MARK: - Import

@Test func anImportMatchesByDeclaredKeysAlone() async throws {
    let manager = try KeysManager.inMemory()
    let context = try await manager.store.context
    func rates(_ json: String) async throws -> ImportReport {
        try await context.importEntities(Levy.self, json: Data(json.utf8))
    }
    var report = try await rates(
        #"[{"id": 1, "siteID": 10, "name": "a"}, {"id": 1, "siteID": 20}, {"id": 1, "siteID": 10, "name": "b"}]"#
    )
    #expect(report.items.inserted == 2)
    #expect(report.items.updated == 1)
    #expect(try await manager.levies.list().map(\.name) == ["b", nil])
    report = try await rates(#"[{"id": 1, "siteID": 20}, {"id": 1}, {"id": 2}]"#)
    #expect(report.items.unchanged == 1)
    #expect(report.items.skipped == 2)
    #expect(try await manager.levies.count() == 2)

    let notes = try await context.importEntities(
        Note.self,
        json: Data(#"[{"id": 1, "noteID": "x"}, {"id": 1, "noteID": "x"}]"#.utf8)
    )
    #expect(notes.items.inserted == 2)

    let sites = try await context.importEntities(
        Site.self,
        json: Data(
            """
            [{"id": 1, "name": "s", "members": [{"seat": 1}, {"seat": 2, "email": "x"}]},
             {"id": 1, "name": "s", "members": [{"seat": 2, "email": "y"}]}]
            """.utf8
        )
    )
    #expect(sites.problems == [])
    #expect(try await manager.members.list().map(\.email) == [nil, "y"])

    // The site comes after the member whose key it is part of.
    let members = try await context.importEntities(
        Member.self,
        json: Data(#"[{"seat": 2, "site": 1, "email": "z"}, {"seat": 9, "site": 77}]"#.utf8)
    )
    #expect(members.items.updated == 1)
    #expect(try await manager.members.list().map(\.email) == [nil, "z", nil])

    let items = try await context.importEntities(
        Item.self,
        json: Data(#"[{"name": "i", "order": "gone"}, {"name": null}]"#.utf8)
    )
    #expect(items.items.skipped == 2)
    #expect(!items.problems.contains { $0.reason.contains("constraint failed") })
}

// MARK: - Errors name the record and the property

@Test(arguments: Backing.allCases)
func droppingARecordThatNeedsAnotherNamesTheRelationship(_ backing: Backing) async throws {
    let manager = try KeysManager.inMemory(backing)
    let order = try await manager.orders.save(Order(id: "o", state: "open"))
    let items = try await manager.items.save([
        Item(name: "a", order: .init("o")), Item(name: "b", order: .init("o")),
    ])
    try await manager.setItems(items.compactMap(\.identity), of: order)
    let error = await #expect(throws: StoreError.self) {
        try await manager.setItems([try #require(items[1].identity)], of: order)
    }
    #expect(
        error?.description
            == "the Item breaks rules of the model: order must be non-nil, because every Item needs a related Order; nothing was changed"
    )
    #expect(try await manager.items(of: order).map(\.name) == ["a", "b"])
}

/// The compiler would need too long for one sum of all checks.
@Test func aRecordWithManyRulesChecksEachOfThem() {
    #expect(Gauge().violations == [])
    let gauge = Gauge(value1: -1, value2: 0.25, value25: 1001)
    #expect(gauge.violations.map(\.property) == ["value1", "value2", "value25"])
}

@Test func noMessageIsInWordsOfSQL() async throws {
    let errors = ConstraintErrors(KeysModel.definition.entities)
    func text(_ message: String) -> String? { errors.error(for: message)?.description }
    #expect(
        text("NOT NULL constraint failed: Item.order")?.contains("order must be non-nil") == true
    )
    #expect(
        text("UNIQUE constraint failed: Event.day, Event.slot")?.contains("another Event") == true
    )
    #expect(text("UNIQUE constraint failed: Event._id")?.contains("the same identity") == true)
    #expect(
        text("CHECK constraint failed: speaker")?
            .contains("the Talk breaks rules of the model: speaker must be non-nil") == true
    )
    #expect(text("UNIQUE constraint failed: elsewhere.x") == nil)
}
