extension RelationshipDescription {
    /// Returns a to-one relationship that stores the related record's identity in a column of this
    /// entity.
    ///
    /// `onDelete` is the effect on this record when the related record is deleted. `whenDeleted` is
    /// the effect on the related record when this record is deleted.
    public static func toOne(
        _ name: String,
        _ destination: String,
        _ presence: Presence = .optional,
        onDelete: DeletionRule = .nullify,
        whenDeleted: DeletionRule = .nullify,
        isOneToOne: Bool = false,
        isSymmetric: Bool = false
    ) -> Self {
        Self(
            name,
            to: destination,
            isOptional: presence == .optional,
            whenDestinationIsDeleted: onDelete,
            whenDeleted: whenDeleted,
            storage: .column,
            isOneToOne: isOneToOne,
            isSymmetric: isSymmetric
        )
    }

    /// Returns a to-one relationship that is stored in the destination's table: the column `column`
    /// contains this record's identity. If `column` is nil, the relationship is not stored.
    public static func toOne(
        _ name: String,
        _ destination: String,
        _ presence: Presence = .optional,
        by column: String?
    ) -> Self {
        Self(
            name,
            to: destination,
            isOptional: presence == .optional,
            storage: column.map { .inverse($0) } ?? .none
        )
    }

    /// Returns a to-many relationship that is stored in the destination's table: the column
    /// `column` contains this record's identity. If `column` is nil, the relationship is not
    /// stored.
    public static func toMany(
        _ name: String,
        _ destination: String,
        _ presence: Presence = .optional,
        by column: String?,
        isOrdered: Bool = false
    ) -> Self {
        Self(
            name,
            to: destination,
            isToMany: true,
            isOptional: presence == .optional,
            storage: column.map { .inverse($0) } ?? .none,
            isOrdered: isOrdered
        )
    }

    /// Returns a to-many relationship that is stored in a join table.
    public static func toMany(
        _ name: String,
        _ destination: String,
        _ presence: Presence = .optional,
        in pairs: PairTable,
        whenDeleted: DeletionRule = .nullify
    ) -> Self {
        Self(
            name,
            to: destination,
            isToMany: true,
            isOptional: presence == .optional,
            whenDeleted: whenDeleted,
            storage: .none,
            join: pairs
        )
    }

    /// Returns a copy of the relationship with new values for rarely used properties. A property
    /// whose argument is omitted becomes empty or nil.
    public func with(
        userInfo: [String: String] = [:],
        renamingIdentifier: String? = nil
    ) -> Self {
        var facts = facts.value
        facts.userInfo = userInfo
        facts.renamingIdentifier = renamingIdentifier
        return Self(facts: Shared(facts))
    }
}
