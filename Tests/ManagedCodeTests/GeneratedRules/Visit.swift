// Made by cdgen from Rules.xcdatamodeld. Edits are lost when cdgen runs again.

import DataAccess

/// A visit, as a value: changes are kept once `visits.save(…)` has stored them.
struct Visit: Record {
    /// What tells one visit from another: a number from the store.
    struct Identity: RecordIdentity {
        let value: Int64

        init(_ value: Int64) {
            self.value = value
        }
    }

    /// nil until the visit has been saved.
    var identity: Identity?
    var day: String
    /// The place's identity; `manager.place(of: visit)` gives the record.
    var place: Place.Identity
}

/// What visits are made of.
extension Visit: DescribedRecord {
    static let entity = EntityDescription(
        name: "Visit",
        identity: "_id",
        attributes: [
            AttributeDescription("day", .string, isOptional: false)
        ],
        relationships: [
            RelationshipDescription(
                "place",
                to: "Place",
                isOptional: false,
                whenDestinationIsDeleted: .cascade,
                storage: .column
            ),
            RelationshipDescription("photo", to: "Photo", storage: .inverse("visit")),
        ]
    )

    static func blank() -> Visit {
        Visit(day: "", place: Place.Identity(0))
    }

    init(columnValues values: ValueRow) throws {
        try self.init(
            identity: values.int64(0).map(Visit.Identity.init),
            day: values.required(values.string(1), 1),
            place: Place.Identity(values.required(values.int64(2), 2))
        )
    }

    var columnValues: ValueRow {
        ValueRow([
            StoredValue(identity?.value),
            StoredValue(day),
            StoredValue(place.value),
        ])
    }
}
