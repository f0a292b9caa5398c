// Made by cdgen from Keys.xcdatamodeld. Edits are lost when cdgen runs again.

import DataAccess

/// An order, as a value: changes are kept once `orders.save(…)` has stored them.
struct Order: Record {
    /// What tells one order from another: the value of `id`.
    struct Identity: RecordIdentity {
        let value: String

        init(_ value: String) {
            self.value = value
        }
    }

    var id: String
    var state: String

    /// What to retrieve and delete it by, and what relationships to it hold.
    var identity: Identity? {
        Identity(id)
    }
}

/// What orders are made of.
extension Order: DescribedRecord {
    static let entity = EntityDescription(
        name: "Order",
        identity: "id",
        attributes: [
            AttributeDescription("id", .string, isOptional: false),
            AttributeDescription("state", .string, isOptional: false),
        ],
        relationships: [
            RelationshipDescription(
                "items",
                to: "Item",
                isToMany: true,
                storage: .inverse("order"),
                isOrdered: true
            )
        ]
    )

    static func blank() -> Order {
        Order(id: "", state: "")
    }

    init(columnValues values: ValueRow) throws {
        try self.init(
            id: values.required(values.string(0), 0),
            state: values.required(values.string(1), 1)
        )
    }

    var columnValues: ValueRow {
        ValueRow([
            StoredValue(id),
            StoredValue(state),
        ])
    }
}
