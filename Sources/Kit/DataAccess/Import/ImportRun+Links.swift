/// A relationship to a record that was not there when it was named.
struct PendingLink {
    var index: Int
    var mapping: ImportMapping
    var column: Int
    var identity: StoredValue
    var target: StoredValue
}

/// Relationships to records that may come later in the import.
extension ImportRun {
    /// The position of a required relationship whose record is not in the store.
    ///
    /// - Parameter isOfKey: whether a relationship that is part of a key counts as required.
    func missingTarget(_ plan: ImportPlan, orOfKey isOfKey: Bool = false) -> Int? {
        let keys = isOfKey ? plan.mapping.entity.uniqueness.joined() : [[String]]().joined()
        return plan.values.indices.first { position in
            let column = plan.mapping.columns[position]
            guard let value = plan.values[position], value != .null,
                !column.isOptional || keys.contains(column.name), column.isEnforced,
                let destination = column.destination.flatMap(mapping)
            else { return false }
            return (try? target.exists(value, destination)) == false
        }
    }

    /// Takes out of the plan the relationships whose record is not there yet.
    func looseLinks(_ plan: inout ImportPlan) throws -> [(Int, StoredValue)] {
        var loose: [(Int, StoredValue)] = []
        for (position, column) in plan.mapping.columns.enumerated() {
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

    func settle(_ link: PendingLink) throws {
        let column = link.mapping.columns[link.column]
        guard let destination = column.destination.flatMap(mapping) else { return }
        index = link.index
        guard try target.exists(link.target, destination) else {
            problem(
                ImportFlaw(
                    path: link.mapping.label(column),
                    reason:
                        "there is no \(destination.entity.name) of that identity; the relationship was left as it was"
                )
            )
            return
        }
        do {
            _ = try target.setReference(
                column.name,
                of: link.identity,
                link.mapping,
                to: link.target
            )
        } catch let flaw as ImportFlaw {
            problem(flaw)
        }
    }
}
