import QueryCompiler
import QueryForm
import QueryLanguage
import Schema

extension Records {
    /// Returns a suggested value for the parameter, as a person would type it. If possible, the
    /// predicate with this value matches some records and excludes others.
    func suggestion(
        for parameter: CompiledQuery.Parameter,
        in predicate: PredicateNode?,
        entity: String,
        session: EvaluationSession
    ) -> String {
        let use = predicate?.use(of: parameter.name)
        var values: [QueryValue] = []
        // Whether the value is compared with the elements of a list, as in `names CONTAINS $name`.
        var isInList = false
        if let use, let table = table(entity) {
            for row in table.rows.indices.prefix(40) {
                let record = object(entity, row)
                switch try? use.other.value(for: record, session: session) {
                case .list(let elements)?:
                    values += elements.prefix(40)
                    isInList = use.comparison.quantifier == nil
                case let value?: values.append(value)
                case nil: continue
                }
            }
        }
        let texts = values.compactMap { value -> String? in
            guard case .object(let object) = value else { return value.cell(self) }
            return (object as? RecordObject)?.identityText
        }.filter { parameter.value($0) != nil }
        if parameter.isList {
            let some = [texts.first, texts.dropFirst(2).first].compactMap { $0 }
            return some.isEmpty ? fallback(parameter) : TypedList(elements: some).text
        }
        guard let text = texts.dropFirst(1).first ?? texts.first, !text.isEmpty else {
            return fallback(parameter)
        }
        switch use?.comparison.operator {
        case .less, .lessOrEqual, .greater, .greaterOrEqual, .between:
            return middle(values).flatMap { parameter.value($0) == nil ? nil : $0 } ?? text
        // If the value is on the left side, it must contain the other text, so it is not shortened.
        case _ where use?.isReversed == true: return text
        case .contains where isInList: return text
        case .beginsWith, .contains:
            // The most frequent beginning of a text, so that some records match and some do not.
            let ignoresCase = use?.comparison.options.folding.contains(.caseInsensitive) == true
            let beginnings = texts.map { String($0.prefix(2)) }.filter { $0.count == 2 }
                .map { ignoresCase ? $0.lowercased() : $0 }
            let counted = Dictionary(beginnings.map { ($0, 1) }, uniquingKeysWith: +)
            return counted.min { ($1.value, $0.key) < ($0.value, $1.key) }?.key
                ?? String(text.prefix(2))
        case .endsWith: return String(text.suffix(2))
        case .like: return "\(text.prefix(2))*"
        case .matches: return "\(text.prefix(1)).*"
        default: return text
        }
    }

    private func middle(_ values: [QueryValue]) -> String? {
        let sorted = values.filter(\.isThere).sorted { $0.precedes($1) ?? false }
        return sorted.isEmpty ? nil : sorted[sorted.count / 2].cell(self)
    }

    private func fallback(_ parameter: CompiledQuery.Parameter) -> String {
        switch parameter.type.stored {
        case .boolean: "yes"
        case .date: "2020-01-01"
        case .uuid: "00000000-0000-4000-8000-000000000000"
        case .integer16, .integer32, .integer64, .decimal, .double, .float: "1"
        default: "a"
        }
    }
}

extension RecordObject {
    var identityText: String? { records.table(entity)?.identity(row)?.cell(records) }
}

/// A comparison with a variable.
struct VariableUse {
    var comparison: Comparison
    /// The expression that the variable is compared with.
    var other: ExpressionNode
    /// Whether the variable is on the left side.
    var isReversed: Bool
}

extension PredicateNode {
    /// Returns the first comparison that has the variable, or a list that contains it, on one side;
    /// nil if there is none.
    func use(of name: String) -> VariableUse? {
        for comparison in comparisons {
            let (left, right) = (comparison.left, comparison.right)
            if right.isVariable(name) {
                return VariableUse(comparison: comparison, other: left, isReversed: false)
            }
            if left.isVariable(name) {
                return VariableUse(comparison: comparison, other: right, isReversed: true)
            }
        }
        return nil
    }
}

extension ExpressionNode {
    fileprivate func isVariable(_ name: String) -> Bool {
        switch kind {
        case .variable(let found): found == name
        case .aggregate(let elements): elements.contains { $0.kind == .variable(name) }
        default: false
        }
    }
}
