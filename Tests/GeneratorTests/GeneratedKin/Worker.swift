// Made by cdgen from Kin.xcdatamodeld. Edits are lost when cdgen runs again.

import DataAccess

/// A worker, as a value: changes are kept once `workers.save(…)` has stored them.
struct Worker: Record {
    /// What tells one worker from another: the value of `id`.
    struct Identity: RecordIdentity {
        let value: String

        init(_ value: String) {
            self.value = value
        }
    }

    var id: String
    var pay: Int64 = 1
    /// Computed by the store when the record is saved, from `reports.@count`: fetch it again.
    var staff: Int64?
    /// Computed by the store when the record is saved, from `reports.@sum.pay`: fetch it again.
    var cost: Int64?
    /// The boss's identity; `manager.boss(of: worker)` gives the record.
    var boss: Worker.Identity?
    /// The firm's identity; `manager.firm(of: worker)` gives the record.
    var firm: Firm.Identity?
    /// The section's identity; `manager.section(of: worker)` gives the record.
    var section: Section.Identity?

    /// What to retrieve and delete it by, and what relationships to it hold.
    var identity: Identity? {
        Identity(id)
    }
}

/// What workers are made of.
extension Worker: DescribedRecord {
    static let entity = EntityDescription(
        name: "Worker",
        identity: "id",
        attributes: [
            AttributeDescription("id", .string, isOptional: false),
            AttributeDescription(
                "pay",
                .integer64,
                isOptional: false,
                initial: StoredValue(1 as Int64)
            ),
            AttributeDescription(
                "staff",
                .integer64,
                derivation: "reports.@count",
                computation: """
                    (SELECT count(*) FROM "Worker" AS "Worker.reports" WHERE "Worker.reports"."boss" = computed."id")
                    """
            ),
            AttributeDescription(
                "cost",
                .integer64,
                derivation: "reports.@sum.pay",
                computation: """
                    (SELECT total("Worker.reports"."pay") FROM "Worker" AS "Worker.reports" WHERE "Worker.reports"."boss" = computed."id")
                    """
            ),
        ],
        relationships: [
            RelationshipDescription("boss", to: "Worker", storage: .column),
            RelationshipDescription(
                "reports",
                to: "Worker",
                isToMany: true,
                storage: .inverse("boss")
            ),
            RelationshipDescription(
                "firm",
                to: "Firm",
                whenDestinationIsDeleted: .cascade,
                storage: .column
            ),
            RelationshipDescription(
                "section",
                to: "Section",
                whenDestinationIsDeleted: .deny,
                storage: .column
            ),
            RelationshipDescription(
                "keys",
                to: "Key",
                isToMany: true,
                whenDeleted: .deny,
                storage: .none,
                join: PairTable("Key.holders", own: "target", other: "source")
            ),
        ]
    )

    static func blank() -> Worker {
        Worker(id: "")
    }

    init(columnValues values: ValueRow) throws {
        try self.init(
            id: values.required(values.string(0), 0),
            pay: values.required(values.int64(1), 1),
            staff: values.int64(2),
            cost: values.int64(3),
            boss: values.string(4).map(Worker.Identity.init),
            firm: values.string(5).map(Firm.Identity.init),
            section: values.string(6).map(Section.Identity.init)
        )
    }

    var columnValues: ValueRow {
        ValueRow([
            StoredValue(id),
            StoredValue(pay),
            StoredValue(staff),
            StoredValue(cost),
            StoredValue(boss?.value),
            StoredValue(firm?.value),
            StoredValue(section?.value),
        ])
    }
}
