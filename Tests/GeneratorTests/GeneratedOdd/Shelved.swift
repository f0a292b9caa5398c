// Made by cdgen from Odd.xcdatamodeld. Edits are lost when cdgen runs again.

import DataAccess
import Foundation

/// A shelved, as a value: changes are kept once `shelveds.save(…)` has stored them.
struct Shelved: Record {
    /// What tells one shelved from another: a number from the store.
    struct Identity: RecordIdentity {
        let value: Int64

        init(_ value: Int64) {
            self.value = value
        }
    }

    /// nil until the shelved has been saved.
    var identity: Identity?
    /// The `in`'s identity; `manager.`in`(of: shelved)` gives the record.
    var `in`: Store.Identity
}

/// What shelveds are made of.
extension Shelved: DescribedRecord {
    static let entity = EntityDescription(
        name: "Shelved",
        identity: "_id",
        attributes: [],
        relationships: [
            RelationshipDescription("in", to: "Store", isOptional: false, storage: .column)
        ]
    )

    static func blank() -> Shelved {
        Shelved(in: Store.Identity(UUID()))
    }

    init(columnValues values: ValueRow) throws {
        try self.init(
            identity: values.int64(0).map(Shelved.Identity.init),
            in: Store.Identity(values.required(values.uuid(1), 1))
        )
    }

    var columnValues: ValueRow {
        ValueRow([
            StoredValue(identity?.value),
            StoredValue(`in`.value),
        ])
    }
}
