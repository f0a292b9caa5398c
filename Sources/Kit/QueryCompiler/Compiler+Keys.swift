import Diagnostics
import QueryLanguage
import Schema

/// Methods that look up single keys in the model, and errors for unknown keys.
extension Compiler {
    func name(_ key: PathKey, _ range: SourceRange) throws(PredicateTextError) -> String {
        switch key {
        case .name(let name): return name
        case .placeholder(let placeholder): throw missingArgument(placeholder, range)
        case .collection(let op):
            throw PredicateTextError(
                "not-to-many",
                range,
                "a key path whose value is a list cannot contain \(op.rawValue)",
                fix: """
                    instead of ANY or ALL, test each record in a subquery, for example \
                    SUBQUERY(members, $m, $m.notes.@count > 2).@count > 0
                    """
            )
        }
    }

    func missingArgument(_ placeholder: Placeholder, _ range: SourceRange) -> PredicateTextError {
        PredicateTextError(
            "missing-argument",
            range,
            "\(placeholder.text) has no argument",
            fix: placeholder.kind == .keyPath
                ? "write the key instead of the placeholder" : "use a variable such as $text"
        )
    }

    func relationship(
        _ name: String,
        of entity: Entity,
        _ range: SourceRange
    ) throws(PredicateTextError) -> Relationship {
        if let found = entity.relationship(named: name) { return found }
        if schema.lacksTransientAttribute(name, of: entity) {
            throw PredicateTextError(
                "transient-key",
                range,
                "the attribute \"\(name)\" of \"\(entity.name)\" is transient, so the store has no values of it",
                fix: "filter the records in Swift, or store the attribute"
            )
        }
        let keyOfElement = keyOfElement(name, besides: entity)
        let isObjectID = name == "objectID"
        throw PredicateTextError(
            "unknown-key",
            range,
            "\"\(entity.name)\" has no \"\(name)\"",
            // `objectID` is a key in Core Data's predicates.
            fix: isObjectID
                ? "to compare records, write SELF or the relationship without \"objectID\""
                : keyOfElement
                    ?? suggestion(for: name, among: entity.propertyNames.filter(canBeKey)),
            advice: isObjectID || keyOfElement == nil ? nil : .elementVariable
        )
    }

    /// Returns the fix for a key without the variable of its subquery, as in `SUBQUERY(notes, $n,
    /// text == "a")`. Returns nil if `entity` is not the query's entity, or if no enclosing subquery
    /// has a variable whose records have this key.
    private func keyOfElement(_ name: String, besides entity: Entity) -> String? {
        guard entity.name == scopes[0].entity.name,
            let variable = scopes.last(where: {
                $0.variable != nil && $0.entity.propertyNames.contains(name)
            })?.variable
        else { return nil }
        return "write $\(variable).\(PathKey.name(name).text)"
    }

    func destination(
        of relationship: Relationship,
        _ range: SourceRange
    ) throws(PredicateTextError) -> Entity {
        if let found = schema.entity(named: relationship.destination) { return found }
        throw PredicateTextError(
            "unknown-destination",
            range,
            "the relationship \"\(relationship.name)\" leads to the unknown entity \"\(relationship.destination)\""
        )
    }

    func leadsNoFurther(
        _ name: String,
        _ entity: Entity,
        _ range: SourceRange
    ) -> PredicateTextError {
        PredicateTextError(
            "not-a-relationship",
            range,
            "\"\(name)\" of \"\(entity.name)\" is an attribute, so no key can follow it"
        )
    }

    /// Returns the error for a to-many relationship without ANY or ALL.
    ///
    /// - Parameters:
    ///   - keys: the key path, which starts at a row of the given scope.
    ///   - position: the index of the relationship in `keys`.
    func needsModifier(
        _ keys: ArraySlice<PathKey>,
        _ position: Int,
        _ relationship: Relationship,
        in scope: Int,
        _ range: SourceRange
    ) -> PredicateTextError {
        let start = scopes[scope].variable.map { "$\($0)." } ?? ""
        let path = start + keyPathText(Array(keys))
        let list = start + keyPathText(Array(keys[...position]))
        let meansCount = meansCount(keys[(position + 1)...], of: relationship)
        return PredicateTextError(
            "to-many-key",
            range,
            "\"\(relationship.name)\" is to-many, and the comparison does not say how many related records must match",
            fix: meansCount
                ? "write \(list).@count"
                : "write ANY \(path), ALL \(path) or \(list).@count",
            advice: meansCount ? nil : .quantifier
        )
    }

    /// Returns whether the keys after a to-many relationship ask for the number of its records, as
    /// in `cities.count`.
    private func meansCount(_ keys: ArraySlice<PathKey>, of relationship: Relationship) -> Bool {
        let name = keyPathText(Array(keys))
        guard ["count", "length", "size"].contains(name) else { return false }
        return schema.entity(named: relationship.destination)?.attribute(named: name) == nil
    }

    func notStored(
        _ relationship: Relationship,
        _ entity: Entity,
        _ range: SourceRange
    ) -> PredicateTextError {
        var reason = ""
        if case .none(let why) = schema.storage(of: relationship, in: entity) {
            reason = ", because \(why)"
        }
        return PredicateTextError(
            "relationship-not-stored",
            range,
            "\"\(relationship.name)\" of \"\(entity.name)\" is not stored\(reason)",
            fix: schema.entity(named: relationship.destination) == nil
                ? "choose a destination that is in the model"
                : "specify a column with `by:` or a join table with `in:` in the relationship's description"
        )
    }

    func noToMany(_ keys: ArraySlice<PathKey>, _ range: SourceRange) -> PredicateTextError {
        let path = keys.isEmpty ? "SELF" : keyPathText(Array(keys))
        return PredicateTextError(
            "not-to-many",
            range,
            "\"\(path)\" contains no to-many relationship",
            fix: "compare this key path without ANY, ALL, NONE, an index or a collection operator",
            advice: .noQuantifier
        )
    }
}
