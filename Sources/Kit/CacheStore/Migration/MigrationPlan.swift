import DataAccess

/// The origin of the rows in each table of a new version.
struct MigrationPlan {
    /// A table of records that is filled from an old table.
    struct Copy {
        var table: TableShape
        var source: TableShape
        /// The identity column of the old table.
        var identity: String
        var columns: [ColumnCopy]
        /// New names of the entities that shared the old table, by their old names. Rows of other
        /// entities are deleted. nil if the table had one entity, or if the file does not state its
        /// entities.
        var kinds: [String: String]?
        /// The entity of all rows, if several entities now share a table that belonged to one; nil
        /// otherwise.
        var soleKind: String?
        var losses: [Loss]
        /// Whether the old table is identical to the new one and stays in place.
        var isInPlace: Bool
        /// nil if records keep their identities.
        var newIdentities: NewIdentities?
    }

    /// New identities for the records of a table whose identifying attribute has changed.
    struct NewIdentities: Hashable {
        /// The table that maps each record's old identity to its new one.
        var map: String
        /// The column with the new identity.
        var column: String
        var kind: AttributeDescription.Kind
        /// Whether the old identities are kept because both identities are integers.
        var keepsNumbers: Bool
    }

    struct ColumnCopy {
        var name: String
        /// Empty if the column gets its initial value.
        var origins: [Origin]
        /// Origins that a hook's values replace.
        var replaced: [Origin] = []
        /// Replaces a missing value of a required attribute.
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

    /// A property that one of the entities sharing a table no longer has.
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
        /// The entities whose records have these values, by their new names; nil if all do.
        var kinds: [String]?
    }

    /// Former location of a column's values.
    struct Origin: Equatable {
        var source: Source
        /// The entities whose records had the values at this location, by their new names; nil if
        /// all did.
        var kinds: [String]?
    }

    enum Source: Hashable {
        case column(String)
        /// The relationship was stored outside the record's row: the links, and their column with
        /// the value.
        case related(Links, String)
        /// The values of a hook, in the temporary table with this name.
        case given(String)
    }

    /// A table of pairs.
    struct PairCopy {
        var table: TableShape
        var entity: String
        var relationship: String
        /// The columns of the new table.
        var target: Links
        /// The records on the two sides of the pairs. A pair needs both of its records.
        var owners: Records
        var elements: Records
        var sources: [Links]
        /// Whether each pair is kept in both directions.
        var isSymmetric: Bool
        var isInPlace: Bool
    }

    /// The records of an entity, in a table of the new version.
    struct Records: Hashable {
        var table: String
        var identity: String
        /// nil if all rows of the table belong to the entity.
        var kinds: [String]?
        /// The table that maps old to new identities; nil if the identities do not change.
        var map: String?
    }

    /// A relationship that can now lead to only one record.
    struct Limit: Hashable {
        var name: String
        var links: Links
    }

    /// Links that the new version's relationship cannot hold; an obstacle if such links exist.
    struct Misfit: Hashable {
        var obstacle: MigrationObstacle
        var links: Links
    }

    /// A column that the store computes, and its value as SQL for a row called `computed`.
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
    var computations: [Computation] = []
    var changes: [StoreMigration.Change] = []
    /// The reasons why the migration is impossible; empty if it is possible according to the
    /// models.
    var obstacles: [MigrationObstacle] = []

    /// Links that are read to fill another table or column.
    var movedLinks: [Links] {
        let related = copies.flatMap(\.columns).flatMap(\.origins).compactMap { origin in
            if case .related(let links, _) = origin.source { links } else { nil }
        }
        return related + pairCopies.flatMap(\.sources)
    }
}
