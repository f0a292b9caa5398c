import Diagnostics
import Schema
import XML

extension ModelReader {
    mutating func attribute(_ tag: XMLTag) throws(XMLFault) -> Attribute {
        var fields = Fields(tag)
        let name = fields.required("name")
        let type: AttributeType? = fields.choice("attributeType", "unknown-type", instead: "")
        if type == nil, let written = tag.attributes.first(where: { $0.name == "attributeType" }) {
            keep(written, of: tag)
        }
        var attribute = Attribute(
            name: name,
            type: type ?? .undefined,
            isOptional: fields.flag("optional") ?? false
        )
        attribute.defaultText = value(
            "defaultValueString",
            "defaultDateTimeInterval",
            &fields,
            type
        )
        attribute.validation = Attribute.Validation(
            minimum: value("minValueString", "minDateTimeInterval", &fields, type),
            maximum: value("maxValueString", "maxDateTimeInterval", &fields, type),
            regularExpression: fields.word("regularExpressionString")
        )
        flags(&attribute, &fields)
        attribute.derivation = fields.word("derivationExpression")
        attribute.customClass = fields.word("customClassName")
        attribute.valueTransformer = fields.word("valueTransformerName")
        attribute.compositeName = fields.word("composite")
        attribute.renamingIdentifier = fields.word("elementID")
        attribute.versionHashModifier = fields.word("versionHashModifier")
        close(fields, knowing: Words.attribute)
        try each("userInfo", in: tag) { (reader, child) throws(XMLFault) in
            try reader.userInfo(child, into: &attribute.userInfo)
        }
        return attribute
    }

    private func flags(_ attribute: inout Attribute, _ fields: inout Fields) {
        attribute.usesScalar = fields.flag("usesScalarValueType")
        attribute.isTransient = fields.flag("transient") ?? false
        attribute.isSyncable = fields.flag("syncable") ?? false
        attribute.isIndexed = fields.flag("indexed") ?? false
        attribute.isIndexedBySpotlight = fields.flag("spotlightIndexingEnabled") ?? false
        attribute.allowsExternalStorage = fields.flag("allowsExternalBinaryDataStorage") ?? false
        attribute.allowsCloudEncryption = fields.flag("allowsCloudEncryption") ?? false
        attribute.isPreservedAfterDeletion = fields.flag("preserveAfterDeletion") ?? false
        attribute.isStoredInExternalRecord = fields.flag("storedInTruthFile") ?? false
        attribute.isDerived = fields.flag("derived") ?? false
    }

    /// Returns a value that can be in either of two XML attributes. When the type of a property
    /// changes, the model editor may leave the XML attribute for the old type in the file. If both
    /// XML attributes are present, returns the value for the current type, and keeps and reports
    /// the other XML attribute.
    ///
    /// - Parameters:
    ///   - plain: Name of the XML attribute for all types except dates.
    ///   - interval: Name of the XML attribute for dates.
    private mutating func value(
        _ plain: String,
        _ interval: String,
        _ fields: inout Fields,
        _ type: AttributeType?
    ) -> String? {
        let text = fields.take(plain)
        let seconds = fields.take(interval)
        let (used, other) = type == .date ? (seconds, text) : (text, seconds)
        guard let used else { return other?.value }
        if let other {
            keep(other, of: fields.tag)
            findings.report(
                "two-values",
                .note,
                at: other.nameOffset,
                "\(other.name)=\"\(other.value)\" has no effect: \(used.name) is used for the type \(type?.rawValue ?? "Undefined")",
                fix: "remove it"
            )
        }
        return used.value
    }

    mutating func relationship(_ tag: XMLTag) throws(XMLFault) -> Relationship {
        var fields = Fields(tag)
        let maximum = fields.count("maxCount")
        var relationship = Relationship(
            name: fields.required("name"),
            destination: fields.required("destinationEntity", .warning),
            isToMany: fields.flag("toMany") ?? (maximum.map { $0 != 1 } ?? false),
            isOptional: fields.flag("optional") ?? false,
            deletionRule: deletionRule(&fields),
            inverse: fields.word("inverseName")
        )
        relationship.inverseEntity = fields.word("inverseEntity")
        relationship.isOrdered = fields.flag("ordered") ?? false
        relationship.minimumCount = fields.count("minCount")
        // For a to-many relationship, 0 means no limit.
        relationship.maximumCount = maximum == 0 ? nil : maximum
        relationship.isTransient = fields.flag("transient") ?? false
        relationship.isSyncable = fields.flag("syncable") ?? false
        relationship.isIndexed = fields.flag("indexed") ?? false
        relationship.isIndexedBySpotlight = fields.flag("spotlightIndexingEnabled") ?? false
        relationship.isStoredInExternalRecord = fields.flag("storedInTruthFile") ?? false
        relationship.renamingIdentifier = fields.word("elementID")
        relationship.versionHashModifier = fields.word("versionHashModifier")
        close(fields, knowing: Words.relationship)
        try each("userInfo", in: tag) { (reader, child) throws(XMLFault) in
            try reader.userInfo(child, into: &relationship.userInfo)
        }
        return relationship
    }

    private func deletionRule(_ fields: inout Fields) -> Relationship.DeletionRule {
        let instead = ", which is read as Nullify"
        if let rule: Relationship.DeletionRule = fields.choice(
            "deletionRule",
            "unknown-deletion-rule",
            .error,
            instead: instead
        ) {
            return rule
        }
        let misspelt = fields.tag.attributes.first { $0.name == "deleteRule" }
        guard let misspelt else { return .nullify }
        fields.findings.report(
            "misspelt-attribute",
            .warning,
            at: misspelt.nameOffset,
            "deleteRule is read as deletionRule, the name that Core Data expects",
            fix: "write deletionRule=\"\(misspelt.value)\""
        )
        return fields.choice("deleteRule", "unknown-deletion-rule", .error, instead: instead)
            ?? .nullify
    }

    mutating func fetchedProperty(_ tag: XMLTag) throws(XMLFault) -> FetchedProperty {
        var fields = Fields(tag)
        var property = FetchedProperty(
            name: fields.required("name", .warning),
            isOptional: fields.flag("optional") ?? false
        )
        property.isSyncable = fields.flag("syncable") ?? false
        property.renamingIdentifier = fields.word("elementID")
        property.versionHashModifier = fields.word("versionHashModifier")
        close(fields, knowing: Words.fetchedProperty)
        try children(of: tag, knowing: Words.inFetchedProperty) {
            (reader, child) throws(XMLFault) in
            switch child.name {
            case "userInfo": try reader.userInfo(child, into: &property.userInfo)
            case "fetchRequest" where property.request == nil:
                property.request = try reader.fetchRequest(child, isNamed: false)
            default: return false
            }
            return true
        }
        return property
    }
}
