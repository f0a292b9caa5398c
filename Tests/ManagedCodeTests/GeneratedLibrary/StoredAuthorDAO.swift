// Made by cdgen from Library.xcdatamodeld. Edits are lost when cdgen runs again.
//
// Runs on Apple's Core Data. Type-checked against the interface that Apple documents; not yet run
// on macOS or iOS.

import CoreData
import DataAccess

/// Authors in Core Data.
struct StoredAuthorDAO: AuthorDAO, LibraryStack.ObjectDAO {
    typealias ObjectMap = AuthorMapping

    let stack: LibraryStack
}

/// How authors stand in objects of the entity `Author`.
nonisolated enum AuthorMapping: LibraryStack.Mapping {
    static func identity(of object: LibraryStack.Object) throws -> Author.Identity {
        try Author.Identity(object.required("id", at: 1))
    }

    static func record(from object: LibraryStack.Object) throws -> Author {
        try Author(
            born: object.value("born"),
            id: object.value("id"),
            name: object.required("name", at: 2)
        )
    }

    static func fill(
        _ object: LibraryStack.Object,
        from author: Author
    ) throws {
        object.set(author.born, "born")
        object.set(author.id, "id")
        object.set(author.name, "name")
    }

    static func relate(
        _ object: LibraryStack.Object,
        as author: Author,
        in records: LibraryStack.Records
    ) throws {
        // It holds no identities of others.
    }
}
