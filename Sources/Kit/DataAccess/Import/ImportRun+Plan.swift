/// Conversion of imported objects to import plans, which contain the values to store.
extension ImportRun {
    /// Converts an object to an import plan.
    ///
    /// - Parameters:
    ///   - given: the name of the column that refers to the containing object; nil if there is no
    ///     such column. This column is set later, when the identity of the containing object is
    ///     known.
    ///   - path: the key path of the object within its item; empty for the item itself.
    /// - Throws: `ImportFlaw` if the object cannot be converted.
    func plan(
        _ value: ImportValue,
        _ mapping: ImportMapping,
        given: String? = nil,
        at path: String = ""
    ) throws -> ImportPlan {
        guard case .object(let object) = value else {
            throw ImportFlaw(reason: "expected an object, found \(value.words)")
        }
        var plan = ImportPlan(
            mapping: mapping,
            path: path,
            values: Array(repeating: nil, count: mapping.columns.count)
        )
        for (position, column) in mapping.columns.enumerated() {
            if column.name == given {
                // The value is set when the identity of the containing object is known.
                plan.values[position] = .null
                continue
            }
            guard let value = importedValue(object, column.keys) else { continue }
            do {
                try take(value, column, position, &plan)
            } catch let flaw as ImportFlaw {
                throw flaw.under(mapping.label(column))
            }
        }
        try checkIdentity(plan, mapping)
        for relationship in mapping.toMany {
            if let value = importedValue(object, relationship.keys) {
                plan.children.append(try children(value, relationship, of: plan))
            }
        }
        return plan
    }

    private func take(
        _ value: ImportValue,
        _ column: ImportMapping.Column,
        _ position: Int,
        _ plan: inout ImportPlan
    ) throws {
        if value == .null, !column.isOptional {
            throw ImportFlaw(reason: "the value must not be null")
        }
        if let conversion = column.conversion {
            plan.values[position] = try conversion.stored(value)
            return
        }
        guard let destination = column.destination, let mapping = mapping(destination) else {
            return
        }
        if case .object = value {
            let path = plan.path(to: plan.mapping.label(column))
            plan.nested.append((position, try self.plan(value, mapping, at: path)))
            // The value is set when the nested object has been stored.
            plan.values[position] = .null
        } else {
            plan.values[position] = try identity(value, mapping)
        }
    }

    private func checkIdentity(_ plan: ImportPlan, _ mapping: ImportMapping) throws {
        let column = mapping.columns[mapping.identity]
        if column.conversion == nil { return }
        let value = plan.values[mapping.identity]
        if value == nil || value == .null {
            throw ImportFlaw(
                path: mapping.label(column),
                reason: "the value that identifies \(mapping.entity.name) records is missing"
            )
        }
    }

    private func identity(_ value: ImportValue, _ mapping: ImportMapping) throws -> StoredValue {
        if value == .null { return .null }
        if let conversion = mapping.columns[mapping.identity].conversion {
            return try conversion.stored(value)
        }
        throw ImportFlaw(
            reason:
                "expected an object, found \(value.words): the JSON cannot refer to "
                + "\(mapping.entity.name) records by identity, because the store assigns the identities"
        )
    }

    /// Returns the related objects. An array element that cannot be converted is reported and
    /// skipped; the other elements are kept.
    private func children(
        _ value: ImportValue,
        _ relationship: ImportMapping.ToMany,
        of owner: ImportPlan
    ) throws -> ImportPlan.Children {
        let label = relationship.keys.first?.joined(separator: ".") ?? relationship.name
        guard let mapping = mapping(relationship.destination) else {
            throw ImportFlaw(
                path: label,
                reason: "the entity of the related records is not in the model"
            )
        }
        var result = ImportPlan.Children(
            owner: owner.mapping,
            ownerPath: owner.path,
            relationship: relationship,
            mapping: mapping,
            elements: []
        )
        let values: [ImportValue]
        switch value {
        case .null:
            result.isCleared = true
            return result
        case .list(let list) where relationship.isToMany: values = list
        case .list: throw ImportFlaw(path: label, reason: "expected one object, found an array")
        case _ where !relationship.isToMany: values = [value]
        default: throw ImportFlaw(path: label, reason: "expected an array, found \(value.words)")
        }
        for (index, value) in values.enumerated() {
            let path = owner.path(to: relationship.isToMany ? "\(label)[\(index)]" : label)
            do {
                if case .object = value {
                    let plan = try plan(value, mapping, given: relationship.column, at: path)
                    result.elements.append((path, .object(plan)))
                } else if value == .null {
                    throw ImportFlaw(reason: "the value must not be null")
                } else {
                    result.elements.append((path, .identity(try identity(value, mapping))))
                }
            } catch let flaw as ImportFlaw {
                report.nested.skipped += 1
                problem(flaw.under(path))
                if case .object = value { contained?.isComplete = false }
            }
        }
        return result
    }
}
