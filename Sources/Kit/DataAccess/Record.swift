/// The identity of a record of one entity. Each generated record type has its own identity type, so
/// a country's identity cannot be used for a city.
public protocol RecordIdentity: Hashable, Sendable, CustomStringConvertible {
    associatedtype Value: IdentityValue

    var value: Value { get }
    init(_ value: Value)
}

extension RecordIdentity {
    public var description: String { "\(value)" }
}

/// A value that a store can keep. It refers to related records by identity and never contains them.
///
/// Conform to ``IdentifiedRecord`` if every record has an identity when it is created, otherwise to
/// ``NumberedRecord``. A record is encoded with a key for each property. An identity is encoded as
/// its plain value.
public protocol Record: Codable, Hashable, Sendable {
    associatedtype Identity: RecordIdentity

    /// The identity; nil for a new record that receives its identity when it is saved.
    var knownIdentity: Identity? { get }

    /// Replaces the record's identity with the identity that the record has in the store.
    mutating func identify(as identity: Identity) throws

    /// Whether ``knownIdentity`` is never nil.
    static var isAlwaysIdentified: Bool { get }
}

/// A record that has an identity before it is saved.
///
/// By default, the property `id` of `Identifiable` returns the identity. A record type may declare
/// its own `id`.
public protocol IdentifiedRecord: Record, Identifiable {
    var identity: Identity { get }
}

extension IdentifiedRecord {
    @inlinable
    public var id: Identity { identity }

    @inlinable
    public var knownIdentity: Identity? { identity }

    @inlinable
    public static var isAlwaysIdentified: Bool { true }
}

/// A record that may have no identity until it is saved.
public protocol NumberedRecord: Record {
    /// The type of the identity: by default, a number that the store assigns. A record type may use
    /// another type.
    associatedtype Identity = RecordID<Self, Int64>

    /// The identity; nil if the record has no identity yet. A saved record always has an identity.
    var identity: Identity? { get set }
}

extension NumberedRecord {
    @inlinable
    public var knownIdentity: Identity? { identity }

    @inlinable
    public static var isAlwaysIdentified: Bool { false }

    @inlinable
    public mutating func identify(as identity: Identity) { self.identity = identity }
}

/// A record that describes its properties, so that every kind of store can store it.
public protocol DescribedRecord: Record {
    static var entity: EntityDescription { get }

    /// Returns a new record with the model's defaults; required attributes without a default are
    /// empty.
    ///
    /// - Throws: `StoreError.unexpectedValue` if the entity's description lacks a column that
    ///   `init(row:)` reads.
    static func blank() throws -> Self

    /// Creates a record from the entity's columns, read in order from position 0.
    ///
    /// - Throws: `StoreError.unexpectedValue` if a required value is absent.
    init(row: some ColumnReader) throws

    /// Binds the values of the entity's columns, in order from position 1.
    func bind(to row: any ColumnBinder) throws

    /// All violations of the model's validation rules. A store rejects a record with violations.
    var violations: [Violation] { get }
}

extension DescribedRecord {
    /// Creates a record from the values of the entity's columns.
    ///
    /// - Throws: `StoreError.unexpectedValue` if a required value is absent.
    public init(columnValues: ValueRow) throws { try self.init(row: columnValues) }

    /// The values in the order of the entity's columns.
    public var columnValues: ValueRow {
        let columns = CollectedColumns(count: Self.entity.columns.count)
        // Collecting values never throws.
        try? bind(to: columns)
        return ValueRow(columns.values)
    }

    /// The identity as a stored value; null for a record that has no identity yet.
    public var storedIdentity: StoredValue { knownIdentity?.value.storedValue ?? .null }

    @inlinable
    public var violations: [Violation] { [] }

    /// Checks that the record has no violations.
    ///
    /// - Throws: `StoreError.invalid` with every violation.
    @inlinable
    public func validate() throws {
        let violations = violations
        if !violations.isEmpty {
            throw StoreError.invalid(entity: Self.entity.name, violations: violations)
        }
    }
}

extension IdentifiedRecord where Self: DescribedRecord {
    /// Replaces the value of the identity column.
    public mutating func identify(as identity: Identity) throws {
        if identity == self.identity { return }
        var values = columnValues
        values.values[Self.entity.identityPosition] = identity.value.storedValue
        self = try Self(columnValues: values)
    }
}
