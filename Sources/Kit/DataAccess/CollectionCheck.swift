import QueryLanguage

/// A check of predicates: collection attributes, such as arrays, may be compared only with nil.
/// Stores represent collections differently, so the result of any other comparison could depend on
/// the store.
struct CollectionCheck {
    let entity: (_ name: String) -> EntityDescription?

    /// Checks the predicate `tree` on records of `entity`. `text` is the text of the predicate.
    ///
    /// - Throws: `StoreError.badQuery` if a collection is compared with anything other than nil.
    ///   The error names the key path of the collection.
    func check(_ tree: PredicateNode, of entity: EntityDescription, _ text: String) throws {
        let compared = tree.comparisons.filter { !$0.isWithNil }.flatMap(\.keyPaths)
        guard let keys = compared.first(where: { isCollection($0[...], of: entity) }) else {
            return
        }
        throw StoreError.badFilter(
            "\"\(keyPathText(keys))\" is a collection, which can only be compared with nil",
            text
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

extension Comparison {
    fileprivate var isWithNil: Bool {
        guard self.operator == .equal || self.operator == .notEqual else { return false }
        return left.kind == .literal(.null) || right.kind == .literal(.null)
    }
}
