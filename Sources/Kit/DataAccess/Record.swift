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
