// Made by cdgen from Keys.xcdatamodeld. Edits are lost when cdgen runs again.

import DataAccess

/// A levy, as a value: changes are kept once `levies.save(…)` has stored them.
struct Levy: Record {
    /// What tells one levy from another: a number from the store.
    struct Identity: RecordIdentity {
        let value: Int64

        init(_ value: Int64) {
            self.value = value
        }
    }

    /// nil until the levy has been saved.
    var identity: Identity?
    var id: Int64
    var name: String?
    var siteID: Int64
}

/// What levies are made of.
extension Levy: DescribedRecord {
    static let entity = EntityDescription(
        name: "Levy",
        identity: "_id",
        attributes: [
            AttributeDescription("id", .integer64, isOptional: false),
            AttributeDescription("name", .string),
            AttributeDescription("siteID", .integer64, isOptional: false),
        ],
        relationships: [],
        uniqueness: [["siteID", "id"]]
    )

    static func blank() -> Levy {
        Levy(id: 0, siteID: 0)
    }

    init(columnValues values: ValueRow) throws {
        try self.init(
            identity: values.int64(0).map(Levy.Identity.init),
            id: values.required(values.int64(1), 1),
            name: values.string(2),
            siteID: values.required(values.int64(3), 3)
        )
    }

    var columnValues: ValueRow {
        ValueRow([
            StoredValue(identity?.value),
            StoredValue(id),
            StoredValue(name),
            StoredValue(siteID),
        ])
    }
}
