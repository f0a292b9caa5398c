import QueryForm
import QueryLanguage

extension QueryForm {
    /// The query in the form that parsing its predicate text would give. It has no nested group
    /// with fewer than two conditions. Code is replaced with comparisons if their fields can
    /// express it.
    var normalized: QueryForm {
        var copy = self
        switch normal(.group(conditions)) {
        case nil: copy.conditions = FormGroup()
        case .group(let group): copy.conditions = group
        case let condition?: copy.conditions = FormGroup(.all, [condition])
        }
        return copy
    }
}

private func normal(_ condition: FormCondition) -> FormCondition? {
    switch condition {
    case .comparison: return condition
    case .code(let code):
        // Code that cannot be parsed is kept unchanged.
        guard let node = readPredicate(code.text).node,
            let group = try? FormGroup(reading: node)
        else { return condition }
        return single(group, isNegated: code.isNegated)
    case .group(var group):
        let isNegated = group.isNegated
        group.conditions = group.conditions.compactMap(normal)
        group.isNegated = false
        return single(group, isNegated: isNegated)
    }
}

private func single(_ group: FormGroup, isNegated: Bool) -> FormCondition? {
    guard let first = group.conditions.first else { return nil }
    var found = group.conditions.count == 1 ? first : FormCondition.group(group)
    if group.conditions.count == 1, group.isNegated { found.isNegated.toggle() }
    if isNegated { found.isNegated.toggle() }
    return found
}
