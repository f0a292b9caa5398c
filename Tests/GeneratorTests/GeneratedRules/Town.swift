// Made by cdgen from Rules.xcdatamodeld. Edits are lost when cdgen runs again.

import DataAccess

/// A town, as a value: changes are kept once `towns.save(…)` has stored them.
struct Town: Record {
    /// What tells one record from another, of all that share a table.
    typealias Identity = Place.Identity

    var id: Int64
    var name: String
    /// Computed by the store when the record is saved, from `canonical:(name)`: fetch it again.
    var searchName: String = ""
    var area: Double
    var code: String?
    /// The country's identity; `manager.country(of: town)` gives the record.
    var country: Country.Identity?

    /// What to retrieve and delete it by, and what relationships to it hold.
    var identity: Identity? {
        Identity(id)
    }
}

/// What towns are made of.
extension Town: DescribedRecord {
    static let entity = EntityDescription(
        name: "Town",
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
            AttributeDescription("area", .double, isOptional: false),
            AttributeDescription("code", .string),
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
        hierarchy: EntityHierarchy(root: "Place", kinds: ["Town", "Capital"])
    )

    static func blank() -> Town {
        Town(id: 0, name: "", area: 0)
    }

    init(columnValues values: ValueRow) throws {
        try self.init(
            id: values.required(values.int64(0), 0),
            name: values.required(values.string(1), 1),
            searchName: values.required(values.string(2), 2),
            area: values.required(values.double(3), 3),
            code: values.string(4),
            country: values.string(5).map(Country.Identity.init)
        )
    }

    var columnValues: ValueRow {
        ValueRow([
            StoredValue(id),
            StoredValue(name),
            StoredValue(searchName),
            StoredValue(area),
            StoredValue(code),
            StoredValue(country?.value),
        ])
    }
}
