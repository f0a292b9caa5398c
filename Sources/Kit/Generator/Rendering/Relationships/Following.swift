import Schema

/// Returns the extension of the manager with the methods that follow relationships. The methods of
/// one entity have no empty line between them.
func relationships(_ model: ModelContext) -> Code {
    let access = model.options.access
    let groups = relationshipMethods(model).map { group in
        Code.joined(group.map { $0.code(access) }, by: "\n")
    }
    if groups.isEmpty { return "" }
    return """

        // Relationships.
        extension \(model.managerName) {
        \(indented: .joined(groups, by: "\n\n"), 1)
        }

        """
}

/// Returns the methods that follow relationships, from one record or from many at once, grouped by
/// entity.
func relationshipMethods(_ model: ModelContext) -> [[ManagerMethod]] {
    let types = Set(model.entities.map(\.type))
    let calls: any RelationshipCalls = model.backend == .store ? StoreCalls() : ManagedCalls()
    let groups = model.entities.map { entity -> [ManagerMethod] in
        let links = entity.links.filter { types.contains($0.destination) }
        return links.flatMap { follow($0, from: entity, calls) }
            + countedRelationships(of: entity)
    }
    return groups.filter { !$0.isEmpty }
}

func returned(_ link: LinkContext) -> String {
    link.isToMany ? link.collection(of: link.destination) : "\(link.destination)?"
}

extension LinkContext {
    package var isToMany: Bool {
        switch kind {
        case .inverse(let isToMany): isToMany
        case .joined: true
        case .held: false
        }
    }

    /// Whether the manager has a method that replaces the related records. Other relationships are
    /// set through a property of a record.
    package var isSet: Bool {
        if case .joined = kind { return true }
        return positionColumn != nil
    }

    /// Returns the type of a collection of related records: an array if the relationship is
    /// ordered, otherwise a set.
    func collection(of element: String) -> String {
        isOrdered ? "[\(element)]" : "Set<\(element)>"
    }

    /// Returns the name of the method that follows the relationship from many records: `authors(of:
    /// books)`. A to-many relationship keeps its name, and so does a to-one relationship whose
    /// plural is the name of another relationship.
    func methodOfMany(_ entity: EntityContext) -> String {
        if isToMany { return name }
        let plural = pluralName(name.trimmingBackticks)
        return entity.links.contains { $0.name.trimmingBackticks == plural.trimmingBackticks }
            ? name : plural
    }
}

private func follow(
    _ link: LinkContext,
    from entity: EntityContext,
    _ calls: any RelationshipCalls
) -> [ManagerMethod] {
    if case .held(let property) = link.kind {
        let name = property.trimmingBackticks
        return [held(link, name, entity, calls), heldByMany(link, name, entity, calls)]
    }
    return [related(link, entity, calls), relatedToMany(link, entity, calls)]
        + (link.isSet ? [setting(link, entity, calls)] : [])
}

private func held(
    _ link: LinkContext,
    _ property: String,
    _ entity: EntityContext,
    _ calls: any RelationshipCalls
) -> ManagerMethod {
    ManagerMethod(
        sentence:
            "The \(link.name.trimmingBackticks) of the \(entity.singular.trimmingBackticks), or nil when it has none.",
        name: link.name,
        parameters: ["of \(entity.singular): \(entity.type)"],
        result: "\(link.destination)?",
        body: calls.one(property, of: entity.singular)
    )
}

private func heldByMany(
    _ link: LinkContext,
    _ property: String,
    _ entity: EntityContext,
    _ calls: any RelationshipCalls
) -> ManagerMethod {
    ManagerMethod(
        sentence:
            "The \(link.name.trimmingBackticks) of any of the \(entity.plural.trimmingBackticks), by identity.",
        name: link.methodOfMany(entity),
        parameters: ["of \(entity.plural): [\(entity.type)]"],
        result: "[\(link.destination).Identity: \(link.destination)]",
        body: calls.many(property, of: entity.plural)
    )
}

private func related(
    _ link: LinkContext,
    _ entity: EntityContext,
    _ calls: any RelationshipCalls
) -> ManagerMethod {
    let end =
        !link.isToMany ? ", or nil when it has none" : link.isOrdered ? ", in their order" : ""
    return ManagerMethod(
        sentence:
            "The \(link.name.trimmingBackticks) of the \(entity.singular.trimmingBackticks)\(end).",
        name: link.name,
        parameters: ["of \(entity.singular): \(entity.type)"],
        result: returned(link),
        body: calls.related(link, of: entity.singular)
    )
}

private func relatedToMany(
    _ link: LinkContext,
    _ entity: EntityContext,
    _ calls: any RelationshipCalls
) -> ManagerMethod {
    let value = link.isToMany ? link.collection(of: link.destination) : link.destination
    return ManagerMethod(
        sentence:
            "The \(link.name.trimmingBackticks) of each of the \(entity.plural.trimmingBackticks) that has any.",
        name: link.methodOfMany(entity),
        parameters: ["of \(entity.plural): [\(entity.type)]"],
        result: "[\(entity.type).Identity: \(value)]",
        body: calls.related(link, of: entity.plural)
    )
}

private func setting(
    _ link: LinkContext,
    _ entity: EntityContext,
    _ calls: any RelationshipCalls
) -> ManagerMethod {
    let name = link.name.trimmingBackticks
    let order = link.isOrdered ? ", in this order" : ""
    let identities = link.collection(of: "\(link.destination).Identity")
    return ManagerMethod(
        sentence:
            "Makes these the \(name) of the \(entity.singular.trimmingBackticks)\(order), in place of those that it had.",
        name: "set\(name.capitalizedFirst)",
        parameters: ["_ identities: \(identities)", "of \(entity.singular): \(entity.type)"],
        result: "",
        body: calls.set(link, of: entity)
    )
}
