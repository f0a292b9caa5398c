import Foundation

extension MemoryTables {
    /// Returns the record's values for the columns of `entity`; nil if no record of `entity` has
    /// this identity.
    func row(_ identity: StoredValue, of entity: MemoryEntity) -> ValueRow? {
        row(in: entity.table, identity).flatMap { values(of: $0, as: entity) }
    }

    /// Returns the row's values for the columns of `entity`; nil if the row does not belong to
    /// `entity`.
    func values(of row: MemoryRow, as entity: MemoryEntity) -> ValueRow? {
        if row.kind == entity.description.name { return ValueRow(row.values) }
        guard entity.kinds.contains(row.kind), let kind = entities[row.kind] else { return nil }
        return ValueRow(
            entity.columns.map { kind.position(of: $0).map { row.values[$0] } ?? .null }
        )
    }

    /// Inserts the record. If a stored record has the same identity, or the same values in the
    /// columns of a uniqueness constraint, replaces that record instead.
    ///
    /// - Returns: the record with the identity that it has in the store.
    mutating func save(_ record: ValueRow, of entity: MemoryEntity) throws -> ValueRow {
        let record = entity.isAbstract ? record : withIdentity(record, entity)
        try entity.checkRequired(record.values)
        let own = record.values[entity.identityPosition]
        if row(in: entity.table, own) != nil {
            try replace(own, with: record, of: entity)
            return record
        }
        if entity.isAbstract { throw StoreError.noRecord(entity: entity.description.name) }
        for unique in entity.uniqueness {
            guard let taken = identity(having: unique, record.values) else { continue }
            try replace(taken, with: record, of: entity)
            var result = record
            result.values[entity.identityPosition] = taken
            return result
        }
        try checkUnique(record.values, nil, of: entity)
        try entity.description.checkAssigned(own)
        try put(record.values, own, of: entity)
        return record
    }

    /// Inserts the record, and returns it with its identity.
    ///
    /// - Throws: `StoreError.constraint` if a stored record has the same identity, or the same
    ///   values in the columns of a uniqueness constraint.
    mutating func insert(_ record: ValueRow, of entity: MemoryEntity) throws -> ValueRow {
        if entity.isAbstract {
            throw StoreError.abstract(entity.description.name)
        }
        let record = withIdentity(record, entity)
        try entity.checkRequired(record.values)
        let own = record.values[entity.identityPosition]
        if row(in: entity.table, own) != nil {
            throw entity.identityTaken
        }
        try checkUnique(record.values, nil, of: entity)
        try entity.description.checkAssigned(own)
        try put(record.values, own, of: entity)
        return record
    }

    /// Replaces a row's values in the columns of `entity`. The row keeps its identity and its
    /// values in other columns.
    private mutating func replace(
        _ identity: StoredValue,
        with record: ValueRow,
        of entity: MemoryEntity
    ) throws {
        guard let old = row(in: entity.table, identity), let kind = entities[old.kind] else {
            return
        }
        guard entity.kinds.contains(old.kind) else {
            if entity.isAbstract { throw StoreError.noRecord(entity: entity.description.name) }
            throw StoreError.recordOfAnotherEntity
        }
        var values = old.values
        for (column, value) in zip(entity.columns, record.values) {
            if let position = kind.position(of: column) { values[position] = value }
        }
        values[kind.identityPosition] = identity
        try checkUnique(values, identity, of: kind)
        try put(values, identity, of: kind)
    }

    /// Checks the uniqueness constraints that apply to a row.
    ///
    /// - Parameter identity: Identity of the stored row that the values replace; nil for a new row.
    /// - Throws: `StoreError.constraint` if another row has the same values in the columns of a
    ///   constraint.
    private func checkUnique(
        _ values: [StoredValue],
        _ identity: StoredValue?,
        of entity: MemoryEntity
    ) throws {
        for unique in entity.enforced {
            if let other = self.identity(having: unique, values), other != identity {
                throw unique.taken
            }
        }
    }

    /// Stores a row. Computes the attributes that are derived from the record itself, and enforces
    /// its one-to-one relationships.
    private mutating func put(
        _ values: [StoredValue],
        _ identity: StoredValue,
        of kind: MemoryEntity
    ) throws {
        var row = MemoryRow(kind: kind.description.name, values: values)
        for derived in kind.derived { derived.compute(in: &row.values) }
        let place = Place(table: kind.table, identity: identity)
        let old = self.row(in: place.table, identity)
        set(row, at: place)
        for held in kind.held where held.description.isOneToOne {
            let value = values[held.position]
            if value != .null || old != nil {
                if value == old?.values[held.position] { continue }
                try pair(place, with: value, by: held)
            } else if held.description.isSymmetric {
                try answer(place, by: held)
            }
        }
    }

    private mutating func withIdentity(_ record: ValueRow, _ entity: MemoryEntity) -> ValueRow {
        guard record.values[entity.identityPosition] == .null else { return record }
        var result = record
        result.values[entity.identityPosition] =
            switch entity.description.identityKind {
            case .string?, .uuid?: .text(UUID().uuidString)
            default: .integer(newNumber(in: entity.table))
            }
        return result
    }

    /// Returns an identity number for a new record, chosen in the same way as SQLite's row ids. The
    /// new number is one more than the greatest identity number in the table. If that is the
    /// maximum of `Int64`, the new number is a random unused number.
    private mutating func newNumber(in table: String) -> Int64 {
        guard let greatest = greatestNumber(in: table) else { return 1 }
        if greatest < .max { return greatest + 1 }
        while true {
            let number = Int64.random(in: 1..<(.max))
            if row(in: table, .integer(number)) == nil { return number }
        }
    }

    /// Changes one column of the row `row`, which is stored at `place`.
    mutating func set(
        _ position: Int,
        to value: StoredValue,
        of row: MemoryRow,
        at place: Place
    ) throws {
        guard let kind = entities[row.kind] else { return }
        var values = row.values
        values[position] = value
        try kind.checkRequired(values)
        try put(values, place.identity, of: kind)
    }
}
