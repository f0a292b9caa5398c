/// Result of matching the entities and properties of two versions of a model.
struct ModelMatches {
    /// The old names of the entities, keyed by their new names.
    let entities: [String: String]
    /// The old names of the properties, keyed by the new names of the entity and the property.
    let properties: [String: [String: String]]

    /// Matches the entities and properties by their renaming identifiers and names.
    ///
    /// - Parameter old: the earlier version; nil if it is unknown, so that nothing matches.
    init(_ old: PersistedModel?, _ new: PersistedModel) {
        let entities = matches(
            old: (old?.entities ?? []).map { ($0.name, $0.renamingIdentifier) },
            new: new.entities.map { ($0.name, $0.renamingIdentifier) }
        )
        self.entities = entities
        properties = Dictionary(
            new.entities.compactMap { entity in
                let before = entities[entity.name].flatMap { old?.entity(named: $0) }
                return before.map {
                    (entity.name, matches(old: $0.properties, new: entity.properties))
                }
            }
        ) { first, _ in first }
    }
}
