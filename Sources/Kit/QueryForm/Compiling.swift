import Diagnostics
package import QueryCompiler
package import QueryLanguage
package import Schema

extension QueryForm {
    /// Returns the range of each condition in `text`. Groups are omitted. A condition without
    /// comparisons, such as `TRUEPREDICATE`, has an empty range after the previous condition.
    ///
    /// - Parameter text: the predicate text generated from the form.
    package func conditionRanges(in text: String) -> [SourceRange] {
        guard let node = readPredicate(text).node else { return [] }
        var (rest, end) = (node.comparisons[...], Int32(0))
        return conditions.leaves.map { leaf in
            let own = rest.prefix(leaf.comparisonCount)
            rest = rest.dropFirst(own.count)
            guard let first = own.first, let last = own.last else {
                return SourceRange(start: end, end: end)
            }
            end = last.span.end
            return SourceRange(start: first.span.start, end: end)
        }
    }
}

extension FormGroup {
    /// All conditions of this group and its nested groups, in order, without the groups themselves.
    package var leaves: [FormCondition] {
        conditions.flatMap { condition in
            if case .group(let group) = condition { group.leaves } else { [condition] }
        }
    }

    /// This group and all nested groups. Each group comes before its own subgroups.
    package var groups: [FormCondition] {
        [.group(self)]
            + conditions.flatMap { condition -> [FormCondition] in
                if case .group(let group) = condition { group.groups } else { [] }
            }
    }
}

extension FormCondition {
    fileprivate var comparisonCount: Int {
        guard case .code(let code) = self else { return 1 }
        return readPredicate(code.text).node?.comparisons.count ?? 0
    }
}

extension FormFile {
    /// Checks the form's query against `schema` and translates it into SQL.
    ///
    /// - Throws: `DiagnosticError` with an error for every part of the form that does not fit the
    ///   model.
    package func compiled(in schema: Schema) throws -> CompiledQuery {
        var request: QueryRequest
        do throws(FormError) {
            request = try form.request()
        } catch {
            var problem = error.error.problem
            if !error.text.isEmpty {
                let column = error.error.range.lineAndColumn(in: error.text).column
                problem += ", at column \(column) of the code"
            }
            throw DiagnosticError(
                error.error.id,
                at: place(ofCondition: error.condition),
                problem,
                expected: error.error.expected,
                fix: error.error.fix
            )
        }
        let source = QuerySource(text: request.predicate?.text ?? "", file: Self.condition)
        // Parses the generated text again to obtain the range of each part.
        request.predicate = request.predicate.map { readPredicate(source.text).node ?? $0 }
        let ranges = form.conditionRanges(in: source.text)
        let attributes = request.predicate?.comparisons.map(\.left.range) ?? []
        do {
            var query = try compile(request, in: schema, source: source) { error in
                let start = error.range.start
                guard let position = ranges.lastIndex(where: { $0.start <= start }),
                    case .comparison(let comparison) = form.conditions.leaves[position]
                else { return error }
                let isAboutAttribute = attributes.contains { $0.start <= start && start < $0.end }
                return comparison.advised(error, isAboutAttribute: isAboutAttribute)
            }
            query.warnings = query.warnings.map { placed($0, source.text, ranges) }
            let found = form.findings(in: schema, remainder: query.remainder)
            if found.isEmpty { return query }
            throw DiagnosticError(
                found.map {
                    Diagnostic("bad-form", at: place(ofKey: $0.key), $0.problem, fix: $0.fix)
                }
            )
        } catch let error as DiagnosticError {
            throw DiagnosticError(
                error.diagnostics.map { placed($0, source.text, ranges) },
                status: error.status
            )
        }
    }

    private static let condition = "--predicate"

    /// Returns the diagnostic with its position in the form's JSON instead of its position in the
    /// generated query.
    private func placed(
        _ diagnostic: Diagnostic,
        _ text: String,
        _ ranges: [SourceRange]
    ) -> Diagnostic {
        var copy = diagnostic
        switch diagnostic.place?.file {
        case "--entity": copy.place = place(ofKey: "entity")
        case "--sort": copy.place = place(ofKey: "sort")
        case Self.condition:
            let start = byteOffset(ofColumn: diagnostic.place?.column ?? 1, in: text)
            let position = ranges.lastIndex { $0.start <= start }
            copy.place = position.map { place(ofCondition: $0) } ?? place(ofKey: "where")
        default: break
        }
        return copy
    }
}

/// Returns the UTF-8 offset of a column in a single line of text. The first column is 1, and each
/// Unicode scalar is one column.
package func byteOffset(ofColumn column: Int, in text: String) -> Int {
    text.unicodeScalars.prefix(column - 1).reduce(0) { $0 + UTF8.width($1) }
}
