import DataAccess
import Foundation
import SeededRandom
import Testing

extension SplitMix64 {
    /// One of a few identities, so that steps meet.
    fileprivate mutating func id() -> String {
        ["a", "b", "c", "d"].randomElement(using: &self) ?? ""
    }

    fileprivate mutating func maybe() -> String? { number(0...2) == 0 ? nil : id() }
}

/// Does one thing, drawn, and says what came of it.
private func step(_ manager: KinManager, _ drawn: SplitMix64) async -> String {
    var random = drawn
    let (id, other) = (random.id(), random.maybe())
    let (firm, section) = (random.maybe(), random.maybe())
    let number = random.number(0...3)
    let partner = other.map(Partner.Identity.init)
    let ids = [random.id(), random.id()]
    do {
        switch random.number(0...39) {
        case 0: try await manager.firms.save(Firm(id: id))
        case 1, 2: try await manager.sections.save(Section(id: id, firm: firm.map { .init($0) }))
        case 3, 4:
            try await manager.workers.save(
                Worker(
                    id: id,
                    pay: number,
                    boss: other.map { .init($0) },
                    firm: firm.map { .init($0) },
                    section: section.map { .init($0) }
                )
            )
        case 5, 6:
            let (firm, section) = (firm.map { Firm.Identity($0) }, Section.Identity(ids[0]))
            try await manager.rooms.save(Room(id: id, firm: firm, section: section))
        case 7, 8:
            try await manager.keys.save(
                Key(id: id, firm: firm.map { .init($0) }, section: section.map { .init($0) })
            )
        case 9: try await manager.setHolders(Set(ids.map { .init($0) }), of: Key(id: id))
        case 10: try await manager.setKeys(Set(other.map { [.init($0)] } ?? []), of: Worker(id: id))
        case 11: return "\(try await manager.firms.delete(.init(id)))"
        case 12: return "\(try await manager.sections.delete(.init(id)))"
        case 13: return "\(try await manager.workers.delete(.init(id)))"
        case 14: return "\(try await manager.keys.delete(.init(id)))"
        case 15: return "\(try await manager.workers.deleteAll())"
        case 16, 17, 18: try await manager.partners.save(Partner(id: id, spouse: partner))
        case 19:
            try await manager.partners.save([
                Partner(id: id, spouse: partner), Partner(id: ids[0], spouse: .init(ids[1])),
            ])
        case 20: try await manager.desks.save(Desk(id: number, owner: partner))
        case 21: try await manager.badges.save(Badge(id: number, holder: .init(id)))
        case 22: return "\(try await manager.partners.delete(.init(id)))"
        case 23: try await manager.ponds.save(Pond(id: id))
        case 24: try await manager.camps.save(Camp(id: id, base: other.map { .init($0) }))
        case 25: try await manager.forts.save(Fort(id: id, base: other.map { .init($0) }))
        case 26:
            let trail = Trail(id: id, start: .init(ids[0]), goal: other.map { .init($0) })
            try await manager.trails.save(trail)
            try await manager.setCamps(Set(ids.map { .init($0) }), of: trail)
        case 27: return "\(try await manager.spots.delete(.init(id)))"
        case 28, 29:
            let herd = (0..<4).map { Sheep(id: $0) }
            try await manager.sheeps.save(herd[Int(number)])
            try await manager.setFollows([.init(random.number(0...3))], of: herd[Int(number)])
        case 30, 31:
            let other = Sheep.Identity(random.number(0...3))
            try await manager.setFlock([other], of: Sheep(id: number))
            try await manager.setLeads([other], of: Sheep(id: number))
        case 32: return "\(try await manager.sheeps.delete(.init(number)))"
        case 33:
            let chart = Chart.Identity(random.number(0...3))
            try await manager.panels.save(Panel(id: number, chart: chart))
        case 34:
            let source = Source.Identity(random.number(0...3))
            try await manager.charts.save(Chart(id: number, source: source))
        case 35:
            let chart = Chart.Identity(random.number(0...3))
            try await manager.sources.save(Source(id: number, main: chart))
        case 36:
            try await manager.setSources([.init(random.number(0...3))], of: Panel(id: number))
        case 37: return "\(try await manager.panels.delete(.init(number)))"
        case 38: return "\(try await manager.sources.delete(.init(number)))"
        default: return "\(try await manager.sheeps.deleteAll())"
        }
        return "done"
    } catch StoreError.brokenRelationship {
        // Of several that are broken, each names one.
        return "a broken relationship"
    } catch {
        return "\(error)"
    }
}

private func state(_ manager: KinManager) async throws -> [String] {
    var all = [
        "\(try await manager.firms.list())", "\(try await manager.sections.list())",
        "\(try await manager.workers.list())", "\(try await manager.rooms.list())",
        "\(try await manager.keys.list())", "\(try await manager.partners.list())",
        "\(try await manager.desks.list())", "\(try await manager.badges.list())",
        "\(try await manager.sheeps.list())", "\(try await manager.camps.list())",
        "\(try await manager.trails.list())", "\(try await manager.panels.list())",
        "\(try await manager.charts.list())", "\(try await manager.sources.list())",
    ]
    for key in try await manager.keys.list() {
        all.append("\(try await manager.holders(of: key).map(\.id).sorted())")
    }
    for one in try await manager.sheeps.list() {
        all.append("\(try await manager.follows(of: one).map(\.id))")
        all.append("\(try await manager.flock(of: one).map(\.id).sorted())")
        all.append("\(try await manager.leads(of: one).map(\.id).sorted())")
    }
    for trail in try await manager.trails.list() {
        all.append("\(try await manager.camps(of: trail).map(\.id).sorted())")
    }
    return all
}

/// Both of a pair tell the same, and nobody has what is somebody else's.
private func checkPairs(_ manager: KinManager) async throws {
    let partners = try await manager.partners.list()
    let spouses = Dictionary(uniqueKeysWithValues: partners.map { ($0.id, $0.spouse?.value) })
    for (id, spouse) in spouses {
        if let spouse { #expect(spouses[spouse] == id) }
    }
    let owners = try await manager.desks.list().compactMap(\.owner)
    #expect(Set(owners).count == owners.count)
    let holders = try await manager.badges.list().map(\.holder)
    #expect(Set(holders).count == holders.count)
}

/// More with `AGREEMENT_SEEDS`.
private let seeds = UInt64(ProcessInfo.processInfo.environment["AGREEMENT_SEEDS"] ?? "") ?? 8

@Test(arguments: 0..<seeds) func theImplementationsAgreeOnRelationships(_ seed: UInt64) async throws
{
    let (store, memory) = (try KinManager.inMemory(.store), try KinManager.inMemory(.memory))
    var random = SplitMix64(seed: seed)
    for number in 0..<200 {
        let drawn = SplitMix64(seed: random.next())
        let (first, second) = (await step(store, drawn), await step(memory, drawn))
        #expect(first == second, "step \(number)")
        if number % 10 > 0, first == second { continue }
        let (one, other) = (try await state(store), try await state(memory))
        for (left, right) in zip(one, other) { #expect(left == right, "step \(number)") }
        if one != other || first != second { return }
        try await checkPairs(store)
    }
}
