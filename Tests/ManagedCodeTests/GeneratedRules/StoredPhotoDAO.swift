// Made by cdgen from Rules.xcdatamodeld. Edits are lost when cdgen runs again.
//
// Runs on Apple's Core Data. Type-checked against the interface that Apple documents; not yet run
// on macOS or iOS.

import CoreData
import DataAccess

/// Photos in Core Data.
struct StoredPhotoDAO: PhotoDAO, RulesStack.ObjectDAO {
    typealias Model = Photo
    typealias ObjectMap = PhotoMapping

    let stack: RulesStack
}

/// How photos stand in objects of the entity `Photo`.
nonisolated enum PhotoMapping: RulesStack.Mapping {
    static func identity(of object: RulesStack.Object) throws -> Photo.Identity {
        try Photo.Identity(object.number())
    }

    static func record(from object: RulesStack.Object) throws -> Photo {
        try Photo(
            identity: identity(of: object),
            title: object.value("title"),
            visit: object.related("visit").map(VisitMapping.identity),
            album: object.related("album").map(AlbumMapping.identity),
            reel: object.related("reel").map(AlbumMapping.identity),
            next: object.related("next").map(PhotoMapping.identity)
        )
    }

    static func fill(
        _ object: RulesStack.Object,
        from photo: Photo
    ) throws {
        object.set(photo.title, "title")
    }

    static func relate(
        _ object: RulesStack.Object,
        as photo: Photo,
        in records: RulesStack.Records
    ) throws {
        try records.relate(object, "visit", to: photo.visit, VisitMapping.self)
        try records.relate(object, "album", to: photo.album, AlbumMapping.self)
        try records.relate(object, "reel", to: photo.reel, AlbumMapping.self)
        try records.relate(object, "next", to: photo.next, PhotoMapping.self)
    }
}
