// Made by cdgen from Odd.xcdatamodeld. Edits are lost when cdgen runs again.

import DataAccess

/// A keepingRecord, as a value: changes are kept once `keepings.save(…)` has stored them.
struct Keeping: Record {
    /// What tells one keepingRecord from another: a number from the store.
    struct Identity: RecordIdentity {
        let value: Int64

        init(_ value: Int64) {
            self.value = value
        }
    }

    /// nil until the keepingRecord has been saved.
    var identity: Identity?
}

/// What keepings are made of.
extension Keeping: DescribedRecord {
    static let entity = EntityDescription(
        name: "Keeping",
        identity: "_id",
        attributes: [],
        relationships: [
            RelationshipDescription(
                "things",
                to: "Keeping",
                isToMany: true,
                storage: .none,
                join: PairTable("Keeping.things", own: "source", other: "target")
            )
        ]
    )

    static func blank() -> Keeping {
        Keeping()
    }

    init(columnValues values: ValueRow) throws {
        self.init(
            identity: values.int64(0).map(Keeping.Identity.init)
        )
    }

    var columnValues: ValueRow {
        ValueRow([
            StoredValue(identity?.value)
        ])
    }
}
