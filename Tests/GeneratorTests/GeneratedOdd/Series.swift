// Made by cdgen from Odd.xcdatamodeld. Edits are lost when cdgen runs again.

import DataAccess
import Foundation

/// A series, as a value: changes are kept once `series.save(…)` has stored them.
struct Series: Record {
    /// What tells one series from another: the value of `id`.
    struct Identity: RecordIdentity {
        let value: Int64

        init(_ value: Int64) {
            self.value = value
        }
    }

    var id: Int64
    var begun: Date?
    var cover: Data?
    /// The next's identity; `manager.next(of: series)` gives the record.
    var next: Series.Identity?

    /// What to retrieve and delete it by, and what relationships to it hold.
    var identity: Identity? {
        Identity(id)
    }
}

/// What series are made of.
extension Series: DescribedRecord {
    static let entity = EntityDescription(
        name: "Series",
        identity: "id",
        attributes: [
            AttributeDescription("id", .integer64, isOptional: false),
            AttributeDescription("begun", .date),
            AttributeDescription("cover", .binary),
        ],
        relationships: [
            RelationshipDescription("next", to: "Series", storage: .column)
        ]
    )

    static func blank() -> Series {
        Series(id: 0)
    }

    init(columnValues values: ValueRow) throws {
        try self.init(
            id: values.required(values.int64(0), 0),
            begun: values.date(1),
            cover: values.data(2),
            next: values.int64(3).map(Series.Identity.init)
        )
    }

    var columnValues: ValueRow {
        ValueRow([
            StoredValue(id),
            StoredValue(begun),
            StoredValue(cover),
            StoredValue(next?.value),
        ])
    }
}
