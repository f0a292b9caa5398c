import QueryLanguage

/// A clause that follows the word for the records. An example is `whose name is “a”` in `countries
/// whose name is “a”`.
struct Clause {
    /// The words at the beginning, such as `whose name`. They are written only once if all clauses
    /// of a group begin with them. Nil if the clause consists only of `rest`.
    var lead: String?
    var rest: String
    /// Whether this is a nested clause that combines several conditions without parentheses. A
    /// comma must then separate it from the next clause.
    var isGroup = false
    /// Whether the clause ends in words about a related record, as in `whose cities include at
    /// least one whose name is “a”`. A comma must then follow the clause; otherwise, the next
    /// clause would seem to be about the related record.
    var endsInElement = false

    var text: String { lead.map { "\($0) \(rest)" } ?? rest }
    fileprivate var hasComma: Bool { isGroup || endsInElement || rest.contains(", ") }
}

extension Wording {
    func clause(_ predicate: PredicateNode, isNegated: Bool = false) -> Clause {
        switch predicate {
        case .constant(let value):
            Clause(rest: value != isNegated ? "that exist" : "that do not exist")
        case .comparison(let comparison): clause(comparison, isNegated: isNegated)
        case .not(let inner): clause(inner, isNegated: !isNegated)
        case .and, .or: group(predicate, isNegated: isNegated)
        }
    }

    /// Returns a clause for a compound predicate. A negation is applied to its parts: "not (a and
    /// b)" becomes "not a or not b".
    private func group(_ predicate: PredicateNode, isNegated: Bool) -> Clause {
        let isAnd = if case .and = predicate { !isNegated } else { isNegated }
        var parts: [(PredicateNode, Bool)] = []
        flatten(predicate, isNegated, isAnd: isAnd, into: &parts)
        var inner = self
        inner.depth += 1
        let clauses = parts.map { inner.clause($0.0, isNegated: $0.1) }
        let word = isAnd ? "and" : "or"
        if let lead = clauses[0].lead, clauses.allSatisfy({ $0.lead == lead }) {
            let rests = clauses.map { clause in
                var rest = clause
                rest.lead = nil
                return rest
            }
            return within(joined(rests, word), lead: lead, isAnd: isAnd, count: parts.count)
        }
        return within(joined(clauses, word), lead: nil, isAnd: isAnd, count: parts.count)
    }

    private func flatten(
        _ predicate: PredicateNode,
        _ isNegated: Bool,
        isAnd: Bool,
        into parts: inout [(PredicateNode, Bool)]
    ) {
        switch predicate {
        case .not(let inner): flatten(inner, !isNegated, isAnd: isAnd, into: &parts)
        case .and(let all) where isAnd != isNegated, .or(let all) where isAnd == isNegated:
            for part in all { flatten(part, isNegated, isAnd: isAnd, into: &parts) }
        default: parts.append((predicate, isNegated))
        }
    }

    private func joined(_ clauses: [Clause], _ word: String) -> String {
        let texts = clauses.map(\.text)
        // If a part contains a comma, the conjunction is repeated before each further part.
        if clauses.dropLast().contains(where: \.hasComma) || clauses.last?.isGroup == true {
            return texts.joined(separator: ", \(word) ")
        }
        return texts.dropLast().joined(separator: ", ") + " \(word) " + (texts.last ?? "")
    }

    /// Returns the text of a group as a clause. A nested group may begin with `either` or `both`,
    /// or be in parentheses, so that the reader sees where it begins and ends.
    private func within(_ text: String, lead: String?, isAnd: Bool, count: Int) -> Clause {
        switch depth {
        case 0: return Clause(lead: lead, rest: text)
        case 1 where !isAnd: return Clause(lead: lead, rest: "either \(text)", isGroup: true)
        case 1 where lead != nil: return Clause(lead: lead, rest: text, isGroup: true)
        case 1 where count == 2: return Clause(rest: "both \(text)", isGroup: true)
        default:
            return Clause(rest: "(\(Clause(lead: lead, rest: text).text))", isGroup: false)
        }
    }
}
