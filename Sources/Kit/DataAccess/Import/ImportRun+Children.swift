/// An array of related objects, at least one of which could not be stored yet. After all items are
/// stored, the objects' records are related to the record with the identity `owner`.
struct PendingChildren {
    var index: Int
    var owner: StoredValue
    var children: ImportPlan.Children
}

/// Import of related objects that are nested in an object.
extension ImportRun {
    /// Stores the elements of an array of related objects, and relates their records to the record
    /// with this identity. An element cannot be stored yet if it violates a uniqueness constraint,
    /// or if it refers to or requires a record that does not exist. In this case, relates the whole
    /// array after all items are stored. Reports and skips elements that cannot be stored for
    /// another reason.
    func store(_ children: ImportPlan.Children, of identity: StoredValue) throws {
        if children.isCleared { try target.clear(children, of: identity) }
        var there: [StoredValue] = []
        var waiting = children
        waiting.isCleared = false
        waiting.elements = []
        for (path, element) in children.elements {
            do {
                let stored = try store(element, of: identity, children)
                if let stored { there.append(stored) }
                waiting.elements.append((path, stored.map { .identity($0) } ?? element))
            } catch let flaw as ImportFlaw where flaw.isCollision {
                waiting.elements.append((path, element))
            } catch let flaw as ImportFlaw {
                skip(element, flaw.under(path))
            }
        }
        if there.count < waiting.elements.count {
            pendingChildren.append(
                PendingChildren(index: index, owner: identity, children: waiting)
            )
        } else {
            try relate(there, to: identity, by: children)
        }
    }

    /// Relates the records of a postponed array to the record that has the relationship. Reports
    /// and skips the elements that still cannot be stored.
    func settle(_ waiting: PendingChildren) throws {
        let children = waiting.children
        var there: [StoredValue] = []
        for (path, element) in children.elements {
            var flaw = missing(element, children)
            var isMissing = true
            do {
                if let stored = try store(element, of: waiting.owner, children) {
                    there.append(stored)
                    continue
                }
            } catch let found as ImportFlaw {
                (flaw, isMissing) = (found, false)
            }
            if isMissing { report.lacksRecords = true }
            skip(element, flaw.under(path))
        }
        do {
            try relate(there, to: waiting.owner, by: children)
        } catch let flaw as ImportFlaw {
            report.nested.skipped += there.count
            problem(flaw.under(children.ownerPath))
        }
    }

    private func skip(_ element: ImportPlan.Element, _ flaw: ImportFlaw) {
        report.nested.skipped += 1
        problem(flaw)
        if case .object = element { contained?.isComplete = false }
    }

    private func missing(
        _ element: ImportPlan.Element,
        _ children: ImportPlan.Children
    ) -> ImportFlaw {
        if case .object(let plan) = element, let flaw = missingTarget(plan) {
            return flaw
        }
        return ImportFlaw(reason: "the related \(children.mapping.entity.name) does not exist")
    }

    private func relate(
        _ related: [StoredValue],
        to identity: StoredValue,
        by children: ImportPlan.Children
    ) throws {
        if related.isEmpty { return }
        if children.relationship.column != nil, !children.relationship.isOrdered { return }
        try target.relate(related, to: identity, by: children)
    }

    /// Stores an element that is an object, or finds the record of an element that is an identity.
    /// If the relationship is stored in a column of the related record, sets that column.
    ///
    /// - Returns: the identity of the related record. Returns nil if this record, or a record that
    ///   it requires, does not exist.
    private func store(
        _ element: ImportPlan.Element,
        of identity: StoredValue,
        _ children: ImportPlan.Children
    ) throws -> StoredValue? {
        let (mapping, column) = (children.mapping, children.relationship.column)
        switch element {
        case .object(var plan):
            if missingTarget(plan) != nil { return nil }
            if let position = mapping.columns.firstIndex(where: { $0.name == column }) {
                plan.values[position] = identity
            }
            let stored = try store(plan)
            count(stored.outcome, in: &report.nested)
            return stored.identity
        case .identity(let child):
            let isThere =
                try column.map { try target.setReference($0, of: child, mapping, to: identity) }
                ?? target.exists(child, mapping)
            return isThere ? child : nil
        }
    }
}
