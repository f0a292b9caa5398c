/// A relationship of an entity.
public struct RelationshipDescription: Sendable, Hashable {
    private let facts: Shared<Facts>

    private struct Facts: Sendable, Hashable {
        let name: String
        let destination: String
        let isToMany: Bool
        let isOptional: Bool
        let whenDestinationIsDeleted: DeletionRule
        let whenDeleted: DeletionRule
        let storage: Storage
        let userInfo: [String: String]
        let renamingIdentifier: String?
        let join: PairTable?
        let isOrdered: Bool
        let isOneToOne: Bool
        let isSymmetric: Bool
    }

    /// Effect on the related records when this one is deleted.
    public enum DeletionRule: String, Sendable, Hashable {
        case noAction, nullify, cascade, deny
    }

    /// Storage of a relationship.
    public enum Storage: Sendable, Hashable {
        /// A column of this entity, named as the relationship.
        case column
        /// The column of this name of the destination.
        case inverse(String)
        /// Nowhere.
        case none
    }

    /// The name in the model.
    public var name: String { facts.value.name }
    /// The name of the entity that it leads to.
    public var destination: String { facts.value.destination }
    /// Whether it leads to any number of records.
    public var isToMany: Bool { facts.value.isToMany }
    /// Whether a record may be without a related one.
    public var isOptional: Bool { facts.value.isOptional }
    /// Effect on this record when the related one is deleted; applies to a column.
    public var whenDestinationIsDeleted: DeletionRule { facts.value.whenDestinationIsDeleted }
    /// Effect on the related records when this one is deleted; applies to a column and to a table
    /// of pairs. In addition, a pair is deleted with either of its records.
    public var whenDeleted: DeletionRule { facts.value.whenDeleted }
    /// Storage of the identities of related records.
    public var storage: Storage { facts.value.storage }
    /// The model's user info, for example `ImportName`.
    public var userInfo: [String: String] { facts.value.userInfo }
    /// Like that of an entity.
    public var renamingIdentifier: String? { facts.value.renamingIdentifier }
    /// The table of pairs that keeps the relationship where no column does.
    public var join: PairTable? { facts.value.join }
    /// Whether the related records have an order. If they store the identity in a column, another
    /// column stores their positions; its name has the suffix `.position`.
    public var isOrdered: Bool { facts.value.isOrdered }
    /// Whether both sides lead to one record: one that comes to lead to a record takes it from the
    /// one that did before. It counts for a column.
    public var isOneToOne: Bool { facts.value.isOneToOne }
    /// Whether it is its own inverse. It counts for a column; ``PairTable`` tells it of pairs.
    public var isSymmetric: Bool { facts.value.isSymmetric }

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

    /// Whether this entity's table holds the identity of the related record.
    public var isColumn: Bool { storage == .column }
}

/// A table with a row for each pair of related records, seen from one of them.
public struct PairTable: Sendable, Hashable {
    /// The table's name.
    public let table: String
    /// The column of the identity of the record that has the relationship.
    public let own: String
    /// The column of the identity of the related record.
    public let other: String
    /// Whether the related records have an order, which ``positionColumn`` holds.
    public let isOrdered: Bool
    /// Whether the relationship is its own inverse: each pair is kept in both directions.
    public let isSymmetric: Bool

    /// Without `other`, the related column is the one of `source` and `target` that is not `own`.
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

    /// The column of a related record's place. Each of the two sides has its own.
    public var positionColumn: String { own <= other ? "position" : "targetPosition" }
}
