// Made by cdgen from Rules.xcdatamodeld. Edits are lost when cdgen runs again.

import DataAccess

/// A photo, as a value: changes are kept once `photos.save(…)` has stored them.
struct Photo: Record {
    /// What tells one photo from another: a number from the store.
    struct Identity: RecordIdentity {
        let value: Int64

        init(_ value: Int64) {
            self.value = value
        }
    }

    /// nil until the photo has been saved.
    var identity: Identity?
    var title: String?
    /// The visit's identity; `manager.visit(of: photo)` gives the record.
    var visit: Visit.Identity?
    /// The album's identity; `manager.album(of: photo)` gives the record.
    var album: Album.Identity?
    /// The reel's identity; `manager.reel(of: photo)` gives the record.
    var reel: Album.Identity?
    /// The next's identity; `manager.next(of: photo)` gives the record.
    var next: Photo.Identity?
}

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
                storage: .column,
                isOneToOne: true
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
