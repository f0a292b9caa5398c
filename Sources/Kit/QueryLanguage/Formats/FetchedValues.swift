extension SQLiteStore {
    /// Returns whether Core Data's SQLite store supports `right` as the right side of the
    /// comparison.
    ///
    /// - Parameter canBeNull: whether `right` may be a variable whose value may be nil. Applies
    ///   only to `==` and `!=` in a comparison without a quantifier.
    func takes(
        _ right: ExpressionNode,
        in comparison: Comparison,
        canBeNull: Bool = false
    ) -> Bool {
        switch comparison.operator {
        case .equal, .notEqual:
            isValue(right, canBeNull: canBeNull && comparison.quantifier == nil)
        case .less, .lessOrEqual, .greater, .greaterOrEqual: isValue(right)
        case .beginsWith, .endsWith, .contains, .like, .matches: isText(right)
        case .isIn: comparison.options.isEmpty && isList(right)
        case .between: isList(right)
        }
    }

    func isValue(_ node: ExpressionNode, canBeNull: Bool = false) -> Bool {
        switch node.kind {
        case .literal: !node.isNull
        case .variable(let name): name != element && (canBeNull || !nullable.contains(name))
        default: node.time != nil
        }
    }

    private func isText(_ node: ExpressionNode) -> Bool {
        switch node.kind {
        case .literal(.string): true
        case .variable(let name): name != element && !nullable.contains(name)
        default: false
        }
    }

    private func isList(_ node: ExpressionNode) -> Bool {
        switch node.kind {
        case .variable(let name): name != element && !nullable.contains(name)
        case .aggregate(let parts): parts.allSatisfy { isValue($0) }
        default: false
        }
    }

    // MARK: - Key paths

    /// Returns the key path of an expression; nil if Core Data's SQLite store does not support the
    /// expression.
    ///
    /// A key path must consist of property names. If a to-many relationship is the only name,
    /// `@count` may follow it. A bit mask may be applied to the path, as in `flags & 4`. In a
    /// subquery, the path must begin with the subquery's variable. Without the variable, the
    /// starting object differs between implementations of Foundation.
    func path(_ node: ExpressionNode) -> SQLitePath? {
        switch node.kind {
        case .keyPath(let keys): element == nil ? path(keys, node) : nil
        case .variable(let name): name == element ? path([], node) : nil
        case .path(let base, let keys):
            if case .variable(let name) = base.kind, name == element {
                path(keys, node)
            } else {
                nil
            }
        // `flags & 4`
        case .arithmetic(let left, .bitwiseAnd, let mask):
            isValue(mask) ? path(left).flatMap { $0.masked } : nil
        default: nil
        }
    }

    private func path(_ keys: [PathKey], _ node: ExpressionNode) -> SQLitePath? {
        var path = SQLitePath()
        var current: String? = entity
        for (index, key) in keys.enumerated() {
            switch key {
            case .name(let name):
                guard let entity = current else { return nil }
                current = model.destination(of: name, in: entity)
                let isMany = model.isToMany(name, in: entity)
                if isMany { path.manyCount += 1 }
                path.isRecords = isMany && index == keys.count - 1
                if !isMany && !model.isRequired(name, in: entity) { path.canBeNil = true }
                if keys.count == 1, current == nil { path.attribute = node }
            case .collection(.count) where index == 1 && keys.count == 2 && path.manyCount == 1:
                (path.isCount, path.isRecords) = (true, false)
            case .collection, .placeholder: return nil
            }
        }
        // Records are compared by the attribute that identifies them.
        if let entity = current, !path.isCount, let key = model.identityKey(of: entity),
            !model.isRequired(key, in: entity)
        {
            path.canBeNil = true
        }
        path.entity = current
        return path
    }
}

/// A key path that Core Data's SQLite store can evaluate.
struct SQLitePath {
    /// Number of to-many keys in the path.
    var manyCount = 0
    /// Whether the path leads to the records of a to-many relationship.
    var isRecords = false
    var isCount = false
    /// The entity of the record or records to which the path leads; nil if it leads to a value.
    var entity: String?
    /// Whether the value to which the path leads, or a record on the path, may be nil.
    var canBeNil = false
    /// Whether only some bits of the value are compared, as in `flags & 4`.
    var isMasked = false
    /// The key path as an expression if it consists of one attribute of the fetched records;
    /// otherwise nil.
    var attribute: ExpressionNode?

    var isSingle: Bool { manyCount == 0 && !isCount }

    /// The path with a bit mask applied. Nil if the path already has a mask, or does not consist of
    /// one attribute of the fetched records.
    var masked: SQLitePath? {
        if attribute == nil || isMasked { return nil }
        var path = self
        path.isMasked = true
        return path
    }
}

extension Comparison.Operator {
    var isEquality: Bool { self == .equal || self == .notEqual }

    var isOrderOrEquality: Bool { negated(true) != nil }

    /// Returns this operator or, if `isNegated` is true, its logical negation, such as `>=` for
    /// `<`. Returns nil for an operator that tests neither equality nor order.
    func negated(_ isNegated: Bool) -> Comparison.Operator? {
        switch self {
        case .equal: isNegated ? .notEqual : self
        case .notEqual: isNegated ? .equal : self
        case .less: isNegated ? .greaterOrEqual : self
        case .lessOrEqual: isNegated ? .greater : self
        case .greater: isNegated ? .lessOrEqual : self
        case .greaterOrEqual: isNegated ? .less : self
        default: nil
        }
    }
}

extension ExpressionNode {
    var isNull: Bool { kind == .literal(.null) }
}
