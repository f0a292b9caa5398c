import Synchronization

/// The hierarchies of a schema's entities, made at the first question: each is asked for once for every
/// property. Any two are equal, for they follow from the entities.
final class HierarchyCache: Sendable, Hashable {
    private let known = Mutex<[String: [String: Hierarchy]]>([:])

    /// Those below the root of this name, by the names of their entities.
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
