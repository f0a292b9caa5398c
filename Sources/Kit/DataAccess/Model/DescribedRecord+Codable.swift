import Foundation

/// Encoding and decoding of records, with one key for each column of the entity. All record types
/// share this code, which is compiled only once.
///
/// For an attribute, or a relationship stored in a column, the key is the property's name in the
/// model. For an identity that the store assigns, the key is `identity`, or `_id` if a property is
/// named `identity`. Absent values are omitted.
extension DescribedRecord {
    public func encode(to encoder: any Encoder) throws {
        let keys = ColumnKey.keys(of: Self.entity)
        try bind(to: EncodedColumns(container: encoder.container(keyedBy: ColumnKey.self), keys))
    }

    /// Creates a record from its encoded values.
    ///
    /// - Throws: `DecodingError` if a required value is absent or a value has another type.
    public init(from decoder: any Decoder) throws {
        let row = try DecodedColumns(
            container: decoder.container(keyedBy: ColumnKey.self),
            ColumnKey.keys(of: Self.entity)
        )
        do {
            try self.init(row: row)
        } catch StoreError.unexpectedValue(let column, _) {
            throw row.failure ?? row.absence(of: column)
        }
        if let failure = row.failure { throw failure }
    }
}

/// The coding key of a column.
private struct ColumnKey: CodingKey {
    let stringValue: String
    var intValue: Int? { nil }

    init(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { nil }

    /// Returns the keys in the order of the columns.
    static func keys(of entity: EntityDescription) -> [ColumnKey] {
        var names = entity.columns
        if entity.isIdentityAssigned, !names.contains("identity") { names[0] = "identity" }
        return names.map(ColumnKey.init)
    }
}

private final class EncodedColumns: ColumnBinder {
    private var container: KeyedEncodingContainer<ColumnKey>
    private let keys: [ColumnKey]

    init(container: KeyedEncodingContainer<ColumnKey>, _ keys: [ColumnKey]) {
        self.container = container
        self.keys = keys
    }

    func bind(_ value: String?, at position: Int32) throws { try encode(value, position) }
    func bind(_ value: Int64?, at position: Int32) throws { try encode(value, position) }
    func bind(_ value: Int32?, at position: Int32) throws { try encode(value, position) }
    func bind(_ value: Int16?, at position: Int32) throws { try encode(value, position) }
    func bind(_ value: Bool?, at position: Int32) throws { try encode(value, position) }
    func bind(_ value: Double?, at position: Int32) throws { try encode(value, position) }
    func bind(_ value: Float?, at position: Int32) throws { try encode(value, position) }
    func bind(_ value: Decimal?, at position: Int32) throws { try encode(value, position) }
    func bind(_ value: Date?, at position: Int32) throws { try encode(value, position) }
    func bind(_ value: Data?, at position: Int32) throws { try encode(value, position) }
    func bind(_ value: UUID?, at position: Int32) throws { try encode(value, position) }
    func bind(_ value: URL?, at position: Int32) throws { try encode(value, position) }
    func bind(json value: (some Encodable & Hashable)?, at position: Int32) throws {
        try encode(value, position)
    }

    private func encode(_ value: (some Encodable)?, _ position: Int32) throws {
        try container.encodeIfPresent(value, forKey: keys[Int(position) - 1])
    }
}

private final class DecodedColumns: ColumnReader {
    private let container: KeyedDecodingContainer<ColumnKey>
    private let keys: [ColumnKey]
    /// The error of the first value that could not be decoded; nil if there is none.
    private(set) var failure: (any Error)?

    init(container: KeyedDecodingContainer<ColumnKey>, _ keys: [ColumnKey]) {
        self.container = container
        self.keys = keys
    }

    func string(_ column: Int32) -> String? { decode(column) }
    func int64(_ column: Int32) -> Int64? { decode(column) }
    func int32(_ column: Int32) -> Int32? { decode(column) }
    func int16(_ column: Int32) -> Int16? { decode(column) }
    func bool(_ column: Int32) -> Bool? { decode(column) }
    func double(_ column: Int32) -> Double? { decode(column) }
    func float(_ column: Int32) -> Float? { decode(column) }
    func decimal(_ column: Int32) -> Decimal? { decode(column) }
    func date(_ column: Int32) -> Date? { decode(column) }
    func data(_ column: Int32) -> Data? { decode(column) }
    func uuid(_ column: Int32) -> UUID? { decode(column) }
    func url(_ column: Int32) -> URL? { decode(column) }
    func json<T: Decodable>(_ column: Int32) -> T? { decode(column) }

    func absence(of column: Int) -> DecodingError {
        let key = keys[column]
        let context = DecodingError.Context(
            codingPath: container.codingPath,
            debugDescription: "The required value “\(key.stringValue)” is absent."
        )
        return .keyNotFound(key, context)
    }

    private func decode<T: Decodable>(_ column: Int32) -> T? {
        do {
            return try container.decodeIfPresent(T.self, forKey: keys[Int(column)])
        } catch {
            failure = failure ?? error
            return nil
        }
    }
}
