/// The record that keeps a change from being stored, and its relationship.
public struct BrokenRelationship: Sendable, Hashable {
    /// The entity of the record.
    public let entity: String
    /// The relationship that would lead to a record which is not in the store; nil where the record
    /// denies that a related one is deleted.
    public let relationship: String?
    /// The record's identity, for the program: it is a stored value, which no description contains.
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
            "\(entity).\(relationship) would lead to no record: save the related record before, or change or delete the \(entity) first"
        } else {
            "the \(entity) that is related to it denies the deletion: delete the \(entity) first, or in the same transaction"
        }
    }
}
