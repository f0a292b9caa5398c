import Foundation

extension ColumnReader {
    /// Returns a collection that is stored as JSON text; nil if the column has no text.
    ///
    /// - Throws: `StoreError.unexpectedValue` if the text cannot be decoded as a value of type `T`.
    public func json<T: Decodable>(_ column: Int32) throws -> T? {
        guard let text = string(column) else { return nil }
        return try decoded(text, column)
    }

    func decoded<T: Decodable>(_ text: String, _ column: Int32) throws -> T {
        let decoder = JSONDecoder()
        decoder.nonConformingFloatDecodingStrategy = .convertFromString(
            positiveInfinity: "inf",
            negativeInfinity: "-inf",
            nan: "nan"
        )
        do {
            return try decoder.decode(T.self, from: Data(text.utf8))
        } catch {
            throw unexpectedValue(column)
        }
    }
}

extension ColumnBinder {
    /// Binds a collection as JSON text. The keys of dictionaries are sorted, so that equal
    /// collections have the same text.
    public func bind(json value: (some Encodable & Hashable)?, at position: Int32) throws {
        guard let value else { return try bind(String?.none, at: position) }
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        encoder.nonConformingFloatEncodingStrategy = .convertToString(
            positiveInfinity: "inf",
            negativeInfinity: "-inf",
            nan: "nan"
        )
        try bind(String(decoding: encoder.encode(value), as: UTF8.self), at: position)
    }

    /// Binds one collection as JSON text.
    @inlinable
    public func bind(_ value: JSONText<some Encodable & Hashable>, at position: Int32) throws {
        try bind(json: value.collection, at: position)
    }
}

/// A collection that a column stores as JSON text. Generated code uses it to bind collections
/// together with other values.
public struct JSONText<Collection: Encodable & Hashable>: ColumnValue {
    @usableFromInline let collection: Collection?

    /// - Parameter collection: the value of the property; nil binds `NULL`.
    @inlinable
    public init(_ collection: Collection?) { self.collection = collection }

    @inlinable
    public static func bind(
        _ value: JSONText?,
        to row: any ColumnBinder,
        at position: Int32
    ) throws {
        try row.bind(json: value?.collection, at: position)
    }
}
