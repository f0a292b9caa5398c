// Made by cdgen from Odd.xcdatamodeld. Edits are lost when cdgen runs again.

import DataAccess

/// An identitiesRecord, as a value: changes are kept once `identitiesRecordRecords.save(…)`
/// has stored them.
struct Identities: Record {
    /// What tells one identitiesRecord from another: a number from the store.
    struct Identity: RecordIdentity {
        let value: Int64

        init(_ value: Int64) {
            self.value = value
        }
    }

    /// nil until the identitiesRecord has been saved.
    var identity: Identity?
    var name: String?
}

/// What identitiesRecordRecords are made of.
extension Identities: DescribedRecord {
    static let entity = EntityDescription(
        name: "Identities",
        identity: "_id",
        attributes: [
            AttributeDescription("name", .string)
        ],
        relationships: []
    )

    static func blank() -> Identities {
        Identities()
    }

    init(columnValues values: ValueRow) throws {
        self.init(
            identity: values.int64(0).map(Identities.Identity.init),
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
