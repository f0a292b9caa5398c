// Made by cdgen from Kin.xcdatamodeld. Edits are lost when cdgen runs again.

import DataAccess

/// A chart, as a value: changes are kept once `charts.save(…)` has stored them.
struct Chart: Record {
    /// What tells one chart from another: the value of `id`.
    struct Identity: RecordIdentity {
        let value: Int64

        init(_ value: Int64) {
            self.value = value
        }
    }

    var id: Int64
    /// The source's identity; `manager.source(of: chart)` gives the record.
    var source: Source.Identity?

    /// What to retrieve and delete it by, and what relationships to it hold.
    var identity: Identity? {
        Identity(id)
    }
}

/// What charts are made of.
extension Chart: DescribedRecord {
    static let entity = EntityDescription(
        name: "Chart",
        identity: "id",
        attributes: [
            AttributeDescription("id", .integer64, isOptional: false)
        ],
        relationships: [
            RelationshipDescription(
                "panels",
                to: "Panel",
                isToMany: true,
                storage: .inverse("chart")
            ),
            RelationshipDescription(
                "source",
                to: "Source",
                whenDeleted: .cascade,
                storage: .column
            ),
        ]
    )

    static func blank() -> Chart {
        Chart(id: 0)
    }

    init(columnValues values: ValueRow) throws {
        try self.init(
            id: values.required(values.int64(0), 0),
            source: values.int64(1).map(Source.Identity.init)
        )
    }

    var columnValues: ValueRow {
        ValueRow([
            StoredValue(id),
            StoredValue(source?.value),
        ])
    }
}
