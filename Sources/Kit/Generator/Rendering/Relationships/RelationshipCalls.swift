/// A generator of the calls in the bodies of relationship methods. Each backend has its own
/// generator.
protocol RelationshipCalls: Sendable {
    /// Returns a call that fetches one record. The value of `property` in `record` is the fetched
    /// record's identity.
    func one(_ property: String, of record: String) -> Code

    /// Returns a call that fetches the records to which `records` refer. The values of `property`
    /// in `records` are the fetched records' identities.
    func many(_ property: String, of records: String) -> Code

    /// Returns a call that fetches the records related to `owner`, which is one record or an array
    /// of records.
    func related(_ link: LinkContext, of owner: String) -> Code

    /// Returns the statements that replace the related records. The new related records are those
    /// with the identities in the variable `identities`.
    func set(_ link: LinkContext, of entity: EntityContext) -> Code
}

/// Calls to the `RecordBackend` in the manager's property `keeping`.
struct StoreCalls: RelationshipCalls {
    func one(_ property: String, of record: String) -> Code {
        "try await keeping.retrieve(\(record).\(property))"
    }

    func many(_ property: String, of records: String) -> Code {
        "try await keeping.retrieve(all: \(records).map { $0.\(property) })"
    }

    func related(_ link: LinkContext, of owner: String) -> Code {
        let method = !link.isToMany ? "one" : link.isOrdered ? "list" : "set"
        return "try await keeping.\(method)(\(swiftLiteral(link.key)), of: \(owner))"
    }

    func set(_ link: LinkContext, of entity: EntityContext) -> Code {
        let arguments: [Code] = [
            "\(swiftLiteral(link.key))", "of: \(entity.singular)", "to: identities",
            "\(link.destination).self",
        ]
        return called("try await keeping.set", arguments + link.counts.map(Code.init(_:)), at: 8)
    }
}

/// Calls to the `ManagedStack` in the manager's property `stack`. The calls use `self.stack` if a
/// parameter is also named `stack`.
struct ManagedCalls: RelationshipCalls {
    func one(_ property: String, of record: String) -> Code {
        "try await \(stack(record)).related(\(record).\(property))"
    }

    func many(_ property: String, of records: String) -> Code {
        "try await \(stack(records)).related(\(records).map(\\.\(property)))"
    }

    func related(_ link: LinkContext, of owner: String) -> Code {
        "try await \(stack(owner)).related(\(swiftLiteral(link.key)), of: \(owner))"
    }

    func set(_ link: LinkContext, of entity: EntityContext) -> Code {
        let one = entity.singular
        let key = swiftLiteral(link.key)
        let arguments: [Code] = ["\(key)", "of: \(one)", "to: identities"]
        let call = called("try await \(stack(one)).relate", arguments, at: 8)
        return countGuard(link, entity).map { "\($0)\n\(call)" } ?? call
    }

    private func stack(_ parameter: String) -> String {
        parameter.trimmingBackticks == "stack" ? "self.stack" : "stack"
    }
}
