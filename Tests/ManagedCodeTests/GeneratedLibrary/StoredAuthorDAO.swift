// Made by cdgen from Library.xcdatamodeld. Edits are lost when cdgen runs again.
//
// Runs on Apple's Core Data. Type-checked against the interface that Apple documents; not yet run
// on macOS or iOS.

import DataAccess

/// Authors in Core Data.
struct StoredAuthorDAO: AuthorDAO, LibraryStack.ObjectDAO {
    typealias Model = Author
    typealias ObjectMap = AuthorMapping

    let stack: LibraryStack
}
