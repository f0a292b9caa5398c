// Made by cdgen from Library.xcdatamodeld. Edits are lost when cdgen runs again.
//
// Runs on Apple's Core Data. Type-checked against the interface that Apple documents; not yet run
// on macOS or iOS.

import DataAccess

/// Books in Core Data.
struct StoredBookDAO: BookDAO, LibraryStack.ObjectDAO {
    typealias Model = Book
    typealias ObjectMap = BookMapping

    let stack: LibraryStack
}
