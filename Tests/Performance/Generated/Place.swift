// Made by cdgen from Bench.xcdatamodeld. Edits are lost when cdgen runs again.

import DataAccess

/// A place, as a value: changes are kept once `places.save(…)` has stored them.
struct Place: Record {
    /// What tells one place from another: the value of `id`.
    struct Identity: RecordIdentity {
        let value: Int64

        init(_ value: Int64) {
            self.value = value
        }
    }

    var id: Int64
    var name: String
    var country: String?
    var latitude: Double
    var population: Int64?

    /// What to retrieve and delete it by, and what relationships to it hold.
    var identity: Identity? {
        Identity(id)
    }
}

/// What places are made of.
extension Place: DescribedRecord {
    static let entity = EntityDescription(
        name: "Place",
        identity: "id",
        attributes: [
            AttributeDescription("id", .integer64, isOptional: false),
            AttributeDescription("name", .string, isOptional: false),
            AttributeDescription("country", .string),
            AttributeDescription("latitude", .double, isOptional: false),
            AttributeDescription("population", .integer64),
        ],
        relationships: []
    )

    static func blank() -> Place {
        Place(id: 0, name: "", latitude: 0)
    }

    init(columnValues values: ValueRow) throws {
        try self.init(
            id: values.required(values.int64(0), 0),
            name: values.required(values.string(1), 1),
            country: values.string(2),
            latitude: values.required(values.double(3), 3),
            population: values.int64(4)
        )
    }

    var columnValues: ValueRow {
        ValueRow([
            StoredValue(id),
            StoredValue(name),
            StoredValue(country),
            StoredValue(latitude),
            StoredValue(population),
        ])
    }
}
