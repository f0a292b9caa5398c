/// A transaction that has changed the store, announced after its commit.
public struct StoreChange: Sendable, Hashable {
    /// Counts the transactions of this object, from 1.
    public let number: Int
    /// The entities whose records may have changed, by name; cascades included.
    public let entities: Set<String>

    public init(number: Int, entities: Set<String>) {
        self.number = number
        self.entities = entities
    }
}
