public import Foundation

/// A type that receives the values of a record's columns. Positions count from 1, and nil means an
/// absent value.
///
/// Only classes can conform, so that a single nongeneric function can bind the values of a record.
/// Generic functions, compiled for each binder type, took a fifth of the compile time of generated
/// code.
public protocol ColumnBinder: AnyObject {
    func bind(_ value: String?, at position: Int32) throws
    func bind(_ value: Int64?, at position: Int32) throws
    func bind(_ value: Int32?, at position: Int32) throws
    func bind(_ value: Int16?, at position: Int32) throws
    func bind(_ value: Bool?, at position: Int32) throws
    func bind(_ value: Double?, at position: Int32) throws
    func bind(_ value: Float?, at position: Int32) throws
    func bind(_ value: Decimal?, at position: Int32) throws
    func bind(_ value: Date?, at position: Int32) throws
    func bind(_ value: Data?, at position: Int32) throws
    func bind(_ value: UUID?, at position: Int32) throws
    func bind(_ value: URL?, at position: Int32) throws
    /// Binds a collection. Every store keeps it as JSON text.
    func bind(json value: (some Encodable & Hashable)?, at position: Int32) throws
}

/// A binder that collects the values of a record.
final class CollectedColumns: ColumnBinder {
    var values: [StoredValue]

    init(count: Int) { values = Array(repeating: .null, count: count) }

    func bind(_ value: String?, at position: Int32) { set(StoredValue(value), position) }
    func bind(_ value: Int64?, at position: Int32) { set(StoredValue(value), position) }
    func bind(_ value: Int32?, at position: Int32) { set(StoredValue(value), position) }
    func bind(_ value: Int16?, at position: Int32) { set(StoredValue(value), position) }
    func bind(_ value: Bool?, at position: Int32) { set(StoredValue(value), position) }
    func bind(_ value: Double?, at position: Int32) { set(StoredValue(value), position) }
    func bind(_ value: Float?, at position: Int32) { set(StoredValue(value), position) }
    func bind(_ value: Decimal?, at position: Int32) { set(StoredValue(value), position) }
    func bind(_ value: Date?, at position: Int32) { set(StoredValue(value), position) }
    func bind(_ value: Data?, at position: Int32) { set(StoredValue(value), position) }
    func bind(_ value: UUID?, at position: Int32) { set(StoredValue(value), position) }
    func bind(_ value: URL?, at position: Int32) { set(StoredValue(value), position) }

    private func set(_ value: StoredValue, _ position: Int32) {
        let index = Int(position) - 1
        if values.indices.contains(index) { values[index] = value }
    }
}
