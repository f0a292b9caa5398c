import DataAccess
import Foundation
import Testing

/// Random imports into every entity of a model. Each backend that runs this file ends with the same
/// reports and records.
@Test func randomImportsEndTheSameOnEveryBackend() async throws {
    var hash: UInt64 = 0xcbf2_9ce4_8422_2325
    var log: [String] = []
    for seed in 1...12 {
        let manager = try KinManager.inMemory(.forImport)
        var objects = RandomObjects(state: UInt64(seed))
        for _ in 0..<12 {
            let (name, json) = objects.next()
            let report = try await importedKin(name, json, manager)
            log.append("\(name) \(json)")
            log.append("\(report.items) \(report.nested) \(report.problems.map(\.index))")
            log += try await contents(manager)
        }
    }
    for byte in log.joined(separator: "\n").utf8 {
        hash = (hash ^ UInt64(byte)) &* 0x100_0000_01b3
    }
    // To find where two backends part.
    if let path = ProcessInfo.processInfo.environment["IMPORT_LOG"] {
        try log.joined(separator: "\n").write(toFile: path, atomically: true, encoding: .utf8)
    }
    #expect(hash == 6_229_446_857_159_333_703)
}

private func importedKin(
    _ name: String,
    _ json: String,
    _ manager: KinManager
) async throws -> ImportReport {
    switch name {
    case "Worker": try await imported(Worker.self, json, manager)
    case "Key": try await imported(Key.self, json, manager)
    case "Section": try await imported(Section.self, json, manager)
    case "Room": try await imported(Room.self, json, manager)
    case "Firm": try await imported(Firm.self, json, manager)
    case "Sheep": try await imported(Sheep.self, json, manager)
    case "Partner": try await imported(Partner.self, json, manager)
    case "Desk": try await imported(Desk.self, json, manager)
    case "Badge": try await imported(Badge.self, json, manager)
    case "Crown": try await imported(Crown.self, json, manager)
    case "Queen": try await imported(Queen.self, json, manager)
    case "Spot": try await imported(Spot.self, json, manager)
    case "Camp": try await imported(Camp.self, json, manager)
    case "Fort": try await imported(Fort.self, json, manager)
    case "Pond": try await imported(Pond.self, json, manager)
    default: try await imported(Trail.self, json, manager)
    }
}

/// A line for each record, without its derived values, and for each relationship in pairs.
private func contents(_ manager: KinManager) async throws -> [String] {
    func lines<R: DescribedRecord>(_ records: [R]) -> [String] {
        let derived = Set(R.entity.attributes.filter { $0.derivation != nil }.map(\.name))
        return records.map { record in
            let values = zip(R.entity.columns, record.columnValues.values).filter {
                !derived.contains($0.0)
            }
            return "\(R.entity.name) \(values.map { "\($0.1)" })"
        }.sorted()
    }
    var all: [String] = []
    all += lines(try await manager.workers.list())
    all += lines(try await manager.keys.list())
    all += lines(try await manager.sections.list())
    all += lines(try await manager.rooms.list())
    all += lines(try await manager.firms.list())
    all += lines(try await manager.partners.list())
    all += lines(try await manager.desks.list())
    all += lines(try await manager.badges.list())
    all += lines(try await manager.crowns.list())
    all += lines(try await manager.queens.list())
    all += lines(try await manager.camps.list())
    all += lines(try await manager.forts.list())
    all += lines(try await manager.ponds.list())
    all += lines(try await manager.trails.list())
    for worker in try await manager.workers.list().sorted(by: { $0.id < $1.id }) {
        all.append("\(try await manager.keys(of: worker).map(\.id).sorted())")
    }
    for trail in try await manager.trails.list().sorted(by: { $0.id < $1.id }) {
        all.append("\(try await manager.camps(of: trail).map(\.id).sorted())")
    }
    for sheep in try await manager.sheeps.list().sorted(by: { $0.id < $1.id }) {
        let flock = try await manager.flock(of: sheep).map(\.id).sorted()
        let followers = try await manager.followers(of: sheep).map(\.id).sorted()
        let leads = try await manager.leads(of: sheep).map(\.id).sorted()
        // Those that were added from the other side, which has no order, are in any.
        let follows = try await manager.follows(of: sheep).map(\.id).sorted()
        all.append("\(sheep.id) \(flock) \(followers) \(leads) \(follows)")
    }
    return all
}

/// JSON whose objects fit the entities, or nearly.
private struct RandomObjects {
    var state: UInt64
    private let entities = KinModel.definition.entities.filter {
        !["Rung", "Branch", "Panel", "Chart", "Source"].contains($0.name)
    }

    init(state: UInt64) { self.state = state }

    private mutating func random(_ count: Int) -> Int {
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        return Int(state >> 33) % count
    }

    /// The name of an entity, and an array of its objects.
    mutating func next() -> (name: String, json: String) {
        let entity = entities[random(entities.count)]
        let items = (0...random(4)).map { _ in object(entity, 0) }
        return (entity.name, "[\(items.joined(separator: ", "))]")
    }

    private mutating func object(_ entity: EntityDescription, _ depth: Int) -> String {
        if random(40) == 0 { return ["null", "true", "[]"][random(3)] }
        var members: [String] = []
        for attribute in entity.attributes where attribute.derivation == nil {
            let isIdentity = attribute.name == entity.identity
            if isIdentity ? random(30) == 0 : random(2) == 0 { continue }
            let value = random(20) == 0 ? "null" : "\(1 + random(4))"
            members.append("\"\(attribute.name)\": \(value)")
        }
        for relationship in entity.relationships where random(3) > 0 {
            members.append("\"\(relationship.name)\": \(value(relationship, depth))")
        }
        return "{\(members.joined(separator: ", "))}"
    }

    private mutating func value(_ relationship: RelationshipDescription, _ depth: Int) -> String {
        if random(12) == 0 { return "null" }
        if !relationship.isToMany { return element(relationship, depth) }
        let elements = (0..<random(4)).map { _ in element(relationship, depth) }
        return "[\(elements.joined(separator: ", "))]"
    }

    private mutating func element(_ relationship: RelationshipDescription, _ depth: Int) -> String {
        let destination = KinModel.definition.entity(named: relationship.destination)
        guard depth < 2, random(2) == 0, let destination else { return "\(1 + random(5))" }
        return object(destination, depth + 1)
    }
}
