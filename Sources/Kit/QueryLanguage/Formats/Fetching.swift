extension PredicateNode {
    /// The part of the predicate that Core Data's SQLite store can be asked for, and the part that is
    /// to be evaluated for each object: the store raises an exception for what it has no SQL for.
    ///
    /// To the store go comparisons of key paths with values, with `ANY` and `NONE`, counts, and what
    /// `NOT`, `AND` and `OR` make of them: what Apple's Core Data Programming Guide says of fetch
    /// predicates. Only the conjunction at the top is divided.
    package var dividedForFetching: (fetched: PredicateNode?, rest: PredicateNode?) {
        guard case .and(let parts) = self else { return isFetchable ? (self, nil) : (nil, self) }
        return (
            .conjunction(of: parts.filter(\.isFetchable)),
            .conjunction(of: parts.filter { !$0.isFetchable })
        )
    }

    private static func conjunction(of parts: [PredicateNode]) -> PredicateNode? {
        parts.count > 1 ? .and(parts) : parts.first
    }

    private var isFetchable: Bool {
        switch self {
        case .constant: true
        case .not(let inner): inner.isFetchable
        case .and(let parts), .or(let parts): parts.allSatisfy(\.isFetchable)
        case .comparison(let comparison): comparison.isFetchable
        }
    }
}

extension Comparison {
    fileprivate var isFetchable: Bool {
        guard options.isSubset(of: [.caseInsensitive, .diacriticInsensitive]) else { return false }
        if `operator` == .isIn || `operator` == .between, !options.isEmpty { return false }
        if `operator`.isTextual, !left.isKeyPath || right.isKeyPath { return false }
        switch quantifier {
        case .all: return false
        case .any, .none?: return left.isKeyPath && right.isFetchable
        case nil: break
        }
        return left.isFetchable && right.isFetchable && (left.isKeyPath || right.isKeyPath)
    }
}

extension Comparison.Operator {
    fileprivate var isTextual: Bool {
        switch self {
        case .beginsWith, .endsWith, .contains, .like, .matches: true
        default: false
        }
    }
}

extension ExpressionNode {
    /// A path of names, with a count of what it leads to behind it at most.
    fileprivate var isKeyPath: Bool {
        guard case .keyPath(let keys) = kind else { return false }
        return keys.enumerated().allSatisfy { index, key in
            switch key {
            case .name: true
            case .collection(.count): index > 0 && index == keys.count - 1
            case .collection, .placeholder: false
            }
        }
    }

    fileprivate var isFetchable: Bool {
        switch kind {
        case .literal, .variable: true
        case .function(.now, _): true
        case .aggregate(let parts): parts.allSatisfy(\.isFetchable)
        default: isKeyPath
        }
    }
}
