// Made by cdgen from Rules.xcdatamodeld. Edits are lost when cdgen runs again.
//
// Runs on Apple's Core Data. Type-checked against the interface that Apple documents; not yet run
// on macOS or iOS.

import DataAccess

/// Albums in Core Data.
struct StoredAlbumDAO: AlbumDAO, RulesStack.ObjectDAO {
    typealias Model = Album
    typealias ObjectMap = AlbumMapping

    let stack: RulesStack
}
