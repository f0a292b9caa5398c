/// An attribute of an entity.
///
/// Strings are stored as written in the model file. If the file omits a value, the property is nil
/// or has Core Data's default value.
package struct Attribute: Sendable, Hashable {
    package var name: String
    package var type: AttributeType
    package var isOptional: Bool
    /// The default value as written in the model file; nil if there is none. The default value of a
    /// date is written as a number of seconds since the beginning of 2001.
    package var defaultText: String?
    package var userInfo: [String: String] = [:]

    /// Whether Xcode would declare the property as a scalar type, such as `Int64`, instead of an
    /// object. Nil if the file does not specify this.
    package var usesScalar: Bool?
    /// Whether the attribute exists only in memory and is not stored.
    package var isTransient = false
    package var isSyncable = false
    /// Whether the model declares an index for the attribute in the notation used before fetch
    /// indexes.
    package var isIndexed = false
    package var isIndexedBySpotlight = false
    /// Whether large values may be stored in separate files.
    package var allowsExternalStorage = false
    package var allowsCloudEncryption = false
    /// Whether Core Data's persistent history keeps the value after the record has been deleted.
    package var isPreservedAfterDeletion = false
    package var isStoredInExternalRecord = false
    /// Whether the store computes the value from ``derivation``.
    package var isDerived = false
    package var derivation: String?
    /// The Swift type of a transformable value, such as `[String]` or `Core.Upload`.
    package var customClass: String?
    package var valueTransformer: String?
    /// The name of the ``CompositeType`` if `type` is `composite`; otherwise nil.
    package var compositeName: String?
    package var validation = Validation()
    /// The attribute's name in an earlier version of the model; nil if the attribute was not
    /// renamed.
    package var renamingIdentifier: String?
    package var versionHashModifier: String?

    package init(
        name: String,
        type: AttributeType,
        isOptional: Bool = true,
        defaultText: String? = nil
    ) {
        self.name = name
        self.type = type
        self.isOptional = isOptional
        self.defaultText = defaultText
    }

    /// The default value of a Boolean attribute. A number other than 0 means true. Nil if there is
    /// no default value, or if it is neither YES, NO, true, false nor a number.
    package var booleanDefault: Bool? {
        guard let text = defaultText else { return nil }
        switch text.lowercased() {
        case "yes", "true": return true
        case "no", "false": return false
        default: return Double(text).map { $0 != 0 }
        }
    }

    /// Returns the text as a number; nil if the text is not a finite number.
    package static func number(_ text: String) -> Double? {
        Double(text).flatMap { $0.isFinite ? $0 : nil }
    }

    /// Returns the text as a whole number; nil if the text is not a whole number. A text such as
    /// `3.0` is a whole number: the model editor keeps the fraction of a default value when the
    /// attribute's type changes to an integer.
    package static func wholeNumber(_ text: String) -> Int64? {
        Int64(text) ?? number(text).flatMap(Int64.init(exactly:))
    }

    /// Whether the attribute is stored. All attributes are stored, except transient ones.
    package var isStored: Bool { !isTransient }

    /// Requirements that a value must meet before it is saved, as written in the model file.
    package struct Validation: Sendable, Hashable {
        /// The minimum number or date, or the minimum length of a string.
        package var minimum: String?
        /// The maximum number or date, or the maximum length of a string.
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
