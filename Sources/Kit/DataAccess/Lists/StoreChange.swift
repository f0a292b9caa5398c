/// A transaction that has changed the store, announced after its commit.
public struct StoreChange: Sendable, Hashable {
    /// Sequence number of the transaction, counted from 1 for each store object.
    public let number: Int
    /// The names of the entities whose records may have changed, including changes by deletion
    /// rules.
    public let entities: Set<String>

    public init(number: Int, entities: Set<String>) {
        self.number = number
        self.entities = entities
    }
}
