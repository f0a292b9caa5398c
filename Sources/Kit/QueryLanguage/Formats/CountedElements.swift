extension PredicateNode {
    /// Returns a copy of the predicate in which a count of a `SUBQUERY` replaces each quantifier
    /// over a to-many key path. A comparison stays unchanged if it contains two key paths, or if
    /// `@count` directly follows the to-many key.
    ///
    /// Without this replacement, Foundation would test the wrong values in memory. Foundation
    /// collects the attribute values in a set, and leaves out nil. For a path with two to-many
    /// keys, the elements of this set are again sets.
    func countingElements(of entity: String, in model: any FormatModel) -> PredicateNode {
        ElementCounter(model: model, entity: entity, text: text).rewritten(self)
    }
}

private struct ElementCounter {
    let model: any FormatModel
    let entity: String
    /// The text of the whole predicate. A generated variable name must not occur in it.
    let text: String

    func rewritten(_ node: PredicateNode) -> PredicateNode {
        switch node {
        case .constant: node
        case .not(let inner): .not(rewritten(inner))
        case .and(let parts): .and(parts.map(rewritten))
        case .or(let parts): .or(parts.map(rewritten))
        case .comparison(let comparison): rewritten(comparison)
        }
    }

    private func rewritten(_ comparison: Comparison) -> PredicateNode {
        // A comparison with a second key path is not rewritten: inside a subquery, implementations
        // of Foundation disagree on the object from which that key path starts.
        guard let quantifier = comparison.quantifier,
            case .keyPath(let keys) = comparison.left.kind,
            isCounted(keys), PredicateNode.comparison(comparison).keyPaths.count == 1,
            let counted = counted(keys[...], from: nil, entity, quantifier, comparison)
        else { return .comparison(comparison) }
        return counted
    }

    private func isCounted(_ keys: [PathKey]) -> Bool {
        keys.enumerated().allSatisfy { index, key in
            switch key {
            case .name: true
            case .collection(.count): index == keys.count - 1
            case .collection, .placeholder: false
            }
        }
    }

    /// Returns the comparison as a count of a `SUBQUERY`. Returns nil if no key is to-many, or if
    /// `@count` directly follows the to-many key.
    private func counted(
        _ keys: ArraySlice<PathKey>,
        from element: ExpressionNode?,
        _ start: String,
        _ quantifier: Comparison.Quantifier,
        _ comparison: Comparison,
        depth: Int = 1
    ) -> PredicateNode? {
        guard let (many, entity) = firstOfMany(keys, start) else { return nil }
        let rest = keys[(many + 1)...]
        // `@count` counts the elements themselves, so no subquery is needed.
        if rest == [.collection(.count)] { return nil }
        let name = elementName(depth)
        let variable = ExpressionNode(.variable(name))
        var inner = comparison
        inner.quantifier = nil
        inner.left = rest.isEmpty ? variable : ExpressionNode(.path(variable, Array(rest)))
        let isAll = quantifier == .all
        let condition =
            counted(rest, from: variable, entity, isAll ? .all : .any, comparison, depth: depth + 1)
            ?? .comparison(inner)
        let path = Array(keys[...many])
        let collection =
            element.map { ExpressionNode(.path($0, path)) } ?? ExpressionNode(.keyPath(path))
        let found = ExpressionNode(.subquery(collection, name, isAll ? .not(condition) : condition))
        let isAny = PredicateNode.comparison(
            Comparison(
                ExpressionNode(.path(found, [.collection(.count)])),
                .greater,
                ExpressionNode(.literal(.integer(0)))
            )
        )
        // If a record on the path is missing, the count is nil, not 0. Then `NOT (… > 0)` is true,
        // but `… == 0` would be false.
        return quantifier == .any ? isAny : .not(isAny)
    }

    /// Returns the index of the first to-many key, and the entity to which this key leads. Returns
    /// nil if no key is to-many.
    private func firstOfMany(_ keys: ArraySlice<PathKey>, _ start: String) -> (Int, String)? {
        var entity = start
        for index in keys.indices {
            guard case .name(let name) = keys[index],
                let next = model.destination(of: name, in: entity)
            else { return nil }
            if model.isToMany(name, in: entity) { return (index, next) }
            entity = next
        }
        return nil
    }

    private func elementName(_ depth: Int) -> String {
        var name = "each\(depth)"
        while text.contains("$\(name)") { name += "x" }
        return name
    }
}
