import QueryLanguage
import Schema

/// The records of a model, in memory: the studio evaluates queries on them.
final class Records: Sendable {
    struct Table: Sendable {
        var entity: Entity
        /// Attributes, then to-one relationships that are columns, as identities; the identity last
        /// where no attribute holds it.
        var columns: [String]
        /// In the order of the identity.
        var rows: [[QueryValue]]
        /// Whether there are more in the store than were read.
        var isCut = false

        func position(_ column: String) -> Int? { columns.firstIndex(of: column) }
    }

    /// A row for each two records that a relationship relates: their identities.
    struct Pairs: Sendable {
        /// The name of the table that the store keeps them in.
        var table: String
        /// In the order that a person gave, where the relationship has one.
        var rows: [(source: QueryValue, target: QueryValue)]
    }

    let schema: Schema
    /// `sample data`, or the file that they come from.
    let origin: String
    /// Whether the records were made up for the model.
    let isSample: Bool
    private let tables: [String: Table]
    /// Rows by entity, column and the text of their value.
    private let index: [String: [String: [Int]]]
    /// Related identities by table of pairs, column and the text of the identity.
    private let pairs: [String: [String: [QueryValue]]]
    /// The number of the first record of each entity.
    private let firstNumbers: [String: Int]

    init(
        _ schema: Schema,
        _ tables: [Table],
        _ pairs: [Pairs],
        origin: String,
        isSample: Bool = false
    ) {
        self.schema = schema
        self.isSample = isSample
        self.origin = origin
        self.tables = Dictionary(
            tables.map { ($0.entity.name, $0) },
            uniquingKeysWith: { first, _ in first }
        )
        var index: [String: [String: [Int]]] = [:]
        for table in tables {
            let links = table.entity.relationships.map(\.name) + [table.entity.identityColumn]
            for column in links {
                guard let position = table.position(column) else { continue }
                var found: [String: [Int]] = [:]
                for (number, row) in table.rows.enumerated() {
                    if let key = key(row[position]) { found[key, default: []].append(number) }
                }
                index["\(table.entity.name)/\(column)"] = found
            }
        }
        self.index = index
        var related: [String: [String: [QueryValue]]] = [:]
        for table in pairs {
            for (source, target) in table.rows {
                guard let from = key(source), let to = key(target) else { continue }
                related["\(table.table)/source", default: [:]][from, default: []].append(target)
                related["\(table.table)/target", default: [:]][to, default: []].append(source)
            }
        }
        self.pairs = related
        var count = 0
        var firstNumbers: [String: Int] = [:]
        for table in tables where firstNumbers[table.entity.name] == nil {
            firstNumbers[table.entity.name] = count
            count += table.rows.count
        }
        self.firstNumbers = firstNumbers
    }

    /// Records of which the values of some attributes differ; no identity or relationship does.
    init(_ other: Records, replacing changed: [String: Table]) {
        schema = other.schema
        origin = other.origin
        isSample = other.isSample
        tables = other.tables.merging(changed) { $1 }
        index = other.index
        pairs = other.pairs
        firstNumbers = other.firstNumbers
    }

    func table(_ entity: String) -> Table? { tables[entity] }

    func rows(of entity: String, where column: String, is value: QueryValue) -> [Int] {
        key(value).flatMap { index["\(entity)/\(column)"]?[$0] } ?? []
    }

    /// The identities that `join` relates to one, seen from its own side.
    func related(by join: JoinTable, to identity: QueryValue) -> [QueryValue] {
        key(identity).flatMap { pairs["\(join.table)/\(join.own)"]?[$0] } ?? []
    }

    /// A number that no other record has.
    func number(_ entity: String, _ row: Int) -> Int? { firstNumbers[entity].map { $0 + row } }

    /// The record as a predicate sees it.
    func object(_ entity: String, _ row: Int) -> QueryValue {
        .object(RecordObject(records: self, entity: entity, row: row))
    }
}

/// A value that identifies, as a text; nil for none.
private func key(_ value: QueryValue) -> String? {
    switch value {
    case .integer(let number): "\(number)"
    case .string(let text): text
    default: nil
    }
}

struct RecordObject: QueryObject {
    let records: Records
    let entity: String
    let row: Int

    func value(forKey key: String) -> QueryValue? {
        guard let table = records.table(entity) else { return nil }
        if table.entity.attribute(named: key) != nil {
            return table.position(key).map { table.rows[row][$0] } ?? .null
        }
        guard let relationship = table.entity.relationship(named: key) else { return nil }
        switch records.schema.storage(of: relationship, in: table.entity) {
        case .none: return nil
        case .join(let join):
            guard let position = table.position(table.entity.identityColumn) else { return .null }
            let identities = records.related(by: join, to: table.rows[row][position])
            return .list(identities.flatMap { related(relationship, by: nil, $0) })
        case .column:
            guard let position = table.position(key) else { return .null }
            return related(relationship, by: nil, table.rows[row][position]).first ?? .null
        case .inverseColumn(let column):
            guard let position = table.position(table.entity.identityColumn) else { return .null }
            let found = related(relationship, by: column, table.rows[row][position])
            return relationship.isToMany ? .list(found) : found.first ?? .null
        }
    }

    private func related(
        _ relationship: Relationship,
        by column: String?,
        _ value: QueryValue
    ) -> [QueryValue] {
        guard let destination = records.table(relationship.destination) else { return [] }
        let column = column ?? destination.entity.identityColumn
        return records.rows(of: destination.entity.name, where: column, is: value).map {
            records.object(destination.entity.name, $0)
        }
    }

    var number: Int? { records.number(entity, row) }

    func isEqual(to other: any QueryObject) -> Bool {
        guard let other = other as? RecordObject else { return false }
        return other.entity == entity && other.row == row
    }
}
