/// The tables of an in-memory store. They enforce the model's rules in the same way as the
/// generated SQL.
///
/// Every change is recorded until the transaction ends, so that it can be undone.
struct MemoryTables: Sendable {
    /// The table and identity of a row.
    struct Place: Hashable, Comparable, Sendable {
        var table: String
        var identity: StoredValue

        static func < (left: Place, right: Place) -> Bool {
            (left.table, left.identity) < (right.table, right.identity)
        }
    }

    private enum Undo: Sendable {
        case row(Place, MemoryRow?)
        case pair(String, MemoryPair, MemoryPairs.Position?)
        case place(MemoryColumn, StoredValue, Int?)
    }

    private struct Unique: Hashable, Sendable {
        var columns: String
        var values: [StoredValue]
    }

    let entities: [String: MemoryEntity]
    private var rows: [String: [StoredValue: MemoryRow]] = [:]
    /// The greatest identity number of each table. A table whose number is unknown has no entry.
    private var greatest: [String: Int64] = [:]
    private var pairs: [String: MemoryPairs] = [:]
    /// Positions of rows in ordered relationships, keyed by relationship column and then by row
    /// identity. Rows that refer to the same record through this column are ordered by position.
    private(set) var places: [MemoryColumn: [StoredValue: Int]] = [:]
    /// Row identities, keyed by relationship column and then by the value in that column.
    private var pointing: [MemoryColumn: [StoredValue: Set<StoredValue>]] = [:]
    private var unique: [Unique: StoredValue] = [:]
    private var undo: [Undo] = []
    /// Rows whose relationships must be checked before the transaction ends.
    private var unchecked: Set<Place> = []
    private var uncheckedPairs: [(paired: MemoryEntity.Paired, pair: MemoryPair)] = []
    /// Records that deny a deletion in this transaction. The transaction fails if one of these
    /// records still exists when the transaction ends.
    private var refusing: Set<Place> = []
    /// Tables that the transaction has changed.
    private var changed: Set<String> = []
    /// Number of changes that the transaction has made: to rows, to pairs of related records, and to
    /// the order of related records.
    private(set) var changes = 0

    init(_ entities: [EntityDescription]) {
        let known = Dictionary(entities.map { ($0.name, $0) }) { first, _ in first }
        let made = entities.map { MemoryEntity($0, among: known) }
        self.entities = Dictionary(made.map { ($0.description.name, $0) }) { first, _ in first }
    }

    /// Returns the entity with this name.
    ///
    /// - Throws: `StoreError.badQuery` if the model has no such entity.
    func entity(named name: String) throws -> MemoryEntity {
        if let entity = entities[name] { return entity }
        throw StoreError.badQuery("the model of this store has no entity \"\(name)\"")
    }

    func row(in table: String, _ identity: StoredValue) -> MemoryRow? { rows[table]?[identity] }

    func rows(in table: String) -> [StoredValue: MemoryRow] { rows[table] ?? [:] }

    /// Returns the greatest identity number of the table's rows; nil if no identity is a number.
    mutating func greatestNumber(in table: String) -> Int64? {
        if let known = greatest[table] { return known }
        let numbers = rows(in: table).keys.lazy.compactMap { key -> Int64? in
            if case .integer(let number) = key { number } else { nil }
        }
        greatest[table] = numbers.max()
        return greatest[table]
    }

    /// Returns the identities of the rows that have `value` in `column`.
    func identities(in column: MemoryColumn, holding value: StoredValue) -> Set<StoredValue> {
        pointing[column]?[value] ?? []
    }

    /// Returns the identity of the row that has the same values as `values` in the constraint's
    /// columns. Returns nil if there is no such row, or if one of these values is null.
    func identity(having unique: MemoryEntity.Unique, _ values: [StoredValue]) -> StoredValue? {
        key(unique, values).flatMap { self.unique[$0] }
    }

    func pairs(in table: String) -> MemoryPairs { pairs[table] ?? MemoryPairs() }

    // MARK: - Changes

    /// Stores `row` under the table and identity in `place`; if `row` is nil, deletes the row that
    /// is stored there.
    mutating func set(_ row: MemoryRow?, at place: Place) {
        let old = self.row(in: place.table, place.identity)
        for held in old.flatMap({ entities[$0.kind]?.held }) ?? [] {
            // A record that gets another owner has no position among that owner's records yet.
            if old?.values[held.position] != row?.values[held.position] {
                set(place: nil, of: place.identity, in: held.column)
            }
        }
        undo.append(.row(place, old))
        replace(at: place, with: row)
        changed.insert(place.table)
        changes += 1
        if row != nil { unchecked.insert(place) }
    }

    /// Stores `pair` with `position`; if `position` is nil, removes the pair.
    mutating func set(
        _ pair: MemoryPair,
        _ position: MemoryPairs.Position?,
        of paired: MemoryEntity.Paired
    ) {
        let table = paired.pairs.table
        undo.append(.pair(table, pair, pairs[table]?.position(of: pair)))
        pairs[table, default: MemoryPairs()].set(pair, position)
        changes += 1
        if position != nil { uncheckedPairs.append((paired, pair)) }
    }

    mutating func set(place: Int?, of identity: StoredValue, in column: MemoryColumn) {
        let old = places[column]?[identity]
        if old == place { return }
        undo.append(.place(column, identity, old))
        places[column, default: [:]][identity] = place
        changes += 1
    }

    /// Replaces a row, or deletes it if `row` is nil, and updates the lookup dictionaries. Does not
    /// record the change for a rollback.
    mutating func replace(at place: Place, with row: MemoryRow?) {
        if let old = self.row(in: place.table, place.identity) { note(old, place, isThere: false) }
        rows[place.table, default: [:]][place.identity] = row
        if case .integer(let number) = place.identity, let known = greatest[place.table] {
            if row != nil {
                greatest[place.table] = max(known, number)
            } else if number == known {
                greatest[place.table] = nil
            }
        }
        if let row { note(row, place, isThere: true) }
    }

    private mutating func note(_ row: MemoryRow, _ place: Place, isThere: Bool) {
        guard let entity = entities[row.kind] else { return }
        for held in entity.held {
            let value = row.values[held.position]
            if value == .null { continue }
            if isThere {
                pointing[held.column, default: [:]][value, default: []].insert(place.identity)
            } else {
                pointing[held.column]?[value]?.remove(place.identity)
                if pointing[held.column]?[value]?.isEmpty == true {
                    pointing[held.column]?[value] = nil
                }
            }
        }
        for unique in entity.enforced {
            guard let key = key(unique, row.values) else { continue }
            self.unique[key] = isThere ? place.identity : nil
        }
    }

    private func key(_ unique: MemoryEntity.Unique, _ values: [StoredValue]) -> Unique? {
        let values = unique.positions.map { values[$0] }
        return values.contains(.null) ? nil : Unique(columns: unique.columns, values: values)
    }

    // MARK: - The end of a transaction

    /// Schedules a check of the record's relationships for the end of the transaction.
    mutating func checkLater(_ place: Place) { unchecked.insert(place) }

    /// Makes the transaction fail if the record at `place`, which denies a deletion, still exists
    /// when the transaction ends.
    mutating func refuseLater(_ place: Place) {
        if row(in: place.table, place.identity) != nil { refusing.insert(place) }
    }

    /// Checks relationships, then computes attributes derived from other records.
    ///
    /// - Throws: `StoreError.brokenRelationship` if a record refers to a record that is missing or
    ///   has a wrong entity. Also if a record was deleted although a remaining record denies it by
    ///   the deletion rule "deny".
    mutating func finish() throws {
        let left = refusing.filter { row(in: $0.table, $0.identity) != nil }
        if let place = left.min(), let row = row(in: place.table, place.identity) {
            throw StoreError.broken(nil, of: row.kind, place.identity)
        }
        var astray: (place: Place, error: StoreError)?
        for place in unchecked {
            guard let row = row(in: place.table, place.identity), let entity = entities[row.kind]
            else { continue }
            for held in entity.held where held.description.whenDestinationIsDeleted != .noAction {
                if isRelated(
                    row.values[held.position],
                    in: held.destination,
                    to: held.kinds.contains
                ) {
                    continue
                }
                // If several records are broken, the first record by table and identity is
                // reported.
                if let known = astray?.place, known <= place { continue }
                astray = (place, .broken(held.description.name, of: row.kind, place.identity))
            }
        }
        if let astray { throw astray.error }
        for (paired, pair) in uncheckedPairs
        where pairs[paired.pairs.table]?.position(of: pair) != nil {
            let ends = paired.isForward ? (pair.source, pair.target) : (pair.target, pair.source)
            let isOwned = isRelated(ends.0, in: paired.own) { kind in
                entities[kind]?.paired.contains { $0.pairs == paired.pairs } == true
            }
            if !isOwned || !isRelated(ends.1, in: paired.other, to: paired.otherKinds.contains) {
                throw broken(paired, whose: isOwned ? ends.0 : ends.1, isOwn: isOwned)
            }
        }
        deriveFromRelated(changed)
        forget()
    }

    /// Returns whether the identity is null or belongs to a record of one of the allowed entities.
    private func isRelated(
        _ identity: StoredValue,
        in table: String,
        to isOfKind: (String) -> Bool
    ) -> Bool {
        identity == .null || row(in: table, identity).map { isOfKind($0.kind) } == true
    }

    /// Returns the error for a pair in which one record is missing or belongs to a wrong entity.
    /// The error identifies the other record of the pair.
    ///
    /// - Parameters:
    ///   - paired: The relationship, described from one side.
    ///   - identity: Identity of the record that the error identifies.
    ///   - isOwn: Whether this record has the relationship `paired`. If false, this record is the
    ///     related record.
    private func broken(
        _ paired: MemoryEntity.Paired,
        whose identity: StoredValue,
        isOwn: Bool
    ) -> StoreError {
        let table = isOwn ? paired.own : paired.other
        let kind = row(in: table, identity)?.kind ?? table
        let relationship = entities[kind]?.paired.first {
            $0.pairs.table == paired.pairs.table && $0.isForward == (paired.isForward == isOwn)
        }
        return .broken((relationship ?? paired).description.name, of: kind, identity)
    }

    /// Undoes the changes of the current transaction.
    mutating func rollBack() {
        for change in undo.reversed() {
            switch change {
            case .row(let place, let row): replace(at: place, with: row)
            case .pair(let table, let pair, let position):
                pairs[table, default: MemoryPairs()].set(pair, position)
            case .place(let column, let identity, let place):
                places[column, default: [:]][identity] = place
            }
        }
        forget()
    }

    private mutating func forget() {
        undo = []
        unchecked = []
        uncheckedPairs = []
        refusing = []
        changed = []
        changes = 0
    }
}
