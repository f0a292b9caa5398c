// Made by cdgen from Rules.xcdatamodeld. Edits are lost when cdgen runs again.
//
// Runs on Apple's Core Data. Type-checked against the interface that Apple documents; not yet run
// on macOS or iOS.

import CoreData
import DataAccess

/// Albums in Core Data.
struct StoredAlbumDAO: AlbumDAO, RulesStack.ObjectDAO {
    typealias Model = Album
    typealias ObjectMap = AlbumMapping

    let stack: RulesStack
}

/// How albums stand in objects of the entity `Album`.
nonisolated enum AlbumMapping: RulesStack.Mapping {
    static func identity(of object: RulesStack.Object) throws -> Album.Identity {
        try Album.Identity(object.number())
    }

    static func record(from object: RulesStack.Object) throws -> Album {
        try Album(
            identity: identity(of: object),
            shelf: object.required("shelf", at: 1),
            number: object.required("number", at: 2),
            title: object.value("title")
        )
    }

    static func fill(
        _ object: RulesStack.Object,
        from album: Album
    ) throws {
        object.set(album.shelf, "shelf")
        object.set(album.number, "number")
        object.set(album.title, "title")
    }

    static func relate(
        _ object: RulesStack.Object,
        as album: Album,
        in records: RulesStack.Records
    ) throws {
        // It holds no identities of others.
    }
}
