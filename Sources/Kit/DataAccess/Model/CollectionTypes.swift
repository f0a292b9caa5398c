import Foundation

/// The types of a record's collection attributes. Entity descriptions do not contain these types.
/// The types are therefore determined by creating a record from a row.
extension DescribedRecord {
    /// The Swift types of the collections, such as `Array<String>`, keyed by attribute name.
    static var collectionTypes: [String: String] {
        guard entity.attributes.contains(where: { $0.kind == .transformable }) else { return [:] }
        let types = CollectionRow.read(Self.self).map { (entity.columns[Int($0)], $1.type) }
        return Dictionary(types) { first, _ in first }
    }

    /// Returns a function that checks whether JSON text is a valid value of the collection
    /// attribute; nil if the attribute's type is unknown.
    package static func collectionCheck(of attribute: String) -> ((String) -> Bool)? {
        let column = entity.columns.firstIndex(of: attribute)
        return column.flatMap { CollectionRow.read(Self.self)[Int32($0)]?.canBeRead }
    }
}

/// A blank row that records the type of each collection that is read from it.
private final class CollectionRow: ColumnReader {
    struct FoundCollection {
        var type: String
        /// A function that returns whether JSON text can be read as a collection of type `type`.
        var canBeRead: (String) -> Bool
    }

    private let blank: BlankRow
    /// The collections, keyed by column index.
    private var collections: [Int32: FoundCollection] = [:]

    private init(_ entity: EntityDescription) { blank = BlankRow(entity) }

    /// Returns the collections that a record of type `R` reads from its row, keyed by column index.
    static func read<R: DescribedRecord>(_ type: R.Type) -> [Int32: FoundCollection] {
        let row = CollectionRow(R.entity)
        // An error ends the reading at a required attribute whose type has no blank value.
        _ = try? R(row: row)
        return row.collections
    }

    func string(_ column: Int32) -> String? { blank.string(column) }
    func int64(_ column: Int32) -> Int64? { blank.int64(column) }
    func double(_ column: Int32) -> Double? { blank.double(column) }
    func decimal(_ column: Int32) -> Decimal? { blank.decimal(column) }
    func data(_ column: Int32) -> Data? { blank.data(column) }
    func uuid(_ column: Int32) -> UUID? { blank.uuid(column) }
    func url(_ column: Int32) -> URL? { blank.url(column) }

    func json<T: Decodable>(_ column: Int32) throws -> T? {
        collections[column] = FoundCollection(type: "\(T.self)") { [blank] text in
            (try? blank.decoded(text, column) as T) != nil
        }
        return try blank.json(column)
    }
}
