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
        if let name = userInfo[IdentityRule.userInfoKey], canIdentify(name) {
            return .attribute(name)
        }
        for constraint in uniquenessConstraints where constraint.count == 1 {
            if canIdentify(constraint[0]) { return .attribute(constraint[0]) }
        }
        if canIdentify("id") { return .attribute("id") }
        let name = "\(lowerCamel(name))ID"
        return canIdentify(name) ? .attribute(name) : .assigned
    }

    /// The first attribute that would identify the records but for what it is, where the store numbers
    /// them in its place; nil for an inherited identity.
    package var misfitIdentity: Attribute? {
        guard parent == nil, identityRule == .assigned else { return nil }
        let constrained = uniquenessConstraints.filter { $0.count == 1 }.map { $0[0] }
        return (constrained + ["id", "\(lowerCamel(name))ID"]).lazy
            .compactMap { attribute(named: $0) }.first
    }

    private func canIdentify(_ name: String) -> Bool {
        attributes.first { $0.name == name }?.canIdentify == true
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
