public import Foundation

/// A type whose values typed filters can compare, or an optional of such a type.
public protocol FilterValue: Sendable {
    /// The type without optionals.
    associatedtype Present: FilterValue = Self

    /// The value as the argument of a predicate's variable.
    var filterArgument: DataQuery.Argument { get }
}

/// An attribute type that records can be sorted by.
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
    /// The nearest double, which predicates use to compare decimals.
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

extension Optional: FilterValue where Wrapped: FilterValue {
    public typealias Present = Wrapped.Present
    public var filterArgument: DataQuery.Argument { self?.filterArgument ?? .null }
}

extension Optional: AttributeValue where Wrapped: AttributeValue {}
