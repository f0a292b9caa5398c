/// Names of the XML attributes and child elements that are allowed in each kind of element of a
/// model file.
enum Words {
    /// XML attributes of `model` that only the model editor uses.
    static let editorSettings = [
        "type", "documentVersion", "lastSavedToolsVersion", "systemVersion", "minimumToolsVersion",
        "sourceLanguage", "macOSVersion", "iOSVersion", "watchOSVersion", "tvOSVersion",
        "visionOSVersion", "name",
    ]
    static let model =
        editorSettings + [
            "userDefinedModelVersionIdentifier", "usedWithCloudKit", "usedWithSwiftData",
        ]
    static let inModel = ["entity", "fetchRequest", "configuration", "composite", "elements"]

    static let entity = [
        "name", "isAbstract", "parentEntity", "representedClassName", "codeGenerationType",
        "syncable", "elementID", "versionHashModifier", "coreSpotlightDisplayNameExpression",
    ]
    static let inEntity = [
        "attribute", "relationship", "fetchedProperty", "uniquenessConstraints", "fetchIndex",
        "compoundIndexes", "userInfo",
    ]
    static let attribute = [
        "name", "attributeType", "optional", "defaultValueString", "defaultDateTimeInterval",
        "minValueString", "minDateTimeInterval", "maxValueString", "maxDateTimeInterval",
        "regularExpressionString", "usesScalarValueType", "transient", "syncable", "indexed",
        "spotlightIndexingEnabled", "allowsExternalBinaryDataStorage", "allowsCloudEncryption",
        "preserveAfterDeletion", "storedInTruthFile", "derived", "derivationExpression",
        "customClassName", "valueTransformerName", "composite", "elementID", "versionHashModifier",
    ]
    static let relationship = [
        "name", "destinationEntity", "inverseName", "inverseEntity", "toMany", "optional",
        "ordered", "minCount", "maxCount", "deletionRule", "transient", "syncable", "indexed",
        "spotlightIndexingEnabled", "storedInTruthFile", "elementID", "versionHashModifier",
    ]
    static let fetchedProperty = [
        "name", "optional", "syncable", "elementID", "versionHashModifier",
    ]
    static let inFetchedProperty = ["fetchRequest", "userInfo"]
    static let fetchRequest = [
        "name", "entity", "predicateString", "resultType", "fetchLimit", "fetchBatchSize",
        "includeSubentities", "includePropertyValues", "includesPendingChanges",
        "returnObjectsAsFaults", "returnDistinctResults",
    ]
    static let fetchIndexElement = ["property", "expression", "expressionType", "type", "order"]
}
