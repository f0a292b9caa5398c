// Made by cdgen from Library.xcdatamodeld. Edits are lost when cdgen runs again.
//
// Runs on Apple's Core Data. Type-checked against the interface that Apple documents; not yet run
// on macOS or iOS.

import DataAccess

/// Shelves in Core Data.
struct StoredShelfDAO: ShelfDAO, LibraryStack.ObjectDAO {
    typealias Model = Shelf
    typealias ObjectMap = ShelfMapping

    let stack: LibraryStack
}
