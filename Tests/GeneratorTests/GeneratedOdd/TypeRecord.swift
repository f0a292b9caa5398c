// Made by cdgen from Odd.xcdatamodeld. Edits are lost when cdgen runs again.

import DataAccess

/// A type, as a value: changes are kept once `types.save(…)` has stored them.
struct TypeRecord: Record {
    /// What tells one type from another: a number from the store.
    struct Identity: RecordIdentity {
        let value: Int64

        init(_ value: Int64) {
            self.value = value
        }
    }

    /// nil until the type has been saved.
    var identity: Identity?
    var name: String?
}

/// What types are made of.
extension TypeRecord: DescribedRecord {
    static let entity = EntityDescription(
        name: "Type",
        identity: "_id",
        attributes: [
            AttributeDescription("name", .string)
        ],
        relationships: []
    )

    static func blank() -> TypeRecord {
        TypeRecord()
    }

    init(columnValues values: ValueRow) throws {
        self.init(
            identity: values.int64(0).map(TypeRecord.Identity.init),
            name: values.string(1)
        )
    }

    var columnValues: ValueRow {
        ValueRow([
            StoredValue(identity?.value),
            StoredValue(name),
        ])
    }
}
