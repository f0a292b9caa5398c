// Made by cdgen from Odd.xcdatamodeld. Edits are lost when cdgen runs again.

import DataAccess

/// A memoryRecord, as a value: changes are kept once `memories.save(…)` has stored them.
struct MemoryRecord: Record {
    /// What tells one memoryRecord from another: a number from the store.
    struct Identity: RecordIdentity {
        let value: Int64

        init(_ value: Int64) {
            self.value = value
        }
    }

    /// nil until the memoryRecord has been saved.
    var identity: Identity?
}

/// What memories are made of.
extension MemoryRecord: DescribedRecord {
    static let entity = EntityDescription(
        name: "Memory",
        identity: "_id",
        attributes: [],
        relationships: [
            RelationshipDescription(
                "things",
                to: "Memory",
                isToMany: true,
                storage: .none,
                join: PairTable("Memory.things", own: "source", other: "target")
            )
        ]
    )

    static func blank() -> MemoryRecord {
        MemoryRecord()
    }

    init(columnValues values: ValueRow) throws {
        self.init(
            identity: values.int64(0).map(MemoryRecord.Identity.init)
        )
    }

    var columnValues: ValueRow {
        ValueRow([
            StoredValue(identity?.value)
        ])
    }
}
