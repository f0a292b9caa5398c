import Schema

/// Returns the extension of the manager with the methods that read and replace related records.
/// There is no empty line between the methods of one entity.
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

/// Returns the methods that read and replace related records, grouped by entity. A method that
/// reads related records has one record or many records as its argument.
func relationshipMethods(_ model: ModelContext) -> [[ManagerMethod]] {
    let types = Set(model.entities.map(\.type))
    let calls: any RelationshipCalls = model.backend == .store ? StoreCalls() : ManagedCalls()
    let groups = model.entities.map { entity -> [ManagerMethod] in
        let links = entity.links.filter { types.contains($0.destination) }
        return links.flatMap { Following(link: $0, entity: entity, calls: calls).methods }
            + countedRelationships(of: entity)
    }
    return groups.filter { !$0.isEmpty }
}

func returned(_ link: LinkContext) -> Code {
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

    /// Whether the manager has a method that replaces the related records. Otherwise, the
    /// relationship is changed by setting a property of a record.
    package var isSet: Bool {
        if case .joined = kind { return true }
        return positionColumn != nil
    }

    /// Returns the type of a collection of related records: an array if the relationship is
    /// ordered, otherwise a set.
    func collection(of element: String) -> Code { isOrdered ? "[\(element)]" : "Set<\(element)>" }

    /// Returns the name of the method that fetches the related records of many records, such as
    /// `authors` in `authors(of: books)`. Pluralizes the name of a to-one relationship, unless
    /// another relationship has the plural as its name, or has the same plural. Uses the name of a
    /// to-many relationship unchanged.
    func methodOfMany(_ entity: EntityContext) -> String {
        if isToMany { return name }
        let plural = pluralName(name.trimmingBackticks)
        let isTaken = entity.links.contains { other in
            let name = other.name.trimmingBackticks
            return name == plural.trimmingBackticks
                || other.name != self.name && !other.isToMany && pluralName(name) == plural
        }
        return isTaken ? name : plural
    }
}

/// The generated methods that read and replace the related records of one relationship.
private struct Following {
    let link: LinkContext
    let entity: EntityContext
    let calls: any RelationshipCalls

    var name: String { link.name.trimmingBackticks }
    var one: String { entity.noun }
    var many: String { entity.nouns }

    var methods: [ManagerMethod] {
        if case .held = link.kind {
            return [
                ofOne(calls.one(name, of: entity.singular)),
                ofMany(
                    "The \(name) of each of the \(many), keyed by the \(name)'s identity.",
                    "[\(link.destination).Identity: \(link.destination)]",
                    calls.many(name, of: entity.plural)
                ),
            ]
        }
        let value =
            link.isToMany ? link.collection(of: link.destination) : Code(link.destination)
        let related = [
            ofOne(calls.related(link, of: entity.singular)),
            ofMany(
                "The \(name) of the \(many) that have any, keyed by the \(one)'s identity.",
                "[\(entity.type).Identity: \(value)]",
                calls.related(link, of: entity.plural)
            ),
        ]
        return related + (link.isSet ? [setting] : [])
    }

    private func ofOne(_ body: Code) -> ManagerMethod {
        let end =
            !link.isToMany ? ", or nil when it has none" : link.isOrdered ? ", in their order" : ""
        return ManagerMethod(
            sentence: "The \(name) of the \(one)\(end).",
            name: link.name,
            parameters: ["of \(entity.singular): \(entity.type)"],
            result: returned(link),
            body: body
        )
    }

    private func ofMany(_ sentence: Code, _ result: Code, _ body: Code) -> ManagerMethod {
        ManagerMethod(
            sentence: sentence,
            name: link.methodOfMany(entity),
            parameters: ["of \(entity.plural): [\(entity.type)]"],
            result: result,
            body: body
        )
    }

    private var setting: ManagerMethod {
        let order = link.isOrdered ? ", in this order" : ""
        let identities = link.collection(of: "\(link.destination).Identity")
        return ManagerMethod(
            sentence:
                "Replaces the \(name) of the \(one) with these\(order).",
            name: "set\(name.capitalizedFirst)",
            parameters: ["_ identities: \(identities)", "of \(entity.singular): \(entity.type)"],
            result: "",
            body: calls.set(link, of: entity)
        )
    }
}
