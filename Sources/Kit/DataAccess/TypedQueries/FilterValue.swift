public import Foundation

/// A type of values that typed filters compare, or an optional of one.
public protocol FilterValue: Sendable {
    /// The type without its optionals.
    associatedtype Present: FilterValue = Self

    /// The value of a variable in the predicate.
    var filterArgument: DataQuery.Argument { get }
}

/// A type of attributes, which records can be sorted by.
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
    /// The nearest double, which is how predicates compare decimals.
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
