/// A relationship of an entity.
public struct RelationshipDescription: Sendable, Hashable {
    let facts: Shared<Facts>

    struct Facts: Sendable, Hashable {
        let name: String
        let destination: String
        let isToMany: Bool
        let isOptional: Bool
        let whenDestinationIsDeleted: DeletionRule
        let whenDeleted: DeletionRule
        let storage: Storage
        var userInfo: [String: String]
        var renamingIdentifier: String?
        let join: PairTable?
        let isOrdered: Bool
        let isOneToOne: Bool
        let isSymmetric: Bool
    }

    /// Effect of a record's deletion on the records at the other end of the relationship.
    public enum DeletionRule: String, Sendable, Hashable {
        case noAction, nullify, cascade, deny
    }

    /// Storage of a relationship.
    public enum Storage: Sendable, Hashable {
        /// Stored in this entity's column with the relationship's name.
        case column
        /// Stored in the destination's column with this name.
        case inverse(String)
        /// Stored in a join table, or not stored.
        case none
    }

    /// The name in the model.
    public var name: String { facts.value.name }
    /// The name of the entity that the relationship leads to.
    public var destination: String { facts.value.destination }
    /// Whether the relationship can lead to several records.
    public var isToMany: Bool { facts.value.isToMany }
    /// Whether a record may have no related record.
    public var isOptional: Bool { facts.value.isOptional }
    /// Effect on this record when the related record is deleted. It applies only if ``isColumn`` is
    /// true.
    public var whenDestinationIsDeleted: DeletionRule { facts.value.whenDestinationIsDeleted }
    /// Effect on the related records when this record is deleted. It applies only if ``isColumn``
    /// is true or ``join`` is not nil. A row of a join table is also deleted when either of its
    /// records is deleted.
    public var whenDeleted: DeletionRule { facts.value.whenDeleted }
    /// The location in which the relationship is stored.
    public var storage: Storage { facts.value.storage }
    /// The relationship's user info in the model, with keys such as `ImportName`.
    public var userInfo: [String: String] { facts.value.userInfo }
    /// The renaming identifier, with the same meaning as ``EntityDescription/renamingIdentifier``.
    public var renamingIdentifier: String? { facts.value.renamingIdentifier }
    /// The join table that stores the relationship; nil if the relationship is stored in a column
    /// or is not stored.
    public var join: PairTable? { facts.value.join }
    /// Whether the related records are ordered. If the relationship is stored in a column of the
    /// destination, the positions are stored in another column, whose name ends with `.position`.
    public var isOrdered: Bool { facts.value.isOrdered }
    /// Whether both sides of the relationship are to-one; true only if ``isColumn`` is true. In a
    /// one-to-one relationship, only one record at a time refers to a related record. When a second
    /// record refers to the same related record, the first record's relationship is cleared.
    public var isOneToOne: Bool { facts.value.isOneToOne }
    /// Whether the relationship is its own inverse. True only if ``isColumn`` is true; for a join
    /// table, see ``PairTable/isSymmetric``.
    public var isSymmetric: Bool { facts.value.isSymmetric }

    init(facts: Shared<Facts>) { self.facts = facts }

    public init(
        _ name: String,
        to destination: String,
        isToMany: Bool = false,
        isOptional: Bool = true,
        whenDestinationIsDeleted rule: DeletionRule = .nullify,
        whenDeleted: DeletionRule = .nullify,
        storage: Storage,
        userInfo: [String: String] = [:],
        renamingIdentifier: String? = nil,
        join: PairTable? = nil,
        isOrdered: Bool = false,
        isOneToOne: Bool = false,
        isSymmetric: Bool = false
    ) {
        facts = Shared(
            Facts(
                name: name,
                destination: destination,
                isToMany: isToMany,
                isOptional: isOptional,
                whenDestinationIsDeleted: rule,
                whenDeleted: whenDeleted,
                storage: storage,
                userInfo: userInfo,
                renamingIdentifier: renamingIdentifier,
                join: join,
                isOrdered: isOrdered,
                isOneToOne: isOneToOne,
                isSymmetric: isSymmetric
            )
        )
    }

    /// Whether this entity's table contains the identity of the related record.
    public var isColumn: Bool { storage == .column }
}

/// A join table, described from one side of the relationship. The table has a row for each pair of
/// related records.
public struct PairTable: Sendable, Hashable {
    /// The table's name.
    public let table: String
    /// The column with the identity of the record that has the relationship.
    public let own: String
    /// The column with the identity of the related record.
    public let other: String
    /// Whether the related records have an order, which is stored in ``positionColumn``.
    public let isOrdered: Bool
    /// Whether the relationship is its own inverse; each pair is then stored in both directions.
    public let isSymmetric: Bool

    /// Creates a description of the table. If `own` is `"source"`, the default for `other` is
    /// `"target"`; otherwise, the default is `"source"`.
    public init(
        _ table: String,
        own: String,
        other: String? = nil,
        isOrdered: Bool = false,
        isSymmetric: Bool = false
    ) {
        self.table = table
        self.own = own
        self.other = other ?? (own == "source" ? "target" : "source")
        self.isOrdered = isOrdered
        self.isSymmetric = isSymmetric
    }

    /// The column with a related record's position. The two sides of the relationship use different
    /// columns.
    public var positionColumn: String { own <= other ? "position" : "targetPosition" }
}
