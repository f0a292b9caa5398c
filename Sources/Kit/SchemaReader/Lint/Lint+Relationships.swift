import Schema

extension Lint {
    mutating func relationship(_ relationship: Relationship, of entity: Entity, at offset: Int) {
        if relationship.inverse == nil {
            report(
                .missingInverse,
                at: offset,
                "the relationship \"\(relationship.name)\" of \"\(entity.name)\" has no "
                    + "inverse",
                fix:
                    "add a relationship to the entity \"\(relationship.destination)\", and choose the new "
                    + "relationship as the inverse; Core Data then updates both sides"
            )
        }
        if relationship.deletionRule == .noAction {
            report(
                .noActionRule,
                "deletionRule",
                at: offset,
                "deleting a record of \"\(entity.name)\" leaves dangling references in the records "
                    + "related through \"\(relationship.name)\"",
                fix: "choose Nullify, Cascade or Deny, unless your code removes these references"
            )
        }
        guard let name = relationship.inverse,
            let destination = index[relationship.destination],
            let inverse = index.relationship(name, of: destination)
        else { return }
        if relationship.deletionRule == .cascade, !relationship.isToMany, inverse.isToMany {
            report(
                .cascadeToOwner,
                "deletionRule",
                at: offset,
                "deleting one \"\(entity.name)\" also deletes its \"\(relationship.name)\", which "
                    + "other records may share",
                fix: "choose Nullify"
            )
        }
        if relationship.deletionRule == .nullify, !inverse.isToMany, !inverse.isOptional {
            report(
                .nullifiesRequired,
                "deletionRule",
                at: offset,
                "deleting a record of \"\(entity.name)\" clears the required relationship "
                    + "\"\(inverse.name)\" of \"\(destination.name)\", so saving fails",
                fix: "choose Cascade or Deny, or make \"\(inverse.name)\" optional"
            )
        }
    }

    /// Reports the features of the entity that CloudKit does not support. Does nothing for an
    /// entity that is not stored with CloudKit.
    mutating func cloudKit(_ entity: Entity, _ places: ModelPlaces.EntityPlaces) {
        let named = schema.configurations.filter(\.usesCloudKit)
        let isInNamed = named.contains { $0.entities.contains(entity.name) }
        guard named.isEmpty ? schema.usesCloudKit : isInNamed else { return }
        func no(_ what: String, at offset: Int, fix: String) {
            report(
                .cloudKitUnsupported,
                at: offset,
                "\(what) of \"\(entity.name)\" does not work with CloudKit",
                fix: fix
            )
        }
        for place in places.uniquenessConstraints {
            no(
                "a uniqueness constraint",
                at: place,
                fix: "remove the constraint, and merge duplicate records in your code"
            )
        }
        for (attribute, offset) in zip(entity.attributes, places.attributes)
        where !attribute.isOptional && attribute.defaultText == nil && !attribute.isTransient {
            no(
                "the required attribute \"\(attribute.name)\"",
                at: offset,
                fix: "make the attribute optional, or give it a default"
            )
        }
        for (relationship, offset) in zip(entity.relationships, places.relationships) {
            let reasons = [
                (
                    !relationship.isOptional, "the required relationship",
                    "make the relationship optional"
                ),
                (
                    relationship.isOrdered, "the ordered relationship",
                    "store the order in an attribute"
                ),
                (
                    relationship.deletionRule == .deny,
                    "the deletion rule Deny of the relationship", "choose Nullify"
                ),
                (
                    relationship.inverse == nil, "the one-way relationship",
                    "choose an inverse for the relationship"
                ),
            ]
            for (isSo, words, fix) in reasons where isSo {
                no("\(words) \"\(relationship.name)\"", at: offset, fix: fix)
            }
        }
    }

    /// Reports properties that an ancestor also declares. Core Data does not allow such properties.
    mutating func redeclared(_ entity: Entity, _ places: ModelPlaces.EntityPlaces) {
        let ancestors = index.ancestors(of: entity)
        if ancestors.isEmpty { return }
        for (name, offset) in zip(entity.propertyNames, places.attributes + places.relationships) {
            guard let other = ancestors.first(where: { declared[$0.name]?.contains(name) == true })
            else {
                continue
            }
            report(
                .redeclaredProperty,
                at: offset,
                "\"\(entity.name)\" declares the property \"\(name)\", which it already inherits "
                    + "from \"\(other.name)\"",
                fix: "remove or rename the property in \"\(entity.name)\""
            )
        }
    }
}
