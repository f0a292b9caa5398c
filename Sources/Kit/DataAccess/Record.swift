/// Identifies a record of one entity. Each generated type has its own, so that the identity of a
/// country can't be used for a city.
public protocol RecordIdentity: Hashable, Sendable, CustomStringConvertible {
    associatedtype Value: IdentityValue

    var value: Value { get }
    init(_ value: Value)
}

extension RecordIdentity {
    public var description: String { "\(value)" }
}

/// A value that a store keeps. Related records are held by identity, never nested.
///
/// Conform to ``IdentifiedRecord`` where every record has an identity, else to ``NumberedRecord``.
/// Encoders get a key for each property, and an identity as its value alone.
public protocol Record: Codable, Hashable, Sendable {
    associatedtype Identity: RecordIdentity

    /// The identity; nil for a new record that has none until it is saved.
    var knownIdentity: Identity? { get }

    /// Gives the record the identity under which a store keeps it.
    mutating func identify(as identity: Identity) throws

    /// Whether ``knownIdentity`` is never nil.
    static var isAlwaysIdentified: Bool { get }
}

/// A record that has an identity before it is saved.
///
/// It is `Identifiable` by its property `id`, else by its identity.
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

/// A record that may be without an identity until it is saved.
public protocol NumberedRecord: Record {
    /// A number from the store, unless the record has another one.
    associatedtype Identity = RecordID<Self, Int64>

    /// nil until the record has been given one, at the latest when it is saved.
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

/// A record that describes its properties, so that any implementation can store it.
public protocol DescribedRecord: Record {
    static var entity: EntityDescription { get }

    /// A new record: the model's defaults, and an empty value for required attributes without one.
    ///
    /// - Throws: `StoreError.unexpectedValue` if the description lacks a column that `init(row:)`
    ///   reads.
    static func blank() throws -> Self

    /// Reads the columns of the entity, in their order, from 0.
    ///
    /// - Throws: `StoreError.unexpectedValue` if a required value is absent.
    init(row: some ColumnReader) throws

    /// Binds the columns of the entity, in their order, from 1.
    func bind(to row: any ColumnBinder) throws

    /// All violations of the model's validation rules; a store refuses a record with any.
    var violations: [Violation] { get }
}

extension DescribedRecord {
    /// - Throws: `StoreError.unexpectedValue` if a required value is absent.
    public init(columnValues: ValueRow) throws { try self.init(row: columnValues) }

    /// In the order of the entity's columns.
    public var columnValues: ValueRow {
        let columns = CollectedColumns(count: Self.entity.columns.count)
        // Nothing that collects values throws.
        try? bind(to: columns)
        return ValueRow(columns.values)
    }

    /// The identity as a store keeps it; absent for a record that has none yet.
    public var storedIdentity: StoredValue { knownIdentity?.value.storedValue ?? .null }
}

extension IdentifiedRecord where Self: DescribedRecord {
    /// Replaces the value of the identity's column.
    public mutating func identify(as identity: Identity) throws {
        if identity == self.identity { return }
        var values = columnValues
        values.values[Self.entity.identityPosition] = identity.value.storedValue
        self = try Self(columnValues: values)
    }
}

extension DescribedRecord {
    @inlinable
    public var violations: [Violation] { [] }

    /// - Throws: `StoreError.invalid` with every violation.
    @inlinable
    public func validate() throws {
        let violations = violations
        if !violations.isEmpty {
            throw StoreError.invalid(entity: Self.entity.name, violations: violations)
        }
    }
}
