/// A reference from records of one entity to records of another.
package struct Relationship: Sendable, Hashable {
    /// Effect on the destination when a record is deleted.
    package enum DeletionRule: String, Sendable, Hashable, CaseIterable {
        case noAction = "No Action"
        case nullify = "Nullify"
        case cascade = "Cascade"
        case deny = "Deny"
    }

    package var name: String
    /// The name of the destination entity; empty if the model names none.
    package var destination: String
    package var isToMany: Bool
    package var isOptional: Bool
    package var deletionRule: DeletionRule
    /// The name of the relationship that leads back, if there is one.
    package var inverse: String?

    /// The entity that the model says ``inverse`` belongs to: the destination, or an ancestor.
    package var inverseEntity: String?
    package var isOrdered = false
    /// The least number of records that a present value holds.
    package var minimumCount: Int?
    /// The greatest number of records; nil for no limit.
    package var maximumCount: Int?
    /// Kept in memory only.
    package var isTransient = false
    package var isSyncable = false
    package var isIndexed = false
    package var isIndexedBySpotlight = false
    package var isStoredInExternalRecord = false
    /// Name of the relationship in the version before.
    package var renamingIdentifier: String?
    package var versionHashModifier: String?
    package var userInfo: [String: String] = [:]
    /// Storage of the relationship, if known from elsewhere than the rule of
    /// ``Schema/storage(of:in:)``.
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
