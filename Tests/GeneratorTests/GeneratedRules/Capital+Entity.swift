// Made by cdgen from Rules.xcdatamodeld. Edits are lost when cdgen runs again.

import DataAccess
import Foundation

/// What capitals are made of.
extension Capital: DescribedRecord {
    static let entity = EntityDescription(
        name: "Capital",
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
            AttributeDescription("area", .double, isOptional: false),
            AttributeDescription("code", .string),
            AttributeDescription("changed", .date, derivation: "now()"),
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
            RelationshipDescription(
                "around",
                to: "Village",
                isToMany: true,
                storage: .inverse("nearest"),
                isOrdered: true
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
            searchName: values.required(values.string(2), 2),
            area: values.required(values.double(3), 3),
            code: values.string(4),
            changed: values.date(5),
            seat: values.string(6),
            country: values.string(7).map(Country.Identity.init)
        )
    }

    var columnValues: ValueRow {
        ValueRow([
            StoredValue(id),
            StoredValue(name),
            StoredValue(searchName),
            StoredValue(area),
            StoredValue(code),
            StoredValue(changed),
            StoredValue(seat),
            StoredValue(country?.value),
        ])
    }
}
