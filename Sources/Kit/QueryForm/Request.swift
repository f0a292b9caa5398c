import Diagnostics
package import QueryCompiler
package import QueryLanguage
package import Schema

extension QueryForm {
    /// Returns the query without the type of its result.
    ///
    /// - Throws: `FormError` for the first condition whose code is not a valid predicate.
    package func request() throws(FormError) -> QueryRequest {
        QueryRequest(entity: entity, predicate: try tree(), sorts: sorts)
    }

    package var shape: QueryShape { QueryShape(result, limit: limit, offset: offset) }

    /// Returns an error for each part of the form that does not fit the type of the result: an
    /// unknown or unsuitable attribute, a limit, or an offset. If there is a remainder, an
    /// aggregate is also an error. Each error contains the form's key for the part.
    ///
    /// - Parameter remainder: the part of the predicate that is evaluated in memory; nil if there
    ///   is none.
    package func findings(in schema: Schema, remainder: PredicateNode?) -> [FormFinding] {
        guard let entity = schema.withInheritedProperties.entity(named: entity) else { return [] }
        var found: [FormFinding] = []
        switch result {
        case .list, .count: break
        case .first:
            if limit != nil {
                found.append(
                    FormFinding(
                        key: "limit",
                        problem: "the result \"first\" allows no limit",
                        fix: "remove the limit"
                    )
                )
            }
        case .attribute(let name):
            if entity.attribute(named: name) == nil { found.append(unknown(name, entity)) }
        case .aggregate(let op, let name):
            found += aggregate(op, name, entity)
            if remainder != nil {
                found.append(
                    FormFinding(
                        key: "result",
                        problem:
                            "the result \"\(op.rawValue.dropFirst())\" must be computed in SQL, "
                            + "but a part of the condition is evaluated in memory",
                        fix: "use the result \"list\", and compute the value in Swift"
                    )
                )
            }
        }
        if shape.isSummary {
            for (key, value) in [("limit", limit), ("offset", offset)] where value != nil {
                found.append(
                    FormFinding(
                        key: key,
                        problem: "a count or an aggregate allows no limit or offset",
                        fix: "remove the \(key)"
                    )
                )
            }
        }
        return found
    }

    private func unknown(_ name: String, _ entity: Entity) -> FormFinding {
        FormFinding(
            key: "result",
            problem: "\"\(entity.name)\" has no attribute \"\(name)\"",
            fix: suggestion(for: name, among: entity.attributes.map(\.name))
        )
    }

    private func aggregate(
        _ op: CollectionOperator,
        _ name: String,
        _ entity: Entity
    ) -> [FormFinding] {
        guard let type = entity.attribute(named: name)?.type else { return [unknown(name, entity)] }
        let fits = op == .sum || op == .average ? type.isNumeric : type.isOrdered
        if fits { return [] }
        return [
            FormFinding(
                key: "result",
                problem:
                    "\"\(name)\" is of the type \(type.rawValue), which does not support \"\(op.rawValue.dropFirst())\"",
                fix: op == .sum || op == .average
                    ? "choose an attribute with numbers" : "choose another attribute"
            )
        ]
    }
}

/// An error about the value of one key of the form.
package struct FormFinding: Sendable, Hashable {
    package var key: String
    package var problem: String
    package var fix: String?
}
