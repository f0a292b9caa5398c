extension Evaluator {
    func holds(_ comparison: Comparison) throws(PredicateTextError) -> Bool {
        let left = try value(comparison.left)
        let right = try value(comparison.right)
        guard let quantifier = comparison.quantifier else {
            return try holds(left, comparison, right)
        }
        let list = try elements(left, comparison.left.range, quantifier.rawValue)
        for element in list {
            try session?.spend()
            let matches = try holds(element, comparison, right)
            switch quantifier {
            case .any where matches: return true
            case .all where !matches, .none where matches: return false
            default: break
            }
        }
        return quantifier != .any
    }

    private func holds(
        _ left: QueryValue,
        _ comparison: Comparison,
        _ right: QueryValue
    ) throws(PredicateTextError) -> Bool {
        let folding = comparison.options.folding
        switch comparison.operator {
        case .equal: return areEqual(left, right, folding)
        case .notEqual: return !areEqual(left, right, folding)
        case .less, .lessOrEqual, .greater, .greaterOrEqual:
            return try isOrdered(left, comparison, right)
        case .isIn: return try isMember(left, comparison, of: right)
        case .contains:
            if case .list = left { return try isMember(right, comparison, of: left) }
            // The left value is one record of a collection, as in `ANY records CONTAINS $record`.
            if case .object = left { return areEqual(left, right, folding) }
            return try isText(left, comparison, right)
        case .between: return try isBetween(left, comparison, right)
        case .beginsWith, .endsWith, .like, .matches:
            return try isText(left, comparison, right)
        }
    }

    private func isOrdered(
        _ left: QueryValue,
        _ comparison: Comparison,
        _ right: QueryValue
    ) throws(PredicateTextError) -> Bool {
        if left.isNull || right.isNull { return false }
        guard let order = order(left, right, comparison.options) else {
            throw unlike(left, comparison, right)
        }
        switch comparison.operator {
        case .less: return order < 0
        case .lessOrEqual: return order <= 0
        case .greater: return order > 0
        default: return order >= 0
        }
    }

    private func isMember(
        _ value: QueryValue,
        _ comparison: Comparison,
        of collection: QueryValue
    ) throws(PredicateTextError) -> Bool {
        let folding = comparison.options.folding
        switch (collection, value) {
        case (.list(let elements), _):
            try session?.spend(elements.count)
            return elements.contains { areEqual($0, value, folding) }
        case (.string(let text), .string(let part)):
            return contains(folded(text, folding), folded(part, folding))
        case (.null, _), (.string, .null): return false
        default: throw unlike(value, comparison, collection)
        }
    }

    private func isBetween(
        _ value: QueryValue,
        _ comparison: Comparison,
        _ range: QueryValue
    ) throws(PredicateTextError) -> Bool {
        guard case .list(let bounds) = range, bounds.count == 2 else {
            throw PredicateTextError(
                "no-range",
                comparison.right.range,
                "BETWEEN needs two bounds",
                expected: "{lower, upper}"
            )
        }
        if value.isNull || bounds.contains(where: \.isNull) { return false }
        guard let lower = order(bounds[0], value, comparison.options),
            let upper = order(value, bounds[1], comparison.options)
        else { throw unlike(value, comparison, bounds[0]) }
        return lower <= 0 && upper <= 0
    }

    private func isText(
        _ left: QueryValue,
        _ comparison: Comparison,
        _ right: QueryValue
    ) throws(PredicateTextError) -> Bool {
        if left.isNull || right.isNull { return false }
        guard case .string(let first) = left, case .string(let second) = right else {
            throw unlike(left, comparison, right)
        }
        try session?.spend(1 + first.utf8.count / 64)
        if comparison.operator == .matches { return try isMatch(first, second, comparison) }
        let folding = comparison.options.folding
        let (text, part) = (folded(first, folding), folded(second, folding))
        if comparison.operator == .like { return isLike(text, part) }
        // As in Foundation, no string contains the empty string.
        if part.isEmpty { return false }
        switch comparison.operator {
        case .beginsWith: return text.utf8.starts(with: part.utf8)
        case .endsWith: return text.utf8.reversed().starts(with: part.utf8.reversed())
        default: return contains(text, part)
        }
    }

    private func isMatch(
        _ text: String,
        _ pattern: String,
        _ comparison: Comparison
    ) throws(PredicateTextError) -> Bool {
        do {
            let limit = min(matchLimit, session?.remaining ?? matchLimit)
            return try isWholeMatch(text, pattern, comparison.options, limit: limit)
        } catch {
            // Spends enough steps that the session checks the clock.
            try session?.spend(.max)
            throw PredicateTextError(
                error.id,
                comparison.right.range,
                error.problem,
                fix: error.fix
            )
        }
    }

    private func unlike(
        _ left: QueryValue,
        _ comparison: Comparison,
        _ right: QueryValue
    ) -> PredicateTextError {
        PredicateTextError(
            "unlike-kinds",
            comparison.range,
            "\(comparison.operator.rawValue) cannot compare \(left.words) with \(right.words)"
        )
    }
}

/// Returns whether `text` contains the bytes of `part`. Returns false if `part` is empty, as
/// Foundation does.
private func contains(_ text: String, _ part: String) -> Bool {
    let wanted = Array(part.utf8)
    if wanted.isEmpty { return false }
    // The Knuth–Morris–Pratt algorithm takes linear time, even for repetitive texts.
    var borders = [0]
    var length = 0
    for byte in wanted.dropFirst() {
        while length > 0, wanted[length] != byte { length = borders[length - 1] }
        if wanted[length] == byte { length += 1 }
        borders.append(length)
    }
    length = 0
    for byte in text.utf8 {
        while length > 0, wanted[length] != byte { length = borders[length - 1] }
        if wanted[length] == byte { length += 1 }
        if length == wanted.count { return true }
    }
    return false
}
