import Schema

/// Methods of the manager that follow relationships, from one record or from many at once.
func relationships(_ model: ModelContext) -> Code {
    let types = Set(model.entities.map(\.type))
    let methods = model.entities.flatMap { entity -> [Code] in
        entity.links.filter { types.contains($0.destination) }.map { follow($0, from: entity) }
            + countedRelationships(of: entity).map { "\($0)" }
    }
    if methods.isEmpty { return "" }
    return """

        // Relationships.
        extension \(model.managerName) {
        \(indented: .joined(methods, by: "\n\n"), 1)
        }

        """
}

func returned(_ link: LinkContext) -> String {
    link.isToMany ? link.collection(of: link.destination) : "\(link.destination)?"
}

extension LinkContext {
    var isToMany: Bool {
        switch kind {
        case .inverse(_, let isToMany): isToMany
        case .joined: true
        case .held: false
        }
    }

    /// Whether the manager has a method that puts records in place of the related ones: the other
    /// relationships are a property of a record.
    var isSet: Bool {
        if case .joined = kind { return true }
        return positionColumn != nil
    }

    /// An array where the model gives an order, else a set.
    func collection(of element: String) -> String {
        isOrdered ? "[\(element)]" : "Set<\(element)>"
    }

    /// The method that follows the relationship from many records: `authors(of: books)`. A relationship
    /// to many has its own name, and so has one whose plural is that of another.
    func methodOfMany(_ entity: EntityContext) -> String {
        if isToMany { return name }
        let plural = pluralName(name.trimmingBackticks)
        return entity.links.contains { $0.name.trimmingBackticks == plural.trimmingBackticks }
            ? name : plural
    }
}

private func follow(_ link: LinkContext, from entity: EntityContext) -> Code {
    let methods: [Code] =
        if case .held(let property) = link.kind {
            [held(link, property, entity), heldByMany(link, property, entity)]
        } else {
            [related(link, entity), relatedToMany(link, entity)]
                + (link.isSet ? [setting(link, entity)] : [])
        }
    return .joined(methods, by: "\n")
}

/// The sentence, and the method on one line where it fits.
func method(
    _ sentence: String,
    _ name: String,
    _ parameters: [String],
    _ result: String,
    _ body: String
) -> Code {
    let head = callerSignature(
        name,
        parameters,
        "async throws\(result.isEmpty ? "" : " -> \(result)") {"
    )
    let line = "\(head) \(body) }"
    if !head.contains("\n"), fits(line, 4) { return "\(comment(sentence))\n\(line)" }
    return "\(comment(sentence))\n\(head)\n\(indented(body, 1))\n}"
}

private func held(_ link: LinkContext, _ property: String, _ entity: EntityContext) -> Code {
    let one = entity.singular
    return method(
        "The \(link.name.trimmingBackticks) of the \(one.trimmingBackticks), or nil when it has none.",
        link.name,
        ["of \(one): \(entity.type)"],
        "\(link.destination)?",
        "try await keeping.retrieve(\(one).\(property.trimmingBackticks))"
    )
}

private func heldByMany(_ link: LinkContext, _ property: String, _ entity: EntityContext) -> Code {
    let many = entity.plural
    return method(
        "The \(link.name.trimmingBackticks) of any of the \(many.trimmingBackticks), by identity.",
        link.methodOfMany(entity),
        ["of \(many): [\(entity.type)]"],
        "[\(link.destination).Identity: \(link.destination)]",
        "try await keeping.retrieve(all: \(many).map { $0.\(property.trimmingBackticks) })"
    )
}

private func related(_ link: LinkContext, _ entity: EntityContext) -> Code {
    let one = entity.singular
    let sentence =
        !link.isToMany ? ", or nil when it has none" : link.isOrdered ? ", in their order" : ""
    return method(
        "The \(link.name.trimmingBackticks) of the \(one.trimmingBackticks)\(sentence).",
        link.name,
        ["of \(one): \(entity.type)"],
        returned(link),
        following(link, one)
    )
}

private func relatedToMany(_ link: LinkContext, _ entity: EntityContext) -> Code {
    let many = entity.plural
    let value = link.isToMany ? link.collection(of: link.destination) : link.destination
    return method(
        "The \(link.name.trimmingBackticks) of each of the \(many.trimmingBackticks) that has any.",
        link.methodOfMany(entity),
        ["of \(many): [\(entity.type)]"],
        "[\(entity.type).Identity: \(value)]",
        following(link, many)
    )
}

private func following(_ link: LinkContext, _ owner: String) -> String {
    let method = !link.isToMany ? "one" : link.isOrdered ? "list" : "set"
    return "try await keeping.\(method)(\(swiftLiteral(link.key)), of: \(owner))"
}

private func setting(_ link: LinkContext, _ entity: EntityContext) -> Code {
    let (one, name) = (entity.singular, link.name.trimmingBackticks)
    let order = link.isOrdered ? ", in this order" : ""
    let identities = link.collection(of: "\(link.destination).Identity")
    let arguments =
        [swiftLiteral(link.key), "of: \(one)", "to: identities", "\(link.destination).self"]
        + link.counts
    return method(
        "Makes these the \(name) of the \(one.trimmingBackticks)\(order), in place of those that it had.",
        "set\(name.capitalizedFirst)",
        ["_ identities: \(identities)", "of \(one): \(entity.type)"],
        "",
        called("try await keeping.set", arguments, depth: 2)
    )
}
