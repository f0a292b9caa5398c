// Made by cdgen from Library.xcdatamodeld. Edits are lost when cdgen runs again.
//
// Runs on Apple's Core Data. Type-checked against the interface that Apple documents; not yet run
// on macOS or iOS.

import CoreData
import DataAccess

/// Shelves in Core Data.
struct StoredShelfDAO: ShelfDAO, LibraryStack.ObjectDAO {
    typealias ObjectMap = ShelfMapping

    let stack: LibraryStack
}

/// How shelves stand in objects of the entity `Shelf`.
nonisolated enum ShelfMapping: LibraryStack.Mapping {
    static func identity(of object: LibraryStack.Object) throws -> Shelf.Identity {
        try Shelf.Identity(object.required("id", at: 0))
    }

    static func record(from object: LibraryStack.Object) throws -> Shelf {
        Shelf(
            id: object.value("id"),
            room: object.value("room")
        )
    }

    static func fill(
        _ object: LibraryStack.Object,
        from shelf: Shelf
    ) throws {
        object.set(shelf.id, "id")
        object.set(shelf.room, "room")
    }

    static func relate(
        _ object: LibraryStack.Object,
        as shelf: Shelf,
        in records: LibraryStack.Records
    ) throws {
        // It holds no identities of others.
    }
}
