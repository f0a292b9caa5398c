import Foundation

extension DescribedRecord {
    /// Hashes the identity, which no other record has, or all values of a record without one.
    public func hash(into hasher: inout Hasher) {
        guard let knownIdentity else { return hashValues(into: &hasher) }
        knownIdentity.hash(into: &hasher)
    }

    private func hashValues(into hasher: inout Hasher) {
        let columns = HashedColumns(hasher)
        // Nothing that hashes values throws.
        try? bind(to: columns)
        hasher = columns.hasher
    }
}

/// Hashes the values of a record by their types, as they are compared.
private final class HashedColumns: ColumnBinder {
    private(set) var hasher: Hasher

    init(_ hasher: Hasher) { self.hasher = hasher }

    func bind(_ value: String?, at position: Int32) { hasher.combine(value) }
    func bind(_ value: Int64?, at position: Int32) { hasher.combine(value) }
    func bind(_ value: Int32?, at position: Int32) { hasher.combine(value) }
    func bind(_ value: Int16?, at position: Int32) { hasher.combine(value) }
    func bind(_ value: Bool?, at position: Int32) { hasher.combine(value) }
    func bind(_ value: Double?, at position: Int32) { hasher.combine(value) }
    func bind(_ value: Float?, at position: Int32) { hasher.combine(value) }
    func bind(_ value: Decimal?, at position: Int32) { hasher.combine(value) }
    func bind(_ value: Date?, at position: Int32) { hasher.combine(value) }
    func bind(_ value: Data?, at position: Int32) { hasher.combine(value) }
    func bind(_ value: UUID?, at position: Int32) { hasher.combine(value) }
    func bind(_ value: URL?, at position: Int32) { hasher.combine(value) }
    func bind(json value: (some Encodable & Hashable)?, at position: Int32) {
        hasher.combine(value)
    }
}
