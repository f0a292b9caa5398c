import Synchronization

/// A cache of the hierarchies of a schema's entities. Without the cache, each hierarchy would be
/// computed once per property. Two caches always compare as equal: schemas are compared by their
/// entities, from which the contents of the caches are derived.
final class HierarchyCache: Sendable, Hashable {
    private let known = Mutex<[String: [String: Hierarchy]]>([:])

    /// Returns the hierarchies of all entities that have this root entity, keyed by entity name.
    func hierarchies(
        below root: String,
        _ make: () -> [String: Hierarchy]
    ) -> [String: Hierarchy] {
        if let found = known.withLock({ $0[root] }) { return found }
        let made = make()
        known.withLock { $0[root] = made }
        return made
    }

    static func == (left: HierarchyCache, right: HierarchyCache) -> Bool { true }
    func hash(into hasher: inout Hasher) {}
}
