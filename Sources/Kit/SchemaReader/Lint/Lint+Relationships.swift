import Schema

extension Lint {
    func relationship(_ relationship: Relationship, of entity: Entity, at offset: Int)
        -> [ModelFinding]
    {
        var found: [ModelFinding] = []
        if relationship.inverse == nil {
            found.append(
                finding(
                    .missingInverse,
                    at: offset,
                    "the relationship \"\(relationship.name)\" of \"\(entity.name)\" has no "
                        + "inverse",
                    fix:
                        "add one to \"\(relationship.destination)\" and choose it here: without "
                        + "it the two sides are not kept in step"
                )
            )
        }
        if relationship.deletionRule == .noAction {
            found.append(
                finding(
                    .noActionRule,
                    "deletionRule",
                    at: offset,
                    "deleting a \"\(entity.name)\" leaves the records of "
                        + "\"\(relationship.name)\" with references to nothing",
                    fix: "choose Nullify, Cascade or Deny, unless your code does that itself"
                )
            )
        }
        guard let name = relationship.inverse,
            let destination = index[relationship.destination],
            let inverse = index.relationship(name, of: destination)
        else { return found }
        if relationship.deletionRule == .cascade, !relationship.isToMany, inverse.isToMany {
            found.append(
                finding(
                    .cascadeToOwner,
                    "deletionRule",
                    at: offset,
                    "deleting one \"\(entity.name)\" deletes its \"\(relationship.name)\", which "
                        + "other records belong to",
                    fix: "choose Nullify"
                )
            )
        }
        if relationship.deletionRule == .nullify, !inverse.isToMany, !inverse.isOptional {
            found.append(
                finding(
                    .nullifiesRequired,
                    "deletionRule",
                    at: offset,
                    "deleting a \"\(entity.name)\" empties \"\(inverse.name)\" of "
                        + "\"\(destination.name)\", which must have a value: saving fails",
                    fix: "choose Cascade or Deny, or make \"\(inverse.name)\" optional"
                )
            )
        }
        return found
    }

    /// Features that CloudKit does not support, in an entity that is stored with CloudKit.
    func cloudKit(_ entity: Entity, _ places: ModelPlaces.EntityPlaces) -> [ModelFinding] {
        let named = schema.configurations.filter(\.usesCloudKit)
        let isInNamed = named.contains { $0.entities.contains(entity.name) }
        guard named.isEmpty ? schema.usesCloudKit : isInNamed else { return [] }
        func no(_ what: String, at offset: Int, fix: String) -> ModelFinding {
            finding(
                .cloudKitUnsupported,
                at: offset,
                "\(what) of \"\(entity.name)\" does not work with CloudKit",
                fix: fix
            )
        }
        var found = places.uniquenessConstraints.map {
            no("a uniqueness constraint", at: $0, fix: "remove it and merge records in code")
        }
        for (attribute, offset) in zip(entity.attributes, places.attributes)
        where !attribute.isOptional && attribute.defaultText == nil && !attribute.isTransient {
            found.append(
                no(
                    "the required attribute \"\(attribute.name)\"",
                    at: offset,
                    fix: "make it optional, or give it a default"
                )
            )
        }
        for (relationship, offset) in zip(entity.relationships, places.relationships) {
            let reasons = [
                (!relationship.isOptional, "the required", "make it optional"),
                (relationship.isOrdered, "the ordered", "keep the order in an attribute"),
                (relationship.deletionRule == .deny, "the rule Deny on the", "choose Nullify"),
                (relationship.inverse == nil, "the one-way", "give it an inverse"),
            ]
            found += reasons.filter(\.0).map {
                no("\($0.1) relationship \"\(relationship.name)\"", at: offset, fix: $0.2)
            }
        }
        return found
    }

    /// Properties that an ancestor declares as well, which Core Data does not allow.
    func redeclared(_ entity: Entity, _ places: ModelPlaces.EntityPlaces) -> [ModelFinding] {
        let ancestors = index.ancestors(of: entity)
        if ancestors.isEmpty { return [] }
        return zip(entity.propertyNames, places.attributes + places.relationships).compactMap {
            name,
            offset in
            ancestors.first { index.declares(name, in: $0) }.map {
                finding(
                    .redeclaredProperty,
                    at: offset,
                    "\"\(name)\" of \"\(entity.name)\" is in its ancestor \"\($0.name)\" too",
                    fix: "remove it here, or rename it"
                )
            }
        }
    }
}
