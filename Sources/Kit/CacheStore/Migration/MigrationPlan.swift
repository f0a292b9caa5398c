import DataAccess

/// Sources of the rows in the tables of a new version.
struct MigrationPlan {
    /// A table of records whose rows come from an old one.
    struct Copy {
        var table: TableShape
        var source: TableShape
        /// The old table's column of the identity.
        var identity: String
        var columns: [ColumnCopy]
        /// Current names of the entities of a shared old table, by their old names. Nil if the
        /// table had one entity, or if the file does not tell. Rows of other entities are deleted.
        var kinds: [String: String]?
        /// The entity of all rows, where several share the table that was one entity's.
        var soleKind: String?
        var losses: [Loss]
        /// Whether the old table is the new one, and stays.
        var isInPlace: Bool
        /// nil if records keep their identities.
        var newIdentities: NewIdentities?
    }

    /// The identities of the records of a table, where another attribute identifies them than before.
    struct NewIdentities: Hashable {
        /// The table that has the old identity and the new one of each record.
        var map: String
        /// The column of the new identity.
        var column: String
        var kind: AttributeDescription.Kind
        /// Whether an old identity is one of the new kind, too.
        var keepsNumbers: Bool
    }

    struct ColumnCopy {
        var name: String
        /// None if the value is the initial one.
        var origins: [Origin]
        /// Origins that the values of a hook replace.
        var replaced: [Origin] = []
        /// Replaces a missing value of a required attribute.
        var initial: StoredValue
        var isRequired: Bool
        /// The entities, of those that share the table, that have it; nil if all do.
        var kinds: [String]?
        /// The table of the old and new identities of the records that it leads to, where they change.
        var map: String?

        /// Whether a hook gives values.
        var isGiven: Bool {
            origins.contains { if case .given = $0.source { true } else { false } }
        }
    }

    /// A property that one of the entities that share a table has no more.
    struct Loss {
        var entity: String
        var property: String
        var column: String
        /// The entity's old name.
        var kind: String
    }

    /// Values that a hook gives for a column.
    struct Given: Hashable {
        /// Temporary table of the values by the row numbers of the old table.
        var table: String
        /// The entities whose records have them, by their new names; nil if all do.
        var kinds: [String]?
    }

    /// Former location of a column's values.
    struct Origin: Equatable {
        var source: Source
        /// The entities whose records had it there, by their new names; nil if all did.
        var kinds: [String]?
    }

    enum Source: Hashable {
        case column(String)
        /// The relationship was kept elsewhere: the column of the links of the record.
        case related(Links, String)
        /// The values of a hook, in a temporary table of this name.
        case given(String)
    }

    /// A table of pairs.
    struct PairCopy {
        var table: TableShape
        var entity: String
        var relationship: String
        /// Its columns.
        var target: Links
        /// The records on either side, which pairs need.
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
        /// nil if the table is all theirs.
        var kinds: [String]?
        /// The table of their old and new identities, where those differ.
        var map: String?
    }

    /// A relationship that leads to one record now.
    struct Limit: Hashable {
        var name: String
        var links: Links
    }

    /// Links that the new version's relationship cannot take; an obstacle if there are any.
    struct Misfit: Hashable {
        var obstacle: MigrationObstacle
        var links: Links
    }

    /// A column that the store computes, and its value as SQL of a row called `computed`.
    struct Computation {
        var table: String
        var column: String
        var value: String
        /// The entities that have it, of those that share the table; empty if the table is one's.
        var kinds: Set<String>

        func isOfColumn(_ other: Self) -> Bool {
            (table, column) == (other.table, other.column)
        }
    }

    /// The tables that there are.
    var old: [TableShape]
    var copies: [Copy] = []
    var pairCopies: [PairCopy] = []
    /// Tables that start empty.
    var additions: [TableShape] = []
    var removals: [TableShape] = []
    var limits: Set<Limit> = []
    var misfits: Set<Misfit> = []
    var computations: [Computation] = []
    var changes: [StoreMigration.Change] = []
    /// Why it cannot be done; empty if it can, as far as the models tell.
    var obstacles: [MigrationObstacle] = []

    /// Links that are read for another table or column.
    var movedLinks: [Links] {
        let related = copies.flatMap(\.columns).flatMap(\.origins).compactMap { origin in
            if case .related(let links, _) = origin.source { links } else { nil }
        }
        return related + pairCopies.flatMap(\.sources)
    }
}
