// Made by cdgen from Odd.xcdatamodeld. Edits are lost when cdgen runs again.

import DataAccess

/// A result, as a value: changes are kept once `results.save(…)` has stored them.
struct ResultRecord: Record {
    /// What tells one result from another: a number from the store.
    struct Identity: RecordIdentity {
        let value: Int64

        init(_ value: Int64) {
            self.value = value
        }
    }

    /// nil until the result has been saved.
    var identity: Identity?
    var name: String?
}

/// What results are made of.
extension ResultRecord: DescribedRecord {
    static let entity = EntityDescription(
        name: "Result",
        identity: "_id",
        attributes: [
            AttributeDescription("name", .string)
        ],
        relationships: []
    )

    static func blank() -> ResultRecord {
        ResultRecord()
    }

    init(columnValues values: ValueRow) throws {
        self.init(
            identity: values.int64(0).map(ResultRecord.Identity.init),
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
