// Made by cdgen from Rules.xcdatamodeld. Edits are lost when cdgen runs again.

import DataAccess

/// What photos are made of.
extension Photo: DescribedRecord {
    static let entity = EntityDescription(
        name: "Photo",
        identity: "_id",
        attributes: [
            AttributeDescription("title", .string)
        ],
        relationships: [
            RelationshipDescription(
                "visit",
                to: "Visit",
                whenDestinationIsDeleted: .cascade,
                storage: .column
            ),
            RelationshipDescription("album", to: "Album", whenDeleted: .deny, storage: .column),
            RelationshipDescription("reel", to: "Album", storage: .column),
            RelationshipDescription(
                "next",
                to: "Photo",
                whenDeleted: .cascade,
                storage: .column
            ),
        ]
    )

    static func blank() -> Photo {
        Photo()
    }

    init(columnValues values: ValueRow) throws {
        self.init(
            identity: values.int64(0).map(Photo.Identity.init),
            title: values.string(1),
            visit: values.int64(2).map(Visit.Identity.init),
            album: values.int64(3).map(Album.Identity.init),
            reel: values.int64(4).map(Album.Identity.init),
            next: values.int64(5).map(Photo.Identity.init)
        )
    }

    var columnValues: ValueRow {
        ValueRow([
            StoredValue(identity?.value),
            StoredValue(title),
            StoredValue(visit?.value),
            StoredValue(album?.value),
            StoredValue(reel?.value),
            StoredValue(next?.value),
        ])
    }
}
