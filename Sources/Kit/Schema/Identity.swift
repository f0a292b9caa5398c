/// What tells the records of an entity apart.
package enum IdentityRule: Sendable, Hashable {
    /// The attribute of this name; its value is the record's identity.
    case attribute(String)
    /// A number that the store gives out.
    case assigned

    /// The key of `userInfo` that names the identifying attribute.
    package static let userInfoKey = "relatedByAttribute"
}

extension Entity {
    /// The first that applies: the attribute which `userInfo` names, the attribute of a uniqueness
    /// constraint of one, `id`, `<entity>ID`; else a number that the store assigns. An attribute
    /// whose type cannot identify (a date, a floating point number, bytes) does not apply.
    package var identityRule: IdentityRule {
        if let inheritedIdentity { return inheritedIdentity }
        let single = uniquenessConstraints.filter { $0.count == 1 }.flatMap { $0 }
        let named = userInfo[IdentityRule.userInfoKey].map { [$0] } ?? []
        let candidates = named + single + ["id", "\(lowerCamel(name))ID"]
        let found = candidates.first { attribute(named: $0)?.canIdentify == true }
        return found.map(IdentityRule.attribute) ?? .assigned
    }

    package var identityAttribute: Attribute? {
        if case .attribute(let name) = identityRule { attribute(named: name) } else { nil }
    }
}

extension Attribute {
    package var canIdentify: Bool { type.canIdentify && !isTransient && !isDerived }
}

extension AttributeType {
    package var canIdentify: Bool { isInteger || self == .string || self == .uuid }
}
