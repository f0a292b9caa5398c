import CacheStore
import DataAccess
import Schema

/// What a store holds, by the keys of entities, attributes and relationships, so that it is the same
/// in every version that has them.
struct StoreContents {
    struct Record: Hashable {
        var entity: Int
        var id: Int64
    }

    struct Value: Hashable {
        var attribute: Int
        var record: Int64
        var text: String
    }

    /// The links of a relationship as the records of one side have them, in their order.
    struct Order: Hashable {
        var relationship: Int
        var isNear: Bool
    }

    var records: Set<Record> = []
    var values: Set<Value> = []
    var links: [Int: Set<Link>] = [:]
    var orders: [Order: [Link]] = [:]

    init(_ store: CacheStore, _ version: StoredVersion) throws {
        self = try store.readAndWait { try StoreContents($0, version) }
    }

    private init(_ connection: StoreConnection, _ version: StoredVersion) throws {
        for entity in version.model.entities {
            try addRecords(of: entity.key, connection, version)
        }
        for relationship in version.model.relationships {
            try addLinks(of: relationship, connection, version)
        }
    }

    private mutating func addRecords(
        of entity: Int,
        _ connection: StoreConnection,
        _ version: StoredVersion
    ) throws {
        let described = try version.entity(entity)
        let isShared = described.hierarchy != nil
        let condition =
            isShared ? "WHERE \(EntityHierarchy.kindColumn) = \(literal(described.name))" : ""
        let source = "\(sqlName(described.table)) \(condition)"
        for id in try connection.rows("SELECT id FROM \(source)", read: { $0.int64(0) ?? 0 }) {
            records.insert(Record(entity: entity, id: id))
        }
        for attribute in version.model.attributes(of: entity) {
            let column = sqlName(described.tableColumn(attribute.name))
            let query = "SELECT id, \(column) FROM \(source)"
            let found = try connection.rows(query, read: { ($0.int64(0) ?? 0, $0.string(1)) })
            for case (let id, let text?) in found {
                values.insert(Value(attribute: attribute.key, record: id, text: text))
            }
        }
        // A child's name is a view, which has to fit the table still.
        _ = try connection.rows("SELECT * FROM \(sqlName(described.name))", read: { _ in 0 })
    }

    private mutating func addLinks(
        of relationship: DrawnRelationship,
        _ connection: StoreConnection,
        _ version: StoredVersion
    ) throws {
        let place = try version.place(of: relationship)
        func links(by order: [String] = []) throws -> [Link] {
            try connection.rows(place.links(by: order)) { row in
                Link(near: row.int64(0) ?? 0, far: row.int64(1) ?? 0)
            }
        }
        self.links[relationship.key] = Set(try links())
        if let position = place.nearPosition {
            orders[Order(relationship: relationship.key, isNear: true)] =
                try links(by: [place.near, position, place.far])
        }
        if let position = place.farPosition {
            orders[Order(relationship: relationship.key, isNear: false)] =
                try links(by: [place.far, position, place.near])
        }
    }
}

extension StoreContents {
    /// What another version keeps: the records of its entities, with the values and the links that
    /// they may have there.
    ///
    /// - Parameter records: what the store held at first, which says of what entities its records
    ///   are.
    func kept(in model: DrawnModel, _ records: DrawnRecords) -> StoreContents {
        func isRecord(_ id: Int64, of entity: Int) -> Bool {
            guard let kind = records.entities[id], model.has(kind) else { return false }
            return model.line(of: kind).contains(entity)
        }
        func isKept(_ link: Link, _ relationship: DrawnRelationship) -> Bool {
            isRecord(link.near, of: relationship.near.entity)
                && isRecord(link.far, of: relationship.far.entity)
        }
        var kept = self
        kept.records = self.records.filter { isRecord($0.id, of: $0.entity) }
        kept.values = values.filter { value in
            model.entities.contains { entity in
                entity.attributes.contains { $0.key == value.attribute }
                    && isRecord(value.record, of: entity.key)
            }
        }
        (kept.links, kept.orders) = ([:], [:])
        for relationship in model.relationships {
            let key = relationship.key
            kept.links[key] = links[key]?.filter { isKept($0, relationship) }
            for isNear in [true, false] {
                let order = Order(relationship: key, isNear: isNear)
                kept.orders[order] = orders[order]?.filter { isKept($0, relationship) }
            }
        }
        return kept
    }

    /// What this has otherwise than expected, one line for each kind of thing. An order that only one
    /// of the two has is none.
    func differences(from expected: StoreContents) -> [String] {
        var lines = difference("records", records, expected.records)
        lines += difference("values", values, expected.values)
        for key in Set(links.keys).union(expected.links.keys).sorted() {
            lines += difference("links of \(key)", links[key] ?? [], expected.links[key] ?? [])
        }
        for (order, links) in orders {
            guard let before = expected.orders[order], before != links else { continue }
            lines.append("\(order): \(before) became \(links)")
        }
        return lines
    }
}

private func difference<Element>(
    _ title: String,
    _ found: Set<Element>,
    _ expected: Set<Element>
) -> [String] {
    let (lost, added) = (expected.subtracting(found), found.subtracting(expected))
    return lost.isEmpty && added.isEmpty ? [] : ["\(title): lost \(lost), added \(added)"]
}
