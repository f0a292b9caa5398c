/// A relationship of an imported object to a record that did not exist when the object was stored.
package struct PendingLink {
    var index: Int
    package let mapping: ImportMapping
    /// The key path, within one item of the imported array, to the object that has the
    /// relationship.
    var path: String
    /// The index of the relationship's column.
    package let column: Int
    package let identity: StoredValue
    /// The identity of the related record. A null target has a special meaning: the store already
    /// has the value from a later object, and earlier links of the same relationship are obsolete.
    package let target: StoredValue

    var key: Key { Key(mapping, identity, mapping.columns[column].name) }

    /// A record and one of its relationships.
    struct Key: Hashable {
        private let table: String
        private let identity: StoredValue
        private let column: String

        init(_ mapping: ImportMapping, _ identity: StoredValue, _ column: String) {
            (table, self.identity, self.column) = (mapping.entity.tableName, identity, column)
        }
    }
}

/// Relationships to records that the import may store later.
extension ImportRun {
    /// Returns an `ImportFlaw` if the object requires a related record that does not exist;
    /// otherwise nil. Ignores arrays of related objects.
    ///
    /// - Parameter isOfKey: whether a relationship that is part of a uniqueness constraint also
    ///   counts as required.
    func missingTarget(_ plan: ImportPlan, orOfKey isOfKey: Bool = false) -> ImportFlaw? {
        let keys = isOfKey ? plan.mapping.entity.uniqueness.joined() : [[String]]().joined()
        for position in plan.mapping.references {
            let column = plan.mapping.columns[position]
            guard let value = plan.values[position], value != .null,
                !column.isOptional || keys.contains(column.name), column.isEnforced,
                let destination = column.destination.flatMap(mapping),
                (try? target.exists(value, destination)) == false
            else { continue }
            return ImportFlaw(
                path: plan.mapping.label(column),
                reason: "the related \(destination.entity.name) does not exist"
            )
        }
        for (column, nested) in plan.nested {
            if let flaw = missingTarget(nested, orOfKey: isOfKey) {
                return flaw.under(plan.mapping.label(plan.mapping.columns[column]))
            }
        }
        return nil
    }

    /// Removes from the plan the optional relationships whose related records do not exist yet.
    /// Returns the column index of each removed relationship, with the identity of the missing
    /// record.
    func looseLinks(_ plan: inout ImportPlan) throws -> [(Int, StoredValue)] {
        var loose: [(Int, StoredValue)] = []
        for position in plan.mapping.references {
            let column = plan.mapping.columns[position]
            guard column.isOptional, column.isEnforced, let name = column.destination,
                let value = plan.values[position], value != .null, let destination = mapping(name),
                !plan.nested.contains(where: { $0.column == position }),
                try !target.exists(value, destination)
            else { continue }
            loose.append((position, value))
            plan.values[position] = nil
        }
        return loose
    }

    /// Sets the relationship of a pending link. Reports a target that does not exist.
    ///
    /// - Parameters:
    ///   - isReplaced: whether a later object has set the relationship. If true, the link only
    ///     reports a missing target, and the relationship keeps its present value.
    ///   - awaits: whether to keep a link with a missing target, so that a later import can set the
    ///     relationship.
    func settle(_ link: PendingLink, isReplaced: Bool, awaits: Bool) throws {
        let column = link.mapping.columns[link.column]
        guard let destination = column.destination.flatMap(mapping) else { return }
        index = link.index
        guard try target.exists(link.target, destination) else {
            if awaits { unresolvedLinks.append(link) }
            problem(
                ImportFlaw(
                    path: link.mapping.label(column),
                    reason:
                        "the related \(destination.entity.name) does not exist; the relationship is unchanged"
                ).under(link.path)
            )
            return
        }
        if isReplaced { return }
        do {
            _ = try target.setReference(
                column.name,
                of: link.identity,
                link.mapping,
                to: link.target
            )
        } catch let flaw as ImportFlaw {
            problem(flaw.under(link.path))
        }
    }
}
