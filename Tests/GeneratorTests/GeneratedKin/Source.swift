// Made by cdgen from Kin.xcdatamodeld. Edits are lost when cdgen runs again.

import DataAccess

/// A source, as a value: changes are kept once `sources.save(…)` has stored them.
struct Source: Record {
    /// What tells one source from another: the value of `id`.
    struct Identity: RecordIdentity {
        let value: Int64

        init(_ value: Int64) {
            self.value = value
        }
    }

    var id: Int64
    /// The main's identity; `manager.main(of: source)` gives the record.
    var main: Chart.Identity?

    /// What to retrieve and delete it by, and what relationships to it hold.
    var identity: Identity? {
        Identity(id)
    }
}

/// What sources are made of.
extension Source: DescribedRecord {
    static let entity = EntityDescription(
        name: "Source",
        identity: "id",
        attributes: [
            AttributeDescription("id", .integer64, isOptional: false)
        ],
        relationships: [
            RelationshipDescription(
                "panels",
                to: "Panel",
                isToMany: true,
                whenDeleted: .cascade,
                storage: .none,
                join: PairTable("Panel.sources", own: "target", other: "source")
            ),
            RelationshipDescription(
                "main",
                to: "Chart",
                whenDeleted: .cascade,
                storage: .column
            ),
        ]
    )

    static func blank() -> Source {
        Source(id: 0)
    }

    init(columnValues values: ValueRow) throws {
        try self.init(
            id: values.required(values.int64(0), 0),
            main: values.int64(1).map(Chart.Identity.init)
        )
    }

    var columnValues: ValueRow {
        ValueRow([
            StoredValue(id),
            StoredValue(main?.value),
        ])
    }
}
