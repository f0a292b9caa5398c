import CacheStore
import DataAccess
import Testing

/// A firm that goes with all that it has, which has relationships within that refuse or require.
private func firm(_ backing: Backing) async throws -> KinManager {
    let manager = try KinManager.inMemory(backing)
    let firm = try await manager.firms.save(Firm(id: "f")).identity
    try await manager.sections.save(Section(id: "s", firm: firm))
    try await manager.workers.save(Worker(id: "w", firm: firm, section: .init("s")))
    try await manager.rooms.save(Room(id: "r", firm: firm, section: .init("s")))
    try await manager.keys.save(Key(id: "k", firm: firm, section: .init("s")))
    try await manager.setHolders([.init("w")], of: Key(id: "k"))
    return manager
}

private func counts(_ manager: KinManager) async throws -> [Int] {
    [
        try await manager.firms.count(), try await manager.sections.count(),
        try await manager.workers.count(), try await manager.rooms.count(),
        try await manager.keys.count(),
    ]
}

@Test(arguments: Backing.allCases)
func whatGoesTooRefusesNothing(_ backing: Backing) async throws {
    let manager = try await firm(backing)
    try await manager.firms.delete(.init("f"))
    #expect(try await counts(manager) == [0, 0, 0, 0, 0])
}

@Test(arguments: Backing.allCases)
func whatStaysRefuses(_ backing: Backing) async throws {
    let manager = try await firm(backing)
    func refuse(_ error: StoreError, _ body: () async throws -> Bool) async {
        await #expect(throws: error) { try await body() }
    }
    // A worker and a room need the section, the key and the worker hold each other.
    await refuse(broken("Room", "section", .text("r"))) {
        try await manager.sections.delete(.init("s"))
    }
    await refuse(broken("Key", nil, .text("k"))) { try await manager.workers.delete(.init("w")) }
    await refuse(broken("Section", nil, .text("s"))) { try await manager.keys.delete(.init("k")) }
    #expect(try await counts(manager) == [1, 1, 1, 1, 1])
    try await manager.setKeys([], of: Worker(id: "w"))
    // The section is still there.
    await refuse(broken("Section", nil, .text("s"))) { try await manager.keys.delete(.init("k")) }
    try await manager.workers.delete(.init("w"))
    // The room may not be without it.
    await refuse(broken("Room", "section", .text("r"))) {
        try await manager.sections.delete(.init("s"))
    }
    try await manager.rooms.delete(.init("r"))
    try await manager.sections.delete(.init("s"))
    try await manager.keys.delete(.init("k"))
    #expect(try await counts(manager) == [1, 0, 0, 0, 0])
}

@Test(arguments: Backing.allCases)
func recordsThatRefuseForEachOtherGoTogether(_ backing: Backing) async throws {
    let manager = try KinManager.inMemory(backing)
    try await manager.rungs.save((0..<4).map { Rung(id: $0, below: $0 > 0 ? .init($0 - 1) : nil) })
    await #expect(throws: broken("Rung", nil, .integer(0))) {
        try await manager.rungs.delete(.init(1))
    }
    #expect(try await manager.rungs.count() == 4)
    try await manager.rungs.delete(DataQuery())
    #expect(try await manager.rungs.count() == 0)
    try await manager.rungs.save([Rung(id: 1, below: .init(1)), Rung(id: 2, below: .init(1))])
    #expect(try await manager.rungs.deleteAll() == 2)
}

@Test(arguments: Backing.allCases, 0..<3)
func recordsThatTakeEachOtherWithThemComeToAnEnd(_ backing: Backing, way: Int) async throws {
    let manager = try KinManager.inMemory(backing)
    let all = (1...4).map { Sheep(id: $0) }
    func lead(_ one: Int, to others: Int64...) async throws {
        let others = others.map { Sheep.Identity($0) }
        switch way {
        case 0: try await manager.setFlock(Set(others), of: all[one - 1])
        case 1: try await manager.setFollows(others, of: all[one - 1])
        default: try await manager.setLeads(Set(others), of: all[one - 1])
        }
    }
    func lead() async throws {
        try await manager.sheeps.save(all)
        try await lead(1, to: 2, 3)
        try await lead(4, to: 4)
        // The first leads back to itself by both sides.
        if way > 0 { for one in [2, 3] { try await lead(one, to: 1) } }
    }
    try await lead()
    try await manager.sheeps.delete(.init(2))
    // What leads to itself alone stays.
    #expect(try await manager.sheeps.list().map(\.id) == [4])
    try await manager.sheeps.delete(.init(4))
    #expect(try await manager.sheeps.count() == 0)
    try await lead()
    #expect(try await manager.sheeps.deleteAll() == 4)
    // Pairs that are taken apart take nothing with them.
    try await lead()
    for one in 1...4 { try await lead(one) }
    #expect(try await manager.sheeps.count() == 4)
}

@Test(arguments: Backing.allCases)
func allAreCountedThoughSomeGoWithOthers(_ backing: Backing) async throws {
    let manager = try KinManager.inMemory(backing)
    try await manager.branches.save(chain(5))
    #expect(try await manager.branches.deleteAll() == 5)
}

private func chain(_ length: Int64) -> [Branch] {
    (0..<length).map { Branch(id: $0, stem: $0 > 0 ? .init($0 - 1) : nil) }
}

@Test(arguments: Backing.allCases)
func aTreeGoesWithItsRoot(_ backing: Backing) async throws {
    let manager = try KinManager.inMemory(backing)
    try await manager.branches.save(chain(900))
    try await manager.branches.delete(.init(0))
    #expect(try await manager.branches.count() == 0)
    if backing == .memory {
        try await manager.branches.save(chain(20_000))
        try await manager.branches.delete(.init(0))
        #expect(try await manager.branches.count() == 0)
    }
}

@Test func aCascadeThatIsTooLongForSQLiteSaysWhatToDo() async throws {
    let manager = try KinManager.inMemory()
    try await manager.branches.save(chain(3000))
    let error = try await #require(throws: StoreError.self) {
        try await manager.branches.delete(.init(0))
    }
    #expect("\(error)".contains("more than 1000"))
    #expect(try await manager.branches.count() == 3000)
    for id: Int64 in [2200, 1400, 600, 0] { try await manager.branches.delete(.init(id)) }
    #expect(try await manager.branches.count() == 0)
}

/// Panel → Chart → Source → Panel, each relationship with the rule "cascade", in columns and in pairs.
private func circle(_ backing: Backing, of count: Int64) async throws -> KinManager {
    let manager = try KinManager.inMemory(backing)
    let numbers = Array(0..<count)
    try await manager.sources.save(numbers.map { Source(id: $0) })
    try await manager.charts.save(numbers.map { Chart(id: $0, source: .init($0)) })
    try await manager.panels.save(numbers.map { Panel(id: $0, chart: .init($0)) })
    for number in numbers {
        try await manager.setSources([.init((number + 1) % count)], of: Panel(id: number))
    }
    return manager
}

private func circleCounts(_ manager: KinManager) async throws -> [Int] {
    [
        try await manager.panels.count(), try await manager.charts.count(),
        try await manager.sources.count(),
    ]
}

@Test(arguments: Backing.allCases, [1, 2, 50] as [Int64])
func aCircleOfCascadesIsDeletedWhole(_ backing: Backing, _ count: Int64) async throws {
    let manager = try await circle(backing, of: count)
    // One that the circle does not lead to.
    try await manager.charts.save(Chart(id: -1))
    try await manager.panels.save(Panel(id: -1, chart: .init(-1)))
    #expect(try await manager.charts.delete(.init(count - 1)))
    #expect(try await circleCounts(manager) == [1, 1, 0])
    #expect(try await !manager.charts.delete(.init(count - 1)))
}

@Test(arguments: Backing.allCases)
func twoRecordsThatCascadeToEachOtherGoTogether(_ backing: Backing) async throws {
    let manager = try KinManager.inMemory(backing)
    try await manager.charts.save(Chart(id: 1))
    try await manager.sources.save(Source(id: 1, main: .init(1)))
    try await manager.charts.save(Chart(id: 1, source: .init(1)))
    #expect(try await manager.sources.delete(.init(1)))
    #expect(try await circleCounts(manager) == [0, 0, 0])
}
