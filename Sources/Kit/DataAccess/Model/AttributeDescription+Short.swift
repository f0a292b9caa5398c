/// Whether a property must have a value.
public enum Presence: Sendable, Hashable {
    case optional, required
}

extension AttributeDescription {
    private init(_ name: String, _ kind: Kind, _ presence: Presence, _ initial: StoredValue) {
        self.init(name, kind, isOptional: presence == .optional, initial: initial)
    }

    public static func string(
        _ name: String,
        _ presence: Presence = .optional,
        default value: String? = nil
    ) -> Self { Self(name, .string, presence, StoredValue(value)) }

    public static func integer16(
        _ name: String,
        _ presence: Presence = .optional,
        default value: Int16? = nil
    ) -> Self { Self(name, .integer16, presence, StoredValue(value)) }

    public static func integer32(
        _ name: String,
        _ presence: Presence = .optional,
        default value: Int32? = nil
    ) -> Self { Self(name, .integer32, presence, StoredValue(value)) }

    public static func integer64(
        _ name: String,
        _ presence: Presence = .optional,
        default value: Int64? = nil
    ) -> Self { Self(name, .integer64, presence, StoredValue(value)) }

    public static func double(
        _ name: String,
        _ presence: Presence = .optional,
        default value: Double? = nil
    ) -> Self { Self(name, .double, presence, StoredValue(value)) }

    public static func float(
        _ name: String,
        _ presence: Presence = .optional,
        default value: Float? = nil
    ) -> Self { Self(name, .float, presence, StoredValue(value)) }

    public static func boolean(
        _ name: String,
        _ presence: Presence = .optional,
        default value: Bool? = nil
    ) -> Self { Self(name, .boolean, presence, StoredValue(value)) }

    /// Returns a decimal attribute; its default is given as text.
    public static func decimal(
        _ name: String,
        _ presence: Presence = .optional,
        default value: String? = nil
    ) -> Self { Self(name, .decimal, presence, StoredValue(value)) }

    /// Returns a date attribute; its default is in seconds since 2001-01-01 00:00 UTC.
    public static func date(
        _ name: String,
        _ presence: Presence = .optional,
        default value: Double? = nil
    ) -> Self { Self(name, .date, presence, StoredValue(value)) }

    public static func binary(_ name: String, _ presence: Presence = .optional) -> Self {
        Self(name, .binary, presence, .null)
    }

    /// Returns an attribute that holds a collection, stored as JSON text.
    public static func transformable(_ name: String, _ presence: Presence = .optional) -> Self {
        Self(name, .transformable, presence, .null)
    }

    public static func uuid(
        _ name: String,
        _ presence: Presence = .optional,
        default value: String? = nil
    ) -> Self { Self(name, .uuid, presence, StoredValue(value)) }

    public static func uri(
        _ name: String,
        _ presence: Presence = .optional,
        default value: String? = nil
    ) -> Self { Self(name, .uri, presence, StoredValue(value)) }

    /// Returns a copy of the attribute with new values for rarely used properties. A property whose
    /// argument is omitted becomes empty or nil.
    public func with(
        userInfo: [String: String] = [:],
        renamingIdentifier: String? = nil,
        derivation: String? = nil,
        computation: String? = nil
    ) -> Self {
        var facts = facts.value
        facts.userInfo = userInfo
        facts.renamingIdentifier = renamingIdentifier
        facts.derivation = derivation
        facts.computation = computation
        return Self(facts: Shared(facts))
    }
}
