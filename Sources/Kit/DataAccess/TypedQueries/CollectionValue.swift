import QueryLanguage

/// A collection type that an attribute can have. The type may be optional.
public protocol CollectionValue: PropertyValue {}

/// An optional collection, which typed filters can compare with nil.
public protocol OptionalCollection: CollectionValue {}

/// A type that the elements of a collection attribute can have.
public protocol CollectionElement: Sendable {}

extension Array: PropertyValue where Element: CollectionElement {
    public var filterArgument: DataQuery.Argument { .init(count) }
}

extension Array: CollectionValue where Element: CollectionElement {}
extension Array: CollectionElement where Element: CollectionElement {}

extension Dictionary: PropertyValue where Key == String, Value: CollectionElement {
    public var filterArgument: DataQuery.Argument { .init(count) }
}

extension Dictionary: CollectionValue where Key == String, Value: CollectionElement {}
extension Dictionary: CollectionElement where Key == String, Value: CollectionElement {}

extension Optional: CollectionValue where Wrapped: CollectionValue {}
extension Optional: OptionalCollection where Wrapped: CollectionValue {}

extension String: CollectionElement {}
extension Bool: CollectionElement {}
extension Int: CollectionElement {}
extension Int8: CollectionElement {}
extension Int16: CollectionElement {}
extension Int32: CollectionElement {}
extension Int64: CollectionElement {}
extension UInt: CollectionElement {}
extension UInt8: CollectionElement {}
extension UInt16: CollectionElement {}
extension UInt32: CollectionElement {}
extension UInt64: CollectionElement {}
extension Double: CollectionElement {}
extension Float: CollectionElement {}

extension PropertyPath where Value: OptionalCollection {
    /// Returns a filter that matches if the collection is absent. `absent` can only be nil.
    public static func == (path: Self, absent: Never?) -> RecordFilter<Root> {
        path.isAbsent(.equal)
    }

    /// Returns a filter that matches if the collection is present. `absent` can only be nil.
    public static func != (path: Self, absent: Never?) -> RecordFilter<Root> {
        path.isAbsent(.notEqual)
    }
}
