// Made by cdgen from Rules.xcdatamodeld. Edits are lost when cdgen runs again.

import DataAccess

/// A village, as a value: changes are kept once `villages.save(…)` has stored them.
struct Village: Record {
    /// What tells one record from another, of all that share a table.
    typealias Identity = Place.Identity

    var id: Int64
    var name: String
    /// Computed by the store when the record is saved, from `canonical:(name)`: fetch it again.
    var searchName: String = ""
    var area: String?
    /// The country's identity; `manager.country(of: village)` gives the record.
    var country: Country.Identity?
    /// The nearest's identity; `manager.nearest(of: village)` gives the record.
    var nearest: Town.Identity?

    /// What to retrieve and delete it by, and what relationships to it hold.
    var identity: Identity? {
        Identity(id)
    }
}

/// What villages are made of.
extension Village: DescribedRecord {
    static let entity = EntityDescription(
        name: "Village",
        identity: "id",
        attributes: [
            AttributeDescription("id", .integer64, isOptional: false),
            AttributeDescription("name", .string, isOptional: false),
            AttributeDescription(
                "searchName",
                .string,
                isOptional: false,
                derivation: "canonical:(name)",
                computation: "store_fold_cd(computed.\"name\")"
            ),
            AttributeDescription("area", .string),
        ],
        relationships: [
            RelationshipDescription(
                "country",
                to: "Country",
                whenDestinationIsDeleted: .deny,
                storage: .column
            ),
            RelationshipDescription(
                "visits",
                to: "Visit",
                isToMany: true,
                storage: .inverse("place")
            ),
            RelationshipDescription("nearest", to: "Town", storage: .column),
        ],
        hierarchy: EntityHierarchy(
            root: "Place",
            kinds: ["Village"],
            columns: ["area": "Village.area"]
        )
    )

    static func blank() -> Village {
        Village(id: 0, name: "")
    }

    init(columnValues values: ValueRow) throws {
        try self.init(
            id: values.required(values.int64(0), 0),
            name: values.required(values.string(1), 1),
            searchName: values.required(values.string(2), 2),
            area: values.string(3),
            country: values.string(4).map(Country.Identity.init),
            nearest: values.int64(5).map(Town.Identity.init)
        )
    }

    var columnValues: ValueRow {
        ValueRow([
            StoredValue(id),
            StoredValue(name),
            StoredValue(searchName),
            StoredValue(area),
            StoredValue(country?.value),
            StoredValue(nearest?.value),
        ])
    }
}
