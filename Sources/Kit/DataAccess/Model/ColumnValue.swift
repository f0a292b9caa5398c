public import Foundation

/// A type whose values a column can store.
public protocol ColumnValue {
    static func bind(_ value: Self?, to row: any ColumnBinder, at position: Int32) throws
}

extension String: ColumnValue {
    @inlinable
    public static func bind(_ value: String?, to row: any ColumnBinder, at position: Int32) throws {
        try row.bind(value, at: position)
    }
}

extension Int64: ColumnValue {
    @inlinable
    public static func bind(_ value: Int64?, to row: any ColumnBinder, at position: Int32) throws {
        try row.bind(value, at: position)
    }
}

extension Int32: ColumnValue {
    @inlinable
    public static func bind(_ value: Int32?, to row: any ColumnBinder, at position: Int32) throws {
        try row.bind(value, at: position)
    }
}

extension Int16: ColumnValue {
    @inlinable
    public static func bind(_ value: Int16?, to row: any ColumnBinder, at position: Int32) throws {
        try row.bind(value, at: position)
    }
}

extension Bool: ColumnValue {
    @inlinable
    public static func bind(_ value: Bool?, to row: any ColumnBinder, at position: Int32) throws {
        try row.bind(value, at: position)
    }
}

extension Double: ColumnValue {
    @inlinable
    public static func bind(_ value: Double?, to row: any ColumnBinder, at position: Int32) throws {
        try row.bind(value, at: position)
    }
}

extension Float: ColumnValue {
    @inlinable
    public static func bind(_ value: Float?, to row: any ColumnBinder, at position: Int32) throws {
        try row.bind(value, at: position)
    }
}

extension Decimal: ColumnValue {
    @inlinable
    public static func bind(_ value: Decimal?, to row: any ColumnBinder, at position: Int32) throws
    {
        try row.bind(value, at: position)
    }
}

extension Date: ColumnValue {
    @inlinable
    public static func bind(_ value: Date?, to row: any ColumnBinder, at position: Int32) throws {
        try row.bind(value, at: position)
    }
}

extension Data: ColumnValue {
    @inlinable
    public static func bind(_ value: Data?, to row: any ColumnBinder, at position: Int32) throws {
        try row.bind(value, at: position)
    }
}

extension UUID: ColumnValue {
    @inlinable
    public static func bind(_ value: UUID?, to row: any ColumnBinder, at position: Int32) throws {
        try row.bind(value, at: position)
    }
}

extension URL: ColumnValue {
    @inlinable
    public static func bind(_ value: URL?, to row: any ColumnBinder, at position: Int32) throws {
        try row.bind(value, at: position)
    }
}

/// Functions that bind several columns at once, for generated code. There is one overload for each
/// number of values. A single function with a parameter pack would be slower, because it loops over
/// the types at run time.
extension ColumnBinder {
    /// Binds the values to consecutive columns, from `position`.
    @inlinable @inline(__always)
    public func bind<A: ColumnValue, B: ColumnValue>(_ a: A?, _ b: B?, at position: Int32) throws {
        try A.bind(a, to: self, at: position)
        try B.bind(b, to: self, at: position + 1)
    }

    /// Binds the values to consecutive columns, from `position`.
    @inlinable @inline(__always)
    public func bind<A: ColumnValue, B: ColumnValue, C: ColumnValue>(
        _ a: A?,
        _ b: B?,
        _ c: C?,
        at position: Int32
    ) throws {
        try A.bind(a, to: self, at: position)
        try B.bind(b, to: self, at: position + 1)
        try C.bind(c, to: self, at: position + 2)
    }

    /// Binds the values to consecutive columns, from `position`.
    @inlinable @inline(__always)
    public func bind<A: ColumnValue, B: ColumnValue, C: ColumnValue, D: ColumnValue>(
        _ a: A?,
        _ b: B?,
        _ c: C?,
        _ d: D?,
        at position: Int32
    ) throws {
        try A.bind(a, to: self, at: position)
        try B.bind(b, to: self, at: position + 1)
        try C.bind(c, to: self, at: position + 2)
        try D.bind(d, to: self, at: position + 3)
    }

    /// Binds the values to consecutive columns, from `position`.
    @inlinable @inline(__always)
    public func bind<
        A: ColumnValue,
        B: ColumnValue,
        C: ColumnValue,
        D: ColumnValue,
        E: ColumnValue
    >(_ a: A?, _ b: B?, _ c: C?, _ d: D?, _ e: E?, at position: Int32) throws {
        try A.bind(a, to: self, at: position)
        try B.bind(b, to: self, at: position + 1)
        try C.bind(c, to: self, at: position + 2)
        try D.bind(d, to: self, at: position + 3)
        try E.bind(e, to: self, at: position + 4)
    }

    /// Binds the values to consecutive columns, from `position`.
    @inlinable @inline(__always)
    public func bind<
        A: ColumnValue,
        B: ColumnValue,
        C: ColumnValue,
        D: ColumnValue,
        E: ColumnValue,
        F: ColumnValue
    >(_ a: A?, _ b: B?, _ c: C?, _ d: D?, _ e: E?, _ f: F?, at position: Int32) throws {
        try A.bind(a, to: self, at: position)
        try B.bind(b, to: self, at: position + 1)
        try C.bind(c, to: self, at: position + 2)
        try D.bind(d, to: self, at: position + 3)
        try E.bind(e, to: self, at: position + 4)
        try F.bind(f, to: self, at: position + 5)
    }

    /// Binds the values to consecutive columns, from `position`.
    @inlinable @inline(__always)
    public func bind<
        A: ColumnValue,
        B: ColumnValue,
        C: ColumnValue,
        D: ColumnValue,
        E: ColumnValue,
        F: ColumnValue,
        G: ColumnValue
    >(_ a: A?, _ b: B?, _ c: C?, _ d: D?, _ e: E?, _ f: F?, _ g: G?, at position: Int32) throws {
        try A.bind(a, to: self, at: position)
        try B.bind(b, to: self, at: position + 1)
        try C.bind(c, to: self, at: position + 2)
        try D.bind(d, to: self, at: position + 3)
        try E.bind(e, to: self, at: position + 4)
        try F.bind(f, to: self, at: position + 5)
        try G.bind(g, to: self, at: position + 6)
    }

    /// Binds the values to consecutive columns, from `position`.
    @inlinable @inline(__always)
    public func bind<
        A: ColumnValue,
        B: ColumnValue,
        C: ColumnValue,
        D: ColumnValue,
        E: ColumnValue,
        F: ColumnValue,
        G: ColumnValue,
        H: ColumnValue
    >(_ a: A?, _ b: B?, _ c: C?, _ d: D?, _ e: E?, _ f: F?, _ g: G?, _ h: H?, at position: Int32)
        throws
    {
        try A.bind(a, to: self, at: position)
        try B.bind(b, to: self, at: position + 1)
        try C.bind(c, to: self, at: position + 2)
        try D.bind(d, to: self, at: position + 3)
        try E.bind(e, to: self, at: position + 4)
        try F.bind(f, to: self, at: position + 5)
        try G.bind(g, to: self, at: position + 6)
        try H.bind(h, to: self, at: position + 7)
    }
}
