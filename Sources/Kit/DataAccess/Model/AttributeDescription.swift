/// An attribute of an entity.
public struct AttributeDescription: Sendable, Hashable {
    let facts: Shared<Facts>

    struct Facts: Sendable, Hashable {
        let name: String
        let kind: Kind
        let isOptional: Bool
        let initial: StoredValue
        var userInfo: [String: String]
        var renamingIdentifier: String?
        var derivation: String?
        var computation: String?
    }

    /// Type of an attribute; the raw values are the names in the model file.
    public enum Kind: String, Sendable, Hashable, CaseIterable {
        case integer16 = "Integer 16"
        case integer32 = "Integer 32"
        case integer64 = "Integer 64"
        case decimal = "Decimal"
        case double = "Double"
        case float = "Float"
        case string = "String"
        case boolean = "Boolean"
        case date = "Date"
        case binary = "Binary"
        /// A collection, stored as JSON text. Transformable attributes whose class is not a
        /// collection have the kind `binary`.
        case transformable = "Transformable"
        case uuid = "UUID"
        case uri = "URI"

        /// The range of an integer type; nil for any other type.
        package var integers: ClosedRange<Int64>? {
            switch self {
            case .integer16: Int64(Int16.min)...Int64(Int16.max)
            case .integer32: Int64(Int32.min)...Int64(Int32.max)
            case .integer64: Int64.min...Int64.max
            default: nil
            }
        }
    }

    /// The name of the attribute in the model. Its column has the same name, unless
    /// ``EntityHierarchy/columns`` contains a different name for the column.
    public var name: String { facts.value.name }
    /// The type of the attribute's values.
    public var kind: Kind { facts.value.kind }
    /// Whether the value may be absent.
    public var isOptional: Bool { facts.value.isOptional }
    /// The model's default, which a new record gets if no value is given.
    public var initial: StoredValue { facts.value.initial }
    /// The attribute's user info in the model, with keys such as `ImportName` and `DateFormat`.
    public var userInfo: [String: String] { facts.value.userInfo }
    /// The renaming identifier; see ``EntityDescription/renamingIdentifier``.
    public var renamingIdentifier: String? { facts.value.renamingIdentifier }
    /// The model's expression for a derived attribute; nil for other attributes. The store computes
    /// the attribute's value and ignores the value in a record that is saved.
    public var derivation: String? { facts.value.derivation }
    /// The derivation as an SQL expression; nil if there is none. The expression refers to the
    /// entity's table by the alias `computed`. If a migration cannot translate ``derivation``, it
    /// computes the values of existing records with this expression.
    public var computation: String? { facts.value.computation }

    init(facts: Shared<Facts>) { self.facts = facts }

    public init(
        _ name: String,
        _ kind: Kind,
        isOptional: Bool = true,
        initial: StoredValue = .null,
        userInfo: [String: String] = [:],
        renamingIdentifier: String? = nil,
        derivation: String? = nil,
        computation: String? = nil
    ) {
        facts = Shared(
            Facts(
                name: name,
                kind: kind,
                isOptional: isOptional,
                initial: initial,
                userInfo: userInfo,
                renamingIdentifier: renamingIdentifier,
                derivation: derivation,
                computation: computation
            )
        )
    }
}
