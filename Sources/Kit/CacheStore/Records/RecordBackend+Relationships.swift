public import DataAccess

/// Reads and sets relationships. The methods of generated managers call these functions.
extension RecordBackend {
    /// Returns a data access object for the records of type `R`.
    public func records<R: StoredRecord>(
        _ type: R.Type = R.self
    ) -> any DataAccessObject<R> {
        switch place {
        case .store(let store): StoreDAO<R>(store: store)
        case .memory(let memory, _): MemoryDAO<R>(store: memory)
        }
    }

    /// Returns the record with this identity, or nil if there is no such record or the identity is
    /// nil.
    nonisolated(nonsending) public func retrieve<R: StoredRecord>(_ identity: R.Identity?)
        async throws -> R?
    {
        guard let identity else { return nil }
        return try await records(R.self).retrieve(identity)
    }

    /// Reads the records with these identities in one query and returns them, keyed by identity.
    /// Leaves out identities that are nil or have no record.
    nonisolated(nonsending) public func retrieve<R: StoredRecord>(
        all identities: [R.Identity?]
    ) async throws -> [R.Identity: R] {
        let wanted = Array(Set(identities.compactMap { $0 }))
        return try await store.read { connection in
            let entity = R.statements.entity
            let sql =
                "SELECT \(R.columns) FROM \(quoted(entity.name)) AS t0"
                + " WHERE t0.\(quoted(entity.identity)) IN \(elements(of: entity))"
            let found = try connection.records(R.self, sql) {
                try $0.bind(identities: wanted, at: 1)
            }
            return Dictionary(
                found.compactMap { record in record.knownIdentity.map { ($0, record) } },
                uniquingKeysWith: { first, _ in first }
            )
        }
    }

    /// Returns the related record of a to-one relationship, or nil if there is none.
    nonisolated(nonsending) public func one<O: StoredRecord, R: StoredRecord>(
        _ relationship: String,
        of owner: O
    ) async throws -> R? {
        let found: [R] = try await list(relationship, of: owner)
        return found.first
    }

    /// Returns the related records of a to-many relationship.
    nonisolated(nonsending) public func set<O: StoredRecord, R: StoredRecord>(
        _ relationship: String,
        of owner: O
    ) async throws -> Set<R> {
        let found: [R] = try await list(relationship, of: owner)
        return Set(found)
    }

    /// Returns the related records of an ordered relationship, in order.
    nonisolated(nonsending) public func list<O: StoredRecord, R: StoredRecord>(
        _ relationship: String,
        of owner: O
    ) async throws -> [R] {
        guard let identity = owner.knownIdentity else { return [] }
        return try await store.read { connection in
            let link = try O.statements.link(relationship, to: R.statements)
            return try connection.records(R.self, link.related) {
                try $0.bind(identity.value.storedValue, at: 1)
            }
        }
    }

    /// Returns the related record of each owner, keyed by the owner's identity. Owners without a
    /// related record are left out.
    nonisolated(nonsending) public func one<O: StoredRecord, R: StoredRecord>(
        _ relationship: String,
        of owners: [O]
    ) async throws -> [O.Identity: R] {
        try await grouped(relationship, owners, [:]) { $0[$1] = $2 }
    }

    /// Returns the related records of each owner, keyed by the owner's identity. Owners without
    /// related records are left out.
    nonisolated(nonsending) public func set<O: StoredRecord, R: StoredRecord>(
        _ relationship: String,
        of owners: [O]
    ) async throws -> [O.Identity: Set<R>] {
        try await grouped(relationship, owners, [:]) { $0[$1, default: []].insert($2) }
    }

    /// Returns the related records of each owner, in the relationship's order, keyed by the owner's
    /// identity. Owners without related records are left out.
    nonisolated(nonsending) public func list<O: StoredRecord, R: StoredRecord>(
        _ relationship: String,
        of owners: [O]
    ) async throws -> [O.Identity: [R]] {
        try await grouped(relationship, owners, [:]) { $0[$1, default: []].append($2) }
    }

    nonisolated(nonsending) private func grouped<O: StoredRecord, R: StoredRecord, Found: Sendable>(
        _ relationship: String,
        _ owners: [O],
        _ none: Found,
        _ keep: @escaping @Sendable (inout Found, O.Identity, R) -> Void
    ) async throws -> Found {
        let identities = owners.compactMap(\.knownIdentity)
        return try await store.read { connection in
            var found = none
            let link = try O.statements.link(relationship, to: R.statements)
            let column = Int32(R.statements.entity.columns.count)
            try connection.forEachRow(link.relatedToMany) {
                try $0.bind(identities: identities, at: 1)
            } _: { row in
                let owner = O.Identity.Value(row: row, column: column)
                keep(&found, O.Identity(try row.required(owner, column)), try R(stored: row))
            }
            return found
        }
    }

    /// Replaces the related records of `owner` with the records that have these identities.
    ///
    /// - Throws: `StoreError.invalid` if the number of related records is less than `atLeast` or
    ///   greater than `atMost`. If `orNone` is true, zero is always valid. Throws
    ///   `StoreError.noRecord` if `owner` has no identity.
    nonisolated(nonsending) public func set<O: StoredRecord, R: StoredRecord>(
        _ relationship: String,
        of owner: O,
        to identities: some Collection<R.Identity>,
        _ destination: R.Type,
        atLeast: Int? = nil,
        orNone: Bool = false,
        atMost: Int? = nil
    ) async throws {
        guard let identity = owner.knownIdentity else {
            throw StoreError.noRecord(entity: O.entity.name)
        }
        let identities = Array(identities)
        let violations = Violation.check(
            relationship,
            count: Set(identities).count,
            atLeast: atLeast,
            orNone: orNone,
            atMost: atMost
        )
        if !violations.isEmpty {
            throw StoreError.invalid(entity: O.entity.name, violations: violations)
        }
        if let memory {
            return try await memory.setRelated(relationship, of: owner, to: identities)
        }
        try await store.write { connection in
            let link = try O.statements.link(relationship, to: R.statements)
            try connection.set(
                link,
                of: BrokenRelationship(
                    entity: O.entity.name,
                    relationship: relationship,
                    identity: identity.value.storedValue
                ),
                to: identities
            )
        }
    }
}

extension StoreConnection {
    /// Replaces the related records of `record` with the records that have these identities.
    ///
    /// - Throws: `StoreError.badQuery` if the relationship can only be set through its inverse.
    ///   Throws `StoreError.brokenRelationship(record)` if a related record does not exist and the
    ///   relationship is stored in a column of the related records. For a join table, SQLite
    ///   reports a missing record at the commit.
    fileprivate func set(
        _ link: LinkStatements,
        of record: BrokenRelationship,
        to identities: [some RecordIdentity]
    ) throws {
        let owner = record.identity ?? .null
        let others = identities.map { $0.value.storedValue }
        switch link.setting {
        case .pairs(let clear, let insert, let reverse, let isOrdered)?:
            try execute(clear) {
                try $0.bind(owner, at: 1)
                try $0.bind(identities: identities, at: 2)
            }
            for (place, other) in others.enumerated() {
                try execute(insert) {
                    try $0.bind(owner, at: 1)
                    try $0.bind(other, at: 2)
                    if isOrdered { try $0.bind(Int64(place), at: 3) }
                }
                guard let reverse else { continue }
                try execute(reverse) {
                    try $0.bind(owner, at: 1)
                    try $0.bind(other, at: 2)
                }
            }
        case .column(let unplace, let take, let place, let release)?:
            try execute(unplace) { try $0.bind(owner, at: 1) }
            for (position, other) in others.enumerated() {
                let count = try execute(take) {
                    try $0.bind(owner, at: 1)
                    try $0.bind(other, at: 2)
                }
                if count == 0 { throw StoreError.brokenRelationship(record) }
                try execute(place) {
                    try $0.bind(other, at: 1)
                    try $0.bind(Int64(position), at: 2)
                }
            }
            try execute(release) { try $0.bind(owner, at: 1) }
        case nil:
            throw StoreError.badQuery(
                "the relationship \"\(record.relationship ?? "")\" of \"\(record.entity)\" can only be set through its inverse"
            )
        }
    }
}
