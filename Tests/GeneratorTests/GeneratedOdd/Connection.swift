// Made by cdgen from Odd.xcdatamodeld. Edits are lost when cdgen runs again.

import DataAccess

/// A connectionRecord, as a value: changes are kept once `connections.save(…)` has stored
/// them.
struct Connection: Record {
    /// What tells one connectionRecord from another: a number from the store.
    struct Identity: RecordIdentity {
        let value: Int64

        init(_ value: Int64) {
            self.value = value
        }
    }

    /// nil until the connectionRecord has been saved.
    var identity: Identity?
    var name: String?
}

/// What connections are made of.
extension Connection: DescribedRecord {
    static let entity = EntityDescription(
        name: "Connection",
        identity: "_id",
        attributes: [
            AttributeDescription("name", .string)
        ],
        relationships: []
    )

    static func blank() -> Connection {
        Connection()
    }

    init(columnValues values: ValueRow) throws {
        self.init(
            identity: values.int64(0).map(Connection.Identity.init),
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
