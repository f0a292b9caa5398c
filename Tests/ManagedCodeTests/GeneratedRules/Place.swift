// Made by cdgen from Rules.xcdatamodeld. Edits are lost when cdgen runs again.

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
    /// Computed by the store when the record is saved, from `canonical:(name)`: fetch it again.
    var searchName: String = ""
    /// The country's identity; `manager.country(of: place)` gives the record.
    var country: Country.Identity?

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
            AttributeDescription(
                "searchName",
                .string,
                isOptional: false,
                derivation: "canonical:(name)",
                computation: "store_fold_cd(computed.\"name\")"
            ),
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
        hierarchy: EntityHierarchy(
            root: "Place",
            kinds: ["Town", "Village", "Capital"],
            isAbstract: true
        )
    )

    static func blank() -> Place {
        Place(id: 0, name: "")
    }

    init(columnValues values: ValueRow) throws {
        try self.init(
            id: values.required(values.int64(0), 0),
            name: values.required(values.string(1), 1),
            searchName: values.required(values.string(2), 2),
            country: values.string(3).map(Country.Identity.init)
        )
    }

    var columnValues: ValueRow {
        ValueRow([
            StoredValue(id),
            StoredValue(name),
            StoredValue(searchName),
            StoredValue(country?.value),
        ])
    }
}
