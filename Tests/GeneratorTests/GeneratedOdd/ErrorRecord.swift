// Made by cdgen from Odd.xcdatamodeld. Edits are lost when cdgen runs again.

import DataAccess

/// An errorRecord, as a value: changes are kept once `errors.save(…)` has stored them.
struct ErrorRecord: Record {
    /// What tells one errorRecord from another: a number from the store.
    struct Identity: RecordIdentity {
        let value: Int64

        init(_ value: Int64) {
            self.value = value
        }
    }

    /// nil until the errorRecord has been saved.
    var identity: Identity?
    var name: String?
}

/// What errors are made of.
extension ErrorRecord: DescribedRecord {
    static let entity = EntityDescription(
        name: "Error",
        identity: "_id",
        attributes: [
            AttributeDescription("name", .string)
        ],
        relationships: []
    )

    static func blank() -> ErrorRecord {
        ErrorRecord()
    }

    init(columnValues values: ValueRow) throws {
        self.init(
            identity: values.int64(0).map(ErrorRecord.Identity.init),
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
