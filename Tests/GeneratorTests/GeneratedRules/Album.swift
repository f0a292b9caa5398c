// Made by cdgen from Rules.xcdatamodeld. Edits are lost when cdgen runs again.

import DataAccess

/// An album, as a value: changes are kept once `albums.save(…)` has stored them.
struct Album: Record {
    /// What tells one album from another: a number from the store.
    struct Identity: RecordIdentity {
        let value: Int64

        init(_ value: Int64) {
            self.value = value
        }
    }

    /// nil until the album has been saved.
    var identity: Identity?
    var shelf: String
    var number: Int16
    var title: String?
}

/// What albums are made of.
extension Album: DescribedRecord {
    static let entity = EntityDescription(
        name: "Album",
        identity: "_id",
        attributes: [
            AttributeDescription("shelf", .string, isOptional: false),
            AttributeDescription("number", .integer16, isOptional: false),
            AttributeDescription("title", .string),
        ],
        relationships: [
            RelationshipDescription(
                "frames",
                to: "Photo",
                isToMany: true,
                storage: .inverse("reel"),
                isOrdered: true
            ),
            RelationshipDescription(
                "tags",
                to: "Tag",
                isToMany: true,
                storage: .none,
                join: PairTable("Album.tags", own: "source", other: "target", isOrdered: true)
            ),
        ],
        uniqueness: [["shelf", "number"]]
    )

    static func blank() -> Album {
        Album(shelf: "", number: 0)
    }

    init(columnValues values: ValueRow) throws {
        try self.init(
            identity: values.int64(0).map(Album.Identity.init),
            shelf: values.required(values.string(1), 1),
            number: values.required(values.int16(2), 2),
            title: values.string(3)
        )
    }

    var columnValues: ValueRow {
        ValueRow([
            StoredValue(identity?.value),
            StoredValue(shelf),
            StoredValue(number),
            StoredValue(title),
        ])
    }
}
