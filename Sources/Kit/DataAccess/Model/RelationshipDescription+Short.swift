extension RelationshipDescription {
    /// A relationship to one record, whose identity is in a column of this entity.
    ///
    /// `onDelete` is what happens to this record when the related one is deleted, `whenDeleted` what
    /// happens to the related record when this one is deleted.
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

    /// A relationship to the one record whose column `column` holds this one's identity;
    /// nil for one that nothing keeps.
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

    /// A relationship to the records whose column `column` holds this one's identity;
    /// nil for one that nothing keeps.
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

    /// A relationship that a table of pairs keeps.
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

    /// Returns the relationship with rarely used fields.
    public func with(
        userInfo: [String: String] = [:],
        renamingIdentifier: String? = nil
    ) -> Self {
        Self(
            name,
            to: destination,
            isToMany: isToMany,
            isOptional: isOptional,
            whenDestinationIsDeleted: whenDestinationIsDeleted,
            whenDeleted: whenDeleted,
            storage: storage,
            userInfo: userInfo,
            renamingIdentifier: renamingIdentifier,
            join: join,
            isOrdered: isOrdered,
            isOneToOne: isOneToOne,
            isSymmetric: isSymmetric
        )
    }
}
