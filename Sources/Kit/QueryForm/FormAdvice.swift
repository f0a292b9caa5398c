import Diagnostics
import QueryLanguage

extension FormComparison {
    /// Returns the compiler's error about this comparison, with advice in the words of a form. The
    /// compiler's advice is in the words of predicates.
    func advised(_ error: Diagnostic) -> Diagnostic {
        var error = error
        switch (error.id, value) {
        case ("to-many-key", _) where error.fix?.hasPrefix("write ANY") == true:
            let isOwn = attribute.contains { error.problem.hasPrefix("\"\($0)\" is to-many") }
            error.fix =
                isOwn
                ? "add \"quantifier\": \"any\", \"all\" or \"none\", or write @count after the relationship"
                : "compare with an attribute of one record"
        case ("not-to-many", _) where quantifier != nil && !error.problem.hasPrefix("a key path"):
            error.fix =
                quantifier == Comparison.Quantifier.none
                ? "write \"not\": true in place of \"quantifier\"" : "remove \"quantifier\""
        case ("no-range", _): error.expected = "\"list\" with two values"
        case ("not-a-list", _): error.expected = "\"list\", or \"parameter\" for a list"
        case ("unexpected-list", _): error.fix = "use \"list\" with IN or BETWEEN"
        case ("unknown-key", .attribute(let path)) where error.fix?.contains("quotes") == true:
            error.fix = "for a string, write \"value\": \"\(path.joined(separator: "."))\""
        case ("type-mismatch", .literal), ("type-mismatch", .list):
            error.fix = error.fix.map(fixOfValue)
        default: break
        }
        return error
    }

    /// Returns the advice for a value of the wrong type in the words of a form.
    private func fixOfValue(_ fix: String) -> String {
        if fix == "write YES or NO" { return "write true or false" }
        if fix.contains("\"NSDate\"") {
            guard case .literal(.string(let text)) = value, seconds(ofISO: text) != nil else {
                return "write a date such as {\"date\": \"2020-01-31\"}"
            }
            return "write \"date\": \"\(text)\" in place of \"value\""
        }
        return fix.replacing("use a variable such as $value", with: "use \"parameter\"")
    }
}
