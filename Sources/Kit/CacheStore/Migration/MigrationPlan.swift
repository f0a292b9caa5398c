import DataAccess

/// Plan of a migration: how the tables of the new version are filled with rows of the old version.
struct MigrationPlan {
    /// A new table of records that is filled from an old table.
    struct Copy {
        var table: TableShape
        var source: TableShape
        /// The identity column of the old table.
        var identity: String
        var columns: [ColumnCopy]
        /// The entities that used the old table and now use the new table: their new names, keyed
        /// by their old names. Rows of other entities are not copied. nil if the old table was not
        /// shared, or if the file does not list the entities that shared it.
        var kinds: [String: String]?
        /// The entity of all old rows, if only one entity used the old table and several entities
        /// share the new one; otherwise nil.
        var soleKind: String?
        var losses: [Loss]
        /// Whether the old table is identical to the new one and is kept instead of copied.
        var isInPlace: Bool
        /// New identities of the records; nil if records keep their identities.
        var newIdentities: NewIdentities?
    }

    /// New identities for the records of a table whose identifying attribute has changed.
    struct NewIdentities: Hashable {
        /// The table that maps each record's old identity to its new one.
        var map: String
        /// The column of the new table that contains the new identity.
        var column: String
        var kind: AttributeDescription.Kind
        /// Whether the old identities become the values of the new identifying attribute. True if
        /// the old and the new identities are integers and the old version has no values for the
        /// new attribute.
        var keepsNumbers: Bool
    }

    struct ColumnCopy {
        var name: String
        /// Locations of the values in the old version; empty if the column gets its initial value.
        var origins: [Origin]
        /// Locations in the old version whose values are replaced by a hook's values.
        var replaced: [Origin] = []
        /// Initial value of the column. It also replaces missing values if the attribute is
        /// required.
        var initial: StoredValue
        var isRequired: Bool
        /// If several entities share the table, the names of the entities that have the column; nil
        /// if all of them have it.
        var kinds: [String]?
        /// Name of the table that maps old to new identities of the records to which the column
        /// refers; nil if these identities do not change.
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
        /// Name of the temporary table with the values. The key of this temporary table is the row
        /// ID of a row in the old table.
        var table: String
        /// New names of the entities to whose records the values apply; nil if the values apply to
        /// all records of the table.
        var kinds: [String]?
        /// Number of ancestors of the entity that the hook's key `Entity.property` names.
        var depth = 0
    }

    /// Location of a column's values in the old version.
    struct Origin: Equatable {
        var source: Source
        /// New names of the entities whose values were at this location; nil if the values of all
        /// entities were there.
        var kinds: [String]?

        var column: String? { if case .column(let name) = source { name } else { nil } }
        var links: Links? { if case .related(let links, _) = source { links } else { nil } }
    }

    enum Source: Hashable {
        case column(String)
        /// The column with this name in the table that stores the links. Used for a relationship
        /// that was not stored in the record's own row.
        case related(Links, String)
        /// The temporary table with the values that a hook provides.
        case given(String)
    }

    /// A new join table that is filled from the old version. Each of its rows is a pair of related
    /// records.
    struct PairCopy {
        var table: TableShape
        var entity: String
        var relationship: String
        /// Location of the pairs in the new version.
        var target: Links
        /// The records that have the relationship. A pair is copied only if both of its records
        /// exist.
        var owners: Records
        /// The related records.
        var elements: Records
        var sources: [Links]
        /// Whether each pair is stored in both directions.
        var isSymmetric: Bool
        var isInPlace: Bool
    }

    /// The records of an entity in a table of the new version.
    struct Records: Hashable {
        var table: String
        var identity: String
        /// Names of the entity and its descendants; nil if all rows of the table belong to the
        /// entity.
        var kinds: [String]?
        /// The table that maps old to new identities; nil if the identities do not change.
        var map: String?
    }

    /// A relationship that is now to-one but may have referred to several records in the old
    /// version.
    struct Limit: Hashable {
        var name: String
        var links: Links
    }

    /// A relationship whose destination entity has changed. Any existing links to the old
    /// destination are an obstacle.
    struct Misfit: Hashable {
        var obstacle: MigrationObstacle
        var links: Links
    }

    /// An old column whose values do not fit the type or the destination of the new column. Any
    /// existing values are an obstacle.
    struct UnfitValues {
        var obstacle: MigrationObstacle
        /// The new table that is filled with the values.
        var table: String
        /// The old column.
        var column: String
        /// New names of the entities whose values are in the old column; nil if the values of all
        /// entities are there.
        var kinds: [String]?
    }

    /// An entity that is stored in another table than before. Any existing records of the entity
    /// are an obstacle.
    struct Move: Hashable {
        var obstacle: MigrationObstacle
        /// The entity's old name.
        var entity: String
        /// The old table.
        var table: String
        /// Whether other entities shared the old table.
        var isShared: Bool
    }

    /// The tables of the old version.
    var old: [TableShape]
    var copies: [Copy] = []
    var pairCopies: [PairCopy] = []
    /// New tables that are created without rows.
    var additions: [TableShape] = []
    var removals: [TableShape] = []
    var limits: Set<Limit> = []
    var misfits: Set<Misfit> = []
    var moves: [Move] = []
    var derivedColumns: [DerivedColumn] = []
    var changes: [StoreMigration.Change] = []
    var unfitValues: [UnfitValues] = []

    /// Adds a change to `changes` unless it is already there.
    mutating func note(_ change: StoreMigration.Change) {
        if !changes.contains(change) { changes.append(change) }
    }

    /// The old links from which join tables and columns are filled. A column is filled from links
    /// if its relationship was not stored in the record's own row.
    var movedLinks: [Links] {
        copies.flatMap(\.columns).flatMap(\.origins).compactMap(\.links)
            + pairCopies.flatMap(\.sources)
    }
}
