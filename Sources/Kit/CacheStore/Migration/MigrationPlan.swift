import DataAccess

/// Plan for filling the tables of a new version with rows of the old version.
struct MigrationPlan {
    /// A table of records that is filled from an old table.
    struct Copy {
        var table: TableShape
        var source: TableShape
        /// The identity column of the old table.
        var identity: String
        var columns: [ColumnCopy]
        /// New names of the entities that shared the old table, keyed by their old names. Rows of
        /// entities that are not among the keys are deleted. nil if the table belonged to one
        /// entity, or if the file does not state the entities that shared it.
        var kinds: [String: String]?
        /// The entity of all rows, if the old table belonged to one entity and several entities
        /// share the new one; nil otherwise.
        var soleKind: String?
        var losses: [Loss]
        /// Whether the old table is identical to the new one and stays in place.
        var isInPlace: Bool
        /// New identities of the records; nil if records keep their identities.
        var newIdentities: NewIdentities?
    }

    /// New identities for the records of a table whose identifying attribute has changed.
    struct NewIdentities: Hashable {
        /// The table that maps each record's old identity to its new one.
        var map: String
        /// The column with the new identity.
        var column: String
        var kind: AttributeDescription.Kind
        /// Whether the old identities become the new ones. This is so if both are integers and the
        /// old version has no values for the new identifying attribute.
        var keepsNumbers: Bool
    }

    struct ColumnCopy {
        var name: String
        /// Former locations of the values; empty if the column gets its initial value.
        var origins: [Origin]
        /// Former locations whose values a hook replaces.
        var replaced: [Origin] = []
        /// Initial value of the column. It also replaces missing values if the attribute is
        /// required.
        var initial: StoredValue
        var isRequired: Bool
        /// The entities that have the column, among those that share the table; nil if all have it.
        var kinds: [String]?
        /// The table that maps old to new identities of the records that the column refers to; nil
        /// if their identities do not change.
        var map: String?

        /// Whether a hook provides values for the column.
        var isGiven: Bool {
            origins.contains { if case .given = $0.source { true } else { false } }
        }
    }

    /// A property that an entity of a shared table no longer has.
    struct Loss {
        var entity: String
        var property: String
        var column: String
        /// The entity's old name.
        var kind: String
    }

    /// Values that a hook provides for a column.
    struct Given: Hashable {
        /// Temporary table with the values, keyed by the row numbers of the old table.
        var table: String
        /// New names of the entities whose records have these values; nil if all records of the
        /// table have them.
        var kinds: [String]?
    }

    /// Former location of a column's values.
    struct Origin: Equatable {
        var source: Source
        /// New names of the entities whose records had their values at this location; nil if all
        /// records of the table had them there.
        var kinds: [String]?

        var column: String? { if case .column(let name) = source { name } else { nil } }
        var links: Links? { if case .related(let links, _) = source { links } else { nil } }
    }

    enum Source: Hashable {
        case column(String)
        /// The relationship was stored outside the record's row: in the table that `Links`
        /// describes, in the column that the `String` names.
        case related(Links, String)
        /// A temporary table with values that a hook provides.
        case given(String)
    }

    /// A table of pairs that is filled from the old version.
    struct PairCopy {
        var table: TableShape
        var entity: String
        var relationship: String
        /// Storage of the pairs in the new version.
        var target: Links
        /// The records that have the relationship. `elements` contains the related records. A pair
        /// is copied only if both of its records exist.
        var owners: Records
        var elements: Records
        var sources: [Links]
        /// Whether each pair is stored in both directions.
        var isSymmetric: Bool
        var isInPlace: Bool
    }

    /// The records of an entity, in a table of the new version.
    struct Records: Hashable {
        var table: String
        var identity: String
        /// Names of the entity and its descendants; nil if all rows of the table belong to the
        /// entity.
        var kinds: [String]?
        /// The table that maps old to new identities; nil if the identities do not change.
        var map: String?
    }

    /// A relationship that is to-one in the new version but may have referred to several records in
    /// the old one.
    struct Limit: Hashable {
        var name: String
        var links: Links
    }

    /// Links to a destination that the relationship no longer has. They are an obstacle if any
    /// exist.
    struct Misfit: Hashable {
        var obstacle: MigrationObstacle
        var links: Links
    }

    /// An entity whose records were stored in another table. Its old records are an obstacle.
    struct Move: Hashable {
        var obstacle: MigrationObstacle
        /// The entity's old name.
        var entity: String
        /// The old table.
        var table: String
        /// Whether other entities shared the old table.
        var isShared: Bool
    }

    /// A column that the store computes, and the SQL that computes it for a row with the alias
    /// `computed`.
    struct Computation {
        var table: String
        var column: String
        var value: String
        /// The entities that have the column, among those that share the table; empty if the table
        /// belongs to one entity.
        var kinds: Set<String>

        func isOfColumn(_ other: Self) -> Bool {
            (table, column) == (other.table, other.column)
        }
    }

    /// The tables of the old version.
    var old: [TableShape]
    var copies: [Copy] = []
    var pairCopies: [PairCopy] = []
    /// Tables that are created empty.
    var additions: [TableShape] = []
    var removals: [TableShape] = []
    var limits: Set<Limit> = []
    var misfits: Set<Misfit> = []
    var moves: [Move] = []
    var computations: [Computation] = []
    var changes: [StoreMigration.Change] = []
    /// The reasons why the models do not allow the migration; empty if they allow it.
    var obstacles: [MigrationObstacle] = []

    /// Adds a change, unless the plan has it already.
    mutating func note(_ change: StoreMigration.Change) {
        if !changes.contains(change) { changes.append(change) }
    }

    /// Old links that are read to fill another table or column.
    var movedLinks: [Links] {
        copies.flatMap(\.columns).flatMap(\.origins).compactMap(\.links)
            + pairCopies.flatMap(\.sources)
    }
}
