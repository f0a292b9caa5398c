/// An attribute of an entity.
public struct AttributeDescription: Sendable, Hashable {
    private let facts: Shared<Facts>

    private struct Facts: Sendable, Hashable {
        let name: String
        let kind: Kind
        let isOptional: Bool
        let initial: StoredValue
        let userInfo: [String: String]
        let renamingIdentifier: String?
        let derivation: String?
        let computation: String?
    }

    /// The raw values are those of the model file.
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
        /// A collection, kept as JSON text. A transformable attribute of another class is `binary`.
        case transformable = "Transformable"
        case uuid = "UUID"
        case uri = "URI"
    }

    /// The name in the model, and of the column.
    public var name: String { facts.value.name }
    /// The type of its values.
    public var kind: Kind { facts.value.kind }
    /// Whether the value may be absent.
    public var isOptional: Bool { facts.value.isOptional }
    /// The model's default, as a record made without the value holds it.
    public var initial: StoredValue { facts.value.initial }
    /// The model's user info, for example `ImportName` and `DateFormat`.
    public var userInfo: [String: String] { facts.value.userInfo }
    /// Like that of an entity.
    public var renamingIdentifier: String? { facts.value.renamingIdentifier }
    /// The model's expression, where the store computes the value: a record that is saved does not
    /// change it.
    public var derivation: String? { facts.value.derivation }
    /// The same as SQL, of a row called `computed` of the entity's table: by it a migration computes
    /// the value for the records that there are.
    public var computation: String? { facts.value.computation }

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
