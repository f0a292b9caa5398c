/// The rule that determines the identity of an entity's records.
package enum IdentityRule: Sendable, Hashable {
    /// The value of the attribute with this name is the record's identity.
    case attribute(String)
    /// A number that the store assigns.
    case assigned

    /// The key in `userInfo` whose value is the name of the identifying attribute.
    package static let userInfoKey = "relatedByAttribute"
}

extension Entity {
    /// The identity rule of the entity. The first of these that exists determines the identity:
    ///
    /// - ``inheritedIdentity``
    /// - the attribute that `userInfo` names
    /// - the attribute of the first uniqueness constraint with only one attribute
    /// - a number that the store assigns
    ///
    /// An attribute does not count if it is transient or derived, or if it is not an integer, a
    /// string or a UUID. The identity is never guessed from an attribute's name, because a wrong
    /// guess would merge records.
    package var identityRule: IdentityRule {
        if let inheritedIdentity { return inheritedIdentity }
        if let name = userInfo[IdentityRule.userInfoKey], canIdentify(name) {
            return .attribute(name)
        }
        for constraint in uniquenessConstraints {
            guard let name = constraint.first, constraint.allSatisfy({ $0 == name }) else {
                continue
            }
            if canIdentify(name) { return .attribute(name) }
        }
        return .assigned
    }

    private func canIdentify(_ name: String) -> Bool {
        attributes.firstIndex { $0.name == name }.map { attributes[$0].canIdentify } == true
    }

    package var identityAttribute: Attribute? {
        if case .attribute(let name) = identityRule { attribute(named: name) } else { nil }
    }
}

extension Schema {
    /// The root entities that have neither an identifying attribute nor a uniqueness constraint.
    /// Their records are identified only by the numbers that the store assigns.
    package var numberedEntities: [Entity] {
        entities.filter { entity in
            ancestors(of: entity).isEmpty && entity.identityRule == .assigned
                && entity.uniquenessConstraints.isEmpty
        }
    }

    /// Returns a copy of the schema in which the properties named in `key` identify the records of
    /// `entity`. If `key` is a single attribute that can be an identity, the entity's `userInfo`
    /// names this attribute. Any other key becomes the first uniqueness constraint, and the entry
    /// that names an attribute is removed from `userInfo`.
    package func identifying(_ entity: String, by key: [String]) -> Schema {
        guard let index = entities.firstIndex(where: { $0.name == entity }) else { return self }
        var result = self
        var changed = entities[index]
        if key.count == 1, changed.attribute(named: key[0])?.canIdentify == true {
            changed.userInfo[IdentityRule.userInfoKey] = key[0]
        } else {
            changed.userInfo[IdentityRule.userInfoKey] = nil
            changed.uniquenessConstraints.removeAll { Set($0) == Set(key) }
            changed.uniquenessConstraints.insert(key, at: 0)
        }
        result.entities[index] = changed
        return result
    }

    /// A copy of the schema without the default values that would give two records the same key. If
    /// the identity attribute has a default value, this value is removed. If all attributes of a
    /// uniqueness constraint have default values, all these values are removed.
    package var withoutDefaultsOfKeys: Schema {
        if entities.allSatisfy({ $0.attributes.allSatisfy { $0.defaultText == nil } }) {
            return self
        }
        var result = self
        for entity in withInheritedProperties.entities {
            let identity = entity.identityAttribute.map { [[$0.name]] } ?? []
            for key in identity + entity.uniquenessConstraints {
                let attributes = key.map(entity.attribute)
                if attributes.contains(where: { $0?.defaultText == nil }) { continue }
                let line = Set([entity.name] + ancestors(of: entity).map(\.name))
                for index in result.entities.indices
                where line.contains(result.entities[index].name) {
                    result.entities[index].removeDefaults(of: key)
                }
            }
        }
        return result
    }
}

extension Entity {
    fileprivate mutating func removeDefaults(of names: [String]) {
        for index in attributes.indices where names.contains(attributes[index].name) {
            attributes[index].defaultText = nil
        }
    }
}

extension Attribute {
    package var canIdentify: Bool { type.canIdentify && !isTransient && !isDerived }
}

extension AttributeType {
    package var canIdentify: Bool { isInteger || self == .string || self == .uuid }
}
