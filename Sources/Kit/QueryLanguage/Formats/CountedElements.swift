extension PredicateNode {
    /// The predicate with a `SUBQUERY` for each quantifier. In memory a set leaves out the absent values
    /// of its elements, and what two keys that lead to many give is a set of sets, so that `ANY` and its
    /// kin would be asked of the wrong values there.
    func countingElements(of entity: String, in model: any FormatModel) -> PredicateNode {
        ElementCounter(model: model, entity: entity, text: text).rewritten(self)
    }
}

private struct ElementCounter {
    let model: any FormatModel
    let entity: String
    /// No name of an element occurs in it.
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
        // Whose the key paths on the right would be in a subquery differs from reader to reader.
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

    /// nil if no key leads to many.
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
        // The elements are counted themselves.
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
        // For a missing record there is no number that could be 0.
        return quantifier == .any ? isAny : .not(isAny)
    }

    /// The position of the first key that leads to many, and the entity of those.
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
