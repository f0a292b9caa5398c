/// Returns an initializer that other modules can call, unlike the memberwise initializer that Swift
/// synthesizes. Returns an empty string if the records are internal.
func initializer(_ entity: EntityContext, _ access: GenerationOptions.Access) -> String {
    if access == .internal { return "" }
    let assigned = entity.identity.property == nil ? ["identity"] : []
    let parameters: [Code] =
        assigned.map { "\($0): Identity? = nil" } + entity.properties.map(parameter)
    let names = assigned + entity.properties.map(\.name)
    let text = """
        \(parameterList("\(access.prefix)init", parameters, " {", at: 4))
        \(indented(names.map { "self.\($0.trimmingBackticks) = \($0)" }.joined(separator: "\n"), 1))
        }
        """
    return "\n\n" + indented(text, 1)
}

private func parameter(_ property: PropertyContext) -> Code {
    let mark = property.isOptional ? "?" : ""
    let initial = property.initialValue ?? (property.isOptional ? "nil" : nil)
    let value = initial.map { " = \($0)" } ?? ""
    return "\(property.name): \(property.type)\(mark)\(value)"
}

/// Returns the call that initializes a record from the columns of a row, on one line if it fits.
func rowInitialization(_ entity: EntityContext) -> Code {
    called(entity.needsTry ? "try self.init" : "self.init", readArguments(entity), at: 8)
}
