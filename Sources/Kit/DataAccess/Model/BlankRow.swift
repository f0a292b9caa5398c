import Foundation

extension DescribedRecord {
    public static func blank() throws -> Self { try Self(row: BlankRow(entity)) }
}

/// The values of a new record: the model's defaults, and empty values for required attributes
/// without a default.
struct BlankRow: ColumnReader {
    private let initial: ValueRow
    private let isRequired: [Bool]

    init(_ entity: EntityDescription) {
        let held = entity.relationships.filter(\.isColumn)
        let number = entity.isIdentityAssigned ? 1 : 0
        let attributes = entity.attributes
        isRequired =
            Array(repeating: false, count: number) + attributes.map { !$0.isOptional }
            + held.map { !$0.isOptional }
        initial = ValueRow(
            Array(repeating: .null, count: number) + attributes.map(\.initial)
                + held.map { _ in .null }
        )
    }

    private func or<T>(_ value: T?, _ empty: @autoclosure () -> T, _ column: Int32) -> T? {
        value ?? (isRequired[Int(column)] ? empty() : nil)
    }

    func string(_ column: Int32) -> String? { or(initial.string(column), "", column) }
    func int64(_ column: Int32) -> Int64? { or(initial.int64(column), 0, column) }
    func double(_ column: Int32) -> Double? { or(initial.double(column), 0, column) }
    func decimal(_ column: Int32) -> Decimal? { or(initial.decimal(column), 0, column) }
    func data(_ column: Int32) -> Data? { or(initial.data(column), Data(), column) }
    func uuid(_ column: Int32) -> UUID? { or(initial.uuid(column), UUID(), column) }

    func json<T: Decodable>(_ column: Int32) throws -> T? {
        if !isRequired[Int(column)] { return nil }
        if let list: T = try? decoded("[]", column) { return list }
        return try decoded("{}", column)
    }

    func url(_ column: Int32) -> URL? {
        or(initial.url(column), URL(fileURLWithPath: "/"), column)
    }
}
