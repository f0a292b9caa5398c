public import Foundation

/// A type that can be the value of a record's identity.
public protocol IdentityValue: Hashable, Sendable, Codable {
    /// Creates the value from a column of a row; nil if the column has no value or a value of
    /// another type.
    init?(row: some ColumnReader, column: Int32)

    /// The value in stored form.
    var storedValue: StoredValue { get }

    /// A new value that no other record has; nil if the store assigns the identities.
    static var unique: Self? { get }

    /// Returns whether a store treats the two values as the same identity. If it returns true, the
    /// values must also be equal with `==`.
    func isSame(as other: Self) -> Bool
}

extension IdentityValue {
    public static var unique: Self? { nil }

    @inlinable
    public func isSame(as other: Self) -> Bool { self == other }
}

extension String: IdentityValue {
    @inlinable
    public init?(row: some ColumnReader, column: Int32) {
        guard let value = row.string(column) else { return nil }
        self = value
    }

    public var storedValue: StoredValue { .text(self) }
    public static var unique: String? { UUID().uuidString }

    /// Returns whether the two strings have the same code units. Strings with different forms of
    /// `é` are equal in Swift, but identify different records.
    public func isSame(as other: String) -> Bool { hasSameBytes(self, other) }
}

extension UUID: IdentityValue {
    public init?(row: some ColumnReader, column: Int32) {
        guard let value = row.uuid(column) else { return nil }
        self = value
    }

    public var storedValue: StoredValue { StoredValue(self) }
    public static var unique: UUID? { UUID() }
}

extension Int64: IdentityValue {
    @inlinable
    public init?(row: some ColumnReader, column: Int32) {
        guard let value = row.int64(column) else { return nil }
        self = value
    }

    public var storedValue: StoredValue { .integer(self) }
}

extension Int32: IdentityValue {
    @inlinable
    public init?(row: some ColumnReader, column: Int32) {
        guard let value = row.int32(column) else { return nil }
        self = value
    }

    public var storedValue: StoredValue { StoredValue(self) }
}

extension Int16: IdentityValue {
    @inlinable
    public init?(row: some ColumnReader, column: Int32) {
        guard let value = row.int16(column) else { return nil }
        self = value
    }

    public var storedValue: StoredValue { StoredValue(self) }
}

/// Identity of a record of type `Owner`. Each owner type has its own identity type, so a country's
/// identity cannot be used for a city.
@frozen
public struct RecordID<Owner, Value: IdentityValue>: RecordIdentity {
    public let value: Value

    @inlinable
    public init(_ value: Value) { self.value = value }

    @inlinable
    public static func == (left: Self, right: Self) -> Bool { left.value.isSame(as: right.value) }

    // Values that `isSame(as:)` treats as the same are also equal, so they have the same hash.
    @inlinable
    public func hash(into hasher: inout Hasher) { value.hash(into: &hasher) }
}

extension RecordID: Codable {
    /// Decodes the identity from its plain value.
    public init(from decoder: any Decoder) throws {
        value = try decoder.singleValueContainer().decode(Value.self)
    }

    /// Encodes the identity as its plain value.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(value)
    }
}
