/// A record whose relationship prevents a change from being stored.
public struct BrokenRelationship: Sendable, Hashable {
    /// The entity of the record.
    public let entity: String
    /// The name of the relationship that would refer to a missing record. Nil if the record instead
    /// denies the deletion of a related record.
    public let relationship: String?
    /// The record's identity; nil if unknown. Error descriptions omit it, because they never
    /// contain stored values.
    public let identity: StoredValue?

    public init(entity: String, relationship: String?, identity: StoredValue? = nil) {
        self.entity = entity
        self.relationship = relationship
        self.identity = identity
    }
}

extension BrokenRelationship: CustomStringConvertible {
    public var description: String {
        if let relationship {
            "\(entity).\(relationship) would refer to a missing record: either save or keep the related record, or change or delete the \(entity)"
        } else {
            "a related \(entity) denies the deletion: delete that \(entity) first or in the same transaction"
        }
    }
}
