import QueryLanguage

/// The grammatical form of a comparison's verb.
struct Verb {
    var isMany = false
    var isNegated = false

    var be: String { (isMany ? "are" : "is") + (isNegated ? " not" : "") }

    /// Returns a verb in this grammatical form, such as `begins` or `does not begin`.
    ///
    /// - Parameters:
    ///   - plain: the plain form of the verb, such as `begin`.
    ///   - singular: the form for a singular subject, such as `begins`.
    func word(_ plain: String, _ singular: String) -> String {
        if isNegated { return "\(isMany ? "do" : "does") not \(plain)" }
        return isMany ? plain : singular
    }
}

extension Wording {
    /// Returns the words for the operator and the right side of a comparison, such as `begins with
    /// *text*, ignoring case`.
    func predicate(_ comparison: Comparison, _ verb: Verb, _ kind: Kind) -> String {
        let text = unfolded(comparison, verb, kind)
        let folding = comparison.options.folding
        let ignored =
            (folding.contains(.caseInsensitive) ? ["case"] : [])
            + (folding.contains(.diacriticInsensitive) ? ["accents"] : [])
        return ignored.isEmpty ? text : "\(text), ignoring \(ignored.joined(separator: " and "))"
    }

    private func unfolded(_ comparison: Comparison, _ verb: Verb, _ kind: Kind) -> String {
        let right = comparison.right
        let object = noun(right)
        var verb = verb
        switch comparison.operator {
        case .equal, .notEqual:
            if comparison.operator == .notEqual { verb.isNegated.toggle() }
            if right.kind == .literal(.null) { return "\(verb.be) missing" }
            return "\(verb.be) \(object)"
        case .less, .lessOrEqual, .greater, .greaterOrEqual:
            return ordered(comparison.operator, object, verb, isDate(right) ? .date : kind)
        case .beginsWith: return "\(verb.word("begin", "begins")) with \(object)"
        case .endsWith: return "\(verb.word("end", "ends")) with \(object)"
        case .contains: return "\(verb.word("contain", "contains")) \(object)"
        case .like: return "\(verb.be) like \(object)"
        case .matches: return "\(verb.word("match", "matches")) the pattern \(object)"
        case .isIn: return among(right, object, verb)
        case .between:
            guard case .aggregate(let ends) = right.kind, ends.count == 2 else {
                return "\(verb.be) within \(object)"
            }
            return "\(verb.be) from \(noun(ends[0])) to \(noun(ends[1]))"
        }
    }

    private func ordered(
        _ op: Comparison.Operator,
        _ object: String,
        _ verb: Verb,
        _ kind: Kind
    ) -> String {
        if verb.isNegated, kind == .date || kind == .text {
            let neither = "\(verb.isMany ? "are" : "is") neither \(object) nor"
            if op == .lessOrEqual { return "\(neither) before it" }
            if op == .greaterOrEqual { return "\(neither) after it" }
        }
        let come = verb.word("come", "comes")
        return switch (op, kind) {
        case (.less, .date): "\(verb.be) before \(object)"
        case (.lessOrEqual, .date): "\(verb.be) \(object) or before"
        case (.greater, .date): "\(verb.be) after \(object)"
        case (.greaterOrEqual, .date): "\(verb.be) \(object) or after"
        case (.less, .text): "\(come) before \(object)"
        case (.lessOrEqual, .text): "\(verb.be) \(object) or \(come) before it"
        case (.greater, .text): "\(come) after \(object)"
        case (.greaterOrEqual, .text): "\(verb.be) \(object) or \(come) after it"
        case (.less, _): "\(verb.be) less than \(object)"
        case (.lessOrEqual, _): "\(verb.be) at most \(object)"
        case (.greater, _): "\(verb.be) greater than \(object)"
        default: "\(verb.be) at least \(object)"
        }
    }

    private func among(_ right: ExpressionNode, _ object: String, _ verb: Verb) -> String {
        switch right.kind {
        case .aggregate(let elements) where elements.isEmpty: "\(verb.be) in an empty list"
        case .aggregate(let elements) where elements.count > 1 && verb.isNegated:
            "\(verb.isMany ? "are" : "is") none of \(list(elements.map(noun), "and"))"
        case .aggregate: "\(verb.be) \(object)"
        default: "\(verb.be) \(isList(right) ? "one" : "part") of \(object)"
        }
    }

    /// Returns whether the right side of IN is a list. IN searches a list for an element, and a
    /// string for a substring.
    private func isList(_ expression: ExpressionNode) -> Bool {
        if let keys = own(expression) { return isList(keys) }
        var outer = self
        switch expression.kind {
        case .keyPath(let keys):
            // The key path starts at the record that the whole sentence describes.
            outer.entity = asked
            return outer.isList(keys)
        case .path(let base, let keys):
            guard case .variable(let name) = base.kind, let entity = variables[name] else {
                return true
            }
            outer.entity = entity
            return outer.isList(keys)
        case .variable, .placeholder, .subquery: return true
        default: return false
        }
    }

    private func isList(_ keys: [PathKey]) -> Bool {
        !keys.contains(where: \.isCollection) && lastMany(keys) != nil
    }

    private func isDate(_ expression: ExpressionNode) -> Bool {
        switch expression.kind {
        case .cast(_, .date), .function(.now, _): true
        default: own(expression).map { kind(of: $0) == .date } ?? false
        }
    }
}
