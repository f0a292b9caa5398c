/// Returns an extension of the entity's data access object with look-up methods. There is one
/// method for each uniqueness constraint, except those with properties that a query cannot compare.
/// The method finds the record with the given values. If there are no methods, returns an empty
/// string.
func lookUps(_ entity: EntityContext, _ access: GenerationOptions.Access) -> String {
    let methods = entity.uniqueness.compactMap { lookUp(entity, $0, access) }
    if methods.isEmpty { return "" }
    return """

        extension \(entity.type)DAO {
        \(indented(methods.joined(separator: "\n\n"), 1))
        }

        """
}

/// Returns whether a look-up method has a parameter whose type is from Foundation.
func lookUpsNeedFoundation(_ entity: EntityContext) -> Bool {
    entity.uniqueness.compactMap { compared(entity, $0) }.joined()
        .contains { ["Date", "UUID", "URL"].contains($0.type) }
}

/// Returns the properties of a uniqueness constraint. Returns nil if a column has no property. Also
/// returns nil if a property is a collection, `Data` or `Decimal`, because queries cannot compare
/// these types.
private func compared(_ entity: EntityContext, _ columns: [String]) -> [PropertyContext]? {
    let properties = columns.compactMap { column in
        entity.properties.first { $0.column == column }
    }
    let isComparable = properties.allSatisfy {
        !$0.isCollection && !["Data", "Decimal"].contains($0.type)
    }
    return properties.count == columns.count && isComparable ? properties : nil
}

private func lookUp(
    _ entity: EntityContext,
    _ columns: [String],
    _ access: GenerationOptions.Access
) -> String? {
    guard let properties = compared(entity, columns) else { return nil }
    let values = properties.map { property in
        let value = property.destination == nil ? property.name : "\(property.name).value"
        return "\(swiftLiteral(property.column)): StoredValue(\(value))"
    }
    let parameters = properties.map { property -> Code in "\(property.name): \(property.type)" }
    // A parameter with the method's name hides the method.
    let isHidden = properties.contains { $0.name == "retrieve" }
    let call = "try await \(isHidden ? "self." : "")retrieve"
    return """
        /// The \(entity.noun) with these unique values, or nil.
        \(callerSignature("retrieve", parameters, "async throws -> \(entity.type)? {", access))
        \(indented(called(call, ["unique: [\(values.joined(separator: ", "))]"], depth: 2), 1))
        }
        """
}
