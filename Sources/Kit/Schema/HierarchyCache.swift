import Synchronization

/// A cache of the ``Hierarchy`` values of a schema's entities. Without the cache, each value would
/// be computed once for every property. All caches compare as equal: their contents are derived
/// from the entities, which are compared separately.
final class HierarchyCache: Sendable, Hashable {
    private let known = Mutex<[String: [String: Hierarchy]]>([:])

    /// Returns the hierarchies of all entities with the root entity `root`, keyed by entity name.
    /// Calls `make` to compute them if they are not in the cache.
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
