import QueryLanguage
import Schema

extension Schema {
    /// The entities whose records are among those of `entity`: itself, and what inherits from it.
    func kinds(of entity: Entity) -> [Entity] {
        guard let hierarchy = hierarchy(of: entity) else { return [entity] }
        return hierarchy.kinds.compactMap { self.entity(named: $0) }
    }

    /// The number of the first sample record of an entity that is not abstract, among those whose
    /// identities must differ.
    func firstNumber(of kind: Entity) -> Int {
        let kinds = hierarchy(of: root(of: kind))?.kinds ?? [kind.name]
        return (kinds.firstIndex(of: kind.name) ?? 0) * sampleCount
    }
}
