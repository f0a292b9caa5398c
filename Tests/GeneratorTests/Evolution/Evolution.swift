import Schema
import SeededRandom

/// Draws a model, records of it, and the versions that follow on it.
struct Evolution {
    var random: SplitMix64
    private var lastKey = 0

    init(seed: UInt64) { random = SplitMix64(seed: seed) }

    mutating func key() -> Int {
        lastKey += 1
        return lastKey
    }

    /// With names that SQL must quote, and that differ by their case only.
    static let entityNames = ["Al'pha", "Be\"ta", "Order", "Ünï", "Eps", "Zeta"]
    static let propertyNames = ["a", "B", "c", "d", "A", "b", "g", "select", "é", "t'x", "C"]

    /// Two to four entities, some of which inherit from others, with relationships between them and
    /// to themselves.
    mutating func model() -> DrawnModel {
        var model = DrawnModel()
        let names = Evolution.entityNames.shuffled(using: &random)
        for name in names.prefix(Int.random(in: 2...4, using: &random)) {
            let key = key()
            let isChild = random.one(in: 3)
            let parent = isChild ? model.entities.randomElement(using: &random)?.key : nil
            model.entities.append(DrawnEntity(key: key, name: name, parent: parent))
        }
        for index in model.entities.indices {
            for _ in 0..<Int.random(in: 0...2, using: &random) { addAttribute(index, to: &model) }
        }
        for _ in 0..<Int.random(in: 1...4, using: &random) { addRelationship(to: &model) }
        return model
    }

    /// A name that a property of the entity may have; nil where none is left.
    mutating func name(
        for entity: Int,
        in model: DrawnModel,
        besides others: Set<String> = []
    ) -> String? {
        let taken = model.takenNames(of: entity)
        return Evolution.propertyNames.filter {
            !taken.contains($0.lowercased()) && !others.contains($0)
        }.randomElement(using: &random)
    }

    private mutating func addAttribute(_ index: Int, to model: inout DrawnModel) {
        guard let name = name(for: model.entities[index].key, in: model) else { return }
        model.entities[index].attributes.append(DrawnAttribute(key: key(), name: name))
    }

    private mutating func addRelationship(to model: inout DrawnModel) {
        guard let near = model.entities.randomElement(using: &random)?.key,
            let far = model.entities.randomElement(using: &random)?.key,
            let name = name(for: near, in: model)
        else { return }
        let isToMany = (random.one(in: 2), random.one(in: 2))
        let mayBeOrdered = (random.one(in: 2), random.one(in: 2))
        let rules = (rule(), rule())
        var relationship = DrawnRelationship(
            key: key(),
            near: .init(
                entity: near,
                name: name,
                isToMany: isToMany.0,
                mayBeOrdered: mayBeOrdered.0,
                rule: rules.0
            ),
            far: .init(
                entity: far,
                isToMany: isToMany.1,
                mayBeOrdered: mayBeOrdered.1,
                rule: rules.1
            )
        )
        model.relationships.append(relationship)
        if random.one(in: 3) { return }
        relationship.far.name = self.name(for: far, in: model)
        model.relationships[model.relationships.count - 1] = relationship
    }

    mutating func rule() -> Relationship.DeletionRule {
        [.nullify, .nullify, .deny].randomElement(using: &random) ?? .nullify
    }
}
