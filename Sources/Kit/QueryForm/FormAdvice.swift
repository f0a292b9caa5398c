import QueryLanguage

extension FormComparison {
    /// Returns the compiler's error about this comparison, with advice in the words of a form. The
    /// compiler's advice is in the words of predicates.
    ///
    /// - Parameter isAboutAttribute: whether the error is about ``attribute``, not about ``value``.
    func advised(_ error: PredicateTextError, isAboutAttribute: Bool) -> PredicateTextError {
        var error = error
        switch error.id {
        case "no-range": error.expected = "\"list\" with two values"
        case "not-a-list": error.expected = "\"list\", or \"parameter\" for a list"
        case "unexpected-list": error.fix = "use \"list\" with IN or BETWEEN"
        default:
            guard let advice = error.advice else { return error }
            error.fix = words(for: advice, isAboutAttribute) ?? error.fix
        }
        return error
    }

    /// Returns the advice in the words of a form; nil if the advice does not apply to the form's
    /// fields.
    private func words(
        for advice: PredicateTextError.Advice,
        _ isAboutAttribute: Bool
    ) -> String? {
        switch advice {
        case .quantifier:
            return isAboutAttribute
                ? "add \"quantifier\": \"any\", \"all\" or \"none\", or write @count after the relationship"
                : "compare with an attribute of one record"
        case .noQuantifier:
            if quantifier == nil { return nil }
            return quantifier == Comparison.Quantifier.none
                ? "write \"not\": true in place of \"quantifier\"" : "remove \"quantifier\""
        case .quotes:
            guard case .attribute(let path) = value, !isAboutAttribute else { return nil }
            return "for a string, write \"value\": \"\(path.joined(separator: "."))\""
        case .elementVariable: return nil
        case .truthValue: return "write true or false"
        case .date:
            guard case .literal(.string(let text)) = value, seconds(ofISO: text) != nil else {
                return "write a date such as {\"date\": \"2020-01-31\"}"
            }
            return "write \"date\": \"\(text)\" in place of \"value\""
        case .variable: return "write \"parameter\": \"NAME\" for the value"
        case .record(let entity):
            return
                "compare an attribute of \"\(entity)\", or write \"parameter\": \"NAME\" for the record"
        }
    }
}
