import Foundation

extension DescribedRecord {
    /// Hashes the identity, which is unique. If the record has no identity, hashes all values.
    public func hash(into hasher: inout Hasher) {
        guard let knownIdentity else { return hashValues(into: &hasher) }
        knownIdentity.hash(into: &hasher)
    }

    private func hashValues(into hasher: inout Hasher) {
        let columns = HashedColumns(hasher)
        // Hashing values never throws.
        try? bind(to: columns)
        hasher = columns.hasher
    }
}

/// A binder that hashes the values of a record, consistently with `==`.
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
