// Made by cdgen from Odd.xcdatamodeld. Edits are lost when cdgen runs again.

import DataAccess

/// A self_, as a value: changes are kept once `selfs.save(…)` has stored them.
struct SelfRecord: Record {
    /// What tells one self_ from another: a number from the store.
    struct Identity: RecordIdentity {
        let value: Int64

        init(_ value: Int64) {
            self.value = value
        }
    }

    /// nil until the self_ has been saved.
    var identity: Identity?
    var name: String?
}

/// What selfs are made of.
extension SelfRecord: DescribedRecord {
    static let entity = EntityDescription(
        name: "Self",
        identity: "_id",
        attributes: [
            AttributeDescription("name", .string)
        ],
        relationships: []
    )

    static func blank() -> SelfRecord {
        SelfRecord()
    }

    init(columnValues values: ValueRow) throws {
        self.init(
            identity: values.int64(0).map(SelfRecord.Identity.init),
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
