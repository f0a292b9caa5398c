// Made by cdgen from Rules.xcdatamodeld. Edits are lost when cdgen runs again.
//
// Runs on Apple's Core Data. Type-checked against the interface that Apple documents; not yet run
// on macOS or iOS.

import DataAccess

/// Photos in Core Data.
struct StoredPhotoDAO: PhotoDAO, RulesStack.ObjectDAO {
    typealias Model = Photo
    typealias ObjectMap = PhotoMapping

    let stack: RulesStack
}
