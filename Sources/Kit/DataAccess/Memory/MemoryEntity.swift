/// Precomputed description of an entity, for an in-memory store.
struct MemoryEntity: Sendable {
    /// A relationship that is stored in a column of the entity.
    struct Held: Sendable {
        let description: RelationshipDescription
        /// Index of the column in the rows of the entity.
        let position: Int
        /// The column, identified by its name and its table. This value is the same for all
        /// entities that share the column.
        let column: MemoryColumn
        /// The table that the column refers to.
        let destination: String
        /// The names of the entities to which a related record may belong.
        let kinds: Set<String>
    }

    /// A relationship that is stored in a join table.
    struct Paired: Sendable {
        let description: RelationshipDescription
        let pairs: PairTable
        /// Whether the record that has the relationship is the source of each pair; false if that
        /// record is the target.
        let isForward: Bool
        /// The table of the record that has the relationship; `other` is the table of the related
        /// record.
        let own: String
        let other: String
        /// The names of the entities to which a related record may belong.
        let otherKinds: Set<String>
    }

    /// Columns whose combined values must be unique.
    struct Unique: Sendable {
        let positions: [Int]
        /// The columns, each with its table, such as `Album.shelf, Album.number`.
        let columns: String
        /// Error to throw if another row has the same values in these columns.
        let taken: StoreError
    }

    let description: EntityDescription
    /// The name of the table that contains the entity's records.
    let table: String
    /// The names of the entities whose records belong to this entity: its descendants and, unless
    /// it is abstract, the entity itself.
    let kinds: Set<String>
    let isAbstract: Bool
    let columns: [String]
    let identityPosition: Int
    let held: [Held]
    let paired: [Paired]
    /// The entity's own and inherited uniqueness constraints.
    let uniqueness: [Unique]
    /// The uniqueness constraints that apply to the entity's rows: those in `uniqueness`, and each
    /// constraint of another entity in the table if this entity has all columns of that constraint.
    /// In SQL, too, a unique index applies to all rows of a table.
    let enforced: [Unique]
    let derived: [MemoryDerivation]
    private let positions: [String: Int]
    /// Error to throw if an inserted row has the identity of another row.
    let identityTaken: StoreError
    private let required: [(position: Int, missing: StoreError)]

    init(_ entity: EntityDescription, among entities: [String: EntityDescription]) {
        description = entity
        table = entity.tableName
        kinds = entity.kinds
        isAbstract = entity.hierarchy?.isAbstract ?? false
        columns = entity.columns
        identityPosition = entity.identityPosition
        let positions = Dictionary(columns.enumerated().map { ($1, $0) }) { first, _ in first }
        let table = table
        let errors = ConstraintErrors(Array(entities.values))
        func taken(_ columns: [String]) -> StoreError {
            errors.taken(columns, in: table) ?? .brokenRelationship(nil)
        }
        func tableName(of name: String) -> String { entities[name]?.tableName ?? name }
        identityTaken = taken([entity.tableColumn(entity.identity)])
        self.positions = positions
        held = entity.relationships.filter(\.isColumn).compactMap { relationship in
            positions[relationship.name].map { position in
                Held(
                    description: relationship,
                    position: position,
                    column: MemoryColumn(
                        name: "\(table).\(entity.tableColumn(relationship.name))"
                    ),
                    destination: tableName(of: relationship.destination),
                    kinds: entities[relationship.destination]?.kinds ?? []
                )
            }
        }
        paired = entity.relationships.compactMap { relationship in
            relationship.join.map {
                Paired(
                    description: relationship,
                    pairs: $0,
                    isForward: $0.own <= $0.other,
                    own: table,
                    other: tableName(of: relationship.destination),
                    otherKinds: entities[relationship.destination]?.kinds ?? []
                )
            }
        }
        let stored = columns.map(entity.tableColumn)
        /// Returns the constraint on these columns; nil if the entity does not have all of them.
        func unique(_ columns: [String]) -> Unique? {
            // Entities can declare the same columns in different orders.
            let sorted = columns.sorted()
            let positions = sorted.compactMap { stored.firstIndex(of: $0) }
            if positions.count < columns.count { return nil }
            return Unique(
                positions: positions,
                columns: sorted.map { "\(table).\($0)" }.joined(separator: ", "),
                taken: taken(columns)
            )
        }
        let own = entity.uniqueness.compactMap { unique($0.map(entity.tableColumn)) }
        uniqueness = own
        let others = entities.values.filter { $0.tableName == table && $0.name != entity.name }
            .sorted { $0.name < $1.name }
            .flatMap { other in
                other.uniqueness.compactMap { unique($0.map(other.tableColumn)) }
            }
        enforced = others.reduce(into: own) { all, unique in
            if !all.contains(where: { $0.columns == unique.columns }) { all.append(unique) }
        }
        derived = entity.attributes.compactMap { MemoryDerivation($0, of: entity) }
        let names = entity.heldProperties.filter(entity.isRequired)
        required = names.compactMap { name in
            let missing =
                errors.missing(entity.tableColumn(name), in: table) ?? .brokenRelationship(nil)
            return positions[name].map { ($0, missing) }
        }
    }

    func position(of column: String) -> Int? { positions[column] }

    /// Checks that every required value is present.
    ///
    /// - Throws: `StoreError.invalid` if a required value is absent.
    func checkRequired(_ values: [StoredValue]) throws {
        for (position, missing) in required where values[position] == .null { throw missing }
    }
}

extension EntityDescription {
    fileprivate var kinds: Set<String> { Set(hierarchy?.kinds ?? [name]) }
}

/// A column of a table. Used as a dictionary key, for finding rows by their values in the column.
struct MemoryColumn: Hashable, Sendable {
    let name: String
}

/// A row of a table.
struct MemoryRow: Hashable, Sendable {
    /// The name of the record's most specific entity.
    let kind: String
    /// The values of the columns of the entity `kind`, in order.
    var values: [StoredValue]
}
