// Made by cdgen from Rules.xcdatamodeld. Edits are lost when cdgen runs again.

import DataAccess

/// What capitals are made of.
extension Capital: DescribedRecord {
    static let entity = EntityDescription(
        name: "Capital",
        identity: "id",
        attributes: [
            AttributeDescription("id", .integer64, isOptional: false),
            AttributeDescription("name", .string, isOptional: false),
            AttributeDescription("area", .double, isOptional: false),
            AttributeDescription("code", .string),
            AttributeDescription("seat", .string),
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
        ],
        uniqueness: [["code"]],
        hierarchy: EntityHierarchy(root: "Place", kinds: ["Capital"])
    )

    static func blank() -> Capital {
        Capital(id: 0, name: "", area: 0)
    }

    init(columnValues values: ValueRow) throws {
        try self.init(
            id: values.required(values.int64(0), 0),
            name: values.required(values.string(1), 1),
            area: values.required(values.double(2), 2),
            code: values.string(3),
            seat: values.string(4),
            country: values.string(5).map(Country.Identity.init)
        )
    }

    var columnValues: ValueRow {
        ValueRow([
            StoredValue(id),
            StoredValue(name),
            StoredValue(area),
            StoredValue(code),
            StoredValue(seat),
            StoredValue(country?.value),
        ])
    }
}
