// Made by cdgen from Odd.xcdatamodeld. Edits are lost when cdgen runs again.

import DataAccess

/// A statementRecord, as a value: changes are kept once `statements.save(…)` has stored them.
struct Statement: Record {
    /// What tells one statementRecord from another: a number from the store.
    struct Identity: RecordIdentity {
        let value: Int64

        init(_ value: Int64) {
            self.value = value
        }
    }

    /// nil until the statementRecord has been saved.
    var identity: Identity?
    var name: String?
}

/// What statements are made of.
extension Statement: DescribedRecord {
    static let entity = EntityDescription(
        name: "Statement",
        identity: "_id",
        attributes: [
            AttributeDescription("name", .string)
        ],
        relationships: []
    )

    static func blank() -> Statement {
        Statement()
    }

    init(columnValues values: ValueRow) throws {
        self.init(
            identity: values.int64(0).map(Statement.Identity.init),
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
