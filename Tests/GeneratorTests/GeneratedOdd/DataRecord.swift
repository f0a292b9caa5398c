// Made by cdgen from Odd.xcdatamodeld. Edits are lost when cdgen runs again.

import DataAccess

/// A data, as a value: changes are kept once `data.save(…)` has stored them.
struct DataRecord: Record {
    /// What tells one data from another: a number from the store.
    struct Identity: RecordIdentity {
        let value: Int64

        init(_ value: Int64) {
            self.value = value
        }
    }

    /// nil until the data has been saved.
    var identity: Identity?
    var name: String?
}

/// What data are made of.
extension DataRecord: DescribedRecord {
    static let entity = EntityDescription(
        name: "Data",
        identity: "_id",
        attributes: [
            AttributeDescription("name", .string)
        ],
        relationships: [
            RelationshipDescription(
                "case",
                to: "Words",
                isToMany: true,
                storage: .inverse("switch")
            )
        ]
    )

    static func blank() -> DataRecord {
        DataRecord()
    }

    init(columnValues values: ValueRow) throws {
        self.init(
            identity: values.int64(0).map(DataRecord.Identity.init),
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
