import DataAccess
import Schema

/// Two records that a relationship holds together.
struct Link: Hashable {
    var near: Int64
    var far: Int64
}

/// What a store of the first version holds.
struct DrawnRecords {
    /// The key of each record's entity, by the record's identity.
    var entities: [Int64: Int] = [:]
    /// The records that have a value, by the key of the attribute.
    var holders: [Int: Set<Int64>] = [:]
    /// In the order of both sides, by the key of the relationship.
    var links: [Int: [Link]] = [:]

    /// The identities of the records of an entity, those of its descendants among them.
    fileprivate func records(of entity: Int, in model: DrawnModel) -> [Int64] {
        let family = model.family(of: entity)
        return entities.filter { family.contains($0.value) }.keys.sorted()
    }
}

extension Evolution {
    /// One to four records of each entity, with most of the values that they may have.
    mutating func records(of model: DrawnModel) -> DrawnRecords {
        var records = DrawnRecords()
        for entity in model.entities {
            for _ in 0..<Int.random(in: 1...4, using: &random) {
                let id = Int64(records.entities.count + 1)
                records.entities[id] = entity.key
                for attribute in model.attributes(of: entity.key) where !random.one(in: 4) {
                    records.holders[attribute.key, default: []].insert(id)
                }
            }
        }
        for relationship in model.relationships {
            let near = records.records(of: relationship.near.entity, in: model)
            let far = records.records(of: relationship.far.entity, in: model)
            records.links[relationship.key] = links(relationship, near, far)
        }
        return records
    }

    private mutating func links(
        _ relationship: DrawnRelationship,
        _ near: [Int64],
        _ far: [Int64]
    ) -> [Link] {
        // So that a to-many side may become to-one.
        let isOneToOne = random.one(in: 2)
        let isNearSingle = isOneToOne || !relationship.near.isToMany
        let isFarSingle =
            isOneToOne || (relationship.far.name != nil && !relationship.far.isToMany)
        var links: [Link] = []
        for _ in 0..<5 {
            guard let one = near.randomElement(using: &random),
                let other = far.randomElement(using: &random)
            else { continue }
            let isTaken = links.contains { link in
                (link.near == one && (isNearSingle || link.far == other))
                    || (link.far == other && isFarSingle)
            }
            if !isTaken { links.append(Link(near: one, far: other)) }
        }
        return links
    }
}

extension DrawnRecords {
    /// The SQL that puts the records and their links into an empty store.
    func statements(_ version: StoredVersion) throws -> [String] {
        try entities.sorted { $0.key < $1.key }.map { try insertion(of: $0.key, $0.value, version) }
            + version.model.relationships.flatMap { try linking($0, version) }
    }

    private func insertion(
        of record: Int64,
        _ entity: Int,
        _ version: StoredVersion
    ) throws -> String {
        let described = try version.entity(entity)
        var columns = ["id"]
        var values = ["\(record)"]
        if described.hierarchy != nil {
            columns.append(EntityHierarchy.kindColumn)
            values.append(literal(described.name))
        }
        for attribute in version.model.attributes(of: entity)
        where holders[attribute.key]?.contains(record) == true {
            columns.append(described.tableColumn(attribute.name))
            values.append("'v\(attribute.key)'")
        }
        return """
            INSERT INTO \(sqlName(described.table)) (\(columns.map(sqlName).joined(separator: ", ")))
            VALUES (\(values.joined(separator: ", ")))
            """
    }

    private func linking(
        _ relationship: DrawnRelationship,
        _ version: StoredVersion
    ) throws -> [String] {
        let place = try version.place(of: relationship)
        let links = links[relationship.key] ?? []
        return links.enumerated().flatMap { index, link in
            let before = links.prefix(index)
            let nearPosition = before.count { $0.near == link.near } + 1
            let farPosition = before.count { $0.far == link.far } + 1
            let positions = [
                place.nearPosition.map { ($0, nearPosition) },
                place.farPosition.map { ($0, farPosition) },
            ].compactMap { $0 }
            return [place.linking(link)]
                + positions.map { place.update($0.0, to: "\($0.1)", of: link) }
        }
    }
}

/// As SQL has a text.
func literal(_ text: String) -> String { "'\(text.replacing("'", with: "''"))'" }
