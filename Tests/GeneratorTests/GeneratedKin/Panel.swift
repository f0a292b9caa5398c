// Made by cdgen from Kin.xcdatamodeld. Edits are lost when cdgen runs again.

import DataAccess

/// A panel, as a value: changes are kept once `panels.save(…)` has stored them.
struct Panel: Record {
    /// What tells one panel from another: the value of `id`.
    struct Identity: RecordIdentity {
        let value: Int64

        init(_ value: Int64) {
            self.value = value
        }
    }

    var id: Int64
    /// The chart's identity; `manager.chart(of: panel)` gives the record.
    var chart: Chart.Identity?

    /// What to retrieve and delete it by, and what relationships to it hold.
    var identity: Identity? {
        Identity(id)
    }
}

/// What panels are made of.
extension Panel: DescribedRecord {
    static let entity = EntityDescription(
        name: "Panel",
        identity: "id",
        attributes: [
            AttributeDescription("id", .integer64, isOptional: false)
        ],
        relationships: [
            RelationshipDescription(
                "chart",
                to: "Chart",
                whenDestinationIsDeleted: .cascade,
                whenDeleted: .cascade,
                storage: .column
            ),
            RelationshipDescription(
                "sources",
                to: "Source",
                isToMany: true,
                whenDeleted: .cascade,
                storage: .none,
                join: PairTable("Panel.sources", own: "source", other: "target")
            ),
        ]
    )

    static func blank() -> Panel {
        Panel(id: 0)
    }

    init(columnValues values: ValueRow) throws {
        try self.init(
            id: values.required(values.int64(0), 0),
            chart: values.int64(1).map(Chart.Identity.init)
        )
    }

    var columnValues: ValueRow {
        ValueRow([
            StoredValue(id),
            StoredValue(chart?.value),
        ])
    }
}
