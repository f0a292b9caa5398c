/// A predicate for Apple's `NSPredicate(format:argumentArray:)`: the canonical text, with a
/// placeholder for each value from the caller.
package struct PredicateFormat: Sendable, Hashable {
    /// Value for a placeholder.
    package enum Argument: Sendable, Hashable {
        /// The value of the variable of this name, or a list of such values.
        case variable(String)
        /// The value of the variable as one of this key: `id` of the entity, whose type the model says.
        case typed(String, entity: String, key: String)
        /// The variable is the identity of a record that an attribute identifies: its value.
        case identity(String, entity: String, key: String)
        /// The variable is the identity of a record of this entity, which the store numbers: the object.
        case record(String, entity: String)
        /// A text that a literal in a format could not say as it is.
        case text(String)
    }

    package var text: String
    /// In the order of the placeholders.
    package var arguments: [Argument]
    /// Variables that are regular expressions: `NSPredicate` raises an exception for an invalid
    /// one.
    package var patterns: [String]
}

/// Properties of a model that a format needs. Unknown key paths give nil.
package protocol FormatModel {
    /// The entity that the relationship `key` of `entity` leads to.
    func destination(of key: String, in entity: String) -> String?
    /// The attribute that identifies the records of `entity`; nil if the store numbers them.
    func identityKey(of entity: String) -> String?
    /// Whether the relationship `key` of `entity` leads to any number of records.
    func isToMany(_ key: String, in entity: String) -> Bool
    /// Whether each record of `entity` has a value, or a related record, of `key`.
    func isRequired(_ key: String, in entity: String) -> Bool
}

extension PredicateNode {
    /// The predicate, asked of records of `entity`, as a format. Identities are compared with the
    /// attribute that holds them: `author == $author` becomes `author.id == %@`.
    package func format(of entity: String, in model: any FormatModel) -> PredicateFormat {
        var writer = FormatWriter(model: model, entity: entity)
        let tree = writer.rewritten(self)
        return PredicateFormat(
            text: tree.text,
            arguments: writer.arguments,
            patterns: writer.patterns
        )
    }
}

/// Puts placeholders into a tree, in the order in which it is printed.
private struct FormatWriter {
    let model: any FormatModel
    let entity: String
    var arguments: [PredicateFormat.Argument] = []
    var patterns: [String] = []
    /// The entities of the variables of the subqueries around.
    private var elements: [String: String] = [:]

    init(model: any FormatModel, entity: String) {
        self.model = model
        self.entity = entity
    }

    mutating func rewritten(_ node: PredicateNode) -> PredicateNode {
        switch node {
        case .constant: return node
        case .not(let inner): return .not(rewritten(inner))
        case .and(let parts): return .and(parts.map { rewritten($0) })
        case .or(let parts): return .or(parts.map { rewritten($0) })
        case .comparison(var comparison):
            let (left, right) = (comparison.left, comparison.right)
            if comparison.operator == .matches, case .variable(let name) = right.kind,
                elements[name] == nil, !patterns.contains(name)
            {
                patterns.append(name)
            }
            comparison.left = rewritten(left, comparedWith: right)
            comparison.right = rewritten(right, comparedWith: left)
            return .comparison(comparison)
        }
    }

    /// A key path to a record is replaced by one to its identity if the other side is a variable;
    /// the variable gets the matching argument.
    private mutating func rewritten(
        _ node: ExpressionNode,
        comparedWith other: ExpressionNode
    ) -> ExpressionNode {
        if other.holdsVariable(besides: elements), let target = target(of: node),
            target.attribute == nil, let key = model.identityKey(of: target.entity)
        {
            return node.appending(key)
        }
        return rewritten(node, as: target(of: other))
    }

    private mutating func rewritten(_ node: ExpressionNode, as target: Target?) -> ExpressionNode {
        switch node.kind {
        case .variable(let name):
            if elements[name] != nil { return node }
            return placeholder(argument(name, target))
        case .literal(.string(let text)) where !text.isPlain: return placeholder(.text(text))
        case .aggregate(let parts):
            return ExpressionNode(.aggregate(parts.map { rewritten($0, as: target) }))
        case .literal, .keyPath, .placeholder: return node
        case .path(let base, let keys): return ExpressionNode(.path(rewritten(base, as: nil), keys))
        case .negative(let inner): return ExpressionNode(.negative(rewritten(inner, as: target)))
        case .complement(let inner):
            return ExpressionNode(.complement(rewritten(inner, as: target)))
        case .arithmetic(let left, let op, let right):
            let first = rewritten(left, as: nil)
            return ExpressionNode(.arithmetic(first, op, rewritten(right, as: nil)))
        case .element(let base, let index):
            let first = rewritten(base, as: nil)
            guard case .value(let value) = index else {
                return ExpressionNode(.element(first, index))
            }
            return ExpressionNode(.element(first, .value(rewritten(value, as: nil))))
        case .function(let function, let parts):
            return ExpressionNode(.function(function, parts.map { rewritten($0, as: nil) }))
        case .selector(let receiver, let selector, let parts):
            let first = rewritten(receiver, as: nil)
            return first.sent(selector, parts.map { rewritten($0, as: nil) })
        case .cast(let inner, let type):
            return ExpressionNode(.cast(rewritten(inner, as: nil), type))
        case .ternary(let condition, let yes, let no):
            let first = rewritten(condition)
            let second = rewritten(yes, as: target)
            return ExpressionNode(.ternary(first, second, rewritten(no, as: target)))
        case .subquery(let collection, let name, let predicate):
            let first = rewritten(collection, as: nil)
            let outer = elements
            elements[name] = self.target(of: collection)?.entity ?? ""
            let inner = rewritten(predicate)
            elements = outer
            return ExpressionNode(.subquery(first, name, inner))
        }
    }

    private func argument(_ name: String, _ target: Target?) -> PredicateFormat.Argument {
        guard let target else { return .variable(name) }
        if let key = target.attribute { return .typed(name, entity: target.entity, key: key) }
        if let key = model.identityKey(of: target.entity) {
            return .identity(name, entity: target.entity, key: key)
        }
        return .record(name, entity: target.entity)
    }

    private mutating func placeholder(_ argument: PredicateFormat.Argument) -> ExpressionNode {
        arguments.append(argument)
        return ExpressionNode(.placeholder(Placeholder(.value, index: arguments.count - 1)))
    }

    // MARK: - The values of a key path

    private struct Target {
        /// That of the record, or the one that has the attribute.
        var entity: String
        /// nil if the path leads to a record.
        var attribute: String?
    }

    private func target(of node: ExpressionNode) -> Target? {
        switch node.kind {
        case .keyPath(let keys): return target(of: keys, from: entity)
        case .path(let base, let keys):
            guard case .variable(let name) = base.kind, let entity = elements[name] else {
                return nil
            }
            return target(of: keys, from: entity)
        case .variable(let name): return elements[name].map { Target(entity: $0) }
        default: return nil
        }
    }

    private func target(of keys: [PathKey], from start: String) -> Target? {
        var entity = start
        for (index, key) in keys.enumerated() {
            guard case .name(let name) = key else { return nil }
            guard let next = model.destination(of: name, in: entity) else {
                return index == keys.count - 1 ? Target(entity: entity, attribute: name) : nil
            }
            entity = next
        }
        return Target(entity: entity)
    }
}

extension ExpressionNode {
    /// Whether the value is from the caller, directly or in a list.
    fileprivate func holdsVariable(besides elements: [String: String]) -> Bool {
        switch kind {
        case .variable(let name): elements[name] == nil
        case .aggregate(let parts): parts.contains { $0.holdsVariable(besides: elements) }
        default: false
        }
    }

    /// Result of `FUNCTION` for selectors that Foundation does not send because they return a
    /// number: read by key.
    fileprivate func sent(_ selector: Selector, _ arguments: [ExpressionNode]) -> ExpressionNode {
        switch selector {
        case .length, .integerValue, .doubleValue: appending(selector.rawValue)
        case .uppercaseString: ExpressionNode(.function(.uppercase, [self]))
        case .lowercaseString: ExpressionNode(.function(.lowercase, [self]))
        case .substringFromIndex, .substringToIndex, .stringByAppendingString:
            ExpressionNode(.selector(self, selector, arguments))
        }
    }

    fileprivate func appending(_ key: String) -> ExpressionNode {
        switch kind {
        case .keyPath(let keys): ExpressionNode(.keyPath(keys + [.name(key)]))
        case .path(let base, let keys): ExpressionNode(.path(base, keys + [.name(key)]))
        default: ExpressionNode(.path(self, [.name(key)]))
        }
    }
}

extension String {
    /// Whether a format can hold it between quotation marks whoever reads it.
    fileprivate var isPlain: Bool {
        unicodeScalars.allSatisfy { scalar in
            (" "..."~").contains(scalar) && scalar != "\"" && scalar != "\\" && scalar != "%"
                && scalar != "'"
        }
    }
}
