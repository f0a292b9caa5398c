/// What tells the records of one entity apart. Each generated type has its own, so that the
/// identity of a country cannot stand where that of a city is meant.
public protocol RecordIdentity: Hashable, Sendable, CustomStringConvertible {
    associatedtype Value: Hashable, Sendable

    var value: Value { get }
    init(_ value: Value)
}

extension RecordIdentity {
    public var description: String { "\(value)" }
}

/// A value that a store keeps. Related records are held by identity, never nested.
public protocol Record: Hashable, Sendable {
    associatedtype Identity: RecordIdentity

    /// nil until the record has been given one, at the latest when it is saved.
    var identity: Identity? { get }
}

/// A record that says what it is made of, so that any implementation can keep it.
public protocol DescribedRecord: Record {
    static var entity: EntityDescription { get }

    /// A new record: the model's defaults, and an empty value for what is required without one.
    static func blank() -> Self

    /// - Throws: `StoreError.unexpectedValue` where a required value is absent.
    init(columnValues: ValueRow) throws

    /// In the order of the entity's columns.
    var columnValues: ValueRow { get }

    /// What of the model's validation rules the record breaks, every one of them; a store refuses a
    /// record that breaks any.
    var violations: [Violation] { get }
}

extension DescribedRecord {
    public var violations: [Violation] { [] }

    /// - Throws: `StoreError.invalid` with every violation.
    public func validate() throws {
        let violations = violations
        if !violations.isEmpty {
            throw StoreError.invalid(entity: Self.entity.name, violations: violations)
        }
    }
}

extension DescribedRecord {
    /// The identity as a store keeps it; absent for a record that has none yet.
    public var storedIdentity: StoredValue { columnValues.values[Self.entity.identityPosition] }
}
