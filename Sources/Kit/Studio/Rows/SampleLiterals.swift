import QueryForm
import QueryLanguage
import Schema

/// An attribute in a predicate, and the literals with which it is compared.
private struct LiteralUse {
    var entity: String
    var attribute: String
    var `operator`: Comparison.Operator
    var values: [QueryValue]
}

extension Records {
    /// Returns sample records on which the effect of `predicate` is visible. If no record matches a
    /// comparison, some records get a value that matches it. Records from a store file are not
    /// changed.
    ///
    /// - Parameters:
    ///   - now: the current time, in seconds since 2001-01-01 00:00 UTC.
    ///   - limit: time limit in seconds for evaluating the comparisons. If a comparison is not
    ///     evaluated in time, no record counts as matching it.
    func showing(
        _ predicate: PredicateNode?,
        of entity: String,
        now: Double,
        limit: Double = 0.05
    ) -> Records {
        guard isSample, let predicate = predicate?.roundingFloats(of: entity, in: formats)
        else { return self }
        let session = EvaluationSession(limit: .seconds(limit))
        let uses = predicate.comparisons.compactMap { comparison in
            use(comparison, of: entity, now).flatMap {
                finds(comparison, in: entity, now, session) ? nil : $0
            }
        }
        if uses.isEmpty { return self }
        var changed: [String: Table] = [:]
        for (slot, use) in uses.enumerated() {
            guard var table = changed[use.entity] ?? self.table(use.entity),
                let column = table.position(use.attribute)
            else { continue }
            // Some records then match every condition, some match only one, and most match none.
            let chosen = table.rows.indices.filter { $0 % 3 == 1 || $0 % 7 == slot % 7 }
            for (turn, row) in chosen.enumerated() {
                let value = use.values[turn % use.values.count]
                table.rows[row][column] = use.matching(value, before: table.rows[row][column])
            }
            changed[use.entity] = table
        }
        return Records(self, replacing: changed)
    }

    /// Returns whether at least one record of the entity matches the comparison.
    private func finds(
        _ comparison: Comparison,
        in entity: String,
        _ now: Double,
        _ session: EvaluationSession
    ) -> Bool {
        (table(entity)?.rows.indices ?? 0..<0).contains { row in
            let holds = try? PredicateNode.comparison(comparison).holds(
                for: object(entity, row),
                variables: [:],
                now: now,
                matchLimit: .milliseconds(20),
                session: session
            )
            return holds == true
        }
    }

    private func use(_ comparison: Comparison, of entity: String, _ now: Double) -> LiteralUse? {
        guard case .keyPath(let path) = comparison.left.kind, let table = table(entity) else {
            return nil
        }
        var current = table.entity
        for key in path.dropLast() {
            guard case .name(let name) = key,
                let relationship = current.relationship(named: name),
                let next = self.table(relationship.destination)?.entity
            else { return nil }
            current = next
        }
        guard case .name(let name)? = path.last, let attribute = current.attribute(named: name),
            current.identityAttribute?.name != name
        else { return nil }
        let sides: [ExpressionNode] =
            if case .aggregate(let parts) = comparison.right.kind { parts } else {
                [comparison.right]
            }
        let values = sides.compactMap { $0.literal(for: attribute.type, now) }
        if values.isEmpty { return nil }
        return LiteralUse(
            entity: current.name,
            attribute: name,
            operator: comparison.operator,
            values: values
        )
    }
}

extension LiteralUse {
    /// Returns an attribute value for which the comparison with `value` is true. For `MATCHES` and
    /// `!=`, returns the attribute's current value, `before`, instead.
    func matching(_ value: QueryValue, before: QueryValue) -> QueryValue {
        switch (self.operator, value) {
        case (.beginsWith, .string(let text)):
            if case .string(let old) = before { return .string("\(text) \(old)") }
        case (.contains, .string(let text)), (.endsWith, .string(let text)):
            if case .string(let old) = before { return .string("\(old) \(text)") }
        case (.like, .string(let text)):
            return .string(text.replacing("*", with: "").replacing("?", with: "a"))
        case (.matches, _), (.notEqual, _): return before
        case (.less, .integer(let number)): return .integer(number &- 1)
        case (.greater, .integer(let number)): return .integer(number &+ 1)
        case (.less, .real(let number)): return .real(number - 1)
        case (.greater, .real(let number)): return .real(number + 1)
        case (.less, .date(let seconds)): return .date(seconds - 86_400)
        case (.greater, .date(let seconds)): return .date(seconds + 86_400)
        default: break
        }
        return value
    }
}

extension ExpressionNode {
    /// Returns the value of a literal or a relative date, such as `now()`, in the attribute's type.
    /// Returns nil for any other expression. Also returns nil for Booleans, because the sample
    /// already contains both true and false.
    fileprivate func literal(for type: AttributeType, _ now: Double) -> QueryValue? {
        switch (kind, type) {
        case (.literal(.string(let text)), .string): return .string(text)
        case (.literal(.integer(let number)), _) where type.isInteger: return .integer(number)
        case (.literal(.integer(let number)), _) where type.isNumeric: return .real(Double(number))
        case (.literal(.real(let number)), _) where type.isNumeric && !type.isInteger:
            return .real(number)
        case (.cast(let inner, .date), .date):
            if case .literal(.integer(let seconds)) = inner.kind { return .date(Double(seconds)) }
            fallthrough
        case (.function(.now, _), .date):
            let day = (now / 86_400).rounded(.down) * 86_400
            return daysFromNow.map { .date(day + Double($0) * 86_400) }
        default: return nil
        }
    }
}
