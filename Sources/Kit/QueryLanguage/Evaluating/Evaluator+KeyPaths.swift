extension Evaluator {
    /// Returns the value of the path `keys`, which starts at `start`. If a value on the path is a
    /// list, the rest of the path is evaluated for each element, and nested lists are flattened.
    /// Any key that is read from `.null` has the value `.null`. A collection operator treats
    /// `.null` as an empty list.
    func value(
        of keys: ArraySlice<PathKey>,
        from start: QueryValue,
        _ node: ExpressionNode
    ) throws(PredicateTextError) -> QueryValue {
        var current = start
        for position in keys.indices {
            if position > keys.startIndex, let session, case .object(let object) = current,
                let number = object.number
            {
                return try known(keys[position...], from: number, current, node, session)
            }
            switch keys[position] {
            case .name(let name):
                current = try value(name, of: current, keys[position...], node)
            case .collection(let op):
                let rest = try value(of: keys[(position + 1)...], from: current, node)
                return try aggregate(op, rest, node)
            case .placeholder(let placeholder):
                throw withoutArgument(placeholder, node)
            }
        }
        return current
    }

    func withoutArgument(_ placeholder: Placeholder, _ node: ExpressionNode) -> PredicateTextError {
        let problem = "\(placeholder.text) has no argument"
        return PredicateTextError("missing-argument", node.range, problem)
    }

    /// Returns the value of the rest of a path: the keys `keys`, read from `object`. The session
    /// caches this value, so that the same keys are usually read only once from each object.
    private func known(
        _ keys: ArraySlice<PathKey>,
        from number: Int,
        _ object: QueryValue,
        _ node: ExpressionNode,
        _ session: EvaluationSession
    ) throws(PredicateTextError) -> QueryValue {
        let path = EvaluationSession.Path(object: number, keys: keys)
        if let value = session[path] { return value }
        let value = try value(of: keys, from: object, node)
        session.keep(value, of: path)
        return value
    }

    /// Reads `key` from `value`; from a list, reads `key` from each element.
    ///
    /// - Parameter path: the rest of the path; its first key is `key`.
    private func value(
        _ key: String,
        of value: QueryValue,
        _ path: ArraySlice<PathKey>,
        _ node: ExpressionNode
    ) throws(PredicateTextError) -> QueryValue {
        switch value {
        case .null: return .null
        case .object(let object):
            if let found = object.value(forKey: key) { return found }
        case .list(let elements):
            var result: [QueryValue] = []
            for element in elements {
                let found = try self.value(key, of: element, path, node)
                switch (found, element) {
                case (.list(let inner), _): result += inner
                // As in SQL, a missing record has no related records.
                case (.null, .object(let object)) where object.leadsToMany(path): break
                default: result.append(found)
                }
                try session?.spend()
                try session?.checkSize(result.count)
            }
            return .list(result)
        default:
            if let found = property(key, of: value) { return found }
        }
        throw PredicateTextError("unknown-key", node.range, "\(value.words) has no key \"\(key)\"")
    }

    private func aggregate(
        _ op: CollectionOperator,
        _ value: QueryValue,
        _ node: ExpressionNode
    ) throws(PredicateTextError) -> QueryValue {
        let list = try elements(value, node.range, op.rawValue)
        try session?.spend(list.count)
        let function: Function =
            switch op {
            case .count: .count
            case .sum: .sum
            case .average: .average
            case .minimum: .min
            case .maximum: .max
            }
        if let result = aggregate(function, list) { return result }
        throw PredicateTextError(
            "wrong-kind",
            node.range,
            "\(op.rawValue) does not accept the types of the values in \(node.text)"
        )
    }
}
