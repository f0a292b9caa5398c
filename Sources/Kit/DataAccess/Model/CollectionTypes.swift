import Foundation

/// The types of the collections among a record's attributes. Descriptions do not state them, so
/// they are found by reading a row.
extension DescribedRecord {
    /// The Swift types of the collections, such as `Array<String>`, keyed by attribute name.
    static var collectionTypes: [String: String] {
        guard entity.attributes.contains(where: { $0.kind == .transformable }) else { return [:] }
        let row = CollectionRow(entity, nil, "")
        _ = try? Self(row: row)
        return Dictionary(row.types.map { (entity.columns[Int($0)], $1) }) { first, _ in first }
    }

    /// Returns whether the record type can read the JSON text as the collection `attribute`.
    package static func canRead(_ text: String, as attribute: String) -> Bool {
        let row = CollectionRow(entity, entity.columns.firstIndex(of: attribute), text)
        return (try? Self(row: row)) != nil
    }
}

/// A blank row in which one collection may have a value. Keeps the types of the collections that
/// are read.
private final class CollectionRow: ColumnReader {
    private let blank: BlankRow
    private let column: Int32?
    private let text: String
    /// The types, keyed by column.
    private(set) var types: [Int32: String] = [:]

    init(_ entity: EntityDescription, _ column: Int?, _ text: String) {
        blank = BlankRow(entity)
        self.column = column.map { Int32($0) }
        self.text = text
    }

    func string(_ column: Int32) -> String? { blank.string(column) }
    func int64(_ column: Int32) -> Int64? { blank.int64(column) }
    func double(_ column: Int32) -> Double? { blank.double(column) }
    func decimal(_ column: Int32) -> Decimal? { blank.decimal(column) }
    func data(_ column: Int32) -> Data? { blank.data(column) }
    func uuid(_ column: Int32) -> UUID? { blank.uuid(column) }
    func url(_ column: Int32) -> URL? { blank.url(column) }

    func json<T: Decodable>(_ column: Int32) throws -> T? {
        types[column] = "\(T.self)"
        if column == self.column { return try decoded(text, column) as T }
        return try blank.json(column)
    }
}
