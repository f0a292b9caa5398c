// Made by cdgen from Rules.xcdatamodeld. Edits are lost when cdgen runs again.

import DataAccess
import Foundation

/// A country, as a value: changes are kept once `countries.save(…)` has stored them.
struct Country: Record {
    /// What tells one country from another: the value of `code`.
    struct Identity: RecordIdentity {
        let value: String

        init(_ value: String) {
            self.value = value
        }
    }

    var code: String
    var founded: Date?
    var people: Int64?
    /// Computed by the store when the record is saved, from `places.@count`: fetch it again.
    var tally: Int64?

    /// What to retrieve and delete it by, and what relationships to it hold.
    var identity: Identity? {
        Identity(code)
    }
}

/// What countries are made of.
extension Country: DescribedRecord {
    static let entity = EntityDescription(
        name: "Country",
        identity: "code",
        attributes: [
            AttributeDescription("code", .string, isOptional: false),
            AttributeDescription("founded", .date),
            AttributeDescription("people", .integer64),
            AttributeDescription(
                "tally",
                .integer64,
                derivation: "places.@count",
                computation: """
                    (SELECT count(*) FROM "Place" AS "Country.places" WHERE "Country.places"."country" = computed."code")
                    """
            ),
        ],
        relationships: [
            RelationshipDescription(
                "places",
                to: "Place",
                isToMany: true,
                storage: .inverse("country")
            )
        ]
    )

    static func blank() -> Country {
        Country(code: "")
    }

    init(columnValues values: ValueRow) throws {
        try self.init(
            code: values.required(values.string(0), 0),
            founded: values.date(1),
            people: values.int64(2),
            tally: values.int64(3)
        )
    }

    var columnValues: ValueRow {
        ValueRow([
            StoredValue(code),
            StoredValue(founded),
            StoredValue(people),
            StoredValue(tally),
        ])
    }

    /// The rules of the model that the country breaks, every one of them.
    var violations: [Violation] {
        Violation.check("code", code, minimumLength: 2, maximumLength: 3, pattern: "[A-Z]+")
            + Violation.check(
                "founded",
                founded,
                atLeast: Date(timeIntervalSinceReferenceDate: -86400.0)
            )
            + Violation.check("people", people, atLeast: 1, atMost: 2000000000)
    }
}
