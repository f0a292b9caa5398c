// Made by cdgen from Rules.xcdatamodeld. Edits are lost when cdgen runs again.
//
// Runs on Apple's Core Data. Type-checked against the interface that Apple documents; not yet run
// on macOS or iOS.

import DataAccess

/// Tags in Core Data.
struct StoredTagDAO: TagDAO, RulesStack.ObjectDAO {
    typealias Model = Tag
    typealias ObjectMap = TagMapping

    let stack: RulesStack
}
