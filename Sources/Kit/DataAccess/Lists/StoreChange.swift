/// A transaction that has changed the store, announced after its commit.
public struct StoreChange: Sendable, Hashable {
    /// Sequence number of the transaction. Each instance of a store counts its transactions from 1.
    public let number: Int
    /// The names of the entities whose records may have changed, directly or through deletion
    /// rules.
    public let entities: Set<String>

    public init(number: Int, entities: Set<String>) {
        self.number = number
        self.entities = entities
    }
}
