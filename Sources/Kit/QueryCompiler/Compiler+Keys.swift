import Diagnostics
import QueryLanguage
import Schema

/// Single keys and what they lead to, and what is said where they lead nowhere.
extension Compiler {
    func name(
        _ key: PathKey,
        _ range: SourceRange
    ) throws(PredicateTextError) -> String {
        switch key {
        case .name(let name): return name
        case .placeholder(let placeholder): throw missingArgument(placeholder, range)
        case .collection(let op):
            throw PredicateTextError(
                "not-to-many",
                range,
                "\(op.rawValue) stands behind no to-many relationship"
            )
        }
    }

    func missingArgument(_ placeholder: Placeholder, _ range: SourceRange) -> PredicateTextError {
        PredicateTextError(
            "missing-argument",
            range,
            "\(placeholder.kind.rawValue) has no argument",
            fix: placeholder.kind == .keyPath
                ? "write the key itself" : "name a value with a dollar sign: $text"
        )
    }

    func relationship(
        _ name: String,
        of entity: Entity,
        _ range: SourceRange
    ) throws(PredicateTextError) -> Relationship {
        if let found = entity.relationship(named: name) { return found }
        if let ancestor = schema.ancestor(of: entity, withRelationship: name) {
            throw inheritedRelationship(name, of: entity, from: ancestor, range)
        }
        throw PredicateTextError(
            "unknown-key",
            range,
            "\"\(entity.name)\" has no \"\(name)\"",
            fix: suggestion(for: name, among: entity.propertyNames)
        )
    }

    func inheritedRelationship(
        _ name: String,
        of entity: Entity,
        from ancestor: Entity,
        _ range: SourceRange
    ) -> PredicateTextError {
        PredicateTextError(
            "inherited-relationship",
            range,
            "\"\(entity.name)\" inherits \"\(name)\" from \"\(ancestor.name)\", whose table the inverse leads back to, not that of \"\(entity.name)\"",
            fix: "declare the relationship on \"\(entity.name)\", with an inverse that leads there"
        )
    }

    /// What keeps a collection operator or a quantifier from `keys`, where inheritance does.
    func inheritedRelationship(
        in keys: ArraySlice<PathKey>,
        of entity: Entity,
        _ range: SourceRange
    ) -> PredicateTextError? {
        var current = entity
        for case .name(let name) in keys {
            if let found = current.relationship(named: name) {
                guard let next = schema.entity(named: found.destination) else { return nil }
                current = next
            } else {
                return schema.ancestor(of: current, withRelationship: name).map {
                    inheritedRelationship(name, of: current, from: $0, range)
                }
            }
        }
        return nil
    }

    func needsTable(_ entity: Entity, _ range: SourceRange) throws(PredicateTextError) {
        guard entity.isAbstract else { return }
        throw PredicateTextError(
            "abstract-entity",
            range,
            "this key path leads through \"\(entity.name)\", which is abstract and has no table",
            fix: "declare the relationship with a destination that is not abstract"
        )
    }

    func destination(
        of relationship: Relationship,
        _ range: SourceRange
    ) throws(PredicateTextError) -> Entity {
        if let found = schema.entity(named: relationship.destination) { return found }
        throw PredicateTextError(
            "unknown-destination",
            range,
            "\"\(relationship.name)\" leads to the unknown entity \"\(relationship.destination)\""
        )
    }

    func leadsNoFurther(
        _ name: String,
        _ entity: Entity,
        _ keys: ArraySlice<PathKey>,
        _ position: Int,
        _ range: SourceRange
    ) -> PredicateTextError {
        let isLength = keys.last == .name("length")
        let before = keyPathText(Array(keys[...position]))
        return PredicateTextError(
            "not-a-relationship",
            range,
            "\"\(name)\" of \"\(entity.name)\" is a value and leads no further",
            fix: isLength ? "write length(\(before))" : nil
        )
    }

    func needsModifier(
        _ keys: ArraySlice<PathKey>,
        _ relationship: Relationship,
        _ range: SourceRange
    ) -> PredicateTextError {
        let path = keyPathText(Array(keys))
        return PredicateTextError(
            "to-many-key",
            range,
            "\"\(relationship.name)\" is to-many, and this comparison says not how many must match",
            fix: "write ANY \(path), ALL \(path) or \(relationship.name).@count"
        )
    }

    func notStored(
        _ relationship: Relationship,
        _ entity: Entity,
        _ range: SourceRange
    ) -> PredicateTextError {
        var reason = ""
        if case .none(let why) = schema.storage(of: relationship, in: entity) {
            reason = ", for \(why)"
        }
        return PredicateTextError(
            "relationship-not-stored",
            range,
            "\"\(relationship.name)\" of \"\(entity.name)\" is not stored\(reason)",
            fix: "give it an inverse that is to-one"
        )
    }

    func leadsNowhere(_ keys: ArraySlice<PathKey>, _ range: SourceRange)
        -> PredicateTextError
    {
        PredicateTextError(
            "not-to-many",
            range,
            "\"\(keyPathText(Array(keys)))\" leads to no records"
        )
    }
}
