import Diagnostics
package import QueryCompiler
package import QueryLanguage
package import Schema

extension QueryForm {
    /// Returns the query's entity, predicate and sort order. The limit, the offset and the kind of
    /// result are in ``shape``.
    ///
    /// - Throws: `FormError` for the first condition with predicate text that is not valid.
    package func request() throws(FormError) -> QueryRequest {
        QueryRequest(entity: entity, predicate: try tree(), sorts: sorts)
    }

    package var shape: QueryShape { QueryShape(result, limit: limit, offset: offset) }

    /// Returns an error for each part of the form that does not fit the form's kind of result:
    ///
    /// - an attribute that is unknown or has the wrong type
    /// - a limit or an offset that the kind of result does not allow
    /// - a remainder, if the result must be computed in SQL
    ///
    /// Returns no errors if the form's entity is unknown.
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
                        problem: "a limit cannot be used with the result \"first\"",
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
                        problem: "a limit or an offset cannot be used with a count or an aggregate",
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
                    ? "choose a numeric attribute" : "choose another attribute"
            )
        ]
    }
}

/// An error about the value of one top-level key in the form's JSON.
package struct FormFinding: Sendable, Hashable {
    package var key: String
    package var problem: String
    package var fix: String?
}
