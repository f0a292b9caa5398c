import QueryCompiler
import QueryLanguage
import Schema

/// The records of a model in memory, on which the studio evaluates queries.
final class Records: Sendable {
    struct Table: Sendable {
        var entity: Entity
        /// Names of the columns, in this order:
        ///
        /// - the attributes;
        /// - the to-one relationships that are stored in columns; their values are the identities
        ///   of the related records;
        /// - the position columns of these relationships (`Schema.positionColumn(of:)`), except in
        ///   sample data;
        /// - the record's own identity, if it is not an attribute.
        var columns: [String]
        /// The rows of values, sorted by the records' identities.
        var rows: [[QueryValue]]
        /// Whether the store file contains more records than were read.
        var isCut = false

        func position(_ column: String) -> Int? { columns.firstIndex(of: column) }

        /// Returns the identity of the record in a row; nil if the table has no identity column.
        func identity(_ row: Int) -> QueryValue? {
            position(entity.identityColumn).map { rows[row][$0] }
        }
    }

    /// The pairs of related records of one relationship, each as two identities.
    struct Pairs: Sendable {
        struct Pair: Sendable {
            var source: QueryValue
            var target: QueryValue
            /// The position of the record `target` among the records that are related to the record
            /// `source`. Null if the relationship is not ordered, or if the pair has no position.
            var position: QueryValue = .null
            /// The position of `source` among the records related to `target`. Null if the inverse
            /// relationship is not ordered, or if the pair has no such position.
            var targetPosition: QueryValue = .null
        }

        /// Name of the join table that contains the pairs in a store file.
        var table: String
        var rows: [Pair]
        /// Whether the store file contains more pairs than were read.
        var isCut = false
    }

    let schema: Schema
    /// `sample data`, or the name of the file that the records come from.
    let origin: String
    /// Whether the records are invented sample data.
    let isSample: Bool
    private let tables: [String: Table]
    /// The numbers of the rows in which a column has a certain value. The outer key identifies the
    /// entity and the column. The inner key is the value as text. If the column has a position
    /// column, the row numbers are sorted by position; otherwise, by identity.
    private let index: [String: [String: [Int]]]
    /// The identities of the records that are related to a record, in the relationship's order. The
    /// outer key is the join table and the column that contains the record's identity. The inner
    /// key is the record's identity as text.
    private let pairs: [String: [String: [QueryValue]]]
    /// The result of ``number(_:_:)`` for each entity's first record, keyed by entity name. No two
    /// records have the same number, even if their entities are different.
    private let firstNumbers: [String: Int]
    /// The join tables from which not all pairs were read.
    private let cutPairs: Set<String>

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
            func addIndex(_ column: String, sortedBy positions: String? = nil) {
                guard let position = table.position(column) else { return }
                var numbers = Array(table.rows.indices)
                if let place = positions.flatMap(table.position) {
                    numbers = sorted(numbers) { table.rows[$0][place] }
                }
                var found: [String: [Int]] = [:]
                for number in numbers {
                    if let text = key(table.rows[number][position]) {
                        found[text, default: []].append(number)
                    }
                }
                index["\(table.entity.name)/\(column)"] = found
            }
            for relationship in table.entity.relationships {
                addIndex(relationship.name, sortedBy: schema.positionColumn(of: relationship))
            }
            addIndex(table.entity.identityColumn)
        }
        self.index = index
        var related: [String: [String: [QueryValue]]] = [:]
        for table in pairs {
            let rows = table.rows.filter { key($0.source) != nil && key($0.target) != nil }
            var (targets, sources): ([String: [QueryValue]], [String: [QueryValue]]) = ([:], [:])
            for pair in sorted(rows, by: \.position) {
                if let from = key(pair.source) { targets[from, default: []].append(pair.target) }
            }
            for pair in sorted(rows, by: \.targetPosition) {
                if let to = key(pair.target) { sources[to, default: []].append(pair.source) }
            }
            related["\(table.table)/source"] = targets
            related["\(table.table)/target"] = sources
        }
        self.pairs = related
        var count = 0
        var firstNumbers: [String: Int] = [:]
        for table in tables where firstNumbers[table.entity.name] == nil {
            firstNumbers[table.entity.name] = count
            count += table.rows.count
        }
        self.firstNumbers = firstNumbers
        cutPairs = Set(pairs.filter(\.isCut).map(\.table))
    }

    /// Creates a copy of `other` in which the tables in `changed` replace the tables of the same
    /// entities. The new tables may differ from the old ones only in the values of attributes.
    init(_ other: Records, replacing changed: [String: Table]) {
        schema = other.schema
        origin = other.origin
        isSample = other.isSample
        tables = other.tables.merging(changed) { $1 }
        index = other.index
        pairs = other.pairs
        firstNumbers = other.firstNumbers
        cutPairs = other.cutPairs
    }

    func table(_ entity: String) -> Table? { tables[entity] }

    var formats: SchemaFormats { SchemaFormats(schema) }

    func rows(of entity: String, where column: String, is value: QueryValue) -> [Int] {
        key(value).flatMap { index["\(entity)/\(column)"]?[$0] } ?? []
    }

    /// Returns the identities of the records that are related to one record by a join table.
    ///
    /// - Parameter identity: the value of that one record in the column `join.own`.
    func related(by join: JoinTable, to identity: QueryValue) -> [QueryValue] {
        key(identity).flatMap { pairs["\(join.table)/\(join.own)"]?[$0] } ?? []
    }

    /// Returns the names of the incompletely read entities among the related entities on a key
    /// path. An entity is incompletely read if a limit left out some of its records, or some of the
    /// pairs that relate other records to them.
    func unread(from entity: Entity, along path: [String]) -> [String] {
        var current: Entity? = entity
        return path.compactMap { name -> String? in
            // Names that are not relationships, such as @count, are skipped.
            guard let own = current, let relationship = own.relationship(named: name) else {
                return nil
            }
            let destination = table(relationship.destination)
            current = destination?.entity
            var isCut = destination?.isCut == true
            if case .join(let join) = schema.storage(of: relationship, in: own) {
                isCut = isCut || cutPairs.contains(join.table)
            }
            return isCut ? relationship.destination : nil
        }
    }

    /// Returns a number that identifies the record among the records of all entities; nil if the
    /// entity is unknown.
    func number(_ entity: String, _ row: Int) -> Int? { firstNumbers[entity].map { $0 + row } }

    /// Returns the record as an object on which predicates are evaluated.
    func object(_ entity: String, _ row: Int) -> QueryValue {
        .object(RecordObject(records: self, entity: entity, row: row))
    }
}

/// Returns an identity as text; nil if the value cannot be an identity.
private func key(_ value: QueryValue) -> String? {
    switch value {
    case .integer(let number): "\(number)"
    case .string(let text): text
    default: nil
    }
}

/// Returns the elements sorted by position. Elements without a position are last. Elements with the
/// same position keep their order.
private func sorted<Element>(
    _ elements: [Element],
    by position: (Element) -> QueryValue
) -> [Element] {
    let places = elements.map { position($0).number ?? .infinity }
    return elements.indices.sorted { (places[$0], $0) < (places[$1], $1) }.map { elements[$0] }
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
            guard let identity = table.identity(row) else { return .null }
            let identities = records.related(by: join, to: identity)
            return .list(identities.flatMap { related(relationship, by: nil, $0) })
        case .column:
            guard let position = table.position(key) else { return .null }
            return related(relationship, by: nil, table.rows[row][position]).first ?? .null
        case .inverseColumn(let column):
            guard let identity = table.identity(row) else { return .null }
            let found = related(relationship, by: column, identity)
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

    func leadsToMany(_ keys: ArraySlice<PathKey>) -> Bool {
        var owner = records.table(entity)?.entity
        for case .name(let key) in keys {
            let found = owner?.relationship(named: key)
            if found?.isToMany == true { return true }
            owner = found.flatMap { records.table($0.destination)?.entity }
        }
        return false
    }

    var number: Int? { records.number(entity, row) }

    func isEqual(to other: any QueryObject) -> Bool {
        guard let other = other as? RecordObject else { return false }
        if other.entity == entity { return other.row == row }
        // A record of a child entity is also in the tables of its ancestors.
        guard let own = records.table(entity), let its = records.table(other.entity),
            records.schema.root(of: own.entity).name == records.schema.root(of: its.entity).name,
            let identity = own.identity(row).flatMap(key)
        else { return false }
        return its.identity(other.row).flatMap(key) == identity
    }
}
