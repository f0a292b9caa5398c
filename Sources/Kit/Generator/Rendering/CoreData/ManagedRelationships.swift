/// Methods of the manager that follow relationships, from one record or from many at once.
func managedRelationships(_ model: ModelContext) -> Code {
    let types = Dictionary(
        model.entities.map { ($0.type, $0) },
        uniquingKeysWith: { first, _ in first }
    )
    let methods = model.entities.flatMap { entity in
        entity.links.flatMap { link in
            types[link.destination].map { follow(link, from: entity, to: $0) } ?? []
        } + countedRelationships(of: entity)
    }
    if methods.isEmpty { return "" }
    return """

        // Relationships.
        extension \(model.managerName) {
        \(indented(methods.joined(separator: "\n\n"), 1))
        }

        """
}

private func follow(
    _ link: LinkContext,
    from entity: EntityContext,
    to destination: EntityContext
) -> [String] {
    if case .held(let property) = link.kind {
        let name = property.trimmingBackticks
        return [
            one(link, entity, "\(entity.singular).\(name)"),
            many(link, entity, destination.type, "\(entity.plural).map(\\.\(name))"),
        ]
    }
    let key = swiftLiteral(link.key)
    return [
        one(link, entity, "\(key), of: \(entity.singular)"),
        many(link, entity, entity.type, "\(key), of: \(entity.plural)"),
    ] + (link.isSet ? [setting(link, entity, destination)] : [])
}

private func one(_ link: LinkContext, _ entity: EntityContext, _ arguments: String) -> String {
    let (one, name) = (entity.singular, link.name.trimmingBackticks)
    let sentence =
        !link.isToMany ? ", or nil when it has none" : link.isOrdered ? ", in their order" : ""
    let result = "async throws -> \(returned(link))"
    return """
        /// The \(name) of the \(one.trimmingBackticks)\(sentence).
        \(method(link.name, "of \(one): \(entity.type)", result, call("related", arguments, one)))
        """
}

/// For many records at once. `key` is the type whose identities the result has: that of the related
/// records where the records hold these.
private func many(
    _ link: LinkContext,
    _ entity: EntityContext,
    _ key: String,
    _ arguments: String
) -> String {
    let (many, name) = (entity.plural, link.name.trimmingBackticks)
    let value = link.isToMany ? link.collection(of: link.destination) : link.destination
    var isHeld = false
    if case .held = link.kind { isHeld = true }
    let sentence =
        isHeld
        ? "The \(name) of any of the \(many.trimmingBackticks), by identity, in one query."
        : "The \(name) of each of the \(many.trimmingBackticks) that has any, in one query."
    let result = "async throws -> [\(key).Identity: \(value)]"
    return """
        /// \(sentence)
        \(method(link.methodOfMany(entity), "of \(many): [\(entity.type)]", result, call("related", arguments, many)))
        """
}

private func setting(
    _ link: LinkContext,
    _ entity: EntityContext,
    _ destination: EntityContext
) -> String {
    let (one, name) = (entity.singular, link.name.trimmingBackticks)
    let order = link.isOrdered ? ", in this order" : ""
    let identities = link.collection(of: "\(destination.type).Identity")
    let parameters = ["_ identities: \(identities)", "of \(one): \(entity.type)"]
    let call = call("relate", "\(swiftLiteral(link.key)), of: \(one), to: identities", one)
    return """
        /// Makes these the \(name) of the \(one.trimmingBackticks)\(order), in place of those that it had.
        \(signature("set\(name.capitalizedFirst)", parameters, "async throws {"))\(countGuard(link, entity))
            \(call)
        }
        """
}

/// On one line where 100 columns hold it.
private func method(
    _ name: String,
    _ parameter: String,
    _ result: String,
    _ body: String
) -> String {
    let line = "func \(name)(\(parameter)) \(result) { \(body) }"
    if fits(line, 4) { return line }
    return "\(signature(name, [parameter], "\(result) {"))\n    \(body)\n}"
}

/// `parameter` may hide the stack.
private func call(_ method: String, _ arguments: String, _ parameter: String) -> String {
    let stack = parameter.trimmingBackticks == "stack" ? "self.stack" : "stack"
    return "try await \(stack).\(method)(\(arguments))"
}
