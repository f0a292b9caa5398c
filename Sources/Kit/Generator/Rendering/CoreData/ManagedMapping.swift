/// The way between managed objects and records, by the names of the model.
func managedMapping(of entity: EntityContext, _ model: ModelContext) -> Code {
    let (type, one) = (entity.type, entity.variable)
    let (object, records) = ("\(stackName(model)).Object", "\(stackName(model)).Records")
    return """
        /// How \(entity.plural.trimmingBackticks) stand in objects of the entity `\(entity.name)`.
        nonisolated enum \(type)Mapping: \(stackName(model)).Mapping {
            static func identity(of object: \(object)) throws -> \(type).Identity {
                \(identity(entity))
            }

            static func record(from object: \(object)) throws -> \(type) {
        \(indented(reading(entity), 2))
            }

            static func fill(
                _ object: \(object),
                from \(one): \(type)
            ) throws {
        \(indented(filling(entity), 2))
            }

            static func relate(
                _ object: \(object),
                as \(one): \(type),
                in records: \(records)
            ) throws {
        \(indented(relating(entity), 2))
            }
        }
        """
}

private func identity(_ entity: EntityContext) -> String {
    guard entity.identity.property != nil else {
        return "try \(entity.type).Identity(object.number())"
    }
    let position = entity.columns.firstIndex(of: entity.identityKey) ?? 0
    let key = swiftLiteral(entity.identityKey)
    return "try \(entity.type).Identity(object.required(\(key), at: \(position)))"
}

private func reading(_ entity: EntityContext) -> String {
    let isNumbered = entity.identity.property == nil
    let assigned = isNumbered ? ["identity: identity(of: object)"] : []
    let arguments =
        assigned
        + entity.properties.enumerated().map { index, property in
            let value = reading(property, at: index + assigned.count)
            return "\(property.name.asLabel): \(value)"
        }
    let isThrowing =
        isNumbered
        || entity.properties.contains {
            let isRequired = !$0.isOptional && $0.absentValue == nil && $0.derivation == nil
            return $0.destination != nil || $0.isArchived || isRequired
        }
    return """
        \(isThrowing ? "try " : "")\(entity.type)(
        \(indented(arguments.joined(separator: ",\n"), 1))
        )
        """
}

private func reading(_ property: PropertyContext, at position: Int) -> String {
    let key = swiftLiteral(property.column)
    if let destination = property.destination {
        return property.isOptional
            ? "object.related(\(key)).map(\(destination)Mapping.identity)"
            : "\(destination)Mapping.identity(of: object.requiredRelated(\(key), at: \(position)))"
    }
    if property.isArchived {
        return property.isOptional
            ? "object.archived(\(key))" : "object.requiredArchived(\(key), at: \(position))"
    }
    // It is computed when the record is saved.
    if property.derivation != nil, !property.isOptional, let initial = property.initialValue {
        return "object.value(\(key)) ?? \(initial)"
    }
    if let absent = property.absentValue { return "object.value(\(key)) ?? \(absent)" }
    return property.isOptional
        ? "object.value(\(key))" : "object.required(\(key), at: \(position))"
}

private func filling(_ entity: EntityContext) -> String {
    let lines = entity.properties.filter { $0.destination == nil && $0.derivation == nil }
        .map { property in
            let value = "\(entity.variable).\(property.name.trimmingBackticks)"
            let arguments = "(\(value), \(swiftLiteral(property.column)))"
            return property.isArchived
                ? "try object.setArchived\(arguments)" : "object.set\(arguments)"
        }
    return lines.isEmpty ? "// It has no attributes of its own." : lines.joined(separator: "\n")
}

private func relating(_ entity: EntityContext) -> String {
    let lines = entity.properties.compactMap { property in
        property.destination.map { destination in
            called(
                "try records.relate",
                [
                    "object", swiftLiteral(property.column),
                    "to: \(entity.variable).\(property.name.trimmingBackticks)",
                    "\(destination)Mapping.self",
                ],
                depth: 2
            )
        }
    }
    return lines.isEmpty ? "// It holds no identities of others." : lines.joined(separator: "\n")
}

extension EntityContext {
    /// What a mapping calls a record beside its own parameters.
    fileprivate var variable: String {
        ["object", "records"].contains(singular) ? "\(singular)Record" : singular
    }

    /// The name in the model of the attribute that identifies.
    var identityKey: String { identity.column }
}
