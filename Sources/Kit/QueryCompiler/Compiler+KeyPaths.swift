import QueryLanguage
import Schema

extension Compiler {
    /// Returns SQL for the value to which `keys` lead. The key path starts at a row of the given
    /// scope. Adds joins for the relationships on the path.
    ///
    /// - Parameter isStored: whether the path must lead to a stored value. If false, the last key
    ///   may also be a property of a string, such as `length`.
    mutating func column(
        _ keys: ArraySlice<PathKey>,
        in scope: Int,
        _ range: SourceRange,
        isStored: Bool = false
    ) throws(PredicateTextError) -> Operand {
        var current = scopes[scope].entity
        var alias = scopes[scope].alias
        var path: [String] = []
        for (position, key) in zip(keys.indices, keys) {
            let name = try self.name(key, range)
            let isLast = position == keys.index(before: keys.endIndex)
            path.append(name)
            if let attribute = current.attribute(named: name) {
                let type = ValueType(of: attribute)
                // Uses the model's spelling, because SQLite distinguishes canonically equivalent
                // names.
                let stored = "\(alias).\(sqlName(attribute.name))"
                let value = Operand(sql: type.sql(stored), type: type)
                if isLast { return value }
                if type == .text, !isStored, let key = textKey(keys[(position + 1)...]) {
                    return try self.value(of: key, in: value, range)
                }
                throw leadsNoFurther(name, current, range)
            }
            let relationship = try relationship(name, of: current, range)
            if relationship.isToMany {
                throw needsModifier(keys, position, relationship, in: scope, range)
            }
            let destination = try destination(of: relationship, range)
            let storage = schema.storage(of: relationship, in: current)
            if isLast, storage == .column {
                return Operand(
                    sql: "\(alias).\(sqlName(relationship.name))",
                    type: identityType(of: destination)
                )
            }
            alias = join(relationship, storage, to: destination, (current, alias), path, scope)
            current = destination
        }
        return Operand(
            sql: "\(alias).\(sqlName(current.identityColumn))",
            type: identityType(of: current)
        )
    }

    /// Returns the property of a string, such as `length`, if it is the only key in `keys`;
    /// otherwise nil.
    private func textKey(_ keys: ArraySlice<PathKey>) -> Selector? {
        guard keys.count == 1, case .name(let name)? = keys.first,
            let key = Selector(rawValue: name), key.argumentCount == 0
        else { return nil }
        return key
    }

    private func value(
        of key: Selector,
        in text: Operand,
        _ range: SourceRange
    ) throws(PredicateTextError) -> Operand {
        switch key {
        case .length: return Operand(sql: "store_length(\(text.sql))", type: .number)
        case .uppercaseString: return Operand(sql: "store_upper(\(text.sql))", type: .text)
        case .lowercaseString: return Operand(sql: "store_lower(\(text.sql))", type: .text)
        default: throw inMemory("the key \(key.rawValue) of a string", range)
        }
    }

    func identityType(of entity: Entity) -> ValueType {
        .identity(entity: entity.name, schema.identityType(of: entity))
    }

    /// Returns whether values of the two types can be compared. Records can be compared if their
    /// entities share a table.
    func isComparable(_ first: ValueType, _ second: ValueType) -> Bool {
        first.isComparable(with: second) || areOfOneTable(first, second)
    }

    /// Returns whether both types are records whose entities share a table. Such entities share
    /// their identities.
    func areOfOneTable(_ first: ValueType, _ second: ValueType) -> Bool {
        guard case .identity(let one, _) = first, case .identity(let other, _) = second else {
            return false
        }
        return table(of: one) == table(of: other)
    }

    private func table(of entity: String) -> String {
        tables[entity] ?? schema.entity(named: entity).map { schema.root(of: $0).name } ?? entity
    }

    /// Returns the index of the first to-many relationship in `keys`; nil if there is none.
    func toManyPosition(_ keys: ArraySlice<PathKey>, in scope: Int) -> Int? {
        var current = scopes[scope].entity
        for (position, key) in zip(keys.indices, keys) {
            guard case .name(let name) = key, let found = current.relationship(named: name) else {
                return nil
            }
            if found.isToMany { return position }
            guard let next = schema.entity(named: found.destination) else { return nil }
            current = next
        }
        return nil
    }

    /// Opens a subquery over the values of the to-many key path `keys`: adds the subquery's tables
    /// to `scopes`. Returns SQL for the value in one row of the subquery. The caller closes the
    /// subquery with `scopes.removeLast()`.
    mutating func open(
        _ keys: ArraySlice<PathKey>,
        in scope: Int,
        _ range: SourceRange
    ) throws(PredicateTextError) -> Operand {
        guard let first = toManyPosition(keys, in: scope) else {
            // Throws if a key is unknown.
            _ = try records(at: keys, from: scopes[scope].entity, range)
            throw noToMany(keys, range)
        }
        var (entity, alias) = try owner(keys[..<first], in: scope, range)
        var opened: Scope?
        var rest = keys[first...]
        while let key = rest.first {
            let name = try self.name(key, range)
            guard let relationship = entity.relationship(named: name), relationship.isToMany
            else { break }
            let destination = try destination(of: relationship, range)
            let next = newAlias()
            var tables = ["\(sqlName(destination.name)) AS \(next)"]
            let identity = "\(alias).\(sqlName(entity.identityColumn))"
            let link: String
            switch schema.storage(of: relationship, in: entity) {
            case .inverseColumn(let inverse): link = "\(next).\(sqlName(inverse)) = \(identity)"
            case .join(let join):
                let pairs = newAlias()
                link = "\(pairs).\(sqlName(join.own)) = \(identity)"
                let other = "\(next).\(sqlName(destination.identityColumn))"
                tables = [
                    "\(sqlName(join.table)) AS \(pairs)",
                    "JOIN \(tables[0]) ON \(other) = \(pairs).\(sqlName(join.other))",
                ]
            case .column, .none: throw notStored(relationship, entity, range)
            }
            let inner = Scope(entity: destination, alias: next, tables: tables, link: link)
            if opened == nil { opened = inner } else { opened?.join(inner, on: link) }
            (entity, alias) = (destination, next)
            rest = rest.dropFirst()
        }
        guard let opened else { throw noToMany(keys, range) }
        scopes.append(opened)
        let own = scopes.count - 1
        if toManyPosition(rest, in: own) != nil { return try openFurther(rest, range) }
        return try column(rest, in: own, range)
    }

    /// Continues the translation of a path that has a to-one relationship between two to-many
    /// relationships. Adds the tables of the next to-many relationship to the most recently opened
    /// subquery. Returns SQL for the value at the end of the path.
    ///
    /// - Parameter keys: the part of the path that has not yet been translated.
    private mutating func openFurther(
        _ keys: ArraySlice<PathKey>,
        _ range: SourceRange
    ) throws(PredicateTextError) -> Operand {
        let outer = scopes.count - 1
        let value = try open(keys, in: outer, range)
        let inner = scopes.removeLast()
        guard let link = inner.link else { throw noToMany(keys, range) }
        scopes[outer].join(inner, on: link)
        return value
    }

    /// Returns the entity and the table alias at the end of a path of to-one relationships.
    private mutating func owner(
        _ keys: ArraySlice<PathKey>,
        in scope: Int,
        _ range: SourceRange
    ) throws(PredicateTextError) -> (Entity, String) {
        var current = scopes[scope].entity
        var alias = scopes[scope].alias
        var path: [String] = []
        for key in keys {
            let name = try self.name(key, range)
            path.append(name)
            let relationship = try relationship(name, of: current, range)
            let destination = try destination(of: relationship, range)
            let storage = schema.storage(of: relationship, in: current)
            alias = join(relationship, storage, to: destination, (current, alias), path, scope)
            current = destination
        }
        return (current, alias)
    }

    /// Joins the table of `destination` to a scope and returns the table's alias. If the path is
    /// already joined in the scope, only returns the existing alias.
    private mutating func join(
        _ relationship: Relationship,
        _ storage: RelationshipStorage,
        to destination: Entity,
        _ origin: (entity: Entity, alias: String),
        _ path: [String],
        _ scope: Int
    ) -> String {
        if let known = scopes[scope].joined[path] { return known }
        let name = newAlias()
        let match: String
        if case .inverseColumn(let column) = storage {
            let identity = sqlName(origin.entity.identityColumn)
            match = "\(name).\(sqlName(column)) = \(origin.alias).\(identity)"
        } else {
            let identity = sqlName(destination.identityColumn)
            match = "\(name).\(identity) = \(origin.alias).\(sqlName(relationship.name))"
        }
        scopes[scope].tables.append("LEFT JOIN \(sqlName(destination.name)) AS \(name) ON \(match)")
        scopes[scope].joined[path] = name
        return name
    }
}
