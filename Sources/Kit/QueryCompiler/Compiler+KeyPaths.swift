import QueryLanguage
import Schema

extension Compiler {
    /// The column that `keys` lead to from a scope. Adds joins for the relationships on the way.
    mutating func column(
        _ keys: ArraySlice<PathKey>,
        in scope: Int,
        _ range: SourceRange
    ) throws(PredicateTextError) -> Operand {
        var current = scopes[scope].entity
        var alias = scopes[scope].alias
        var path: [String] = []
        for (position, key) in zip(keys.indices, keys) {
            let name = try self.name(key, range)
            let isLast = position == keys.index(before: keys.endIndex)
            path.append(name)
            if let attribute = current.attribute(named: name) {
                guard isLast else { throw leadsNoFurther(name, current, keys, position, range) }
                let type = ValueType(of: attribute)
                return Operand(sql: type.sql("\(alias).\(sqlName(name))"), type: type)
            }
            let relationship = try relationship(name, of: current, range)
            if relationship.isToMany { throw needsModifier(keys, relationship, range) }
            let destination = try destination(of: relationship, range)
            let storage = schema.storage(of: relationship, in: current)
            if isLast, storage == .column {
                return Operand(
                    sql: "\(alias).\(sqlName(name))",
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

    func identityType(of entity: Entity) -> ValueType {
        .identity(entity: entity.name, schema.identityType(of: entity))
    }

    /// The position of the first to-many relationship in `keys`; nil if `keys` contain none.
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

    /// Opens a scope over the values that `keys` lead to through a to-many relationship. Returns
    /// the value of one row of the scope. The caller closes the scope with `scopes.removeLast()`.
    mutating func open(
        _ keys: ArraySlice<PathKey>,
        in scope: Int,
        _ range: SourceRange
    ) throws(PredicateTextError) -> Operand {
        guard let first = toManyPosition(keys, in: scope) else {
            throw PredicateTextError(
                "not-to-many",
                range,
                "\"\(keyPathText(Array(keys)))\" leads through no to-many relationship",
                fix: "compare it without ANY, ALL, NONE or an operator on collections"
            )
        }
        var (entity, alias) = try owner(keys[..<first], in: scope, range)
        var opened: Scope?
        var rest = keys[first...]
        while let key = rest.first {
            let name = try self.name(key, range)
            guard let relationship = entity.relationship(named: name), relationship.isToMany,
                toManyPosition(rest, in: entity) == rest.startIndex
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
            if opened == nil {
                opened = Scope(entity: destination, alias: next, tables: tables)
                opened?.link = link
            } else {
                opened?.tables += ["JOIN \(tables[0]) ON \(link)"] + tables.dropFirst()
                opened?.entity = destination
                opened?.alias = next
            }
            (entity, alias) = (destination, next)
            rest = rest.dropFirst()
        }
        guard let opened else { throw leadsNowhere(keys, range) }
        scopes.append(opened)
        if toManyPosition(rest, in: scopes.count - 1) != nil {
            return try openFurther(rest, range)
        }
        return try column(rest, in: scopes.count - 1, range)
    }

    /// Continues with a to-many relationship that follows a to-one relationship after another
    /// to-many relationship. Its tables are joined to the open scope.
    private mutating func openFurther(
        _ keys: ArraySlice<PathKey>,
        _ range: SourceRange
    ) throws(PredicateTextError) -> Operand {
        let outer = scopes.count - 1
        let value = try open(keys, in: outer, range)
        let inner = scopes.removeLast()
        guard let link = inner.link, let first = inner.tables.first else {
            throw leadsNowhere(keys, range)
        }
        scopes[outer].tables.append("JOIN \(first) ON \(link)")
        scopes[outer].tables += inner.tables.dropFirst()
        scopes[outer].entity = inner.entity
        scopes[outer].alias = inner.alias
        return value
    }

    /// The entity and the table alias at the end of a path of to-one relationships.
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

    private func toManyPosition(_ keys: ArraySlice<PathKey>, in entity: Entity) -> Int? {
        guard case .name(let name)? = keys.first else { return nil }
        return entity.relationship(named: name)?.isToMany == true ? keys.startIndex : nil
    }

    /// The alias of the destination's table, which is joined only once for each path.
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
