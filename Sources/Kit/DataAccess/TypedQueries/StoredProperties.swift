import Foundation

extension DescribedRecord {
    /// Returns the key path of a stored property as property names for a predicate. The result is
    /// empty for an identity that the store assigns. In predicates, an empty key path means the
    /// record itself, which is compared by its identity.
    ///
    /// For a property that is not stored, such as a computed property, the result is a description
    /// of the property, enclosed in `unstoredMark`. A query with this description throws
    /// `StoreError.badQuery`; see ``checkStored(_:)``.
    static func keys(of path: KeyPath<Self, some PropertyValue>) -> [String] {
        guard let position = knownPositions.position(of: path, { findPosition(of: path) }) else {
            let valueType = type(of: path).valueType
            return [
                "\(unstoredMark)a \"\(entity.name)\" property of type \(valueType)\(unstoredMark)"
            ]
        }
        let isAssigned = entity.isIdentityAssigned && position == entity.identityPosition
        return isAssigned ? [] : [entity.columns[position]]
    }

    /// Returns the position of the column from which `init(row:)` reads the property; nil if the
    /// property is not stored. For each column, reads two rows that differ only in this column, and
    /// checks whether the property's values differ.
    private static func findPosition(of path: KeyPath<Self, some PropertyValue>) -> Int? {
        // The offset is nil for computed properties.
        guard MemoryLayout<Self>.offset(of: path) != nil else { return nil }
        let blank = BlankRow(entity)
        return entity.columns.indices.first { column in
            let pair = [false, true].map { isSecond in
                try? Self(row: MarkedRow(blank: blank, column: Int32(column), isSecond: isSecond))
            }
            guard let first = pair[0], let second = pair[1] else { return false }
            return first[keyPath: path].filterArgument != second[keyPath: path].filterArgument
        }
    }
}

/// The delimiter before and after the description of a property that is not stored. No property
/// name contains it.
private let unstoredMark = "\u{1}"

/// Throws `StoreError.badQuery` if the key path of a typed query contains a property that is not
/// stored.
func checkStored(_ path: String) throws {
    let parts = path.components(separatedBy: unstoredMark)
    guard parts.count > 1 else { return }
    throw StoreError.badQuery(
        "\(parts[1]) cannot be used in a query because it is not stored: use stored properties in filters and sort orders"
    )
}

extension DataQuery {
    /// Returns the sort keys.
    ///
    /// - Throws: `StoreError.badQuery` if a sort key is a property that is not stored.
    package func sortKeys() throws -> [SortKey] {
        for key in orderBy { try checkStored(key.path) }
        return orderBy
    }
}

/// A blank row with a test value in one column. For each type, `isSecond` selects one of two
/// different test values.
private struct MarkedRow: ColumnReader {
    let blank: BlankRow
    let column: Int32
    let isSecond: Bool

    private var number: Int { isSecond ? 1 : 0 }

    private func or<T>(_ value: @autoclosure () -> T?, _ mark: T, _ column: Int32) -> T? {
        column == self.column ? mark : value()
    }

    func string(_ column: Int32) -> String? { or(blank.string(column), "\(number)", column) }
    func int64(_ column: Int32) -> Int64? { or(blank.int64(column), Int64(number), column) }
    func double(_ column: Int32) -> Double? { or(blank.double(column), Double(number), column) }
    func decimal(_ column: Int32) -> Decimal? { or(blank.decimal(column), Decimal(number), column) }
    func data(_ column: Int32) -> Data? { or(blank.data(column), Data([UInt8(number)]), column) }

    func uuid(_ column: Int32) -> UUID? {
        let mark = UUID(uuid: (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, UInt8(number)))
        // A blank row creates a new UUID at each call. A fixed UUID therefore replaces the blank
        // UUIDs of other columns.
        return column == self.column || blank.uuid(column) == nil
            ? or(nil, mark, column)
            : UUID(uuid: (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0))
    }

    /// Returns a test value for a collection. The first test value is the blank value, which is
    /// absent or empty. The second test value is a collection with one element.
    func json<T: Decodable>(_ column: Int32) throws -> T? {
        guard column == self.column, isSecond else { return try blank.json(column) }
        for text in oneElement {
            if let list: T = try? decoded(text, column) { return list }
        }
        return nil
    }

    func url(_ column: Int32) -> URL? {
        or(blank.url(column), URL(fileURLWithPath: "/\(number)"), column)
    }
}

/// JSON texts of collections with one element. For every collection type, at least one of the texts
/// can be read as this type.
private let oneElement = [
    "[\"\"]", "[0]", "[false]", "[[]]", "[{}]", "{\"\":\"\"}", "{\"\":0}", "{\"\":false}",
    "{\"\":[]}", "{\"\":{}}",
]

/// The column positions of the properties to which key paths refer. Each position is determined
/// when its key path is first used.
private let knownPositions = KnownPositions()

private final class KnownPositions: Sendable {
    private let lock = NSLock()
    // Read and written only under `lock`. Key paths are immutable.
    nonisolated(unsafe) private var positions: [AnyKeyPath: Int?] = [:]

    func position(of path: AnyKeyPath, _ find: () -> Int?) -> Int? {
        if let known = lock.withLock({ positions[path] }) { return known }
        let found = find()
        lock.withLock { positions[path] = .some(found) }
        return found
    }
}
