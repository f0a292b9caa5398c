import Schema
import XML

extension DocumentWriter {
    mutating func entity(
        _ entity: Entity,
        _ places: ModelPlaces.EntityPlaces,
        _ source: SourceText
    ) {
        field("name", entity.name)
        place(places.tag, source)
        field("abstract", entity.isAbstract)
        field("parent", entity.parent)
        field("className", entity.className)
        field("codeGeneration", entity.codeGeneration.rawValue)
        mark("syncable", entity.isSyncable)
        field("renamingIdentifier", entity.renamingIdentifier)
        field("versionHashModifier", entity.versionHashModifier)
        field("spotlightDisplayName", entity.spotlightDisplayName)
        objects("attributes", zip(entity.attributes, places.attributes).map { $0 }) {
            $0.attribute($1.0, $1.1, source)
        }
        objects("relationships", zip(entity.relationships, places.relationships).map { $0 }) {
            $0.relationship($1.0, $1.1, source)
        }
        objects(
            "fetchedProperties",
            zip(entity.fetchedProperties, places.fetchedProperties).map { $0 }
        ) {
            $0.fetchedProperty($1.0, $1.1, source)
        }
        lists("uniquenessConstraints", entity.uniquenessConstraints)
        objects("fetchIndexes", entity.fetchIndexes) { writer, index in
            writer.field("name", index.name)
            writer.field("predicate", index.predicate)
            writer.objects("elements", index.elements) { writer, element in
                writer.field("property", element.property)
                writer.field("expression", element.expression)
                writer.field("expressionType", element.expressionType)
                writer.field("kind", element.kind.rawValue)
                writer.field("order", element.isDescending ? "descending" : "ascending")
            }
        }
        lists("compoundIndexes", entity.compoundIndexes)
        dictionary("userInfo", entity.userInfo)
    }

    mutating func attribute(_ attribute: Attribute, _ offset: Int, _ source: SourceText) {
        field("name", attribute.name)
        place(offset, source)
        field("type", attribute.type.rawValue)
        field("optional", attribute.isOptional)
        field("default", attribute.defaultText)
        field("scalar", attribute.usesScalar)
        field("transient", attribute.isTransient)
        mark("derived", attribute.isDerived)
        field("derivation", attribute.derivation)
        field("customClass", attribute.customClass)
        field("valueTransformer", attribute.valueTransformer)
        field("composite", attribute.compositeName)
        field("minimum", attribute.validation.minimum)
        field("maximum", attribute.validation.maximum)
        field("regularExpression", attribute.validation.regularExpression)
        mark("syncable", attribute.isSyncable)
        mark("indexed", attribute.isIndexed)
        mark("spotlight", attribute.isIndexedBySpotlight)
        mark("externalStorage", attribute.allowsExternalStorage)
        mark("externalRecord", attribute.isStoredInExternalRecord)
        mark("cloudEncryption", attribute.allowsCloudEncryption)
        mark("preservedAfterDeletion", attribute.isPreservedAfterDeletion)
        field("renamingIdentifier", attribute.renamingIdentifier)
        field("versionHashModifier", attribute.versionHashModifier)
        dictionary("userInfo", attribute.userInfo)
    }

    fileprivate mutating func relationship(
        _ relationship: Relationship,
        _ offset: Int,
        _ source: SourceText
    ) {
        field("name", relationship.name)
        place(offset, source)
        field("destination", relationship.destination)
        field("toMany", relationship.isToMany)
        field("ordered", relationship.isOrdered)
        field("optional", relationship.isOptional)
        field("minimumCount", relationship.minimumCount)
        field("maximumCount", relationship.maximumCount)
        field("deletionRule", relationship.deletionRule.rawValue)
        field("inverse", relationship.inverse)
        field("inverseEntity", relationship.inverseEntity)
        field("transient", relationship.isTransient)
        mark("syncable", relationship.isSyncable)
        mark("indexed", relationship.isIndexed)
        mark("spotlight", relationship.isIndexedBySpotlight)
        mark("externalRecord", relationship.isStoredInExternalRecord)
        field("renamingIdentifier", relationship.renamingIdentifier)
        field("versionHashModifier", relationship.versionHashModifier)
        dictionary("userInfo", relationship.userInfo)
    }

    fileprivate mutating func fetchedProperty(
        _ property: FetchedProperty,
        _ offset: Int,
        _ source: SourceText
    ) {
        field("name", property.name)
        place(offset, source)
        field("optional", property.isOptional)
        mark("syncable", property.isSyncable)
        if let request = property.request {
            object("fetchRequest") { $0.request(request) }
        }
        field("renamingIdentifier", property.renamingIdentifier)
        field("versionHashModifier", property.versionHashModifier)
        dictionary("userInfo", property.userInfo)
    }

    mutating func fetchRequest(_ request: FetchRequest, _ offset: Int, _ source: SourceText) {
        self.request(request)
        place(offset, source)
    }

    private mutating func request(_ request: FetchRequest) {
        field("name", request.name)
        field("entity", request.entity)
        field("predicate", request.predicate)
        field("resultType", request.resultType)
        field("limit", request.limit)
        field("batchSize", request.batchSize)
        field("includesSubentities", request.includesSubentities)
        field("includesPropertyValues", request.includesPropertyValues)
        field("includesPendingChanges", request.includesPendingChanges)
        field("returnsObjectsAsFaults", request.returnsObjectsAsFaults)
        field("returnsDistinctResults", request.returnsDistinctResults)
    }
}
