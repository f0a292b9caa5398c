public import Foundation

/// A type that a property in a typed filter can have. The type may be optional.
public protocol PropertyValue: Sendable {
    /// The value as the argument of a predicate variable. For a collection, the argument is the
    /// number of elements. Predicates cannot compare collections, so this number only helps to find
    /// the column of a key path.
    var filterArgument: DataQuery.Argument { get }
}

/// A type whose values typed filters can compare. The type may be optional.
public protocol FilterValue: PropertyValue {
    /// The type itself, or the type that an optional wraps.
    associatedtype Present: FilterValue = Self
}

/// An attribute type by which records can be sorted.
public protocol AttributeValue: FilterValue {}

extension String: AttributeValue {
    public var filterArgument: DataQuery.Argument { .init(self) }
}

extension Bool: AttributeValue {
    public var filterArgument: DataQuery.Argument { .init(self) }
}

extension Int16: AttributeValue {
    public var filterArgument: DataQuery.Argument { .init(self) }
}

extension Int32: AttributeValue {
    public var filterArgument: DataQuery.Argument { .init(self) }
}

extension Int64: AttributeValue {
    public var filterArgument: DataQuery.Argument { .init(self) }
}

extension Double: AttributeValue {
    public var filterArgument: DataQuery.Argument { .init(self) }
}

extension Float: AttributeValue {
    public var filterArgument: DataQuery.Argument { .init(self) }
}

extension Decimal: AttributeValue {
    /// The double nearest to the decimal, because predicates compare decimals as doubles.
    public var filterArgument: DataQuery.Argument { .init(self) }
}

extension Date: AttributeValue {
    public var filterArgument: DataQuery.Argument { .init(self) }
}

extension Data: AttributeValue {
    public var filterArgument: DataQuery.Argument { .init(self) }
}

extension UUID: AttributeValue {
    public var filterArgument: DataQuery.Argument { .init(self) }
}

extension URL: AttributeValue {
    public var filterArgument: DataQuery.Argument { .init(self) }
}

extension RecordID: FilterValue {
    public var filterArgument: DataQuery.Argument { .identity(self) }
}

extension Optional: PropertyValue where Wrapped: PropertyValue {
    public var filterArgument: DataQuery.Argument { self?.filterArgument ?? .null }
}

extension Optional: FilterValue where Wrapped: FilterValue {
    public typealias Present = Wrapped.Present
}

extension Optional: AttributeValue where Wrapped: AttributeValue {}
