// Made by cdgen from Rules.xcdatamodeld. Edits are lost when cdgen runs again.

import DataAccess

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
                derivation: "canonical:(name)"
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
