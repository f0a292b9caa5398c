// Made by cdgen from Odd.xcdatamodeld. Edits are lost when cdgen runs again.

import DataAccess

/// What nothings are made of.
extension Nothing: DescribedRecord {
    static let entity = EntityDescription(
        name: "Nothing",
        identity: "_id",
        attributes: [],
        relationships: []
    )

    static func blank() -> Nothing {
        Nothing()
    }

    init(columnValues values: ValueRow) throws {
        self.init(
            identity: values.int64(0).map(Nothing.Identity.init)
        )
    }

    var columnValues: ValueRow {
        ValueRow([
            StoredValue(identity?.value)
        ])
    }
}
