// Made by cdgen from Odd.xcdatamodeld. Edits are lost when cdgen runs again.

import DataAccess

/// An any, as a value: changes are kept once `anies.save(…)` has stored them.
struct AnyRecord: Record {
    /// What tells one any from another: a number from the store.
    struct Identity: RecordIdentity {
        let value: Int64

        init(_ value: Int64) {
            self.value = value
        }
    }

    /// nil until the any has been saved.
    var identity: Identity?
    var name: String?
}

/// What anies are made of.
extension AnyRecord: DescribedRecord {
    static let entity = EntityDescription(
        name: "Any",
        identity: "_id",
        attributes: [
            AttributeDescription("name", .string)
        ],
        relationships: []
    )

    static func blank() -> AnyRecord {
        AnyRecord()
    }

    init(columnValues values: ValueRow) throws {
        self.init(
            identity: values.int64(0).map(AnyRecord.Identity.init),
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
