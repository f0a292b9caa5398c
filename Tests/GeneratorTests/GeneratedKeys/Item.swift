// Made by cdgen from Keys.xcdatamodeld. Edits are lost when cdgen runs again.

import DataAccess

/// An item, as a value: changes are kept once `items.save(…)` has stored them.
struct Item: Record {
    /// What tells one item from another: a number from the store.
    struct Identity: RecordIdentity {
        let value: Int64

        init(_ value: Int64) {
            self.value = value
        }
    }

    /// nil until the item has been saved.
    var identity: Identity?
    var name: String
    /// The order's identity; `manager.order(of: item)` gives the record.
    var order: Order.Identity
}

/// What items are made of.
extension Item: DescribedRecord {
    static let entity = EntityDescription(
        name: "Item",
        identity: "_id",
        attributes: [
            AttributeDescription("name", .string, isOptional: false)
        ],
        relationships: [
            RelationshipDescription(
                "order",
                to: "Order",
                isOptional: false,
                whenDestinationIsDeleted: .cascade,
                storage: .column
            )
        ]
    )

    static func blank() -> Item {
        Item(name: "", order: Order.Identity(""))
    }

    init(columnValues values: ValueRow) throws {
        try self.init(
            identity: values.int64(0).map(Item.Identity.init),
            name: values.required(values.string(1), 1),
            order: Order.Identity(values.required(values.string(2), 2))
        )
    }

    var columnValues: ValueRow {
        ValueRow([
            StoredValue(identity?.value),
            StoredValue(name),
            StoredValue(order.value),
        ])
    }
}
