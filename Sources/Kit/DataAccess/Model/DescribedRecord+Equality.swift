import Foundation

extension DescribedRecord {
    /// Returns whether the two records have the same identity and the same value in every column.
    /// All record types share this function. The comparisons that Swift would derive for each type
    /// took a tenth of the compile time of generated code.
    public static func == (left: Self, right: Self) -> Bool {
        if left.knownIdentity != right.knownIdentity { return false }
        let columns = ComparedColumns()
        // Comparing values never throws.
        try? left.bind(to: columns)
        columns.areKept = true
        try? right.bind(to: columns)
        return columns.areEqual
    }
}

/// A binder that first stores the values of one record, and then compares them with the values of
/// another record.
private final class ComparedColumns: ColumnBinder {
    private enum Value: Equatable {
        case absent, text(StoredValue), integer(Int64), boolean(Bool), double(Double), float(Float)
        case decimal(Decimal), date(Date), data(Data), uuid(UUID), url(URL), json(AnyHashable)
    }

    private var values: [Value] = []
    /// Whether ``values`` contains all values of the first record. If true, further values belong to
    /// the second record: they are compared with ``values`` instead of being added.
    var areKept = false
    private(set) var areEqual = true

    // As in a store, two strings are equal only if their code units are equal.
    func bind(_ value: String?, at position: Int32) {
        add(value.map { .text(.text($0)) }, position)
    }
    func bind(_ value: Int64?, at position: Int32) { add(value.map(Value.integer), position) }
    func bind(_ value: Int32?, at position: Int32) { bind(value.map(Int64.init), at: position) }
    func bind(_ value: Int16?, at position: Int32) { bind(value.map(Int64.init), at: position) }
    func bind(_ value: Bool?, at position: Int32) { add(value.map(Value.boolean), position) }
    func bind(_ value: Double?, at position: Int32) { add(value.map(Value.double), position) }
    func bind(_ value: Float?, at position: Int32) { add(value.map(Value.float), position) }
    func bind(_ value: Decimal?, at position: Int32) { add(value.map(Value.decimal), position) }
    func bind(_ value: Date?, at position: Int32) { add(value.map(Value.date), position) }
    func bind(_ value: Data?, at position: Int32) { add(value.map(Value.data), position) }
    func bind(_ value: UUID?, at position: Int32) { add(value.map(Value.uuid), position) }
    func bind(_ value: URL?, at position: Int32) { add(value.map(Value.url), position) }
    func bind(json value: (some Encodable & Hashable)?, at position: Int32) {
        add(value.map { .json(AnyHashable($0)) }, position)
    }

    private func add(_ found: Value?, _ position: Int32) {
        let (value, index) = (found ?? .absent, Int(position) - 1)
        if areKept {
            areEqual = areEqual && values.indices.contains(index) && values[index] == value
        } else {
            while values.count <= index { values.append(.absent) }
            values[index] = value
        }
    }
}
