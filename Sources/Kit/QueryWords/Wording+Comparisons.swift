import QueryLanguage

extension Wording {
    /// Returns a clause for a comparison, such as `whose name begins with *text*`, `that have more
    /// than 3 cities` or `for which …`.
    func clause(_ comparison: Comparison, isNegated: Bool) -> Clause {
        if let keys = own(comparison.left) {
            if comparison.quantifier == nil { return clause(keys, comparison, isNegated) }
            if let clause = several(keys, comparison, isNegated) { return clause }
        }
        if let clause = subquery(comparison, isNegated) { return clause }
        return Clause(lead: "for which", rest: statement(comparison, isNegated: isNegated))
    }

    func clause(_ keys: [PathKey], _ comparison: Comparison, _ isNegated: Bool) -> Clause {
        let verb = Verb(isMany: keys.isEmpty && isMany, isNegated: isNegated)
        guard let last = keys.last else {
            return Clause(lead: "that", rest: predicate(comparison, verb, .other))
        }
        if last == .collection(.count), let quantity = quantity(comparison, isNegated) {
            let counted = path(keys.dropLast().suffix(1))
            let owner = keys.dropLast(2)
            if owner.isEmpty {
                return Clause(lead: "that", rest: "\(have) \(quantity.of(counted))")
            }
            let words = quantity.of(counted)
            // If there are several owners, the records of all owners are counted together.
            let rest = lastMany(Array(owner)) == nil ? "has \(words)" : "have \(words) in total"
            return Clause(lead: "whose \(path(owner))", rest: rest)
        }
        if let clause = included(keys, comparison, isNegated) { return clause }
        let lead = "whose \(path(keys))"
        if comparison.operator == .contains, lastMany(keys) == keys.count - 1 {
            let include = isNegated ? "do not include" : "include"
            return Clause(lead: lead, rest: "\(include) \(noun(comparison.right))")
        }
        return Clause(lead: lead, rest: predicate(comparison, verb, kind(of: keys)))
    }

    /// Returns a complete sentence for a comparison, such as `the length of the name is greater
    /// than 3`.
    func statement(_ comparison: Comparison, isNegated: Bool) -> String {
        var words = self
        words.saysThe = true
        var subject = words.noun(comparison.left)
        var verb = Verb(isNegated: isNegated)
        if let quantifier = comparison.quantifier {
            subject = "\(count(quantifier, isNegated)) of \(subject)"
            verb.isNegated = false
        }
        let kind = own(comparison.left).map(kind) ?? .other
        return "\(subject) " + words.predicate(comparison, verb, kind)
    }

    /// Returns the word for a quantifier, such as `any`. The word includes the negation: a negated
    /// `any` becomes `none`.
    private func count(_ quantifier: Comparison.Quantifier, _ isNegated: Bool) -> String {
        switch quantifier {
        case .any: isNegated ? "none" : "any"
        case .none: isNegated ? "any" : "none"
        case .all: isNegated ? "not all" : "all"
        }
    }

    /// Returns a predicate as a complete sentence.
    func statement(_ predicate: PredicateNode, isNegated: Bool = false) -> String {
        switch predicate {
        case .constant(let value): return value != isNegated ? "always" : "never"
        case .comparison(let comparison): return statement(comparison, isNegated: isNegated)
        case .not(let inner): return statement(inner, isNegated: !isNegated)
        case .and(let parts), .or(let parts):
            let isAnd = if case .and = predicate { !isNegated } else { isNegated }
            return parts.map {
                let text = statement($0, isNegated: isNegated)
                if case .comparison = $0 { return text } else { return "(\(text))" }
            }.joined(separator: isAnd ? " and " : " or ")
        }
    }

    // MARK: - Several records

    /// Returns a clause for a comparison with a quantifier, such as `whose cities include at least
    /// one whose name is “a”`. Returns nil if the key path has no to-many relationship.
    private func several(
        _ keys: [PathKey],
        _ comparison: Comparison,
        _ isNegated: Bool
    ) -> Clause? {
        guard let quantifier = comparison.quantifier, let many = lastMany(keys) else { return nil }
        let lead = "whose \(path(keys[...many]))"
        let rest = Array(keys[(many + 1)...])
        let one = self.one(of: destination(of: names(keys[...many])))
        if quantifier == .all {
            let each = one.each(rest, comparison, isNegated: isNegated)
            return Clause(lead: lead, rest: each, endsInElement: true)
        }
        let isIncluded = (quantifier == .any) != isNegated
        if rest.isEmpty, let element = one.element(comparison) {
            return Clause(lead: lead, rest: "\(isIncluded ? "" : "do not ")include \(element)")
        }
        let clause = one.clause(rest, comparison, false).text
        let quantity = isIncluded ? "at least one" : "none"
        return Clause(lead: lead, rest: "include \(quantity) \(clause)", endsInElement: true)
    }

    /// Returns a clause for `cities.name CONTAINS "a"`, which finds a whole element, such as `whose
    /// cities include at least one whose name is “a”`. Returns nil for any other comparison.
    private func included(
        _ keys: [PathKey],
        _ comparison: Comparison,
        _ isNegated: Bool
    ) -> Clause? {
        guard comparison.operator == .contains, !keys.contains(where: \.isCollection),
            let many = lastMany(keys), many < keys.count - 1
        else { return nil }
        var element = comparison
        (element.quantifier, element.operator) = (.any, .equal)
        return several(keys, element, isNegated)
    }

    /// Returns words for the right side of a comparison, as an element that the collection on the
    /// left side must include. An example is `one of *names*`. Returns nil for a comparison with
    /// null, and for operators other than `=`, CONTAINS and IN.
    private func element(_ comparison: Comparison) -> String? {
        if comparison.right.kind == .literal(.null) { return nil }
        switch comparison.operator {
        case .equal, .contains: return noun(comparison.right)
        case .isIn: return "one of \(noun(comparison.right))"
        default: return nil
        }
    }

    /// Returns words for a condition on every element of a collection, such as `each have a name
    /// that begins with “a”`.
    private func each(_ keys: [PathKey], _ comparison: Comparison, isNegated: Bool) -> String {
        let start = isNegated ? "do not all" : "each"
        let isNull = comparison.right.kind == .literal(.null)
        guard let first = keys.first else {
            return isNegated
                ? "include at least one that "
                    + predicate(comparison, Verb(isNegated: true), .other)
                : "each " + predicate(comparison, Verb(isMany: true), .other)
        }
        let name = path([first])
        if keys.count == 1 {
            if isNull, comparison.operator == .equal { return "\(start) have no \(name)" }
            let attribute = "\(start) have \(withArticle(name))"
            if isNull, comparison.operator == .notEqual { return attribute }
            return "\(attribute) that " + predicate(comparison, Verb(), kind(of: keys))
        }
        if keys.count == 2, keys.last == .collection(.count),
            let quantity = quantity(comparison, false)
        {
            return "\(start) have \(quantity.of(name))"
        }
        let next = one(of: destination(of: names([first])))
        return "\(start) have \(withArticle(name)) "
            + next.clause(Array(keys.dropFirst()), comparison, false).text
    }

    /// Returns a clause for a comparison of a subquery's count, such as `whose cities include more
    /// than 2 whose name is “a”`. Returns nil for any other comparison.
    private func subquery(_ comparison: Comparison, _ isNegated: Bool) -> Clause? {
        guard comparison.quantifier == nil, case .path(let base, let keys) = comparison.left.kind,
            keys == [.collection(.count)],
            case .subquery(let collection, let variable, let condition) = base.kind,
            let path = own(collection), !path.isEmpty,
            let quantity = quantity(comparison, isNegated)
        else { return nil }
        let one = self.one(of: destination(of: names(path)), as: variable)
        return Clause(
            lead: "whose \(self.path(path))",
            rest: "include \(quantity.alone) \(one.clause(condition).text)",
            endsInElement: true
        )
    }

    func names(_ keys: some Sequence<PathKey>) -> [String] {
        keys.compactMap { if case .name(let name) = $0 { name } else { nil } }
    }

    private func withArticle(_ name: String) -> String {
        "\(indefiniteArticle(before: name)) \(name)"
    }
}

/// A condition on the number of records, in words.
private struct Quantity: Sendable {
    /// The quantity without a noun: `more than 3`, `none`.
    var alone: String
    /// A function that returns the quantity with a noun: `more than 3 cities`, `no cities`.
    var of: @Sendable (String) -> String

    init(_ words: String) {
        alone = words
        of = { "\(words) \($0)" }
    }

    init(_ alone: String, of: @escaping @Sendable (String) -> String) {
        self.alone = alone
        self.of = of
    }

    static let none = Quantity("none") { "no \($0)" }
    static let some = Quantity("at least one") { $0 }
}

extension Wording {
    /// Returns words such as `more than 3` for a comparison of a record count with another value.
    /// Returns nil for a comparison with null, and for an operator that cannot be expressed in this
    /// way. A count is never nil, so "not less than" can be written as "at least".
    private func quantity(_ comparison: Comparison, _ isNegated: Bool) -> Quantity? {
        let right = comparison.right.kind
        if right == .literal(.null) { return nil }
        let isZero = right == .literal(.integer(0))
        let isOne = right == .literal(.integer(1))
        let number = noun(comparison.right)
        switch (comparison.operator, isNegated) {
        case (.equal, false), (.notEqual, true):
            return isZero ? Quantity.none : Quantity("exactly \(number)")
        case (.equal, true), (.notEqual, false):
            if isZero { return .some }
            return Quantity("a number other than \(number)") {
                "a number of \($0) other than \(number)"
            }
        case (.greater, false), (.lessOrEqual, true):
            return isZero ? .some : Quantity("more than \(number)")
        case (.greaterOrEqual, false), (.less, true):
            return isOne ? .some : Quantity("at least \(number)")
        case (.less, false), (.greaterOrEqual, true):
            return isOne ? Quantity.none : Quantity("fewer than \(number)")
        case (.lessOrEqual, false), (.greater, true):
            return isZero ? Quantity.none : Quantity("at most \(number)")
        case (.between, false):
            guard case .aggregate(let ends) = right, ends.count == 2 else { return nil }
            return Quantity("from \(noun(ends[0])) to \(noun(ends[1]))")
        default: return nil
        }
    }
}
