// Made by cdgen from Odd.xcdatamodeld. Edits are lost when cdgen runs again.

import DataAccess

/// A news, as a value: changes are kept once `news.save(…)` has stored them.
struct News: Record {
    /// What tells one news from another: a number from the store.
    struct Identity: RecordIdentity {
        let value: Int64

        init(_ value: Int64) {
            self.value = value
        }
    }

    /// nil until the news has been saved.
    var identity: Identity?
    var name: String?
}

/// What news are made of.
extension News: DescribedRecord {
    static let entity = EntityDescription(
        name: "News",
        identity: "_id",
        attributes: [
            AttributeDescription("name", .string)
        ],
        relationships: []
    )

    static func blank() -> News {
        News()
    }

    init(columnValues values: ValueRow) throws {
        self.init(
            identity: values.int64(0).map(News.Identity.init),
            name: values.string(1)
        )
    }

    var columnValues: ValueRow {
        ValueRow([
            StoredValue(identity?.value),
            StoredValue(name),
        ])
    }
}
