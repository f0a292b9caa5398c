/// A reference from records of one entity to records of another.
package struct Relationship: Sendable, Hashable {
    /// What happens to the destination when a record is deleted.
    package enum DeletionRule: String, Sendable, Hashable, CaseIterable {
        case noAction = "No Action"
        case nullify = "Nullify"
        case cascade = "Cascade"
        case deny = "Deny"
    }

    package var name: String
    /// The name of the destination entity.
    package var destination: String
    package var isToMany: Bool
    package var isOptional: Bool
    package var deletionRule: DeletionRule
    /// The name of the relationship that leads back, where there is one.
    package var inverse: String?

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
