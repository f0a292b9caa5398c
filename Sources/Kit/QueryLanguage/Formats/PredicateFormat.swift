/// A predicate in the form that Apple's `NSPredicate(format:argumentArray:)` expects: its canonical
/// text, with a placeholder for each value that the caller provides.
package struct PredicateFormat: Sendable, Hashable {
    /// The source of the value that replaces one placeholder.
    package enum Argument: Sendable, Hashable {
        /// The value of the variable with this name. The value may be a list.
        case variable(String)
        /// The value of the variable with this name, which has the type of the attribute `key` of
        /// `entity`.
        case typed(String, entity: String, key: String)
        /// The value of the variable with this name, which identifies a record of `entity`: the
        /// record has this value in its attribute `key`.
        case identity(String, entity: String, key: String)
        /// A record of `entity` as an object. The variable's value is the identity that the store
        /// assigned to the record.
        case record(String, entity: String)
        /// The value of the variable with this name, which is the pattern of `MATCHES`.
        /// `NSPredicate` raises an exception for an invalid regular expression, and for an empty
        /// one.
        case pattern(String)
        /// A time that is the same for all records.
        case time(Time)
        /// A fixed string for one of these placeholders:
        ///
        /// - `%@`, which replaces a string literal. If the literal were quoted in the format, some
        ///   implementations of Foundation might change it.
        /// - `%K`, which replaces a key path that contains a name that Foundation would not parse
        ///   as a key.
        case text(String)
    }

    package var text: String
    /// The arguments in the order of the placeholders.
    package var arguments: [Argument]
}

/// A regular expression that matches only the empty text. `NSPredicate` raises an exception for an
/// empty regular expression.
package let emptyPattern = "(?:)"

/// The facts about a model that are needed to rewrite a predicate. A function whose result is
/// optional returns nil for an unknown key.
package protocol FormatModel {
    /// Returns the entity to which the relationship `key` of `entity` leads.
    func destination(of key: String, in entity: String) -> String?
    /// Returns the attribute that identifies the records of `entity`; nil if the store assigns
    /// their identities.
    func identityKey(of entity: String) -> String?
    /// Returns whether the relationship `key` of `entity` is to-many.
    func isToMany(_ key: String, in entity: String) -> Bool
    /// Returns whether the attribute or relationship `key` has a value in every record of `entity`.
    func isRequired(_ key: String, in entity: String) -> Bool
    /// Returns whether the attribute `key` is a date.
    func isDate(_ key: String, in entity: String) -> Bool
    /// Returns whether the attribute `key` has the type `Float`.
    func isFloat(_ key: String, in entity: String) -> Bool
}

extension FormatModel {
    /// Returns whether a relationship in the key path, which starts at a record of `entity`, is
    /// to-many.
    func leadsToMany(_ keys: [PathKey], from entity: String) -> Bool {
        var entity = entity
        for case .name(let name) in keys {
            if isToMany(name, in: entity) { return true }
            guard let next = destination(of: name, in: entity) else { return false }
            entity = next
        }
        return false
    }
}

extension PredicateNode {
    /// Returns this predicate about records of `entity` as a predicate format. Records are compared
    /// by their identifying attribute: `author == $author` becomes `author.id == %@`.
    ///
    /// - Parameter dates: names of the variables whose value is a date.
    package func format(
        of entity: String,
        in model: any FormatModel,
        dates: Set<String> = []
    ) -> PredicateFormat {
        var writer = FormatWriter(model: model, entity: entity, dates: dates)
        let tree = writer.rewritten(self)
        return PredicateFormat(text: tree.text, arguments: writer.arguments)
    }
}

/// A rewriter that replaces values in a tree with placeholders, in the order in which the tree is
/// printed.
struct FormatWriter {
    let model: any FormatModel
    let entity: String
    let dates: Set<String>
    private(set) var arguments: [PredicateFormat.Argument] = []
    /// The elements of each enclosing subquery, keyed by the subquery's variable. The value is nil
    /// if the entity of the elements is unknown.
    var elements: [String: Target?] = [:]

    init(model: any FormatModel, entity: String, dates: Set<String>) {
        self.model = model
        self.entity = entity
        self.dates = dates
    }

    mutating func rewritten(_ node: PredicateNode) -> PredicateNode {
        switch node {
        case .constant: return node
        case .not(let inner): return .not(rewritten(inner))
        case .and(let parts): return .and(parts.map { rewritten($0) })
        case .or(let parts): return .or(parts.map { rewritten($0) })
        case .comparison(var comparison):
            let (left, right) = (comparison.left, comparison.right)
            comparison.left = rewritten(left, comparedWith: right)
            if comparison.operator == .matches, let pattern = rewritten(pattern: right) {
                comparison.right = pattern
            } else {
                comparison.right = rewritten(right, comparedWith: left)
            }
            return .comparison(comparison)
        }
    }

    /// Rewrites the right side of `MATCHES`. Returns nil if it is neither a variable nor an empty
    /// string.
    private mutating func rewritten(pattern node: ExpressionNode) -> ExpressionNode? {
        switch node.kind {
        case .literal(.string("")): ExpressionNode(.literal(.string(emptyPattern)))
        case .variable(let name) where elements[name] == nil: placeholder(.pattern(name))
        default: nil
        }
    }

    /// Rewrites `node`, which is compared with `other`. If `node` leads to a record with an
    /// identifying attribute, and `other` contains a variable, appends the attribute to `node`.
    /// Otherwise, the variables in `node` become arguments with the type of `other`.
    private mutating func rewritten(
        _ node: ExpressionNode,
        comparedWith other: ExpressionNode
    ) -> ExpressionNode {
        if case .aggregate(let parts) = node.kind {
            return ExpressionNode(.aggregate(parts.map { rewritten($0, comparedWith: other) }))
        }
        if other.holdsVariable(besides: Set(elements.keys)), let target = target(of: node),
            target.attribute == nil, let key = model.identityKey(of: target.entity)
        {
            return rewritten(node.appending(key), as: nil)
        }
        return rewritten(node, as: target(of: other))
    }

    private mutating func rewritten(_ node: ExpressionNode, as target: Target?) -> ExpressionNode {
        if let time = node.time { return placeholder(.time(time)) }
        switch node.kind {
        case .variable(let name):
            if elements[name] != nil { return node }
            return placeholder(argument(name, target))
        case .literal(.string(let text)) where !text.isPlain: return placeholder(.text(text))
        case .aggregate(let parts):
            return ExpressionNode(.aggregate(parts.map { rewritten($0, as: target) }))
        case .literal, .placeholder: return node
        case .keyPath(let keys): return ExpressionNode(.keyPath(readable(keys)))
        case .path(let base, let keys):
            let first = rewritten(base, as: nil)
            return ExpressionNode(.path(first, readable(keys)))
        case .negative(let inner): return ExpressionNode(.negative(rewritten(inner, as: target)))
        case .complement(let inner):
            return ExpressionNode(.complement(rewritten(inner, as: target)))
        case .arithmetic(let left, let op, let right):
            let first = rewritten(operand: left)
            let made = ExpressionNode(.arithmetic(first, op, rewritten(operand: right)))
            return isDate(node) ? ExpressionNode(.cast(made, .date)) : made
        case .element(let base, let index):
            let first = rewritten(base, as: nil)
            guard case .value(let value) = index else {
                return ExpressionNode(.element(first, index))
            }
            return ExpressionNode(.element(first, .value(rewritten(value, as: nil))))
        case .function(let function, let parts) where function.arithmetic != nil:
            let made = ExpressionNode(.function(function, parts.map { rewritten(operand: $0) }))
            return isDate(node) ? ExpressionNode(.cast(made, .date)) : made
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
            elements.updateValue(self.target(of: collection), forKey: name)
            let inner = rewritten(predicate)
            elements = outer
            return ExpressionNode(.subquery(first, name, inner))
        }
    }

    /// Rewrites an operand of arithmetic. A date becomes a number of seconds, because Foundation
    /// raises an exception for arithmetic with dates.
    private mutating func rewritten(operand: ExpressionNode) -> ExpressionNode {
        let made = rewritten(operand, as: nil)
        return isDate(operand) ? ExpressionNode(.cast(made, .number)) : made
    }

    /// Returns `keys` unchanged if `NSPredicate` reads every name as a key. Otherwise, returns the
    /// placeholder `%K`, and adds the whole key path to the arguments.
    private mutating func readable(_ keys: [PathKey]) -> [PathKey] {
        var names: [String] = []
        var isReadable = true
        for key in keys {
            switch key {
            case .name(let name):
                names.append(name)
                if name.isForeignToFoundation { isReadable = false }
            case .collection(let found): names.append(found.rawValue)
            case .placeholder: return keys
            }
        }
        if isReadable { return keys }
        arguments.append(.text(names.joined(separator: ".")))
        return [.placeholder(Placeholder(.keyPath, index: arguments.count - 1))]
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

    // MARK: - Targets of key paths

    struct Target {
        /// The entity of the record or attribute at the end of the path.
        var entity: String
        /// The attribute at the end of the path; nil if the path leads to a record.
        var attribute: String?
    }

    func target(of node: ExpressionNode) -> Target? {
        switch node.kind {
        case .keyPath(let keys): return target(of: keys, from: entity)
        case .path(let base, let keys):
            guard let record = target(of: base), record.attribute == nil else { return nil }
            return target(of: keys, from: record.entity)
        case .variable(let name): return elements[name] ?? nil
        case .element(_, .size): return nil
        case .element(let base, _): return elementTarget(of: base)
        case .aggregate(let parts): return parts.lazy.compactMap { target(of: $0) }.first
        default: return nil
        }
    }

    /// Returns the ``Target`` of an element of `list`, as in `books[0]`. Returns nil if `list` is
    /// not a list. For example, returns nil for `author` in `author["name"]`, because `author` is a
    /// single record.
    private func elementTarget(of list: ExpressionNode) -> Target? {
        switch list.kind {
        case .subquery(let collection, _, _): return target(of: collection)
        case .keyPath(let keys):
            return model.leadsToMany(keys, from: entity) ? target(of: list) : nil
        case .path(let base, let keys):
            guard let record = target(of: base), model.leadsToMany(keys, from: record.entity)
            else { return nil }
            return target(of: list)
        default: return nil
        }
    }

    private func target(of keys: [PathKey], from start: String) -> Target? {
        var entity = start
        for (index, key) in keys.enumerated() {
            // The least and the greatest value have the type of the values.
            if key == .collection(.minimum) || key == .collection(.maximum) { continue }
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
    /// Returns whether the expression is a query variable, or a list that contains one. The
    /// variables of subqueries, whose names are `elements`, are not query variables.
    fileprivate func holdsVariable(besides elements: Set<String>) -> Bool {
        switch kind {
        case .variable(let name): !elements.contains(name)
        case .aggregate(let parts): parts.contains { $0.holdsVariable(besides: elements) }
        default: false
        }
    }

    /// Returns an expression that is equivalent to `FUNCTION` with this expression as the receiver.
    /// If the selector returns a number, the result is a key path, because Foundation cannot call
    /// such a selector.
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

/// Words that are reserved in Foundation's predicate formats, in any letter case, but not in the
/// predicate language of this module.
private let foundationWords: Set<String> = [
    "ANYKEY", "CASEINSENSITIVE", "CI", "FIRST", "LAST", "SIZE",
]

extension String {
    /// Whether Foundation raises an exception for a predicate format that contains this key. This
    /// is the case if the key has a character outside ASCII, or is a word that Foundation reserves.
    fileprivate var isForeignToFoundation: Bool {
        foundationWords.contains(uppercased()) || utf8.contains { $0 >= 0x80 }
    }

    /// Whether every implementation of Foundation reads the text unchanged when it is quoted in a
    /// predicate format.
    fileprivate var isPlain: Bool {
        unicodeScalars.allSatisfy { scalar in
            (" "..."~").contains(scalar) && scalar != "\"" && scalar != "\\" && scalar != "%"
                && scalar != "'"
        }
    }
}
