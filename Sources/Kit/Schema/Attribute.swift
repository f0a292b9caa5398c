/// A value that records of an entity hold.
///
/// Texts are as in the model file. Missing fields are nil, or have Core Data's default.
package struct Attribute: Sendable, Hashable {
    package var name: String
    package var type: AttributeType
    package var isOptional: Bool
    /// The default as the model file writes it, or nil for none; of a date, seconds since the
    /// beginning of 2001.
    package var defaultText: String?
    package var userInfo: [String: String]

    /// Whether Xcode would declare the property as a number, not as an object; nil: not said.
    package var usesScalar: Bool?
    /// Kept in memory only.
    package var isTransient = false
    package var isSyncable = false
    /// An index in the manner of models before fetch indexes.
    package var isIndexed = false
    package var isIndexedBySpotlight = false
    /// Large values may be files of their own.
    package var allowsExternalStorage = false
    package var allowsCloudEncryption = false
    /// The value outlives its record in the persistent history.
    package var isPreservedAfterDeletion = false
    package var isStoredInExternalRecord = false
    /// Computed by the store from ``derivation``.
    package var isDerived = false
    package var derivation: String?
    /// The type of a transformable value as Swift writes it: `[String]`, `Core.Upload`.
    package var customClass: String?
    package var valueTransformer: String?
    /// The name of the ``CompositeType``, where the type is `composite`.
    package var compositeName: String?
    package var validation = Validation()
    /// Name of the attribute in the version before.
    package var renamingIdentifier: String?
    package var versionHashModifier: String?

    package init(
        name: String,
        type: AttributeType,
        isOptional: Bool = true,
        defaultText: String? = nil,
        userInfo: [String: String] = [:]
    ) {
        self.name = name
        self.type = type
        self.isOptional = isOptional
        self.defaultText = defaultText
        self.userInfo = userInfo
    }
}

extension Attribute {
    /// Whether the store keeps it.
    package var isStored: Bool { !isTransient }

    /// Requirements for a value to be saved; texts as in the model file.
    package struct Validation: Sendable, Hashable {
        /// The least number or date, or the least length of a string.
        package var minimum: String?
        /// The greatest number or date, or the greatest length of a string.
        package var maximum: String?
        package var regularExpression: String?

        package init(
            minimum: String? = nil,
            maximum: String? = nil,
            regularExpression: String? = nil
        ) {
            self.minimum = minimum
            self.maximum = maximum
            self.regularExpression = regularExpression
        }
    }
}
