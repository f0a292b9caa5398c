import QueryLanguage

/// A check that rejects predicates that compare collections with anything other than nil. Stores
/// represent collections differently, so the same comparison would find different records in each
/// store.
struct CollectionCheck {
    let entity: (_ name: String) -> EntityDescription?

    /// Checks the predicate `tree`.
    ///
    /// - Throws: `StoreError.badQuery` with the key path of a collection that is compared with
    ///   anything other than nil.
    func check(_ tree: PredicateNode, of entity: EntityDescription, _ text: String) throws {
        guard let keys = tree.comparedPath(where: { isCollection($0[...], of: entity) }) else {
            return
        }
        let place = text.isEmpty ? "" : ": \(text)"
        throw StoreError.badQuery(
            "\"\(keyPathText(keys))\" is a collection, which can only be compared with nil\(place)"
        )
    }

    private func isCollection(_ keys: ArraySlice<PathKey>, of entity: EntityDescription) -> Bool {
        guard case .name(let name)? = keys.first else { return false }
        if let next = entity.relationships.first(where: { $0.name == name })?.destination {
            return self.entity(next).map { isCollection(keys.dropFirst(), of: $0) } ?? false
        }
        return entity.attributes.contains { $0.name == name && $0.kind == .transformable }
    }
}

extension PredicateNode {
    /// Returns the first key path that satisfies `isMeant` and is compared with something other
    /// than nil.
    fileprivate func comparedPath(where isMeant: ([PathKey]) -> Bool) -> [PathKey]? {
        switch self {
        case .constant: return nil
        case .not(let inner): return inner.comparedPath(where: isMeant)
        case .and(let parts), .or(let parts):
            for part in parts {
                if let found = part.comparedPath(where: isMeant) { return found }
            }
            return nil
        case .comparison(let comparison):
            return comparison.isWithNil ? nil : keyPaths.first(where: isMeant)
        }
    }
}

extension Comparison {
    fileprivate var isWithNil: Bool {
        guard self.operator == .equal || self.operator == .notEqual else { return false }
        return left.kind == .literal(.null) || right.kind == .literal(.null)
    }
}
