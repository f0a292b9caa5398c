/// A reference from records of one entity to records of another.
package struct Relationship: Sendable, Hashable {
    /// The effect that the deletion of a record has on related records.
    package enum DeletionRule: String, Sendable, Hashable, CaseIterable {
        case noAction = "No Action"
        case nullify = "Nullify"
        case cascade = "Cascade"
        case deny = "Deny"
    }

    package var name: String
    /// The name of the destination entity; empty if the model specifies none.
    package var destination: String
    package var isToMany: Bool
    package var isOptional: Bool
    package var deletionRule: DeletionRule
    /// The name of the inverse relationship; nil if there is none.
    package var inverse: String?

    /// The entity that has ``inverse`` according to the model: the destination or one of its
    /// ancestors.
    package var inverseEntity: String?
    package var isOrdered = false
    /// The minimum number of related records; nil if there is no minimum. An optional relationship
    /// may also be empty.
    package var minimumCount: Int?
    /// The maximum number of related records; nil if there is no maximum.
    package var maximumCount: Int?
    /// Whether the relationship exists only in memory and is not stored.
    package var isTransient = false
    package var isSyncable = false
    package var isIndexed = false
    package var isIndexedBySpotlight = false
    package var isStoredInExternalRecord = false
    /// The relationship's name in an earlier version of the model; nil if the relationship was
    /// not renamed.
    package var renamingIdentifier: String?
    package var versionHashModifier: String?
    package var userInfo: [String: String] = [:]
    /// The storage that generated code specifies in an `EntityDescription`. Nil if
    /// ``Schema/storage(of:in:)`` determines the storage.
    package var storage: RelationshipStorage?

    package init(
        name: String,
        destination: String,
        isToMany: Bool = false,
        isOptional: Bool = true,
        deletionRule: DeletionRule = .nullify,
        inverse: String? = nil
    ) {
        self.name = name
        self.destination = destination
        self.isToMany = isToMany
        self.isOptional = isOptional
        self.deletionRule = deletionRule
        self.inverse = inverse
    }
}
